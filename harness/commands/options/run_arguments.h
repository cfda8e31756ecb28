/* Arguments of `pairlanes run`. */
#pragma once

#include "harness/base/error.h"
#include "harness/commands/options/case_options.h"
#include "harness/commands/options/device_option.h"
#include "harness/config/cases.h"
#include "harness/config/config.h"

#include <stdbool.h>

struct run_arguments {
    const char **configs;
    int config_count;
    struct case_options cases;
    bool list, plan;           /* true: print the cases or the plan instead of running */
    int repeat;                /* number of runs of each config; 0: one run with no number in its
                                * file name */
    int shard, shards;         /* shard of each config to run, and number of shards; 0: all cases */
    const char *bind;          /* policy of binding threads; NULL: as in the environment */
    const char *devices;       /* list of devices for distributed cases; NULL: only the device of
                                * --device */
    struct device_list spread; /* devices in the list `devices` */
    const char **worker;       /* arguments for worker processes */
    const char *out;
    const char *ceilings; /* file of ceilings; NULL: the file next to the results */
};

/**
 * Reads config number `index`. Skips the cases of other shards and the cases that do not match the
 * filter. Fails like case_options_read.
 */
bool run_arguments_read(struct run_arguments *arguments, int index, struct config *config,
                        struct cases *cases, struct error *error);
