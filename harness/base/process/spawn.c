#include "harness/base/process/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* A program to start. */
struct start {
    const char *program, *directory;
    const char *const *arguments;
    const struct spawn_file *files;
    int count;
    pid_t starter;
};

/* Resets the signals that this process handles to their default actions. */
static void reset_signals(void)
{
    struct sigaction action;
    for (int number = 1; number < NSIG; number++)
        if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN &&
            action.sa_handler != SIG_DFL)
            signal(number, SIG_DFL);
}

/* Gives a file its descriptor in the new program. */
static bool take_file(const struct spawn_file *file)
{
    if (file->from == file->to)
        return fcntl(file->to, F_SETFD, 0) == 0;
    if (file->from != SPAWN_NOTHING)
        return dup2(file->from, file->to) >= 0;
    const int nothing = open("/dev/null", file->to == STDIN_FILENO ? O_RDONLY : O_WRONLY);
    const bool good = nothing >= 0 && dup2(nothing, file->to) >= 0;
    if (nothing >= 0 && nothing != file->to)
        close(nothing);
    return good;
}

/* Replaces this process by the program. Returns an error number if that fails. */
static int become(const struct start *start)
{
    sigset_t none;
    sigemptyset(&none);
    reset_signals();
    bool good = setpgid(0, 0) == 0 && prctl(PR_SET_PDEATHSIG, SIGTERM) == 0;
    if (getppid() != start->starter)
        return ESRCH; /* the process that starts the program ended before PR_SET_PDEATHSIG took
                       * effect */
    good = good && (start->directory == NULL || chdir(start->directory) == 0);
    for (int k = 0; k < start->count && good; k++)
        good = take_file(&start->files[k]);
    if (good && sigprocmask(SIG_SETMASK, &none, NULL) == 0)
        execvp(start->program, (char *const *)start->arguments);
    return errno;
}

int spawn_program(const char *program, const char *const *arguments, const char *directory,
                  const struct spawn_file *files, int count, pid_t *id)
{
    const struct start start = {program, directory, arguments, files, count, getpid()};
    volatile int bad = 0;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* no signal handler of this process may run in
                                                  * the child */
    /*
     * posix_spawn cannot set the signal for the end of the parent, and fork would copy page tables
     */
    *id = vfork();
    if (*id == 0) {
        bad = become(&start);
        _exit(127);
    }
    if (*id < 0)
        bad = errno;
    else if (bad != 0)
        waitpid(*id, NULL, 0);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return bad;
}
