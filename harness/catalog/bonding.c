#include "harness/catalog/bonding.h"

#include "harness/base/words.h"

static const char *const names[BONDING_COUNT] = {[BONDING_GATHER] = "gather",
                                                 [BONDING_SCATTER] = "scatter",
                                                 [BONDING_GROUP] = "group",
                                                 [BONDING_FUSED] = "fused"};

static const struct strategy gathering = {
    .name = "bonded",
    .summary = "a thread for each particle, which evaluates its bonded terms",
    .tunings = {TUNING_BLOCK(128)},
    .steps = {{.kernel = "start", .items = ITEMS_PARTICLES},
              {.kernel = "add", .items = ITEMS_PARTICLES}},
};

static const struct strategy scattering = {
    .name = "bonded_scatter",
    .summary = "a thread for each bonded term, which adds its forces to the members",
    .tunings = {TUNING_BLOCK(128)},
    .steps = {{.kernel = "add", .items = ITEMS_TERMS}},
};

static const struct strategy grouping = {
    .name = "bonded_group",
    .summary = "a block for each group of particles along the bonds, which evaluates its terms",
    .tunings = {TUNING_BLOCK(128)},
    .steps = {{.kernel = "start", .items = ITEMS_TERM_GROUPS},
              {.kernel = "add", .items = ITEMS_TERM_GROUPS}},
};

static const struct strategy *const kernels[BONDING_COUNT] = {
    [BONDING_GATHER] = &gathering, [BONDING_SCATTER] = &scattering, [BONDING_GROUP] = &grouping};

WORDS_OF_VALUES(bonding, enum bonding, names)

const struct strategy *bonding_kernel(enum bonding bonding)
{
    return kernels[bonding];
}

bool bonding_is_kernel(const struct strategy *strategy)
{
    for (int k = 0; k < BONDING_COUNT; k++)
        if (kernels[k] != NULL && strategy == kernels[k])
            return true;
    return false;
}

bool strategy_bonds(const struct strategy *strategy, enum bonding bonding, struct error *error)
{
    return bonding != BONDING_FUSED || strategy_tuning(strategy, "bonded") >= 0 ||
           error_set(error, EXIT_ENVIRONMENT,
                     "kernels of %s evaluate no bonded terms; only those of vertex do: expected "
                     "bonded %s, %s or %s",
                     strategy->name, names[BONDING_GATHER], names[BONDING_SCATTER],
                     names[BONDING_GROUP]);
}
