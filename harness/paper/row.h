/* A row of the report: what a paper prints, beside what was measured. */
#ifndef PAIRLANES_PAPER_ROW_H
#define PAIRLANES_PAPER_ROW_H

#include "harness/paper/evidence.h"
#include "harness/report/verdicts/claim_text.h"

#include <stdbool.h>

enum { ROW_NUMBER = 96 };

struct paper_row {
    char printed[ROW_NUMBER];  /* the paper's number; "" if it prints none */
    char said[2 * ROW_NUMBER]; /* how the paper prints it, and of which device; or "" */
    char bound[ROW_NUMBER];    /* what holds: "above 7", "0.9 to 1.1" */
    char
        ours[2 * ROW_NUMBER]; /* with its 95 % interval, and in the paper's unit; "" without data */
    char ratio[ROW_NUMBER];   /* ours over the printed number; "" without one of them */
    char place[CLAIM_TEXT];   /* of the point that decides */
    char tally[ROW_NUMBER];   /* "3 of 5 points" */
    char why[CLAIM_TEXT];     /* why ours differs, or there is none; "" if that is not known */
};

/** The row of one of the claims of the evidence. */
void paper_row(const struct paper *paper, const struct evidence *evidence,
               const struct claim *claim, struct paper_row *row);

/** Whether a claim is what a paper says, not what this project aims at. */
bool paper_says(const struct paper *paper, const struct claim *claim);

/** Whether claim k is what the paper says, does not hold, and is the first of those that say the
 * same: each device has its own. */
bool paper_fails(const struct paper *paper, const struct claims *claims, int64_t k);

#endif
