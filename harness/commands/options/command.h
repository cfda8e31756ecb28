/* The commands of the command line. Each has a file command_<name>.c. */
#pragma once

#include <argp.h>

struct command {
    const char *name;
    const char *summary;
    const struct argp *argp; /* options and text: for parsing, --help and the references */
    /** Runs with argv[0] = "pairlanes <name>" and returns the process's exit code. */
    int (*run)(int argc, char **argv);
};

#define COMMAND(name, summary)                                                                     \
    extern const struct argp command_##name##_argp;                                                \
    int command_##name(int argc, char **argv);
#include "harness/commands/options/command_table.h"
#undef COMMAND

/**
 * Sets the table of the commands, whose last entry has no name and which must outlive all calls.
 * Only main knows all commands; commands that describe others get them from here.
 */
void commands_set(const struct command *all);

/** The commands of harness/commands/options/command_table.h in their order. The last entry has no
 * name. */
const struct command *commands(void);

/** Finds a command by name; NULL if there is none. */
const struct command *command_find(const char *name);
