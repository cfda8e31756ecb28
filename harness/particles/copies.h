/* Copies of a system side by side, as one system in a box of their size. */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"

#include <stdbool.h>

struct copies_text {
    char text[40];
};

/** Reads the numbers of copies along three edges, as in "3x3x1"; EXIT_USAGE for any other text. */
bool copies_read(const char *text, int copies[3], struct error *error);

/** Returns the text that copies_read reads. */
struct copies_text copies_text(const int copies[3]);

/**
 * Puts copies of the system side by side in its place, copies[d] of them along edge d. Copy by copy
 * the particles keep their order; their ids are counted from 1. A bonded term, excluded pair,
 * constraint or virtual site whose particles are nearest through a face of the box has the
 * particles of the adjacent copy. EXIT_USAGE if the particles are too many for their indices,
 * EXIT_ENVIRONMENT without memory for them; the system is unchanged then.
 */
bool copies_make(const int copies[3], struct system *system, struct error *error);
