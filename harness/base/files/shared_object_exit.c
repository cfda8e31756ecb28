/*
 * Intercepts calls of exit by code that was compiled at run time (shared_object.h), or by libraries
 * that this code calls. The functions here take precedence over the C library's functions of the
 * same names. If the C library itself calls exit, as in err, a function registered by atexit is
 * called (crash.c).
 */
#include "harness/base/error.h"
#include "harness/base/files/shared_object.h"
#include "harness/base/process/crash.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * Handles the call as a crash if a kernel is running: code compiled at run time may call a library
 * that calls exit. If none is running, returns the code to exit with. It is EXIT_USAGE, with a
 * message, if the caller is such code. In all other cases it is `status`.
 */
static int code_of(int status, const void *caller)
{
    const int before = (int)strlen("/memfd:"), after = (int)strlen(" (deleted)");
    Dl_info place;
    char file[128];
    crash_exit();
    if (dladdr(caller, &place) == 0 ||
        strncmp(place.dli_fname, SHARED_OBJECT_FILES, strlen(SHARED_OBJECT_FILES)) != 0)
        return status;
    const int length = (int)readlink(place.dli_fname, file, sizeof file);
    if (length <= before + after)
        return status;
    fprintf(stderr, "\npairlanes: %.*s has ended the program by a call of exit\n",
            length - before - after, file + before);
    return EXIT_USAGE;
}

/* Whether the caller is code of this program; that may be a signal handler. */
static bool is_own(const void *caller)
{
    extern const char __executable_start[], etext[];
    return (uintptr_t)caller >= (uintptr_t)__executable_start &&
           (uintptr_t)caller < (uintptr_t)etext;
}

/* Whether the caller is OpenMP, which ends the process if threads or memory are lacking. */
static bool is_openmp(const void *caller)
{
    Dl_info place;
    return dladdr(caller, &place) != 0 && (strstr(place.dli_fname, "/libgomp") != NULL ||
                                           strstr(place.dli_fname, "/libomp") != NULL);
}

/* Returns the code to exit with: `status` if the caller belongs to this program or OpenMP. */
static int code(int status, const void *caller)
{
    if (!is_own(caller) && !is_openmp(caller))
        return code_of(status, caller);
    crash_exits();
    return status;
}

#define EXIT(name)                                                                                 \
    void name(int status)                                                                          \
    {                                                                                              \
        void (*next)(int);                                                                         \
        const void *caller = __builtin_return_address(0);                                          \
        *(void **)&next = dlsym(RTLD_NEXT, #name);                                                 \
        next(code(status, caller));                                                                \
        __builtin_unreachable();                                                                   \
    }

EXIT(exit)
EXIT(quick_exit)

static long (*next_syscall)(long number, ...); /* the C library's function */

__attribute__((constructor)) static void find_syscall(void)
{
    *(void **)&next_syscall = dlsym(RTLD_NEXT, "syscall");
}

/*
 * Makes a system call. Handles one that ends the process like a call of exit. Reads as many
 * arguments as a system call can have; the caller may have given fewer.
 */
__attribute__((no_sanitize("address"))) long syscall(long __sysno, ...)
{
    long argument[6];
    va_list given;
    va_start(given, __sysno);
    for (size_t k = 0; k < sizeof argument / sizeof *argument; k++)
        argument[k] = va_arg(given, long);
    va_end(given);
    if (__sysno == SYS_exit_group)
        argument[0] = code((int)argument[0], __builtin_return_address(0));
    if (next_syscall == NULL)
        find_syscall();
    return next_syscall(__sysno, argument[0], argument[1], argument[2], argument[3], argument[4],
                        argument[5]);
}

/* Ends the process by the system call: signal handlers must not look up symbols. */
void _exit(int status)
{
    const void *caller = __builtin_return_address(0);
    syscall(SYS_exit_group, code(status, caller));
    __builtin_unreachable();
}

void _Exit(int status) __attribute__((alias("_exit")));
