/* The arithmetic variants of a force kernel. */
#ifndef PAIRLANES_PRECISION_H
#define PAIRLANES_PRECISION_H

#include <stdbool.h>

enum precision { PRECISION_DOUBLE, PRECISION_SINGLE, PRECISION_COUNT };

struct precision_info {
    const char *name;
    const char *summary;
    const char *real;  /* the C type of the pair arithmetic */
    int real_size;     /* bytes */
    const char *state; /* the C type of what integration moves */
    int state_size;
    double tolerance; /* of the relative RMS force error against the double reference */
};

/** The description of a precision; `precision` must be under PRECISION_COUNT. */
const struct precision_info *precision_info(enum precision precision);

/** Finds a precision by name; false if there is none. */
bool precision_find(const char *name, enum precision *precision);

#endif
