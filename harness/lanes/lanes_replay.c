/* Selects the walk of a strategy's lanes by its neighbor structure. */
#include "harness/lanes/lanes.h"
#include "harness/lanes/lanes_call.h"

/* Refuses a structure that no GPU kernel reads, or whose lanes are not replayed. */
bool lanes_neighbors_none(const struct lanes_input *input, const struct strategy *strategy,
                          const int tuning[STRATEGY_TUNINGS], struct lane_counts *lanes,
                          struct error *error)
{
    (void)input;
    (void)tuning;
    (void)lanes;
    return error_set(error, EXIT_USAGE, "strategy %s has no mapping to lanes", strategy->name);
}

/* Returns the walk of a strategy; NULL without a GPU kernel. */
static lanes_walk *walk_of(const struct strategy *strategy)
{
    static const struct {
        const struct neighbor_structure *row;
        lanes_walk *walk;
    } table[] = {
#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...) {&neighbors_##row, lanes_neighbors_##lanes},
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE
    };
    const struct neighbor_structure *row = neighbor_row(strategy->neighbors);
    size_t k = 0;
    while (table[k].row != row)
        k++;
    return strategy_has_gpu(strategy) ? table[k].walk : lanes_neighbors_none;
}

bool lanes_known(const struct strategy *strategy)
{
    return walk_of(strategy) != lanes_neighbors_none;
}

/*
 * Whether the replay covers all memory accesses of the kernels, as it does except for these
 * variants.
 */
static bool traffic_is_known(const struct lanes_input *input, const struct strategy *strategy,
                             const int tuning[STRATEGY_TUNINGS])
{
    return input->spec.exclusion_method == EXCLUSION_USUAL &&
           input->spec.bonding == BONDING_GATHER &&
           input->spec.interactions != INTERACTIONS_STORED &&
           strategy_tuning_value(strategy, tuning, "fused", 0) == 0 &&
           strategy_tuning_value(strategy, tuning, "bonded", 0) == 0 &&
           strategy_tuning_value(strategy, tuning, "reciprocal", 0) == 0;
}

bool lanes_replay(const struct lanes_input *input, const struct strategy *strategy,
                  const int tuning[STRATEGY_TUNINGS], struct lane_counts *lanes,
                  struct error *error)
{
    *lanes =
        (struct lane_counts){.range_first = input->spec.model->body, .traffic = input->traffic};
    if (!walk_of(strategy)(input, strategy, tuning, lanes, error))
        return false;
    if (lanes->l1_sectors > 0 && traffic_is_known(input, strategy, tuning))
        return lanes_note_call(input, strategy, tuning, lanes, error);
    lanes->l1_sectors = 0;
    return true;
}
