/* Ctrl-C during a sweep. */
#ifndef PAIRLANES_INTERRUPT_H
#define PAIRLANES_INTERRUPT_H

#include <signal.h>

/**
 * Catches SIGINT and SIGTERM: the first one sets the flag that is returned, so that the sweep ends
 * after the current case; a second one ends the process at once.
 */
const volatile sig_atomic_t *interrupt_watch(void);

#endif
