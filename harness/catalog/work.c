#include "harness/catalog/work.h"

/* Bytes of an entry: the partner, or both particles of an edge. */
static double entry_bytes(const struct strategy *strategy)
{
    switch (strategy->neighbors) {
    case NEIGHBORS_PATCHES:
        return 0;
    case NEIGHBORS_EDGES:
        return 2 * sizeof(int32_t);
    default:
        return sizeof(int32_t);
    }
}

/* How often a pair is evaluated. */
static double evaluations(const struct work_case *spec)
{
    switch (spec->strategy->neighbors) {
    case NEIGHBORS_FULL:
    case NEIGHBORS_FULL_COLUMNS:
        return 2;
    case NEIGHBORS_PATCHES:
        return spec->reciprocal ? 1 : 2;
    default:
        return 1;
    }
}

struct work work_of(const struct work_case *spec)
{
    const struct model *model = spec->model;
    const int vectors = model->oriented ? 2 : 1;
    const struct precision_info *precision = precision_info(spec->precision);
    const double place = vectors * WORK_VECTOR * precision->real_size;
    const double sums = vectors * WORK_VECTOR * precision->sum_size;
    const bool patches = spec->strategy->neighbors == NEIGHBORS_PATCHES;
    const double often = evaluations(spec);
    const double evaluated =
        patches || model->body ? often * spec->pairs_in_cutoff : spec->pairs_listed;
    const double partners = patches ? spec->pairs_listed / spec->patch : spec->pairs_listed;
    struct work work = {
        .flops = model->evaluated.flops * evaluated,
        .special = model->evaluated.special * evaluated,
        .streamed = entry_bytes(spec->strategy) * spec->pairs_listed + (place + sums) * spec->n,
    };
    work.bytes = work.streamed + place * partners;
    for (int k = 0; spec->branches != NULL && k < model->branch_count; k++) {
        work.flops += often * (double)spec->branches[k] * model->branches[k].work.flops;
        work.special += often * (double)spec->branches[k] * model->branches[k].work.special;
    }
    return work;
}
