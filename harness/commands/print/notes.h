/* Notes below a table. Each text is printed once, even if several rows refer to it. */
#pragma once

#include "harness/base/words.h"

#include <stdio.h>

/** Zeroed: no notes. */
struct notes {
    struct words text;
};

/** Returns the number of a note, from 1. Adds the note if it is new. */
int notes_number(struct notes *notes, const char *text);

/** Prints the notes as "(1) text", one per line; nothing if there are none. */
void notes_print(const struct notes *notes, FILE *stream);

void notes_free(struct notes *notes);
