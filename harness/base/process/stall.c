#include "harness/base/process/stall.h"

#include "harness/base/error.h"
#include "harness/base/plain.h"
#include "harness/base/process/interrupt.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* Parts of the limit that are waited for one by one: a process that is stopped loses one at most.
 */
enum { PARTS = 8 };

static struct {
    atomic_bool on;
    bool started; /* the thread that watches */
    _Atomic double part;
    atomic_int parts; /* without a note */
    pthread_mutex_t lock;
    const char *what;
    char id[120];
} watch = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void end(void)
{
    pthread_mutex_lock(&watch.lock);
    fprintf(stderr,
            "\nnothing has been finished for %.4g s since %s %s: a kernel, a compiler or a driver "
            "hangs (run --stall sets the limit, --filter leaves cases out)\n",
            PARTS * watch.part, watch.what != NULL ? watch.what : "the start of", watch.id);
    interrupt_call_hooks();
    _exit(EXIT_ENVIRONMENT);
}

static void *look_on(void *context)
{
    (void)context;
    for (;;) {
        const double seconds = watch.part;
        struct timespec part = {.tv_sec = (time_t)seconds,
                                .tv_nsec = (long)(1e9 * (seconds - (double)(time_t)seconds))};
        nanosleep(&part, NULL);
        if (watch.on && ++watch.parts > PARTS)
            end();
    }
    return NULL;
}

/* Starts the thread that watches, which gets no signals. */
static void start(void)
{
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    watch.started = pthread_create(&thread, NULL, look_on, NULL) == 0;
    if (watch.started)
        pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void stall_watch(double seconds)
{
    watch.part = seconds / PARTS;
    watch.parts = 0;
    watch.on = true;
    if (!watch.started)
        start();
}

void stall_note(const char *what, const char *id)
{
    watch.parts = 0;
    pthread_mutex_lock(&watch.lock);
    watch.what = what;
    plain_copy(watch.id, sizeof watch.id, id, false);
    pthread_mutex_unlock(&watch.lock);
}

void stall_leave(void)
{
    watch.on = false;
}
