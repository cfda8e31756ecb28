#include "harness/catalog/excluding.h"

#include "harness/base/error.h"

#include <string.h>

static const char *const names[EXCLUDING_COUNT] = {
    [EXCLUDING_USUAL] = "usual", [EXCLUDING_ROWS] = "rows", [EXCLUDING_STRINGS] = "strings"};

const char *excluding_name(enum excluding excluding)
{
    return names[excluding];
}

bool excluding_find(const char *name, enum excluding *excluding)
{
    for (int k = 0; k < EXCLUDING_COUNT; k++) {
        if (strcmp(names[k], name) == 0) {
            *excluding = (enum excluding)k;
            return true;
        }
    }
    return false;
}

static const char *const told[EXCLUDED_WAYS] = {"listing", "masks", "rows", "strings"};

const char *excluding_told_name(int index)
{
    return told[index];
}

/* Whether the strategy has a list; only lists can leave pairs out. */
static bool has_list(const struct strategy *strategy)
{
    return strategy->neighbors->lists || strategy->neighbors->build != NULL;
}

const char *excluding_way(const struct strategy *strategy, enum excluding excluding)
{
    if (excluding != EXCLUDING_USUAL)
        return names[excluding];
    if (strategy->neighbors == &neighbors_cluster)
        return told[1];
    return has_list(strategy) ? told[0] : told[2];
}

bool strategy_excludes(const struct strategy *strategy, enum excluding excluding, bool gpu,
                       struct error *error)
{
    return excluding == EXCLUDING_USUAL ||
           (gpu ? strategy->excludes_on_gpu : strategy->excludes_on_cpu) ||
           error_set(error, EXIT_ENVIRONMENT,
                     "kernels of %s on a %s do not test exclusions; it leaves them out by %s",
                     strategy->name, gpu ? "GPU" : "CPU", excluding_way(strategy, EXCLUDING_USUAL));
}

enum excluding excluding_of(const struct strategy *strategy, enum excluding excluding)
{
    return excluding == EXCLUDING_ROWS && !has_list(strategy) ? EXCLUDING_USUAL : excluding;
}

bool excluding_tests_rows(const struct strategy *strategy, enum excluding excluding)
{
    return excluding == EXCLUDING_ROWS || (excluding == EXCLUDING_USUAL && !has_list(strategy));
}
