/* The clock of everything that the host times. */
#pragma once

/**
 * Seconds from any zero. Within a thread they never go back: if the machine's clock is set back, as
 * that of a virtual machine may be, they stop and then continue from there.
 */
double clock_seconds(void);
