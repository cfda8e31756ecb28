/*
 * Ranks cases that answer the same question, such as which strategy is the fastest, and by how
 * much.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/results/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Time by which cases are ranked. */
enum ranked {
    RANKED_FORCE,
    RANKED_STEP,
    RANKED_LIST,
    RANKED_ASKED, /* default: steps if any were timed, lists if the cases differ only in how they
                   * build them, otherwise forces */
};

/** Returns "force", "step" or "list". */
const char *ranked_name(enum ranked by);

/** Finds a time by name; EXIT_USAGE with all names and the nearest. */
bool ranked_find(const char *name, enum ranked *by, struct error *error);

/** Returns the time by which a record is ranked. */
const struct timing *ranked_timing(const struct record *record, enum ranked by);

enum { RANKING_DIFFERENCES = 128 };

/**
 * Cases of one question, the fastest first: trusted times, then others, then cases without a time.
 */
struct ranking {
    const struct record **record;
    int64_t count;
    int64_t trusted; /* number of trusted records, which come first */
    enum ranked by;
    bool threads_vary; /* true if threads differ among the cases of one strategy */
    /*
     * differences from ranked systems of the same model, density, size, precision and device; "":
     * there is no such system
     */
    char variant[RANKING_DIFFERENCES];     /* parameters and skin: "cutoff=3" */
    char differences[RANKING_DIFFERENCES]; /* particles: "T = 1.44" */
    bool rivals; /* true if one of these systems is ranked by the same time */
};

struct rankings {
    struct ranking *ranking;
    int64_t count;
    const struct record **list; /* records to which the rankings point */
};

/** Ranks the timed records. Cases of several skins are in one ranking by steps, and in separate
 * ones otherwise. */
void rankings_of(const struct records *records, enum ranked by, struct rankings *rankings);

void rankings_free(struct rankings *rankings);

/**
 * Whether the intervals of two times of a ranking overlap, so that neither is significantly faster.
 */
bool ranking_tied(const struct ranking *ranking, const struct record *a, const struct record *b);

/** Whether any case of a ranking has the time by which it is ranked. */
bool ranking_timed(const struct ranking *ranking);

/**
 * Returns the first case whose time is not to be trusted and may be below the fastest trusted one:
 * its interval begins below the end of the other's. If there is such a case, there is no verdict.
 * NULL: there is none.
 */
const struct record *ranking_doubt(const struct ranking *ranking);

/**
 * Writes the strategy and the tuning values of a case, "team lanes=8", except those that all cases
 * or most strategies share (ranking_usual). Returns `text`.
 */
const char *ranking_label(const struct ranking *ranking, const struct record *record, char *text,
                          size_t size);

/**
 * Returns the same, with its other differences from the cases of its ranking: "team lanes=8, skin
 * 0.3", "vertex, 2 threads".
 */
const char *ranking_whole_label(const struct ranking *ranking, const struct record *record,
                                char *text, size_t size);

/**
 * Writes how the system of a ranking differs from others with the same heading: "cutoff=3, T =
 * 1.44"; "" if there are none. Returns `text`.
 */
const char *ranking_system(const struct ranking *ranking, char *text, size_t size);

/** Whether two rankings are of one model, precision and device, and of systems that differ only in
 * size and density, so that the fastest strategy may change along them. */
bool ranking_same_family(const struct ranking *a, const struct ranking *b);

/** Writes how a family differs from others of its model, precision and device, as ranking_system
 * does. Returns `text`. */
const char *ranking_family(const struct rankings *rankings, const struct ranking *ranking,
                           char *text, size_t size);

/** Writes the tuning values that labels leave out: "block=128". Returns `text`. */
const char *ranking_usual(const struct ranking *ranking, char *text, size_t size);
