/* Topics of `pairlanes help` other than commands, from the tables that the program itself uses. */
#pragma once

#include <stdio.h>

struct topic {
    const char *name;
    const char *summary;
    void (*print)(FILE *stream);
};

/** The topics. The last has no name. */
const struct topic *topics(void);

/** A name and its meaning, such as an environment variable. A table of them ends with no name. */
struct meaning {
    const char *name;
    const char *text;
};

/** Meanings of the exit codes of commands, and of environment variables. */
extern const struct meaning topic_exit_meanings[];
extern const struct meaning topic_variables[];

/** Prints the exit codes after "Exit codes:". */
void topic_exit_codes(FILE *stream);
