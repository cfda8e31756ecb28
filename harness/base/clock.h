/* The clock of everything that the host times. */
#ifndef PAIRLANES_CLOCK_H
#define PAIRLANES_CLOCK_H

/** Seconds from any zero, never set back. */
double clock_seconds(void);

#endif
