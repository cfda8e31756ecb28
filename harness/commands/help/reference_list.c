#include "harness/commands/help/reference_list.h"

#include "harness/results/reference.h"

#include <stddef.h>

enum { MOST = 32 };

const char *const reference_list_own[] = {"man", "bash", "zsh", "fish", NULL};

const char *const *reference_list(void)
{
    static const char *all[MOST];
    int count = 0;
    for (const char *const *name = reference_list_own; *name != NULL; name++)
        all[count++] = *name;
    for (const char *const *name = reference_names(); *name != NULL && count < MOST - 1; name++)
        all[count++] = *name;
    return all;
}
