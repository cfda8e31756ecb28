#include "harness/measure/observe/mps.h"

#include "harness/base/clock.h"
#include "harness/base/process/interrupt.h"
#include "harness/base/process/process.h"
#include "harness/base/process/spawn.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char control[] = "nvidia-cuda-mps-control";
static const char pipes[] = "CUDA_MPS_PIPE_DIRECTORY", logs[] = "CUDA_MPS_LOG_DIRECTORY";

/* Seconds in which it is there, or has ended. */
static const double PATIENCE = 10;

/* The one that runs, to be killed by a signal that ends this process, and its folder, "" if it has
 * none. */
static volatile pid_t running;
static char own_folder[64];

/* Removes a folder and the files in it, as the handler of a signal may. */
static void remove_folder(const char *folder)
{
    _Alignas(struct dirent64) char entries[1024];
    int files = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    ssize_t length = 0;
    while (files >= 0 && (length = getdents64(files, entries, sizeof entries)) > 0) {
        for (ssize_t at = 0; at < length;) {
            const struct dirent64 *file = (const struct dirent64 *)(entries + at);
            if (file->d_name[0] != '.')
                unlinkat(files, file->d_name, 0);
            at += file->d_reclen;
        }
    }
    if (files >= 0)
        close(files);
    rmdir(folder);
}

static void end_running(void)
{
    if (running != 0)
        kill(-running, SIGKILL);
    if (own_folder[0] != '\0')
        remove_folder(own_folder);
}

bool mps_exists(void)
{
    char path[PATH_MAX];
    return getenv(pipes) != NULL || process_find(control, path, sizeof path);
}

/* Starts the control program with an input, or SPAWN_NOTHING; 0 or an error number. */
static int spawn(const char *option, int input, pid_t *id)
{
    const char *const arguments[] = {control, option, NULL};
    const struct spawn_file files[] = {
        {input, STDIN_FILENO}, {SPAWN_NOTHING, STDOUT_FILENO}, {SPAWN_NOTHING, STDERR_FILENO}};
    return spawn_program(control, arguments, NULL, files, sizeof files / sizeof *files, id);
}

/* Whether a program ends in time; reaps it then. */
static bool ends(pid_t id, double seconds)
{
    const struct timespec pause = {.tv_nsec = 5000000};
    double started = clock_seconds();
    for (;;) {
        pid_t ended = waitpid(id, NULL, WNOHANG);
        if (ended == id || (ended < 0 && errno != EINTR))
            return true;
        if (clock_seconds() - started >= seconds)
            return false;
        nanosleep(&pause, NULL);
    }
}

/* Whether the pipe is there by which programs find it. False too if it has ended. */
static bool is_there(const struct mps *mps, double seconds)
{
    const struct timespec pause = {.tv_nsec = 5000000};
    char path[PATH_MAX + 16];
    double started = clock_seconds();
    snprintf(path, sizeof path, "%s/control", mps->folder.path);
    while (access(path, F_OK) != 0) {
        if (waitpid(mps->id, NULL, WNOHANG) != 0 || clock_seconds() - started >= seconds)
            return false;
        nanosleep(&pause, NULL);
    }
    return true;
}

bool mps_start(struct mps *mps, struct error *error)
{
    *mps = (struct mps){0};
    if (getenv(pipes) != NULL) /* one that the user has started */
        return true;
    if (!scratch_make(&mps->folder, "/tmp", error)) /* paths of sockets are short */
        return false;
    setenv(pipes, mps->folder.path, 1);
    setenv(logs, mps->folder.path, 1);
    snprintf(own_folder, sizeof own_folder, "%s", mps->folder.path);
    interrupt_on_end(end_running);
    int bad = spawn("-f", SPAWN_NOTHING, &mps->id);
    if (bad != 0) {
        mps->id = 0;
        mps_stop(mps);
        return error_set(error, EXIT_ENVIRONMENT, "%s cannot be started: %s", control,
                         strerror(bad));
    }
    running = mps->id;
    if (is_there(mps, PATIENCE))
        return true;
    mps_stop(mps);
    return error_set(error, EXIT_ENVIRONMENT,
                     "%s does not run here; without it in PATH, processes take turns", control);
}

/* Says `quit` to it, which also ends its servers. */
static void quit(void)
{
    static const char word[] = "quit\n";
    int ends_of[2];
    pid_t id = 0;
    if (pipe2(ends_of, O_CLOEXEC) != 0)
        return;
    bool told = write(ends_of[1], word, sizeof word - 1) == (ssize_t)(sizeof word - 1);
    close(ends_of[1]);
    if (told && spawn(NULL, ends_of[0], &id) == 0 && !ends(id, PATIENCE)) {
        kill(-id, SIGKILL);
        ends(id, PATIENCE);
    }
    close(ends_of[0]);
}

void mps_stop(struct mps *mps)
{
    if (mps->id != 0) {
        quit();
        if (!ends(mps->id, PATIENCE))
            kill(-mps->id, SIGKILL);
        ends(mps->id, PATIENCE);
    }
    running = 0;
    if (own_folder[0] != '\0') {
        unsetenv(pipes);
        unsetenv(logs);
        scratch_remove(&mps->folder);
        own_folder[0] = '\0';
    }
    *mps = (struct mps){0};
}
