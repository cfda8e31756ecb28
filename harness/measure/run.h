/*
 * Runs cases. Builds each system and its reference once, verifies the cases of a group, and then
 * times them in turns. A case that cannot run is recorded with the reason, and the sweep continues.
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

/** Arguments for starting this program as a worker that measures in the same way. */
struct run_start {
    const char *const *arguments; /* arguments that make it a worker, then NULL */
    int config;                   /* index of the config among the arguments, from 0 */
};

struct run_options {
    int device;                          /* index of the device, for backends with several
                                          * devices */
    const char *source;                  /* folder of sources, from --source DIR; NULL: the
                                          * program's sources */
    bool verify_only;                    /* true: cases are verified, but not timed */
    double tolerance;                    /* tolerance for all precisions; negative: the tolerance of
                                          * each precision */
    double stall;                        /* time until a stage counts as stalled
                                          * (base/process/stall.h), s; 0: the default */
    bool quiet;                          /* true: no progress messages */
    bool resume;                         /* true: trajectories continue from their checkpoints */
    const struct run_start *start;       /* arguments for starting further processes; NULL: none are
                                          * started */
    bool crowded;                        /* true if other processes measure on other devices at the
                                          * same time */
    bool compared_only;                  /* true: only forces and steps are timed */
    const bool *passed;                  /* true for each case that has passed in an earlier run of
                                          * this process; NULL: there was none */
    const struct ceilings_set *ceilings; /* ceilings to compare cases with; NULL: none */
    const volatile sig_atomic_t *interrupted; /* number of the signal that ends the run, or
                                               * INTERRUPT_TIME */
};

struct run_summary {
    int64_t cases;            /* number of cases to run */
    int64_t ok;               /* number of ok cases, `kept` of them from an earlier run */
    int64_t kept;             /* number of cases that were measured earlier and not repeated */
    int64_t skipped;          /* number of skipped cases, including `no_device` and `late` */
    int64_t no_device;        /* skipped because there was no device or not enough memory */
    int64_t late;             /* skipped because the time limit was over */
    int64_t failed;           /* number of failed cases, including `unverified` */
    int64_t unverified;       /* failed because errors exceeded the tolerance */
    int64_t unmoved;          /* ok, but their particles did not reach the end of the motion */
    int64_t bad_input;        /* failed or unmoved because of an error in the config or a file */
    int64_t not_run;          /* not finished, because an interrupt came before or during timing */
    int interrupted;          /* signal that ended the run; 0: none */
    struct overhead overhead; /* times of the phases */
    struct error reason;      /* reason of the first case that failed or had no device */
};

/**
 * Runs the cases that are not excluded by the spec, and are not in `results` yet. Writes the
 * results after each case. False only if the run as a whole cannot continue: memory runs out, the
 * file cannot be written, or --source is wrong.
 */
bool run_cases(const struct cases *cases, const struct run_options *options,
               struct results *results, struct run_summary *summary, struct error *error);

/*
 * Functions that run cases in several passes, which share devices, particles, references and
 * compiled kernels (runner.h). The options, and the cases of every pass, must outlive the runner.
 */

struct runner;
struct opened;

/**
 * Opens a runner. EXIT_USAGE if --source is wrong. The caller calls run_close even after an error.
 */
bool run_open(struct runner *runner, const struct run_options *options, struct error *error);

/**
 * Returns the device of a case; opens it at the first call. If there is none, its `error` has the
 * reason.
 */
const struct opened *run_device(struct runner *runner, const struct case_spec *spec);

/** Runs cases like run_cases, but does not record the times of phases. */
bool run_pass(struct runner *runner, const struct cases *cases, struct results *results,
              struct run_summary *summary, struct error *error);

/** Frees the data that passes share, and closes the devices. */
void run_close(struct runner *runner);

/**
 * Returns the exit code of a command. A failed verification comes first, then wrong input, then an
 * insufficient environment. Skipped cases are not a failure, unless no case had a device.
 */
int run_exit_code(const struct run_summary *summary);
