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
    char tuning[128];         /* tuning values, "buffers=16"; "": the fastest tuning of the
                               * strategy */
    char parameters[128];     /* parameters of the model, "water=ssd"; "": the other side's
                               * parameters */
    const char *precision;    /* name of the precision; "": the other side's precision */
    const char *backend;      /* backend, where "cpu" may be the host of a GPU; "": the other side's
                               * backend */
    const char *exclusions;   /* method of leaving out excluded pairs; "": any */
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
 * Whether a side may be measured on the host of a GPU. This is so for the papers' baseline (one
 * core), and for sides with the CPU backend.
 */
bool claim_side_is_of_host(const struct claim_side *side);

/** Whether a case belongs to the side, for any system. */
bool claim_side_has(const struct claim_side *side, const struct record *record);

/** Returns the time of a case that claims name "force", "bonded", "build", "bin" or "step". */
const struct timing *claim_side_time(const struct record *record, const char *of);

/**
 * Finds the timed case of `side` on the particles of `like` that is the fastest in the time `of`.
 * It has the same time step and, unless the side names a precision, the same precision. The case
 * ran on the same device with as many threads. If there is no such case and the side may be
 * measured on the host (claim_side_is_of_host), a case on another device of the same machine is
 * accepted, with results in the same folder. Parameters of the model may differ if a side in `pair`
 * has them. NULL if there is no such case.
 */
const struct record *claim_side_best(const struct claim_side *side, const struct claim_side pair[2],
                                     const struct records *records, const struct record *like,
                                     const char *of);
