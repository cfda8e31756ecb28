/*
 * Runs items of papers on this machine. Each item's config runs at one length, on every backend
 * that has a device.
 */
#pragma once

#include "harness/config/cases.h"
#include "harness/config/config.h"
#include "harness/measure/run.h"
#include "harness/paper/catalog.h"
#include "harness/paper/recorded.h"

/** An item of a paper, ready to run. */
struct repeat {
    struct config config; /* config; its name has the ending of the length */
    struct cases cases;
    char *path; /* path of the results */
};

/**
 * Reads the config of an item. PAPER_QUICK uses the quick settings of papers.json. PAPER_FULL uses
 * the config's "full", if it has one. Results go to results/`machine`/. Fails like config_read and
 * cases_expand. The caller closes the item even after an error.
 */
bool repeat_open(const struct papers *papers, const struct paper_item *item,
                 enum paper_length length, const char *machine, struct repeat *repeat,
                 struct error *error);

/**
 * Runs the cases that are missing from the results. Fails like results_start, results_resume and
 * run_cases; failed cases are not an error.
 */
bool repeat_run(struct repeat *repeat, const struct run_options *options,
                struct run_summary *summary, struct error *error);

void repeat_close(struct repeat *repeat);

/** Items of papers to run one after another, possibly within a time limit. */
struct repeat_items {
    const struct papers *papers;
    const struct paper *const *paper; /* papers with the items to run */
    int count;
    enum paper_length length;
    const char *machine; /* name of the folder of the results in results/ */
    double seconds;      /* limit for the time of all items together, s; 0: none */
    struct run_options run;
};

/**
 * Runs the items in order, and reports the result of each on the standard error. An item that
 * cannot run is reported, and the next one runs. When the time limit is over, the current item
 * stops as after a signal (interrupt_after). The remaining cases are then recorded as not run. The
 * run ends when interrupt_watch()'s flag is set.
 */
void repeat_items(const struct repeat_items *items);
