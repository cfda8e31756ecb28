/* The clock for all times on the host. */
#pragma once

/**
 * Returns seconds from an arbitrary zero. They never decrease within a thread. If the machine's
 * clock is set back, as may happen in virtual machines, they stand still, then continue.
 */
double clock_seconds(void);
