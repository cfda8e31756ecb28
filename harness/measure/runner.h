/* Data that all groups of a run share. */
#pragma once

#include "harness/base/machine/processor_load.h"
#include "harness/base/process/progress.h"
#include "harness/catalog/embedded.h"
#include "harness/config/cases.h"
#include "harness/devices/devices.h"
#include "harness/measure/observe/inputs.h"
#include "harness/measure/observe/time_left.h"
#include "harness/measure/run.h"
#include "harness/results/results.h"

#include <limits.h>
#include <stdbool.h>

struct runner {
    const struct cases *cases;
    const struct run_options *options;
    struct results *results;
    struct run_summary *summary;
    struct progress progress;
    struct devices devices;
    struct time_left left;
    struct pace moved[DEVICES]; /* speed of motion on each device, in particles times steps per
                                 * second */
    struct inputs inputs;
    struct source_set sources;        /* kernel sources, including --source */
    struct processor_time timed_from; /* start of the timing of the current group */
    bool unresolved;                  /* true if it was already reported that fixed point loses
                                       * forces or energies of a case */
    bool compiled;                    /* true if the kernels of the run were compiled ahead */
};

/** Whether a signal has requested the end of the run, or its time limit is over. */
bool runner_interrupted(const struct runner *runner);

/**
 * Whether the time limit is over; the remaining cases are then recorded as skipped, for a later
 * run.
 */
bool runner_late(const struct runner *runner);

/**
 * Returns the tolerance for a case's forces: the run's tolerance, by default the tolerance of model
 * and precision.
 */
double runner_tolerance(const struct runner *runner, const struct case_spec *spec);

/** Keeps a reason for the summary of the run, unless there is one already. */
void runner_note(struct runner *runner, const char *reason);

/**
 * Writes the path of a file of a case, next to the results, into `path`, and returns it. NULL: the
 * results are not in a file, or the path is too long.
 */
const char *runner_case_path(const struct results *results, const struct case_spec *spec,
                             const char *ending, char path[PATH_MAX]);

/**
 * Writes the path of a case's checkpoint into `path`, and returns it; NULL: there is none. The
 * checkpoint is next to the results until the case is recorded.
 */
const char *runner_checkpoint(const struct results *results, const struct case_spec *spec,
                              char path[PATH_MAX]);

/** Removes the checkpoint of a case. Must be called after the case is on the disk. */
void runner_drop_checkpoint(const struct results *results, const struct case_spec *spec);
