/* The commands, a row each: COMMAND(name, summary) for command_<name> in command_<name>.c. */
COMMAND(list, "strategies, models, precisions, backends and devices")
