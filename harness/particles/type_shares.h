/* Shares of particles that types have, as a text, "3:1". */
#pragma once

#include "harness/base/error.h"

enum { TYPE_SHARES = 16 };

/** Shares; zeroed: equal ones. */
struct type_shares {
    double of[TYPE_SHARES]; /* share of each type, with any sum */
    int count;
};

struct type_shares_text {
    char text[TYPE_SHARES * 20];
};

/**
 * Reads at least two numbers of at least 0, with colons between them; EXIT_USAGE for any other
 * text, or if all are 0.
 */
bool type_shares_read(const char *text, struct type_shares *shares, struct error *error);

/** Returns the text for type_shares_read, with 12 digits; "" for equal shares. */
struct type_shares_text type_shares_text(const struct type_shares *shares);

/** Returns the type into whose share a number from 0 to 1 falls. */
int type_shares_choose(const struct type_shares *shares, double number);
