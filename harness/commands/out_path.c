#include "harness/commands/out_path.h"

#include <string.h>

char *out_path(struct argp_state *state, const char *option, char *argument)
{
    if (argument[0] == '\0')
        argp_error(state, "%s: the path is empty", option);
    if (argument[0] == '|' || argument[0] == '<')
        argp_error(state, "%s: a path may not begin with %c; say ./%c…", option, argument[0],
                   argument[0]);
    for (const unsigned char *at = (const unsigned char *)argument; *at != '\0'; at++)
        if (*at < ' ' || *at == 0x7F)
            argp_error(state, "%s: a path may not have control characters such as byte %d", option,
                       *at);
    return argument;
}
