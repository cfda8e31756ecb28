#include "harness/base/interrupt.h"

static volatile sig_atomic_t asked_to_stop;

static void stop(int signal)
{
    (void)signal;
    asked_to_stop = 1;
}

const volatile sig_atomic_t *interrupt_watch(void)
{
    struct sigaction action = {.sa_handler = stop, .sa_flags = SA_RESETHAND | SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &asked_to_stop;
}
