/* Which ceiling of its device binds a case, and how near the case comes to it. */
#ifndef PAIRLANES_LIMITS_H
#define PAIRLANES_LIMITS_H

#include "harness/backend/ceilings.h"
#include "harness/catalog/work.h"
#include "harness/results/record.h"

#include <cjson/cJSON.h>

/** The work of a case, as the results have it or, of older results, as the model declares it now;
 * false if model, strategy or precision are not known here. */
bool limits_work(const struct record *record, struct work *work);

/** Fractions of the ceilings that a case reaches; NAN of those that it is not held against. */
struct limits {
    double fraction[CEILING_COUNT];
    enum ceiling_kind binding; /* of the largest fraction */
    bool known;                /* whether there is any */
};

/**
 * Holds a timed case against the ceilings of its device: flops against fused multiply-adds, special
 * functions against the faster of reciprocals and reciprocal square roots, partners' positions
 * against gathers from L1, adds to shared memory against atomics that do not conflict, and list,
 * positions and forces, less what the caches may have kept since the last call, against streaming
 * from the level behind.
 */
struct limits limits_of(const struct record *record, const struct ceilings *ceilings);

/** The bytes per second that gathers of positions may take from L1; 0: not measured. */
double limits_gather_bytes(const struct record *record, const struct ceilings *ceilings);

/** Sets the limits of a case that was measured, if it was timed on a device of the set. */
void limits_put(struct record *record, const struct ceilings_set *set);

/**
 * Reads the ceilings in `path` or, if that is NULL, those in ceilings.json beside `file`; none if
 * there is no such file. EXIT_USAGE if it is something else.
 */
bool limits_ceilings(const char *path, const char *file, struct ceilings_set *set,
                     struct error *error);

/**
 * Gives records the ceilings of their device, in `path` or, if that is NULL, beside the results of
 * each; and their limits where they were not recorded or `path` is given. EXIT_USAGE as
 * limits_ceilings.
 */
bool limits_load(struct records *records, const char *path, struct error *error);

#endif
