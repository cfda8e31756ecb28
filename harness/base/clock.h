/* The clock of all times on the host. */
#pragma once

/**
 * Returns seconds from an arbitrary zero. Within a thread they never go back: if the machine's
 * clock is set back, as that of a virtual machine may be, they stop and then continue from there.
 */
double clock_seconds(void);
