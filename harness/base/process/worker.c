#include "harness/base/process/worker.h"

#include "harness/base/clock.h"
#include "harness/base/process/interrupt.h"
#include "harness/base/process/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_MS = 100 };

/* Running workers. A signal that ends this process kills them. */
static volatile pid_t running[WORKERS];

static void kill_running(void)
{
    for (int k = 0; k < WORKERS; k++)
        if (running[k] != 0)
            kill(-running[k], SIGKILL);
}

static void note(pid_t before, pid_t now)
{
    for (int k = 0; k < WORKERS; k++) {
        if (running[k] == before) {
            running[k] = now;
            return;
        }
    }
}

/* --- CPUs of workers --- */

/* Returns one of `parts` equal parts of a set of CPUs: number `part`. */
static cpu_set_t part_of(const cpu_set_t *all, int part, int parts)
{
    int count = CPU_COUNT(all), seen = 0;
    cpu_set_t own;
    CPU_ZERO(&own);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (!CPU_ISSET(cpu, all))
            continue;
        if (seen * parts / count == part)
            CPU_SET(cpu, &own);
        seen++;
    }
    return own;
}

/*
 * Restricts this process to a part of its CPUs, so that a process which is started now inherits
 * this part.
 */
static bool take_part(cpu_set_t *all, int part, int parts)
{
    if (parts < 2 || sched_getaffinity(0, sizeof *all, all) != 0 || CPU_COUNT(all) < parts)
        return false;
    cpu_set_t own = part_of(all, part, parts);
    return sched_setaffinity(0, sizeof own, &own) == 0;
}

/* --- starting workers --- */

static int spawn(const char *program, const char *const *arguments, int socket, pid_t *id)
{
    const struct spawn_file files[] = {
        {SPAWN_NOTHING, STDIN_FILENO}, {SPAWN_NOTHING, STDOUT_FILENO}, {socket, WORKER_SOCKET}};
    return spawn_program(program, arguments, NULL, files, sizeof files / sizeof *files, id);
}

static bool start(struct worker *worker, const char *program, const char *const *arguments,
                  struct error *error)
{
    int ends[2];
    *worker = (struct worker){.channel.socket = -1};
    interrupt_on_end(kill_running);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return error_set(error, EXIT_ENVIRONMENT, "a worker process cannot be connected: %s",
                         strerror(errno));
    int bad = spawn(program, arguments, ends[1], &worker->id);
    close(ends[1]);
    if (bad != 0) {
        close(ends[0]);
        worker->id = 0;
        return error_set(error, EXIT_ENVIRONMENT, "a worker process cannot be started: %s",
                         strerror(bad));
    }
    note(0, worker->id);
    channel_open(&worker->channel, ends[0]);
    return true;
}

bool worker_start(struct worker *worker, const char *const *arguments, int part, int parts,
                  struct error *error)
{
    cpu_set_t all;
    bool has_part = take_part(&all, part, parts);
    bool good = start(worker, "/proc/self/exe", arguments, error);
    if (has_part)
        sched_setaffinity(0, sizeof all, &all);
    return good;
}

bool worker_start_under(struct worker *worker, const char *const *command,
                        const char *const *arguments, struct error *error)
{
    enum { MOST = 4096 };
    const char *all[MOST];
    char path[PATH_MAX];
    int count = 0;
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length < 0)
        return error_set(error, EXIT_ENVIRONMENT, "the path of this program is not known: %s",
                         strerror(errno));
    path[length] = '\0';
    for (int k = 0; command[k] != NULL && count < MOST - 2; k++)
        all[count++] = command[k];
    all[count++] = path;
    for (int k = 1; arguments[k] != NULL && count < MOST - 1; k++)
        all[count++] = arguments[k];
    all[count] = NULL;
    return start(worker, command[0], all, error);
}

/* --- ending workers --- */

/*
 * Kills a worker that has been stopped for too long. Time in which this process was also stopped
 * does not count.
 */
static void end_stopped(struct worker *worker)
{
    const double now = clock_seconds(), passed = now - worker->seen;
    siginfo_t info = {.si_pid = 0};
    const bool stopped =
        waitid(P_PID, (id_t)worker->id, &info, WSTOPPED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid == worker->id;
    worker->seen = now;
    worker->stopped = stopped ? worker->stopped + (passed < 1 ? passed : 0) : 0;
    if (worker->stopped > WORKER_STOPPED)
        kill(-worker->id, SIGKILL);
}

void worker_wait(struct worker *workers, int count, bool *ready)
{
    struct pollfd watched[WORKERS];
    for (int k = 0; k < count; k++)
        watched[k] = (struct pollfd){.fd = workers[k].id != 0 ? workers[k].channel.socket : -1,
                                     .events = POLLIN};
    int came = poll(watched, (nfds_t)count, LOOK_MS);
    for (int k = 0; k < count; k++) {
        ready[k] = came > 0 && watched[k].revents != 0;
        if (workers[k].id != 0)
            end_stopped(&workers[k]);
    }
}

void worker_signal(const struct worker *worker, int number)
{
    if (worker->id != 0)
        kill(-worker->id, number);
}

void worker_end(struct worker *worker, double seconds, char *text, size_t size)
{
    const struct timespec pause = {.tv_nsec = 5000000};
    double started = clock_seconds();
    int status = 0;
    pid_t ended = 0;
    if (worker->id == 0)
        return;
    channel_close(&worker->channel); /* a worker ends when its channel is closed */
    for (;;) {
        ended = waitpid(worker->id, &status, WNOHANG);
        if (ended == worker->id || (ended < 0 && errno != EINTR))
            break;
        if (clock_seconds() - started >= seconds)
            kill(-worker->id, SIGKILL);
        nanosleep(&pause, NULL);
    }
    if (ended == worker->id && WIFSIGNALED(status))
        snprintf(text, size, "signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(text, size, "exit code %d", WEXITSTATUS(status));
    note(worker->id, 0);
    worker->id = 0;
}

bool worker_become(struct channel *channel, struct error *error)
{
    int type = 0;
    socklen_t length = sizeof type;
    channel->socket = -1;
    if (getsockopt(WORKER_SOCKET, SOL_SOCKET, SO_TYPE, &type, &length) != 0)
        return error_set(error, EXIT_USAGE,
                         "--worker is for the processes that run --devices starts itself");
    /* programs that a worker starts must not inherit the socket */
    if (fcntl(WORKER_SOCKET, F_SETFD, FD_CLOEXEC) != 0)
        return error_set(error, EXIT_ENVIRONMENT, "this process cannot become a worker: %s",
                         strerror(errno));
    channel_open(channel, WORKER_SOCKET);
    return true;
}
