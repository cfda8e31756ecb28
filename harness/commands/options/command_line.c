#include "harness/commands/options/command_line.h"

#include "harness/base/error.h"
#include "harness/base/memory.h"
#include "harness/base/suggest.h"
#include "harness/commands/options/option_list.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* argp says that it does not know an option, but not which one is meant. */
static void refuse_unknown(const struct argp *argp, int argc, char **argv, unsigned flags)
{
    struct option_list list;
    option_list(argp, &list);
    const char *unknown = option_unknown(&list, argc, argv, (flags & ARGP_IN_ORDER) != 0);
    if (unknown == NULL)
        return;
    const char *nearest = option_nearest(&list, unknown);
    fprintf(stderr, "%s: there is no option %.*s", argv[0], (int)strcspn(unknown, "="), unknown);
    if (nearest != NULL)
        fprintf(stderr, "; did you mean --%s?", nearest);
    fprintf(stderr, "\nTry `%s --help' or `%s --usage' for more information.\n", argv[0], argv[0]);
    exit(EXIT_USAGE);
}

void command_line_parse(const struct argp *argp, int argc, char **argv, unsigned flags, void *input)
{
    refuse_unknown(argp, argc, argv, flags);
    if (argp_parse(argp, argc, argv, flags, NULL, input) != 0)
        memory_end("the arguments");
}

void command_line_unknown(const struct argp_state *state, const char *what, const char *wrong,
                          const char *const *candidates)
{
    const char *nearest = suggest(wrong, candidates);
    argp_error(state, "there is no %s \"%s\"%s%s%s", what, wrong,
               nearest != NULL ? "; did you mean \"" : "", nearest != NULL ? nearest : "",
               nearest != NULL ? "\"?" : "");
}
