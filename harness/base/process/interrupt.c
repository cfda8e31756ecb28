#include "harness/base/process/interrupt.h"

#include <stdbool.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/*
 * Seconds from a signal until the process is ended; the function that watches may end it earlier.
 */
enum { GRACE = 1 };

/* Seconds after a signal in which another signal counts as a repeat of it. */
static const double ECHO = 0.1;

static const struct {
    int number;
    const char *farewell;
} ending[] = {
    {SIGINT, "\nended by SIGINT; the files written so far are complete\n"},
    {SIGTERM, "\nended by SIGTERM; the files written so far are complete\n"},
    {SIGHUP, "\nended by SIGHUP; the files written so far are complete\n"},
};

enum { ENDING = sizeof ending / sizeof *ending };

static volatile sig_atomic_t asked; /* the signal that has arrived, or INTERRUPT_TIME */
static struct timespec since;       /* time when the signal arrived */
static volatile sig_atomic_t watching;
static void (*volatile hooks[INTERRUPT_HOOKS])(void);

void interrupt_call_hooks(void)
{
    for (int k = 0; k < INTERRUPT_HOOKS; k++)
        if (hooks[k] != NULL)
            hooks[k]();
}

static void end(int number)
{
    sigset_t own;
    interrupt_call_hooks();
    for (int k = 0; k < ENDING; k++)
        if (ending[k].number == number &&
            write(STDERR_FILENO, ending[k].farewell, strlen(ending[k].farewell)) < 0)
            break;
    signal(number, SIG_DFL);
    sigemptyset(&own);
    sigaddset(&own, number);
    sigprocmask(SIG_UNBLOCK, &own, NULL);
    raise(number);
    _exit(INTERRUPT_EXIT + number); /* needed because a signal cannot end the first process of a
                                     * container */
}

/* Whether a signal repeats the previous one: timeout(1) signals the process and then its group. */
static bool is_repeat(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec - since.tv_sec + 1e-9 * (now.tv_nsec - since.tv_nsec) < ECHO;
}

static bool by_signal(void)
{
    return asked != 0 && asked != INTERRUPT_TIME;
}

static void come(int number)
{
    if (watching == 0 || (by_signal() && !is_repeat()))
        end(by_signal() ? asked : number);
    if (!by_signal()) {
        clock_gettime(CLOCK_MONOTONIC, &since);
        asked = number;
        alarm(GRACE);
    }
}

/*
 * Handles SIGALRM. Ends the process if the grace period after a signal is over. If there was no
 * signal, a time limit has been reached, and the flag is set.
 */
static void over(int number)
{
    (void)number;
    if (by_signal())
        end(asked);
    __sync_bool_compare_and_swap(&asked, 0, INTERRUPT_TIME);
}

void interrupt_install(void)
{
    static bool installed;
    struct sigaction action = {.sa_handler = come, .sa_flags = SA_RESTART};
    struct sigaction deadline = {.sa_handler = over, .sa_flags = SA_RESTART};
    struct sigaction before;
    if (installed)
        return;
    installed = true;
    sigfillset(&deadline.sa_mask);
    sigaction(SIGALRM, &deadline, NULL);
    sigemptyset(&action.sa_mask);
    for (int k = 0; k < ENDING; k++) {
        sigaction(ending[k].number, NULL, &before);
        if (ending[k].number != SIGHUP || before.sa_handler != SIG_IGN)
            sigaction(ending[k].number, &action, NULL);
    }
    signal(SIGXFSZ, SIG_IGN);
}

const volatile sig_atomic_t *interrupt_watch(void)
{
    interrupt_install();
    watching++;
    return &asked;
}

int interrupt_signal(void)
{
    return by_signal() ? asked : 0;
}

void interrupt_leave(void)
{
    watching--;
    if (watching == 0 && by_signal())
        end(asked);
}

void interrupt_after(double seconds)
{
    const struct itimerval none = {0};
    struct itimerval timer = {0};
    if (seconds > 0) {
        timer.it_value.tv_sec = (time_t)seconds;
        timer.it_value.tv_usec =
            1 + (suseconds_t)((seconds - (double)timer.it_value.tv_sec) * 999998);
    }
    if (by_signal())
        return;
    /* clear the flag before setting the limit, because a short limit may be reached at once */
    setitimer(ITIMER_REAL, &none, NULL);
    __sync_bool_compare_and_swap(&asked, INTERRUPT_TIME, 0);
    setitimer(ITIMER_REAL, &timer, NULL);
    if (by_signal()) /* a signal has arrived meanwhile, perhaps in another thread; the timer
                      * above has replaced its grace period */
        alarm(GRACE);
}

void interrupt_on_end(void (*hook)(void))
{
    for (int k = 0; k < INTERRUPT_HOOKS; k++) {
        if (hooks[k] == hook)
            return;
        if (hooks[k] == NULL) {
            hooks[k] = hook;
            return;
        }
    }
}
