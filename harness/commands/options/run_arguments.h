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
    bool list, plan;           /* print cases or plan instead of running */
    int repeat;                /* runs of each config; 0: one, without a number in the name */
    int shard, shards;         /* the part of each config that is run; 0: the whole */
    const char *bind;          /* binding of threads; NULL: from the environment */
    const char *devices;       /* devices over which cases are spread; NULL: the one of --device */
    struct device_list spread; /* the listed devices */
    const char **worker;       /* arguments of worker processes */
    const char *out;
    const char *ceilings; /* file of ceilings; NULL: the one next to the results */
};

/**
 * Reads config number `index`, and passes over the cases of other shards and filters. Errors are
 * those of case_options_read.
 */
bool run_arguments_read(struct run_arguments *arguments, int index, struct config *config,
                        struct cases *cases, struct error *error);
