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
    struct pace moved[DEVICES]; /* pace on each device: particles times steps */
    struct inputs inputs;
    struct source_set sources;        /* sources of kernels, with those of --source */
    struct processor_time timed_from; /* time when the timing of the current group began */
    bool unresolved;                  /* true if the user knows of cases that fixed point loses */
    bool compiled;                    /* true if the backend has compiled its kernels ahead */
};

/** Whether a signal has requested the end of the run, or its time limit is over. */
bool runner_interrupted(const struct runner *runner);

/** Whether the time limit is over: the remaining cases are recorded as skipped, for a later run. */
bool runner_late(const struct runner *runner);

/** Returns the tolerance of a case's forces: that of the run, or of model and precision. */
double runner_tolerance(const struct runner *runner, const struct case_spec *spec);

/** Keeps the first reason of a run for its summary. */
void runner_note(struct runner *runner, const char *reason);

/**
 * Writes the path of a case's file next to the results into `path` and returns it; NULL: the
 * results are not in a file, or the path is too long.
 */
const char *runner_case_path(const struct results *results, const struct case_spec *spec,
                             const char *ending, char path[PATH_MAX]);

/**
 * Writes the path of a case's checkpoint, which is next to the results until the case is recorded,
 * into `path` and returns it; NULL: there is none.
 */
const char *runner_checkpoint(const struct results *results, const struct case_spec *spec,
                              char path[PATH_MAX]);

/** Removes that file, if there is one; call it when the case is on the disk. */
void runner_drop_checkpoint(const struct results *results, const struct case_spec *spec);
