#include "harness/base/process/stall.h"

#include "harness/base/error.h"
#include "harness/base/printable.h"
#include "harness/base/process/interrupt.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static struct {
    atomic_bool on;
    bool started;                  /* true if the thread that watches was started */
    atomic_int seconds;            /* seconds since the last stall_note */
    _Atomic double limit;          /* seconds without a note that count as a stall */
    void (*_Atomic instead)(void); /* function that is called before the process is ended; NULL:
                                    * none */
    double usual;                  /* limit of stall_watch, which stall_resume restores */
    pthread_mutex_t lock;
    const char *what;
    char id[120];
} watch = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void end_process(void)
{
    pthread_mutex_lock(&watch.lock);
    fprintf(stderr,
            "\nnothing has been finished for %.4g s since %s %s: a kernel, a compiler or a driver "
            "hangs (run --stall sets the limit, --filter leaves cases out)\n",
            watch.limit, watch.what != NULL ? watch.what : "the start of", watch.id);
    interrupt_call_hooks();
    _exit(EXIT_ENVIRONMENT);
}

/* Counts seconds one by one, so that a stop of the process adds at most one second. */
static void *look_on(void *context)
{
    (void)context;
    for (;;) {
        nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
        if (!watch.on || ++watch.seconds <= watch.limit)
            continue;
        void (*instead)(void) = watch.instead;
        if (instead != NULL)
            instead();
        end_process();
    }
    return NULL;
}

/* Starts the thread that watches. Signals are blocked in it. */
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
    watch.usual = seconds;
    stall_resume();
    watch.on = true;
    if (!watch.started)
        start();
}

void stall_instead(double seconds, void (*instead)(void))
{
    watch.seconds = 0;
    watch.limit = seconds;
    watch.instead = instead;
}

void stall_resume(void)
{
    stall_instead(watch.usual, NULL);
}

void stall_note(const char *what, const char *id)
{
    watch.seconds = 0;
    pthread_mutex_lock(&watch.lock);
    watch.what = what;
    printable_copy(watch.id, sizeof watch.id, id, false);
    pthread_mutex_unlock(&watch.lock);
}

void stall_leave(void)
{
    watch.on = false;
}
