/* Shares of particles by type, and their text, "3:1". */
#pragma once

#include "harness/base/error.h"

enum { TYPE_SHARES = 16 };

/** Shares of types; zeroed: equal shares. */
struct type_shares {
    double of[TYPE_SHARES]; /* share of each type; the sum may have any value */
    int count;
};

struct type_shares_text {
    char text[TYPE_SHARES * 20];
};

/**
 * Reads shares from a text: two or more numbers of at least 0, separated by colons. EXIT_USAGE if
 * the text is different, or all numbers are 0.
 */
bool type_shares_read(const char *text, struct type_shares *shares, struct error *error);

/** Returns shares as a text for type_shares_read, with 12 digits; "" for equal shares. */
struct type_shares_text type_shares_text(const struct type_shares *shares);

/** Returns the type whose share of the interval from 0 to 1 contains `number`. */
int type_shares_choose(const struct type_shares *shares, double number);
