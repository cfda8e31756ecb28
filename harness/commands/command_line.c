#include "harness/commands/command_line.h"

#include "harness/base/memory.h"

#include <stddef.h>

void command_line_parse(const struct argp *argp, int argc, char **argv, unsigned flags, void *input)
{
    if (argp_parse(argp, argc, argv, flags, NULL, input) != 0)
        memory_end("the arguments");
}
