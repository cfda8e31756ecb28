#include "harness/catalog/work.h"

enum {
    LEAF = 8 /* smallest number of particles that read a partner's position together in a box
              * tree */
};

/*
 * Returns the number of partner positions that are read. If the edge of a patch is the cut-off,
 * positions are read for the patch and its 26 neighbors. Only half of these neighbors count if
 * pairs are evaluated once.
 */
static double partners_read(const struct work_case *spec)
{
    const struct neighbor_structure *neighbors = spec->strategy->neighbors;
    if (neighbor_row(neighbors) == &neighbors_cutoff_patches)
        return spec->n * (spec->reciprocal ? 1 + 13 : 1 + 26);
    if (neighbor_row(neighbors) == &neighbors_bvh)
        return spec->pairs_listed / LEAF;
    return neighbors->lists ? spec->pairs_listed : spec->pairs_listed / spec->patch;
}

struct work work_of(const struct work_case *spec)
{
    const struct model *model = spec->model;
    const int vectors = model->oriented ? 2 : 1;
    const struct precision_info *precision = precision_info(spec->precision);
    const double place = vectors * WORK_VECTOR * precision->real_size;
    const double sums = vectors * WORK_VECTOR * precision->sum_size;
    const struct neighbor_structure *neighbors = spec->strategy->neighbors;
    const double often = neighbors->once || spec->reciprocal ? 1 : 2; /* evaluations per pair */
    const double evaluated =
        neighbors->lists && !model->body ? spec->pairs_listed : often * spec->pairs_in_cutoff;
    struct work work = {
        .flops = model->evaluated.flops * evaluated,
        .special = model->evaluated.special * evaluated,
        .streamed = neighbors->entry_bytes * spec->pairs_listed + (place + sums) * spec->n,
    };
    if (spec->strategy->scratch == SCRATCH_EDGES) /* forces of an edge are stored once, and read
                                                   * for both particles */
        work.streamed += (2 * strategy_edge_vectors(model->oriented) + 1) * WORK_VECTOR *
                         precision->sum_size * spec->pairs_listed;
    work.bytes = work.streamed + place * partners_read(spec);
    for (int k = 0; spec->branches != NULL && k < model->branch_count; k++) {
        work.flops += often * (double)spec->branches[k] * model->branches[k].work.flops;
        work.special += often * (double)spec->branches[k] * model->branches[k].work.special;
    }
    return work;
}
