/*
 * A side of a claim: the fastest case of a strategy, possibly with given tuning, parameters or
 * precision.
 */
#pragma once

#include "harness/results/record.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

struct claim_side {
    const char *strategy;
    char tuning[128];       /* tuning values, "buffers=16"; "": those with which the strategy is the
                             * fastest */
    char parameters[128];   /* parameters of the model, "water=ssd"; "": those of the other side */
    const char *precision;  /* name of the precision; "": that of the other side */
    const char *backend;    /* backend, where "cpu" may be the host of a GPU; "": that of the other
                             * side */
    const char *exclusions; /* method of leaving out excluded pairs; "": any */
    const char *interactions; /* whether lists store kinds of interaction; "": either */
    const char *bonded;       /* method of evaluating bonded terms; "": any */
    /* methods of building lists: "gbin_old", "team_ballot", "single"; "": any */
    const char *binning, *listing, *distance;
    const char *sort;    /* order of the particles in memory; "": any */
    const char *sharing; /* sharing of a device by replicas; "": any */
};

/**
 * Reads a side of a claim from a config: "team", or {"team": {"lanes": 4}, "parameters": {…},
 * "precision": "single", "binning": "sort"}.
 */
void claim_side_read(const cJSON *item, struct claim_side *side);

/**
 * Whether a side may be measured on the host of a GPU: it is the papers' baseline (one core), or
 * names the backend CPU.
 */
bool claim_side_is_of_host(const struct claim_side *side);

/** Whether a case belongs to the side, for any system. */
bool claim_side_has(const struct claim_side *side, const struct record *record);

/** Returns the time of a case that claims name "force", "bonded", "build", "bin" or "step". */
const struct timing *claim_side_time(const struct record *record, const char *of);

/**
 * Finds the timed case of `side` on the particles of `like` that is the fastest in the time `of`,
 * with the same time step, and in the same precision unless the side names its own. The case ran on
 * the same device with as many threads. If the side is of the host and there is no such case, it
 * may have run on another device of the same machine, whose results are in the same folder.
 * Parameters of the model may differ if a side in `pair` names them. NULL if there is no such case.
 */
const struct record *claim_side_best(const struct claim_side *side, const struct claim_side pair[2],
                                     const struct records *records, const struct record *like,
                                     const char *of);
