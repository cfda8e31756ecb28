/* The commands of the command line. Each has a file command_<name>.c. */
#ifndef PAIRLANES_COMMAND_H
#define PAIRLANES_COMMAND_H

struct command {
    const char *name;
    const char *summary;
    /** Runs with argv[0] = "pairlanes <name>" and returns the process's exit code. */
    int (*run)(int argc, char **argv);
};

/** The commands of harness/commands/command_table.h in their order. The last entry has no name. */
const struct command *commands(void);

#endif
