/* Finds which ceiling of its device binds a case, and how near the case comes to it. */
#pragma once

#include "harness/backend/ceilings.h"
#include "harness/catalog/work.h"
#include "harness/results/record.h"

#include <cjson/cJSON.h>

/**
 * Finds the work of a case. Older results do not state it; then the model's present declaration
 * counts. False if model, strategy or precision are unknown here.
 */
bool limits_work(const struct record *record, struct work *work);

/** Source of the work that is compared with a ceiling. */
enum limit_basis {
    LIMIT_DECLARED, /* the flops and special functions that the model declares */
    LIMIT_COUNTED,  /* counters of the hardware */
    LIMIT_REPLAYED, /* the replay of the case's accesses, address by address */
    LIMIT_ASSUMED,  /* unknown places: gathers from random ones, adds side by side, and for streams
                       the fewest bytes */
    LIMIT_BASES
};

/** The name of a basis, "replayed". */
const char *limit_basis_name(enum limit_basis basis);

/** The fraction of each ceiling that a case reaches. NAN for a ceiling that does not apply to
 * it. */
struct limits {
    double fraction[CEILING_COUNT];
    enum limit_basis basis[CEILING_COUNT]; /* basis of each fraction that is known */
    enum ceiling_kind binding;             /* the ceiling with the largest fraction */
    bool known;                            /* true if any fraction is known */
};

/**
 * Compares a timed case with the ceilings of its device. Flops count against fused multiply-adds,
 * special functions against the faster of reciprocals and reciprocal square roots, instructions
 * where they were counted against their issue, partners' positions against gathers from L1 or
 * shared memory, and adds to memory that threads share against atomics: to random places where
 * their sectors were counted. List, positions and forces, less what the caches may have kept since
 * the last call, count against streaming from the next level.
 */
struct limits limits_of(const struct record *record, const struct ceilings *ceilings);

/** Returns the basis of a name; LIMIT_BASES if it is unknown, as in older results. */
enum limit_basis limit_basis_find(const char *name);

/** Origin of the fraction of a record's limit. */
struct limit_origin {
    const char *basis;          /* its name; NULL: not recorded */
    const char *work;           /* formula of the work in paths of members; NULL as basis */
    const char *unit, *summary; /* unit of the ceiling */
    double best;                /* the ceiling; NAN: unknown */
};

/** Finds it; false of a record without a limit that is known here. */
bool limit_origin_of(const struct record *record, struct limit_origin *origin);

/**
 * Returns the bytes per second that gathers of positions may take from L1; 0 if that was not
 * measured.
 */
double limits_gather_bytes(const struct record *record, const struct ceilings *ceilings);

/** Sets the limits of a case that was measured, if it was timed on a device of the set. */
void limits_put(struct record *record, const struct ceilings_set *set);

/**
 * Reads the ceilings in `path`, or, if that is NULL, in ceilings.json next to `file` if that
 * exists. EXIT_USAGE if the file has no ceilings.
 */
bool limits_ceilings(const char *path, const char *file, struct ceilings_set *set,
                     struct error *error);

/**
 * Gives each record the ceilings of its device, from `path` or, if that is NULL, from the folder of
 * its results file. Computes its limits if they were not recorded or if `path` is given. EXIT_USAGE
 * as limits_ceilings.
 */
bool limits_load(struct records *records, const char *path, struct error *error);
