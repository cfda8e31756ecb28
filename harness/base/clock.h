/* The clock of everything that the host times. */
#ifndef PAIRLANES_CLOCK_H
#define PAIRLANES_CLOCK_H

/** Seconds from any zero. Within a thread they never go back: where the machine's clock is set
 * back, as that of a virtual machine may be, they stand still and go on from there. */
double clock_seconds(void);

#endif
