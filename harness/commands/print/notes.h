/* Notes below a table: each text once, even if several rows refer to it. */
#pragma once

#include "harness/base/words.h"

#include <stdio.h>

/** Zeroed: no notes. */
struct notes {
    struct words text;
};

/** Returns the number of a note, from 1, and adds it if it is new. */
int notes_number(struct notes *notes, const char *text);

/** Prints "(1) text" and so on, a line each; nothing if there are no notes. */
void notes_print(const struct notes *notes, FILE *stream);

void notes_free(struct notes *notes);
