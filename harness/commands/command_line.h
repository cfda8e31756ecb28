/* Reading the arguments of a command. */
#ifndef PAIRLANES_COMMAND_LINE_H
#define PAIRLANES_COMMAND_LINE_H

#include <argp.h>

/** argp_parse, which ends the process where arguments are wrong, and here also without memory. */
void command_line_parse(const struct argp *argp, int argc, char **argv, unsigned flags,
                        void *input);

#endif
