/* Load of a machine's CPUs by other processes. */
#pragma once

/**
 * Time that CPUs have spent up to a moment, in seconds, summed over all of them; NAN where the
 * kernel does not report it.
 */
struct processor_time {
    double wall, busy, stolen; /* busy with any process; stolen by a hypervisor */
    double own;                /* time of this process and of those that it has waited for */
    double waits;              /* voluntary waits of its threads */
    double delayed;            /* time in which its threads could run, but other processes had
                                * their CPUs */
    /* periods of its quota of CPU time, and periods in which the quota was used up */
    double periods, throttled;
};

/** Average numbers of CPUs between two moments: 0.5 is half of one. */
struct processor_load {
    double others;    /* busy with other processes */
    double stolen;    /* stolen by a hypervisor */
    double waits;     /* voluntary waits of this process, per second */
    double delayed;   /* threads of this process that wait for a CPU in use by another process */
    double throttled; /* share of the periods of the quota in which it was used up; NAN: there is no
                         quota */
};

struct processor_time processor_time_now(void);

/**
 * Reads the same from a file like /proc/stat, which counts in ticks; `wall` and `own` are current.
 */
struct processor_time processor_time_read(const char *path);

/**
 * Returns the load between two moments; NAN unless both are known and enough ticks lie between
 * them.
 */
struct processor_load processor_load_between(const struct processor_time *from,
                                             const struct processor_time *to);
