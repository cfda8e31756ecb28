/* The fastest setting of each case of a config, and a config of these. */
#pragma once

#include "harness/search/bench.h"
#include "harness/search/candidates.h"
#include "harness/search/search.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

/** A case whose settings were searched. */
struct tuned {
    struct case_spec spec; /* case in the winning setting, or in its own */
    bool changed;          /* true if another setting than its own has won */
    struct ratio ratio; /* ratio of the time in its own setting to that in the winning one, measured
                           in turn */
    /* why that ratio is not to be trusted, so that the setting stays; "" */
    char doubt[BENCH_DOUBT];
    struct error reason; /* why it could not be timed; "" if it could */
    int measured;        /* settings */
    bool converged;      /* every neighbor of the winner is among them */
};

/**
 * Searches the settings of a case for about `seconds`: its tuning values and, if the bench compares
 * steps, the order of its particles, how lists are built, and the skin. False if nothing more can
 * be measured.
 */
bool tune_case(struct bench *bench, const struct case_spec *spec, double seconds,
               struct tuned *tuned, struct error *error);

/**
 * Whether a search treats two cases of a config as the same: they only differ in the searched
 * settings. A search begins at the first of them.
 */
bool tune_same(const struct case_spec *a, const struct case_spec *b, bool step);

/** The config, resolved, with a sweep for each of `count` cases in its setting. The caller deletes
 * it. NULL if memory runs out. */
cJSON *tune_config(const struct config *config, const struct tuned *tuned, int count);
