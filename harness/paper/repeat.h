/*
 * Runs an item of a paper on this machine: its config at a length, on every backend that has a
 * device.
 */
#pragma once

#include "harness/config/cases.h"
#include "harness/config/config.h"
#include "harness/measure/run.h"
#include "harness/paper/catalog.h"
#include "harness/paper/recorded.h"

/** An item that may be run. */
struct repeat {
    struct config config; /* its name ends as that of the length */
    struct cases cases;
    char *path; /* path of the results */
};

/**
 * Reads the config of an item: for PAPER_QUICK with the settings that its papers have for it, for
 * PAPER_FULL with its own "full", if it has one. Results go to the folder `machine` in results/.
 * Errors are those of config_read and cases_expand. The item is closed in any case.
 */
bool repeat_open(const struct papers *papers, const struct paper_item *item,
                 enum paper_length length, const char *machine, struct repeat *repeat,
                 struct error *error);

/**
 * Runs the cases that the results lack. Errors are those of results_start, results_resume and
 * run_cases; failed cases are no error.
 */
bool repeat_run(struct repeat *repeat, const struct run_options *options,
                struct run_summary *summary, struct error *error);

void repeat_close(struct repeat *repeat);
