/* Finds the ceiling that limits a case. Computes the fraction of the ceiling that the case
 * reaches. */
#pragma once

#include "harness/backend/ceilings.h"
#include "harness/catalog/work.h"
#include "harness/results/record.h"

#include <cjson/cJSON.h>

/**
 * Finds the work of a case: from its record or, for records of older versions, from the model's
 * current declaration. False if model, strategy or precision are unknown here.
 */
bool limits_work(const struct record *record, struct work *work);

/** Origin of the amount of work that is compared with a ceiling. */
enum limit_basis {
    LIMIT_DECLARED, /* flops and special functions that the model declares */
    LIMIT_COUNTED,  /* counters of the hardware */
    LIMIT_REPLAYED, /* replay of the case's memory accesses, address by address */
    LIMIT_ASSUMED,  /* assumption because addresses are unknown: gathers from random places, adds to
                     * adjacent places, and the smallest number of streamed bytes */
    LIMIT_BASES
};

/** Returns the name of a basis, such as "replayed". */
const char *limit_basis_name(enum limit_basis basis);

/** Fractions of the ceilings that a case reaches. NAN for a ceiling that does not apply. */
struct limits {
    double fraction[CEILING_COUNT];
    enum limit_basis basis[CEILING_COUNT]; /* basis of each fraction that is known */
    enum ceiling_kind binding;             /* the ceiling with the largest fraction */
    bool known;                            /* true if at least one fraction is known */
};

/**
 * Compares a timed case with the ceilings of its device. Flops are compared with fused
 * multiply-adds, special functions with the faster of reciprocals and reciprocal square roots.
 * Counted instructions are compared with the issue rate, and loads of partners' positions with
 * gathers from L1 or shared memory. Adds to shared sums are compared with the rate of atomics, at
 * random places if the changed sectors were counted. Caches may have kept some bytes of list,
 * positions and forces since the last call. The other bytes are compared with streaming from the
 * next level of memory.
 */
struct limits limits_of(const struct record *record, const struct ceilings *ceilings);

/**
 * Returns the basis with a name; LIMIT_BASES if the name is unknown, as in results of older
 * versions.
 */
enum limit_basis limit_basis_find(const char *name);

/** Origin of the fraction that a record reaches of its limit. */
struct limit_origin {
    const char *basis;          /* name of the basis; NULL: not recorded */
    const char *work;           /* formula of the work, with paths of members; NULL: none */
    const char *unit, *summary; /* unit and description of the ceiling */
    double best;                /* value of the ceiling; NAN: unknown */
};

/** Finds the origin of a record's limit. False if it has none, or an unknown one. */
bool limit_origin_of(const struct record *record, struct limit_origin *origin);

/**
 * Returns the largest number of bytes per second that position gathers can load from L1; 0 if
 * unknown.
 */
double limits_gather_bytes(const struct record *record, const struct ceilings *ceilings);

/** Sets the limits of a case that was timed on a device of the set. */
void limits_put(struct record *record, const struct ceilings_set *set);

/**
 * Reads the ceilings in `path`. NULL: reads ceilings.json next to `file`, if it exists. EXIT_USAGE
 * if the file has no ceilings.
 */
bool limits_ceilings(const char *path, const char *file, struct ceilings_set *set,
                     struct error *error);

/**
 * Finds the ceilings of each record's device in `path`. If `path` is NULL, searches the folder of
 * the record's results file. Computes the limits of records without limits; if `path` is given, of
 * all records. EXIT_USAGE as limits_ceilings.
 */
bool limits_load(struct records *records, const char *path, struct error *error);
