/* The part of a machine's CPUs that this process may use. */
#ifndef PAIRLANES_PROCESSOR_SHARE_H
#define PAIRLANES_PROCESSOR_SHARE_H

struct processor_share {
    int allowed;      /* CPUs that it may run on; 0: not known */
    double quota;     /* CPUs whose time its control groups give it; INFINITY: no limit */
    double periods;   /* periods of the quota so far; NAN: not counted */
    double throttled; /* those of them in which the quota was used up */
};

struct processor_share processor_share_now(void);

/** Returns the same for the control groups below `root`, which is "" except in tests. */
struct processor_share processor_share_below(const char *root);

#endif
