#include "harness/commands/command.h"

#include <stddef.h>

#define COMMAND(name, summary) int command_##name(int argc, char **argv);
#include "harness/commands/command_table.h"
#undef COMMAND

static const struct command table[] = {
#define COMMAND(name, summary) {#name, summary, command_##name},
#include "harness/commands/command_table.h"
#undef COMMAND
    {NULL, NULL, NULL},
};

const struct command *commands(void)
{
    return table;
}
