#include "harness/catalog/exclusion_method.h"

#include "harness/base/error.h"
#include "harness/base/words.h"

static const char *const names[EXCLUSION_COUNT] = {
    [EXCLUSION_USUAL] = "usual", [EXCLUSION_ROWS] = "rows", [EXCLUSION_STRINGS] = "strings"};

WORDS_OF_VALUES(exclusion_method, enum exclusion_method, names)

static const char *const listed[EXCLUDED_WAYS] = {"listing", "masks", "rows", "strings"};

const char *exclusion_method_listed(int index)
{
    return listed[index];
}

/* Whether the strategy has a list. Only lists can leave excluded pairs out. */
static bool has_list(const struct strategy *strategy)
{
    return strategy->neighbors->lists || strategy->neighbors->build != NULL;
}

const char *exclusion_method_way(const struct strategy *strategy,
                                 enum exclusion_method exclusion_method)
{
    if (exclusion_method != EXCLUSION_USUAL)
        return names[exclusion_method];
    if (strategy->neighbors == &neighbors_cluster)
        return listed[1];
    return has_list(strategy) ? listed[0] : listed[2];
}

bool strategy_excludes(const struct strategy *strategy, enum exclusion_method exclusion_method,
                       bool gpu, struct error *error)
{
    return exclusion_method == EXCLUSION_USUAL ||
           (gpu ? strategy->excludes_on_gpu : strategy->excludes_on_cpu) ||
           error_set(
               error, EXIT_ENVIRONMENT,
               "kernels of %s on a %s do not test exclusions; excluded pairs are left out by %s",
               strategy->name, gpu ? "GPU" : "CPU",
               exclusion_method_way(strategy, EXCLUSION_USUAL));
}

enum exclusion_method exclusion_method_of(const struct strategy *strategy,
                                          enum exclusion_method exclusion_method)
{
    return exclusion_method == EXCLUSION_ROWS && !has_list(strategy) ? EXCLUSION_USUAL
                                                                     : exclusion_method;
}

bool exclusion_method_tests_rows(const struct strategy *strategy,
                                 enum exclusion_method exclusion_method)
{
    return exclusion_method == EXCLUSION_ROWS ||
           (exclusion_method == EXCLUSION_USUAL && !has_list(strategy));
}
