/* Ranks the cases that answer the same question: which is the fastest, and by how much. */
#ifndef PAIRLANES_RANKING_H
#define PAIRLANES_RANKING_H

#include "harness/base/error.h"
#include "harness/results/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What cases are ranked by. */
enum ranked {
    RANKED_FORCE,
    RANKED_STEP,
    RANKED_LIST,
    RANKED_ASKED, /* what was asked for: steps where any were timed, lists where the cases differ in
                     how they build them alone, else forces */
};

/** "force", "step", "list". */
const char *ranked_name(enum ranked by);

/** Finds one by name; EXIT_USAGE with all names and the nearest. */
bool ranked_find(const char *name, enum ranked *by, struct error *error);

/** The time that a record is ranked by. */
const struct timing *ranked_timing(const struct record *record, enum ranked by);

/** Cases of one question, the fastest first; behind those that are to be trusted the others, and
 * behind these those without that time. */
struct ranking {
    const struct record **record;
    int64_t count;
    int64_t trusted; /* so many in front */
    enum ranked by;
};

struct rankings {
    struct ranking *ranking;
    int64_t count;
    const struct record **list; /* what they point into */
};

/** Ranks the timed records. By steps, cases of several skins are one question; else they are not.
 * EXIT_ENVIRONMENT if memory runs out. */
bool rankings_of(const struct records *records, enum ranked by, struct rankings *rankings,
                 struct error *error);

void rankings_free(struct rankings *rankings);

/** Whether the intervals of two times of a ranking overlap, so that neither is shown to be faster.
 */
bool ranking_tied(const struct ranking *ranking, const struct record *a, const struct record *b);

/** Whether a time that is not to be trusted may be lower than the fastest that is: its interval
 * begins below the end of the other's. */
bool ranking_doubted(const struct ranking *ranking);

/**
 * Writes the strategy and the tuning values of a case, "team lanes=8", but those that all
 * cases or most strategies share (ranking_usual). Returns `text`.
 */
const char *ranking_label(const struct ranking *ranking, const struct record *record, char *text,
                          size_t size);

/** The same with what else sets it apart from the others of its ranking: "team lanes=8, skin 0.3".
 */
const char *ranking_whole_label(const struct ranking *ranking, const struct record *record,
                                char *text, size_t size);

/** Writes the tuning values that labels leave out: "block=128". Returns `text`. */
const char *ranking_usual(const struct ranking *ranking, char *text, size_t size);

#endif
