/* What a claim is about: the fastest case of a strategy, with given tuning, parameters or
 * precision. */
#ifndef PAIRLANES_CLAIM_SIDE_H
#define PAIRLANES_CLAIM_SIDE_H

#include "harness/results/record.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

struct claim_side {
    const char *strategy;
    char tuning[128];      /* "buffers=16"; "": the fastest */
    char parameters[128];  /* of the model, "water=ssd"; "": those of the other side */
    const char *precision; /* "": that of the other side */
    /* how lists are built: "gbin_old", "team_ballot", "single"; "": any way */
    const char *binning, *listing, *distance;
};

/** Reads a side as a config has it: "team", or {"team": {"lanes": 4}, "parameters": {…},
 * "precision": "single", "binning": "sort"}. */
void claim_side_read(const cJSON *item, struct claim_side *side);

/** Whether the strategy is the papers' baseline, one core. */
bool claim_side_is_baseline(const struct claim_side *side);

/** Whether the case is one of that side, whatever its system. */
bool claim_side_has(const struct claim_side *side, const struct record *record);

/**
 * The fastest timed case of `side` on the particles, in the precision unless it has its own, and
 * with the time step of `like`: on the same device with as many threads, or, of a baseline that
 * this has not, on another device of its host.
 * Parameters of the model may differ where a side of `pair` names them. NULL if there is none.
 */
const struct record *claim_side_best(const struct claim_side *side, const struct claim_side pair[2],
                                     const struct records *records, const struct record *like);

#endif
