/* Topics of `pairlanes help` besides commands, printed from the tables that the program uses. */
#pragma once

#include <stdio.h>

struct topic {
    const char *name;
    const char *summary;
    void (*print)(FILE *stream);
};

/** Returns the topics; the last has no name. */
const struct topic *topics(void);

/**
 * A name with its meaning, such as an environment variable. The last entry in a table has no name.
 */
struct meaning {
    const char *name;
    const char *text;
};

/** Meanings of exit codes and of environment variables. */
extern const struct meaning topic_exit_meanings[];
extern const struct meaning topic_variables[];

/** Prints "Exit codes:" and the exit codes. */
void topic_exit_codes(FILE *stream);
