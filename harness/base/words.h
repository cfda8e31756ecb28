/*
 * Lists of words, such as the arguments of a program. The process ends if memory runs out
 * (memory_end).
 */
#pragma once

#include <stdbool.h>

/** Words in memory that the list owns. Zeroed: none. */
struct words {
    char **word; /* the words, ended by NULL */
    int count;
};

/** Adds a word (printf format). */
void words_add(struct words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Adds the words of a text, which are separated by blanks. */
void words_split(struct words *words, const char *text);

/** Adds the words of another list. */
void words_append(struct words *words, const struct words *more);

void words_free(struct words *words);

/**
 * Returns the index of a word in `names`, which has `count` elements; -1 if it is not there, or
 * empty.
 */
int words_find(const char *const *names, int count, const char *word);

/**
 * Defines PREFIX_name, which returns the name of a value of an enumeration. Defines PREFIX_find,
 * which finds a value by its name (false if there is none). `names` is the array of names.
 */
#define WORDS_OF_VALUES(prefix, type, names)                                                       \
    const char *prefix##_name(type prefix)                                                         \
    {                                                                                              \
        return (names)[prefix];                                                                    \
    }                                                                                              \
    bool prefix##_find(const char *name, type *value)                                              \
    {                                                                                              \
        const int found = words_find(names, sizeof(names) / sizeof *(names), name);                \
        if (found >= 0)                                                                            \
            *value = (type)found;                                                                  \
        return found >= 0;                                                                         \
    }
