/* The part of a machine's CPUs that this process may use. */
#pragma once

struct processor_share {
    int allowed;      /* CPUs that threads of the process may run on; 0: not known */
    double quota;     /* quota of its control groups, in CPUs; INFINITY: no limit */
    double periods;   /* periods of the quota so far; NAN: not counted */
    double throttled; /* periods in which the quota was used up */
};

struct processor_share processor_share_now(void);

/** Returns the same for the control groups below `root`, which is "" except in tests. */
struct processor_share processor_share_below(const char *root);
