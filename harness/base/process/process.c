#include "harness/base/process/process.h"

#include "harness/base/clock.h"
#include "harness/base/memory.h"
#include "harness/base/process/interrupt.h"
#include "harness/base/process/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_STARTED = 127, SIGNALLED = 128, LOOK_MS = 100 };

/*
 * Seconds that programs get to end after a signal: less than this process gets (base/interrupt.h).
 */
static const double PATIENCE = 0.4;

/* A program that runs, or a free place for one. */
struct process {
    int index; /* index of its command; -1: no program */
    pid_t id;
    int output; /* read end of the pipe for its output */
    char *text;
    size_t length;
};

/* The programs that run at the same time. */
struct crowd {
    struct process *process;
    struct pollfd *watched;
    int places;
    process_ended *ended;
    void *context;
};

/* Running programs. A signal that ends this process also ends them. */
static const struct crowd *volatile running;

static void kill_running(void)
{
    const struct crowd *crowd = running;
    for (int k = 0; crowd != NULL && k < crowd->places; k++)
        if (crowd->process[k].index >= 0)
            kill(-crowd->process[k].id, SIGKILL);
}

/* Starts a program. Returns 0, or an error number. */
static int spawn(const struct process_command *command, int output, pid_t *id)
{
    const struct spawn_file files[] = {
        {SPAWN_NOTHING, STDIN_FILENO}, {output, STDOUT_FILENO}, {output, STDERR_FILENO}};
    return spawn_program(command->arguments[0], command->arguments, command->directory, files,
                         sizeof files / sizeof *files, id);
}

static void report_end(const struct crowd *crowd, int index, int status, const char *output)
{
    const struct process_end end = {status, output};
    crowd->ended(crowd->context, index, &end);
}

static void start(struct crowd *crowd, struct process *process,
                  const struct process_command *command, int index)
{
    int pipe[2];
    int bad = pipe2(pipe, O_CLOEXEC) == 0 ? 0 : errno;
    if (bad == 0) {
        bad = spawn(command, pipe[1], &process->id);
        close(pipe[1]);
        if (bad != 0)
            close(pipe[0]);
    }
    if (bad != 0) {
        char reason[512];
        snprintf(reason, sizeof reason, "%s cannot be started: %s", command->arguments[0],
                 strerror(bad));
        report_end(crowd, index, NOT_STARTED, reason);
        return;
    }
    process->index = index;
    process->output = pipe[0];
    process->length = 0;
}

bool process_lacks_machine(const struct process_end *end)
{
    static const int reasons[] = {ENOSPC, EDQUOT, EIO,    EROFS, EFBIG,
                                  EMFILE, ENFILE, ENOMEM, EAGAIN};
    static const char *const words[] = {"memory exhausted", "out of memory", "Killed signal",
                                        "File size limit exceeded", NULL};
    bool lacks = end->status == NOT_STARTED || end->status == SIGNALLED + SIGKILL ||
                 end->status == SIGNALLED + SIGXFSZ;
    for (size_t k = 0; k < sizeof reasons / sizeof *reasons; k++)
        lacks = lacks || strstr(end->output, strerror(reasons[k])) != NULL;
    for (int k = 0; words[k] != NULL; k++)
        lacks = lacks || strstr(end->output, words[k]) != NULL;
    return lacks;
}

/* Waits for a program that has closed its output. */
static void finish(const struct crowd *crowd, struct process *process, bool silent)
{
    int status = 0;
    int index = process->index;
    close(process->output);
    process->index = -1;
    while (waitpid(process->id, &status, 0) < 0 && errno == EINTR)
        continue;
    process->text[process->length] = '\0';
    if (!silent)
        report_end(crowd, index,
                   WIFSIGNALED(status) ? SIGNALLED + WTERMSIG(status) : WEXITSTATUS(status),
                   process->text);
}

/* Reads the output of a program, and keeps its first part. False at the end of the output. */
static bool listen_to(struct process *process)
{
    char rest[4096];
    bool full = process->length == PROCESS_OUTPUT;
    ssize_t got = read(process->output, full ? rest : process->text + process->length,
                       full ? sizeof rest : PROCESS_OUTPUT - process->length);
    if (got > 0 && !full)
        process->length += (size_t)got;
    return got > 0 || (got < 0 && errno == EINTR);
}

/* Whether a program has ended, even if a process that it started still has its output open. */
static bool has_ended(const struct process *process)
{
    siginfo_t info = {.si_pid = 0};
    return process->index >= 0 &&
           waitid(P_PID, (id_t)process->id, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == process->id;
}

/*
 * Finishes programs that have ended although their output is still open. A process that they
 * started, such as the server of a compiler cache, may keep it open.
 */
static void finish_ended(const struct crowd *crowd, bool silent)
{
    for (int k = 0; k < crowd->places; k++)
        if (has_ended(&crowd->process[k]))
            finish(crowd, &crowd->process[k], silent);
}

/* Waits until at least one program writes or ends. */
static void attend(struct crowd *crowd, bool silent)
{
    for (int k = 0; k < crowd->places; k++) {
        const struct process *process = &crowd->process[k];
        crowd->watched[k] =
            (struct pollfd){.fd = process->index >= 0 ? process->output : -1, .events = POLLIN};
    }
    /* the wait has a limit, because a signal that another thread receives does not end it */
    const int came = poll(crowd->watched, (nfds_t)crowd->places, LOOK_MS);
    if (came == 0)
        finish_ended(crowd, silent);
    if (came <= 0)
        return;
    for (int k = 0; k < crowd->places; k++)
        if (crowd->watched[k].revents != 0 && !listen_to(&crowd->process[k]))
            finish(crowd, &crowd->process[k], silent);
}

static bool is_busy(const struct crowd *crowd)
{
    for (int k = 0; k < crowd->places; k++)
        if (crowd->process[k].index >= 0)
            return true;
    return false;
}

static void signal_all(const struct crowd *crowd, int number)
{
    for (int k = 0; k < crowd->places; k++)
        if (crowd->process[k].index >= 0)
            kill(-crowd->process[k].id, number);
}

/* Kills the programs that still run. They get no time to clean up. */
static void end_all(struct crowd *crowd)
{
    double asked = clock_seconds();
    signal_all(crowd, SIGTERM);
    while (is_busy(crowd) && clock_seconds() - asked < PATIENCE)
        attend(crowd, true);
    signal_all(crowd, SIGKILL);
    for (int k = 0; k < crowd->places; k++) {
        if (crowd->process[k].index < 0)
            continue;
        while (listen_to(&crowd->process[k]))
            continue;
        finish(crowd, &crowd->process[k], true);
    }
}

static void run_crowd(struct crowd *crowd, const struct process_command *commands, int count,
                      const volatile sig_atomic_t *asked_to_end)
{
    int next = 0;
    while (*asked_to_end == 0 && (next < count || is_busy(crowd))) {
        for (int k = 0; k < crowd->places && next < count; k++) {
            if (crowd->process[k].index < 0) {
                start(crowd, &crowd->process[k], &commands[next], next);
                next++;
            }
        }
        if (is_busy(crowd))
            attend(crowd, false);
    }
    if (is_busy(crowd))
        end_all(crowd);
}

static void free_crowd(struct crowd *crowd)
{
    for (int k = 0; k < crowd->places; k++)
        free(crowd->process[k].text);
    free(crowd->process);
    free(crowd->watched);
}

static void allocate_crowd(struct crowd *crowd)
{
    crowd->process = memory_new(crowd->places, sizeof *crowd->process, "processes");
    crowd->watched = memory_new(crowd->places, sizeof *crowd->watched, "processes");
    for (int k = 0; k < crowd->places; k++) {
        crowd->process[k].index = -1;
        crowd->process[k].text = memory_new(PROCESS_OUTPUT, 1, "output of processes");
    }
}

bool process_run(const struct process_command *commands, int count, int jobs, process_ended *ended,
                 void *context, struct error *error)
{
    struct crowd crowd = {
        .places = jobs < count ? jobs : count, .ended = ended, .context = context};
    if (count == 0)
        return true;
    allocate_crowd(&crowd);
    const volatile sig_atomic_t *asked_to_end = interrupt_watch();
    interrupt_on_end(kill_running);
    running = &crowd;
    run_crowd(&crowd, commands, count, asked_to_end);
    running = NULL;
    free_crowd(&crowd);
    bool good = *asked_to_end == 0;
    interrupt_leave();
    return good || error_set(error, EXIT_ENVIRONMENT, "interrupted");
}

/* Result of the child process of process_do. */
struct done {
    const char *name;
    struct error error; /* EXIT_OK: no error */
};

static void keep_end(void *context, int index, const struct process_end *end)
{
    struct done *done = context;
    (void)index;
    if (end->status > SIGNALLED)
        error_set(&done->error, EXIT_ENVIRONMENT, "%s was ended by signal %d (%s)", done->name,
                  end->status - SIGNALLED, strsignal(end->status - SIGNALLED));
    else if (end->status != 0)
        error_set(&done->error, EXIT_ENVIRONMENT, "%s failed with exit status %d: %s", done->name,
                  end->status, end->output);
}

bool process_do(const char *const *arguments, const char *directory, struct error *error)
{
    const struct process_command command = {arguments, directory};
    struct done done = {.name = arguments[0], .error.code = EXIT_OK};
    if (!process_run(&command, 1, 1, keep_end, &done, error))
        return false;
    if (done.error.code != EXIT_OK)
        *error = done.error;
    return done.error.code == EXIT_OK;
}

static bool can_run(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

bool process_find(const char *name, char *path, size_t size)
{
    if (strchr(name, '/') != NULL)
        return snprintf(path, size, "%s", name) < (int)size && can_run(path);
    const char *folders = getenv("PATH");
    for (const char *at = folders != NULL ? folders : "/usr/local/bin:/usr/bin:/bin"; *at != '\0';
         at += *at == ':') {
        int length = (int)strcspn(at, ":");
        int written = snprintf(path, size, "%.*s/%s", length, at, name);
        at += length;
        if (length > 0 && written < (int)size && can_run(path))
            return true;
    }
    return false;
}
