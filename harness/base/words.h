/* Lists of words, such as the arguments of a program. */
#ifndef PAIRLANES_WORDS_H
#define PAIRLANES_WORDS_H

#include "harness/base/error.h"

#include <stdbool.h>

/** Zeroed: no words. Each is the list's own. */
struct words {
    char **word; /* NULL after the last */
    int count;
    bool exhausted; /* memory was, and words are missing: words_check */
};

/** Adds a word (printf format). */
void words_add(struct words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Adds the words of a text that blanks part. */
void words_split(struct words *words, const char *text);

/** Adds the words of another list. */
void words_append(struct words *words, const struct words *more);

/** EXIT_ENVIRONMENT if a word is missing for want of memory. */
bool words_check(const struct words *words, struct error *error);

void words_free(struct words *words);

#endif
