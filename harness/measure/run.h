/*
 * Runs cases: builds each system and its reference once, verifies, then samples the cases of a
 * group in turns. A case that cannot run is recorded with its reason, and the sweep continues.
 */
#pragma once

#include "harness/backend/ceilings.h"
#include "harness/base/error.h"
#include "harness/config/cases.h"
#include "harness/results/results.h"
#include "harness/timing/overhead.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/** Arguments that start this program again, to measure in the same way. */
struct run_start {
    const char *const *arguments; /* arguments that make it a worker; NULL after the last */
    int config;                   /* index of the config among the arguments, from 0 */
};

struct run_options {
    int device;                          /* index of the device, for backends with several */
    const char *source;                  /* --source DIR or NULL */
    bool verify_only;                    /* true: no timing */
    double tolerance;                    /* replaces each precision's tolerance, unless
                                          * negative */
    double stall;                        /* limit of base/process/stall.h, s; 0: the usual */
    bool quiet;                          /* true: no progress messages */
    bool resume;                         /* true: trajectories continue from their
                                          * checkpoints */
    const struct run_start *start;       /* arguments for starting further processes; NULL: none are
                                          * started */
    bool crowded;                        /* true if other processes measure on other devices
                                          * meanwhile */
    bool compared_only;                  /* true: times only forces and steps */
    const struct ceilings_set *ceilings; /* ceilings to compare cases with; NULL: none */
    const volatile sig_atomic_t *interrupted; /* number of the signal that ends the run, or
                                               * INTERRUPT_TIME */
};

struct run_summary {
    int64_t cases;            /* cases to run */
    int64_t ok;               /* ok cases, `kept` of them from an earlier run */
    int64_t kept;             /* cases that were not repeated */
    int64_t skipped;          /* skipped, among them `no_device` and `late` */
    int64_t no_device;        /* skipped because device or memory was missing */
    int64_t late;             /* skipped because the time limit was over */
    int64_t failed;           /* failed, among them `unverified` */
    int64_t unverified;       /* failed because the error exceeded the tolerance */
    int64_t unmoved;          /* ok, but their particles did not reach the end */
    int64_t bad_input;        /* failed or unmoved because of the config or a file */
    int64_t not_run;          /* interrupted before or while they were timed */
    int interrupted;          /* signal that has ended the run; 0: none */
    struct overhead overhead; /* times of the phases */
    struct error reason;      /* reason of the first case that failed or found no device */
};

/**
 * Runs those of `cases` that are neither passed over nor in `results`, and writes the results after
 * each. False only if the run as a whole cannot go on: no memory, an unwritable file, a wrong
 * --source.
 */
bool run_cases(const struct cases *cases, const struct run_options *options,
               struct results *results, struct run_summary *summary, struct error *error);

/*
 * Do the same in several passes, which share devices, particles, references and compiled kernels
 * (runner.h). The options and the cases of every pass have to outlive the runner.
 */

struct runner;
struct opened;

/**
 * Opens a runner. EXIT_USAGE for a wrong --source. The caller always calls run_close afterwards.
 */
bool run_open(struct runner *runner, const struct run_options *options, struct error *error);

/** Returns the device of a case, opened if necessary, or the reason why there is none. */
const struct opened *run_device(struct runner *runner, const struct case_spec *spec);

/** Runs the cases as run_cases does, but does not record the times of phases. */
bool run_pass(struct runner *runner, const struct cases *cases, struct results *results,
              struct run_summary *summary, struct error *error);

/** Frees the shared data of the passes, and closes the devices. */
void run_close(struct runner *runner);

/**
 * Returns the exit code of a command: first that of a failed verification, then of wrong input,
 * then of an insufficient environment. Skipped cases are no failure, unless no case had a device.
 */
int run_exit_code(const struct run_summary *summary);
