#include "harness/commands/options/machine_option.h"

#include "harness/report/exchange/bundle.h"

const char *machine_option(const struct argp_state *state, const char *argument)
{
    if (!bundle_is_machine(argument))
        argp_error(state,
                   "--machine: expected a name of letters, digits, '-' and '.', such as "
                   "nvidia-h200, found \"%s\"",
                   argument);
    return argument;
}
