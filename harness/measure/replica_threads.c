/* Moves each system in a thread of the host: in streams on one GPU, or with a device for each. */
#include "harness/base/memory.h"
#include "harness/measure/replica.h"

#include <pthread.h>
#include <stdlib.h>

/* A barrier for all threads. */
struct gate {
    pthread_mutex_t turn; /* lock, so that systems are started and stopped one at a time */
    pthread_mutex_t mutex;
    pthread_cond_t opened;
    int expected, waiting, passed; /* numbers of threads, of threads that wait, and of times that
                                    * the barrier was passed */
    bool broken;                   /* true if a thread is missing */
};

struct thread {
    const struct replicas_task *task;
    struct gate *gate;
    struct device_options options;
    int number; /* number of the system */
    int64_t n;  /* number of its particles */
    pthread_t id;
    double *step_ns; /* time of its steps in each window; successive windows are `stride` elements
                      * apart */
    int stride;
    bool good; /* false: `error` has the reason */
    struct error error;
};

static bool pass_gate(struct gate *gate)
{
    pthread_mutex_lock(&gate->mutex);
    int before = gate->passed;
    if (++gate->waiting == gate->expected) {
        gate->waiting = 0;
        gate->passed++;
        pthread_cond_broadcast(&gate->opened);
    }
    while (gate->passed == before && !gate->broken)
        pthread_cond_wait(&gate->opened, &gate->mutex);
    bool together = !gate->broken;
    pthread_mutex_unlock(&gate->mutex);
    return together;
}

static void break_gate(struct gate *gate)
{
    pthread_mutex_lock(&gate->mutex);
    gate->broken = true;
    pthread_cond_broadcast(&gate->opened);
    pthread_mutex_unlock(&gate->mutex);
}

static bool is_broken(struct gate *gate)
{
    pthread_mutex_lock(&gate->mutex);
    bool broken = gate->broken;
    pthread_mutex_unlock(&gate->mutex);
    return broken;
}

static bool start(struct thread *thread, struct replica *replica)
{
    const struct replicas_task *task = thread->task;
    pthread_mutex_lock(&thread->gate->turn);
    bool good = !is_broken(thread->gate) && *task->interrupted == 0 &&
                replica_make(replica, task, thread->number, &thread->error) &&
                replica_start(replica, task, &thread->options, &thread->error);
    pthread_mutex_unlock(&thread->gate->turn);
    thread->n = replica->rounded.n;
    return good;
}

static void stop(struct thread *thread, struct replica *replica)
{
    pthread_mutex_lock(&thread->gate->turn);
    replica_free(replica, thread->task);
    pthread_mutex_unlock(&thread->gate->turn);
}

/* Moves a replica from start to end in a thread, which alone uses the replica's device. */
static void *move(void *context)
{
    struct thread *thread = context;
    const struct replicas_task *task = thread->task;
    struct replica replica = {0};
    const struct mover *mover = &replica.mover;
    struct error *error = &thread->error;
    bool good = start(thread, &replica) &&
                task->backend->advance(mover->moving, REPLICA_FIRST_STEPS, error);
    for (int window = 0; window < REPLICA_WINDOWS && good; window++)
        good = pass_gate(thread->gate) &&
               replica_move(mover, task->interrupted, &thread->step_ns[window * thread->stride],
                            error);
    thread->good = good && replica_verify(&replica, task, error);
    if (!thread->good) {
        break_gate(thread->gate);
        replica_blame(&replica, task, error);
    }
    stop(thread, &replica);
    return NULL;
}

static bool run_threads(struct thread *thread, int count, struct gate *gate, struct error *error)
{
    int started = 0;
    while (started < count &&
           pthread_create(&thread[started].id, NULL, move, &thread[started]) == 0)
        started++;
    if (started < count)
        break_gate(gate);
    for (int k = 0; k < started; k++)
        pthread_join(thread[k].id, NULL);
    return started == count ||
           error_set(error, EXIT_ENVIRONMENT, "no more than %d threads can be started", started);
}

/*
 * Whether all threads reached the end. If not, sets the error of a thread that did not, or that of
 * an interrupt.
 */
static bool are_good(const struct thread *thread, int count, struct error *error)
{
    if (*thread->task->interrupted != 0)
        return error_set(error, EXIT_ENVIRONMENT, "interrupted");
    for (int k = 0; k < count; k++) {
        if (!thread[k].good && thread[k].error.text[0] != '\0') {
            *error = thread[k].error;
            return false;
        }
    }
    return true;
}

bool replicas_by_threads(const struct replicas_task *task, struct replica_times *times,
                         struct error *error)
{
    struct gate gate = {.expected = times->count,
                        .turn = PTHREAD_MUTEX_INITIALIZER,
                        .mutex = PTHREAD_MUTEX_INITIALIZER,
                        .opened = PTHREAD_COND_INITIALIZER};
    int devices = task->backend->count();
    if (task->spec->sharing == SHARING_DEVICES && task->crowded)
        return error_set(error, EXIT_ENVIRONMENT,
                         "other cases are measured on the devices at the same time; leave out "
                         "--devices");
    if (task->spec->sharing == SHARING_DEVICES && times->count > devices)
        return error_set(error, EXIT_ENVIRONMENT, "this machine has %d device%s for %d systems",
                         devices, devices == 1 ? "" : "s", times->count);
    struct thread *thread = memory_new(times->count, sizeof *thread, "replicas");
    for (int k = 0; k < times->count; k++) {
        thread[k] = (struct thread){.task = task,
                                    .gate = &gate,
                                    .options = replica_options(task, times->count),
                                    .number = k,
                                    .step_ns = times->step_ns + k,
                                    .stride = times->count};
        if (task->spec->sharing == SHARING_DEVICES)
            thread[k].options.index = k;
    }
    bool good =
        run_threads(thread, times->count, &gate, error) && are_good(thread, times->count, error);
    times->n = thread[0].n;
    free(thread);
    return good;
}
