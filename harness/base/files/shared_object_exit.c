/*
 * Calls of exit by code that was compiled at run time (shared_object.h), or by libraries that it
 * calls: these functions stand before those of the C library. Its own calls, as in err, end in a
 * function of atexit (crash.c).
 */
#include "harness/base/error.h"
#include "harness/base/files/shared_object.h"
#include "harness/base/process/crash.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * Continues as after a crash if a kernel runs, because code that was compiled at run time may have
 * called the caller. Returns the code to exit with: without a kernel EXIT_USAGE, with a message
 * that names the code.
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

/* True if the caller is the program's own code, which may be a signal handler. */
static bool is_own(const void *caller)
{
    extern const char __executable_start[], etext[];
    return (uintptr_t)caller >= (uintptr_t)__executable_start &&
           (uintptr_t)caller < (uintptr_t)etext;
}

/* True if the caller is OpenMP, which ends the process if it lacks threads or memory. */
static bool is_openmp(const void *caller)
{
    Dl_info place;
    return dladdr(caller, &place) != 0 && (strstr(place.dli_fname, "/libgomp") != NULL ||
                                           strstr(place.dli_fname, "/libomp") != NULL);
}

/* Returns the code to exit with, `status` if the caller is no code of a kernel. */
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

/* Ends the process by the system call, because signal handlers cannot look up symbols. */
void _exit(int status)
{
    const void *caller = __builtin_return_address(0);
    syscall(SYS_exit_group, code(status, caller));
    __builtin_unreachable();
}

void _Exit(int status) __attribute__((alias("_exit")));
