/*
 * Intercepts calls of exit by code that was compiled at run time (shared_object.h), or by libraries
 * that this code calls. The functions here take precedence over the C library's functions of the
 * same names. If the C library itself calls exit, as in err, a function registered by atexit is
 * called (crash.c). Other calls of a kernel that would end the process, or hide a crash, are
 * handled in the same way.
 */
#include "harness/base/error.h"
#include "harness/base/files/shared_object.h"
#include "harness/base/process/crash.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Finds the object file of the caller. True if the file was compiled at run time. */
static bool is_compiled(const void *caller, Dl_info *place)
{
    return dladdr(caller, place) != 0 &&
           strncmp(place->dli_fname, SHARED_OBJECT_FILES, strlen(SHARED_OBJECT_FILES)) == 0;
}

/*
 * Handles the call as a crash if a kernel is running: code compiled at run time may call a library
 * that calls exit. If none is running, returns the code to exit with: EXIT_USAGE, with a message,
 * if the caller was compiled at run time; otherwise `status`.
 */
static int code_of(int status, const void *caller)
{
    const int before = (int)strlen("/memfd:"), after = (int)strlen(" (deleted)");
    Dl_info place;
    char file[128];
    crash_call("a call of exit");
    if (!is_compiled(caller, &place))
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

/* The C library's functions. Signal handlers must not look up symbols. */
static long (*next_syscall)(long number, ...);
static int (*next_execve)(const char *path, char *const *argument, char *const *variable);
static int (*next_execvpe)(const char *file, char *const *argument, char *const *variable);
static int (*next_sigaction)(int number, const struct sigaction *action, struct sigaction *before);
static sighandler_t (*next_signal)(int number, sighandler_t handler);
static pid_t program;

__attribute__((constructor)) static void find_next(void)
{
    program = getpid();
    *(void **)&next_syscall = dlsym(RTLD_NEXT, "syscall");
    *(void **)&next_execve = dlsym(RTLD_NEXT, "execve");
    *(void **)&next_execvpe = dlsym(RTLD_NEXT, "execvpe");
    *(void **)&next_sigaction = dlsym(RTLD_NEXT, "sigaction");
    *(void **)&next_signal = dlsym(RTLD_NEXT, "signal");
}

/*
 * Handles a call as a crash if code compiled at run time makes the call in this process, not in a
 * forked one. Libraries may call the same functions in other threads.
 */
static void refuse(const char *reason, const void *caller)
{
    Dl_info place;
    if (getpid() == program && is_compiled(caller, &place))
        crash_call(reason);
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
    if (__sysno == SYS_exit || __sysno == SYS_execve || __sysno == SYS_execveat)
        refuse("a system call", __builtin_return_address(0));
    if (__sysno == SYS_exit_group)
        argument[0] = code((int)argument[0], __builtin_return_address(0));
    if (next_syscall == NULL)
        find_next();
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

/* --- other programs --- */

static const char exec[] = "a call of exec";

int execve(const char *__path, char *const *__argv, char *const *__envp)
{
    refuse(exec, __builtin_return_address(0));
    return next_execve(__path, __argv, __envp);
}

int execv(const char *__path, char *const *__argv)
{
    refuse(exec, __builtin_return_address(0));
    return next_execve(__path, __argv, environ);
}

int execvpe(const char *__file, char *const *__argv, char *const *__envp)
{
    refuse(exec, __builtin_return_address(0));
    return next_execvpe(__file, __argv, __envp);
}

int execvp(const char *__file, char *const *__argv)
{
    refuse(exec, __builtin_return_address(0));
    return next_execvpe(__file, __argv, environ);
}

/* --- handlers of the signals that indicate a crash --- */

int sigaction(int __sig, const struct sigaction *__act, struct sigaction *__oact)
{
    if (__act != NULL && crash_finds(__sig))
        refuse("a call of sigaction", __builtin_return_address(0));
    if (next_sigaction == NULL)
        find_next();
    return next_sigaction(__sig, __act, __oact);
}

sighandler_t signal(int __sig, sighandler_t __handler)
{
    if (crash_finds(__sig))
        refuse("a call of signal", __builtin_return_address(0));
    if (next_signal == NULL)
        find_next();
    return next_signal(__sig, __handler);
}
