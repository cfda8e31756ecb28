/* Finds the ceiling that limits a case, and the fraction of it that the case reaches. */
#pragma once

#include "harness/backend/ceilings.h"
#include "harness/catalog/work.h"
#include "harness/results/record.h"

#include <cjson/cJSON.h>

/**
 * Finds the work of a case, from the results, or for older results from the model's current
 * declaration. False if model, strategy or precision are unknown here.
 */
bool limits_work(const struct record *record, struct work *work);

/** Source of the work that is compared with a ceiling. */
enum limit_basis {
    LIMIT_DECLARED, /* flops and special functions that the model declares */
    LIMIT_COUNTED,  /* counters of the hardware */
    LIMIT_REPLAYED, /* the replay of the case's accesses, address by address */
    LIMIT_ASSUMED,  /* assumption for unknown places: gathers from random places, adds to
                     * adjacent ones, and for streams the fewest bytes */
    LIMIT_BASES
};

/** Returns the name of a basis, "replayed". */
const char *limit_basis_name(enum limit_basis basis);

/** Fractions of the ceilings that a case reaches. NAN for a ceiling that does not apply. */
struct limits {
    double fraction[CEILING_COUNT];
    enum limit_basis basis[CEILING_COUNT]; /* basis of each known fraction */
    enum ceiling_kind binding;             /* the ceiling with the largest fraction */
    bool known;                            /* true if any fraction is known */
};

/**
 * Compares a timed case with the ceilings of its device. Flops are compared with fused
 * multiply-adds, special functions with the faster of reciprocals and reciprocal square roots,
 * counted instructions with their issue, partners' positions with gathers from L1 or shared memory,
 * and adds to memory that threads share with atomics (to random places if their sectors were
 * counted). List, positions and forces, less the bytes that the caches may have kept since the last
 * call, are compared with streaming from the next level.
 */
struct limits limits_of(const struct record *record, const struct ceilings *ceilings);

/** Returns the basis of a name; LIMIT_BASES if it is unknown, as in older results. */
enum limit_basis limit_basis_find(const char *name);

/** Origin of the fraction of a record's limit. */
struct limit_origin {
    const char *basis;          /* name of the basis; NULL: not recorded */
    const char *work;           /* formula of the work in paths of members; NULL: none */
    const char *unit, *summary; /* unit of the ceiling */
    double best;                /* the ceiling; NAN: unknown */
};

/** Finds the origin; false for a record without a limit that is known here. */
bool limit_origin_of(const struct record *record, struct limit_origin *origin);

/**
 * Returns the bytes per second that gathers of positions can take from L1; 0 if that was not
 * measured.
 */
double limits_gather_bytes(const struct record *record, const struct ceilings *ceilings);

/** Sets the limits of a case that was measured, if it was timed on a device of the set. */
void limits_put(struct record *record, const struct ceilings_set *set);

/**
 * Reads the ceilings in `path`; NULL: those in ceilings.json next to `file`, if that exists.
 * EXIT_USAGE if the file has no ceilings.
 */
bool limits_ceilings(const char *path, const char *file, struct ceilings_set *set,
                     struct error *error);

/**
 * Finds the ceilings of each record's device, in `path` or, if that is NULL, in the folder of its
 * results file. Computes the limits if they were not recorded or if `path` is given. EXIT_USAGE as
 * limits_ceilings.
 */
bool limits_load(struct records *records, const char *path, struct error *error);
