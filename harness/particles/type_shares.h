/* The shares that types have of particles, as a text, "3:1". */
#pragma once

#include "harness/base/error.h"

enum { TYPE_SHARES = 16 };

/** Zeroed: equal ones. */
struct type_shares {
    double of[TYPE_SHARES]; /* share of each type, with any sum */
    int count;
};

struct type_shares_text {
    char text[TYPE_SHARES * 20];
};

/** Reads numbers of at least 0 with colons between them, two at least; EXIT_USAGE for any other
 * text, or if all are 0. */
bool type_shares_read(const char *text, struct type_shares *shares, struct error *error);

/** Returns the text that type_shares_read reads, of 12 digits; "" for equal shares. */
struct type_shares_text type_shares_text(const struct type_shares *shares);

/** The type that a number from 0 to 1 falls to. */
int type_shares_choose(const struct type_shares *shares, double number);
