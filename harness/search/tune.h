/* Searches the fastest setting of each case of a config, and makes a config with these settings. */
#pragma once

#include "harness/search/bench.h"
#include "harness/search/candidates.h"
#include "harness/search/search.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

/** A case after the search of its settings. */
struct tuned {
    struct case_spec spec; /* the case with the fastest setting; it may be the config's */
    bool changed;          /* true if the winning setting differs from the config's */
    struct ratio ratio;    /* time ratio of the config's setting to the winning one, measured in
                            * turns */
    /* reason why the ratio cannot be trusted, and the config's setting is kept; "": it can be
     * trusted */
    char doubt[BENCH_DOUBT];
    struct error reason; /* reason why the case could not be timed; "": it was timed */
    int measured;        /* number of settings that were measured */
    bool converged;      /* true if all neighbors of the winner were measured */
};

/**
 * Searches the settings of a case for about `seconds`. Settings are its tuning values. If the bench
 * compares steps, they include the sort order of its particles, the method of building lists, and
 * the skin. False if nothing more can be measured.
 */
bool tune_case(struct bench *bench, const struct case_spec *spec, double seconds,
               struct tuned *tuned, struct error *error);

/**
 * Whether two cases of a config differ only in settings that a search varies. A search starts with
 * the first of such cases.
 */
bool tune_same(const struct case_spec *a, const struct case_spec *b, bool step);

/**
 * Returns the resolved config with one sweep for each of `count` cases, in its setting. The caller
 * deletes it. NULL if memory runs out.
 */
cJSON *tune_config(const struct config *config, const struct tuned *tuned, int count);
