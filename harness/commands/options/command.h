/* The commands of the program. Each has a file command_<name>.c. */
#pragma once

#include <argp.h>

struct command {
    const char *name;
    const char *summary;
    const struct argp *argp; /* options and texts, for parsing, --help and the references */
    /** Runs the command with argv[0] = "pairlanes <name>", and returns the exit code. */
    int (*run)(int argc, char **argv);
};

#define COMMAND(name, summary)                                                                     \
    extern const struct argp command_##name##_argp;                                                \
    int command_##name(int argc, char **argv);
#include "harness/commands/options/command_table.h"
#undef COMMAND

/**
 * Sets the table of commands, whose last entry has no name. It must stay in memory. Only main
 * refers to all commands; commands that describe others use this table.
 */
void commands_set(const struct command *all);

/**
 * Returns the commands in the order of harness/commands/options/command_table.h. The last entry has
 * no name.
 */
const struct command *commands(void);

/** Finds a command by name; NULL if there is none. */
const struct command *command_find(const char *name);
