#include "harness/commands/options/command.h"

#include <stddef.h>
#include <string.h>

static const struct command *table;

void commands_set(const struct command *all)
{
    table = all;
}

const struct command *commands(void)
{
    return table;
}

const struct command *command_find(const char *name)
{
    const struct command *command = table;
    while (command->name != NULL && strcmp(command->name, name) != 0)
        command++;
    return command->name != NULL ? command : NULL;
}
