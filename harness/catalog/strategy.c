#include "harness/catalog/strategy.h"

#include <string.h>

enum {
#define STRATEGY(...) +1
    COUNT = 0
#include "strategies/table.h"
#undef STRATEGY
};

/* ended by an element without a name */
static struct strategy table[] = {
#define STRATEGY(...) {__VA_ARGS__},
#include "strategies/table.h"
#undef STRATEGY
    [COUNT + STRATEGIES_REGISTERED] = {.name = NULL},
};

const struct strategy *strategies(void)
{
    return table;
}

bool strategy_register(const struct strategy *strategy, struct error *error)
{
    int count = COUNT;
    while (table[count].name != NULL)
        count++;
    if (count == COUNT + STRATEGIES_REGISTERED)
        return error_set(error, EXIT_USAGE,
                         "strategy %s cannot be added: the limit is %d strategies", strategy->name,
                         STRATEGIES_REGISTERED);
    table[count] = *strategy;
    return true;
}

const struct strategy *strategy_find(const char *name)
{
    for (const struct strategy *strategy = table; strategy->name != NULL; strategy++)
        if (strcmp(strategy->name, name) == 0)
            return strategy;
    return NULL;
}

int strategy_tunings(const struct strategy *strategy)
{
    int count = 0;
    while (count < STRATEGY_TUNINGS && strategy->tunings[count].name != NULL)
        count++;
    return count;
}

int strategy_tuning(const struct strategy *strategy, const char *name)
{
    for (int k = 0; k < strategy_tunings(strategy); k++)
        if (strcmp(strategy->tunings[k].name, name) == 0)
            return k;
    return -1;
}

int strategy_tuning_value(const struct strategy *strategy, const int values[STRATEGY_TUNINGS],
                          const char *name, int otherwise)
{
    int index = strategy_tuning(strategy, name);
    return index < 0 ? otherwise : values[index];
}

int strategy_block(const struct strategy *strategy, const int values[STRATEGY_TUNINGS],
                   bool oriented)
{
    const int most = oriented ? 256 : 512;
    const int threads = strategy_tuning_value(strategy, values, "particles", 0) *
                        strategy_tuning_value(strategy, values, "lanes", 1);
    if (threads > 0)
        return threads < most ? threads : most;
    return strategy_tuning_value(strategy, values, "block", 128);
}

int strategy_queue(const struct strategy *strategy, const int values[STRATEGY_TUNINGS],
                   const struct model *model)
{
    return model->may_interact != NULL ? strategy_tuning_value(strategy, values, "queue", 0) : 0;
}

bool strategy_resides(const struct strategy *strategy, const int values[STRATEGY_TUNINGS])
{
    return strategy_tuning_value(strategy, values, "fused", 0) == 2;
}

void strategy_defaults(const struct strategy *strategy, int values[STRATEGY_TUNINGS])
{
    for (int k = 0; k < STRATEGY_TUNINGS; k++)
        values[k] = strategy->tunings[k].initial;
}

bool strategy_has_gpu(const struct strategy *strategy)
{
    return strategy->steps[0].kernel != NULL;
}
