/*
 * Ranks cases of the same particles, model, precision and device: which strategy is the fastest,
 * and by how much?
 */
#pragma once

#include "harness/base/error.h"
#include "harness/results/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Time that ranks cases. */
enum ranked {
    RANKED_FORCE,
    RANKED_STEP,
    RANKED_LIST,
    RANKED_ASKED, /* default: steps if any were timed. Without them, lists if the cases differ only
                   * in building them, or else forces */
};

/** Returns the name of a time: "force", "step" or "list". */
const char *ranked_name(enum ranked by);

/**
 * Finds a time by its name. EXIT_USAGE if there is none; the message has all names and the nearest
 * one.
 */
bool ranked_find(const char *name, enum ranked *by, struct error *error);

/** Returns the time that ranks a record. */
const struct timing *ranked_timing(const struct record *record, enum ranked by);

enum { RANKING_DIFFERENCES = 128 };

/**
 * Comparable cases, the fastest first: trusted times, then others, then cases without a time.
 */
struct ranking {
    const struct record **record;
    int64_t count;
    int64_t trusted; /* number of trusted records, which come first */
    enum ranked by;
    bool threads_vary; /* true if cases of the same strategy ran with different numbers of
                        * threads */
    /*
     * differences from the systems of other rankings with the same heading (model, density, size,
     * precision and device). "": there is no such ranking
     */
    char variant[RANKING_DIFFERENCES];     /* parameters and skin that differ: "cutoff=3" */
    char differences[RANKING_DIFFERENCES]; /* properties of the particles that differ: "T = 1.44" */
    bool rivals;                           /* true if another ranking with this heading uses the
                                            * same time */
};

struct rankings {
    struct ranking *ranking;
    int64_t count;
    const struct record **list; /* the records that the rankings point to */
};

/**
 * Ranks the timed records. Cases with different skins are in one ranking of steps, but in several
 * rankings of other times.
 */
void rankings_of(const struct records *records, enum ranked by, struct rankings *rankings);

void rankings_free(struct rankings *rankings);

/** Whether the intervals of two cases' times overlap. Neither is then significantly faster. */
bool ranking_tied(const struct ranking *ranking, const struct record *a, const struct record *b);

/** Whether any case of a ranking has the time that ranks it. */
bool ranking_timed(const struct ranking *ranking);

/**
 * Returns the first case with an untrusted time that may be shorter than the fastest trusted time.
 * Its interval begins before the interval of the fastest trusted time ends. Such a case prevents a
 * verdict. NULL: there is none.
 */
const struct record *ranking_doubt(const struct ranking *ranking);

/**
 * Writes the strategy and the tuning values of a case, "team lanes=8". Leaves out tuning values
 * that all cases or most strategies share (ranking_usual). Returns `text`.
 */
const char *ranking_label(const struct ranking *ranking, const struct record *record, char *text,
                          size_t size);

/**
 * Writes the label of ranking_label. Adds further differences of the case from others in its
 * ranking: "team lanes=8, skin 0.3", "vertex, 2 threads". Returns `text`.
 */
const char *ranking_whole_label(const struct ranking *ranking, const struct record *record,
                                char *text, size_t size);

/**
 * Writes how the system of a ranking differs from systems of other rankings with the same heading:
 * "cutoff=3, T = 1.44"; "" if there are none. Returns `text`.
 */
const char *ranking_system(const struct ranking *ranking, char *text, size_t size);

/**
 * Whether two rankings have the same model, precision and device, and systems that differ only in
 * size and density. The fastest strategy may change between them.
 */
bool ranking_same_family(const struct ranking *a, const struct ranking *b);

/**
 * Writes how a family of rankings (ranking_same_family) differs from others of its model, precision
 * and device: "cutoff=3". Returns `text`.
 */
const char *ranking_family(const struct rankings *rankings, const struct ranking *ranking,
                           char *text, size_t size);

/** Writes the tuning values that the labels of a ranking leave out: "block=128". Returns `text`. */
const char *ranking_usual(const struct ranking *ranking, char *text, size_t size);
