/* Load of a machine's CPUs, in particular by other processes. */
#pragma once

/**
 * Times in seconds up to a moment, summed over all CPUs; NAN if the kernel does not report them.
 */
struct processor_time {
    double wall, busy, stolen; /* time on the clock; time of CPUs busy with any process; time
                                * stolen by a hypervisor */
    double own;                /* CPU time of this process and of its children that have ended */
    double waits;              /* number of voluntary waits of its threads */
    double delayed;            /* time in which its threads were ready to run, but waited for a
                                * CPU used by another process */
    /* periods of this process's CPU quota, and periods in which the quota was used up */
    double periods, throttled;
};

/** Averages between two moments, as numbers of CPUs: 0.5 means half a CPU. */
struct processor_load {
    double others;    /* CPUs busy with other processes */
    double stolen;    /* CPUs stolen by a hypervisor */
    double waits;     /* voluntary waits of this process, per second */
    double delayed;   /* threads of this process that waited for a CPU used by another process */
    double throttled; /* fraction of the quota's periods in which it was used up; NAN: there is
                       * no quota */
};

struct processor_time processor_time_now(void);

/**
 * Reads the times from a file like /proc/stat, which counts in ticks; `wall` and `own` are the
 * current values.
 */
struct processor_time processor_time_read(const char *path);

/** Returns the load between two moments; NAN if a time is unknown or the interval is too short. */
struct processor_load processor_load_between(const struct processor_time *from,
                                             const struct processor_time *to);
