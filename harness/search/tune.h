/* The fastest setting of each case of a config, and a config with these settings. */
#pragma once

#include "harness/search/bench.h"
#include "harness/search/candidates.h"
#include "harness/search/search.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

/** A case whose settings were searched. */
struct tuned {
    struct case_spec spec; /* case in the winning setting, or in the config's */
    bool changed;          /* true if another setting than the config's has won */
    struct ratio ratio;    /* ratio of the time in the config's setting to that in the winning one,
                            * measured in turns */
    /* reason why that ratio cannot be trusted, so that the setting stays; "": it can */
    char doubt[BENCH_DOUBT];
    struct error reason; /* reason why the case could not be timed; "": it was */
    int measured;        /* number of measured settings */
    bool converged;      /* true if every neighbor of the winner is among them */
};

/**
 * Searches the settings of a case for about `seconds`: its tuning values and, if the bench compares
 * steps, the order of its particles, how lists are built, and the skin. False if nothing more can
 * be measured.
 */
bool tune_case(struct bench *bench, const struct case_spec *spec, double seconds,
               struct tuned *tuned, struct error *error);

/**
 * Whether a search treats two cases of a config as the same: they differ only in the searched
 * settings. A search begins at the first of them.
 */
bool tune_same(const struct case_spec *a, const struct case_spec *b, bool step);

/**
 * Returns the config, resolved, with a sweep for each of `count` cases in its setting. The caller
 * deletes it. NULL if memory runs out.
 */
cJSON *tune_config(const struct config *config, const struct tuned *tuned, int count);
