/* Copies a system next to itself, as one system in a larger box. */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"

#include <stdbool.h>

struct copies_text {
    char text[40];
};

/**
 * Reads the numbers of copies along three edges, as in "3x3x1". EXIT_USAGE if the text is
 * different.
 */
bool copies_read(const char *text, int copies[3], struct error *error);

/** Returns the numbers of copies as a text for copies_read. */
struct copies_text copies_text(const int copies[3]);

/**
 * Replaces the system by copies of it next to each other, copies[d] of them along edge d. Particles
 * are in the order of the copies, and within a copy in their old order. Their ids count from 1.
 * Particles of a bonded term, excluded pair, constraint or virtual site may be nearest through a
 * face of the box. Some of them then become particles of the adjacent copy. EXIT_USAGE if there are
 * too many particles for their indices, EXIT_ENVIRONMENT if memory runs out. The system is then
 * unchanged.
 */
bool copies_make(const int copies[3], struct system *system, struct error *error);
