#include "harness/backend/cpu/cpu_atomics.h"

#include "harness/physics/reference.h"
#include "strategies/cluster/cpu_cluster.h"
#include "strategies/cpu_edges.h"

/** Adds that edge_segmented issues: one for each pair that interacts, one for each run with any. */
static int64_t count_segments(const struct prepared *prepared)
{
    const struct workload *workload = prepared->workload;
    const struct system *system = &workload->sorted;
    const struct cpu_edges *edges = edges_of(&prepared->arguments);
    int64_t atomics = 0;
#pragma omp parallel for schedule(static) reduction(+ : atomics)
    for (int64_t begin = 0; begin < edges->edges; begin += EDGE_CHUNK) {
        int64_t end = begin + EDGE_CHUNK < edges->edges ? begin + EDGE_CHUNK : edges->edges;
        int32_t counted = -1;
        for (int64_t k = begin; k < end; k++) {
            int32_t i = edges->first[k];
            int32_t j = edges->second[k];
            double r[3];
            system_displacement(system, i, j, r);
            struct pair_result result;
            if (!reference_pair(system, workload->spec.model, workload->spec.constants,
                                workload->spec.cutoff, i, j, r, &result))
                continue;
            atomics += counted == i ? 1 : 2;
            counted = i;
        }
    }
    return workload->spec.model->oriented ? 2 * atomics : atomics;
}

/**
 * Counts the adds of `cluster`: one for each place of a partner, one for each particle; with bodies
 * one for each pair that interacts.
 */
static int64_t count_partners(const struct prepared *prepared)
{
    const struct cpu_cluster *s = prepared->arguments.neighbors;
    const bool shared = strategy_tuning_value(prepared->strategy, prepared->tuning, "buffers", 1) <
                        prepared->arguments.threads;
    if (!shared || !strategy_tuning_value(prepared->strategy, prepared->tuning, "reciprocal", 0))
        return 0;
    if (prepared->workload->spec.model->body)
        return -1;
    return s->start[s->clusters] * s->partners + prepared->arguments.n;
}

int64_t cpu_atomics_count(const struct prepared *prepared)
{
    switch (prepared->strategy->atomics) {
    case ATOMICS_NONE:
        return 0;
    case ATOMICS_PARTNER:
        return strategy_tuning_value(prepared->strategy, prepared->tuning, "buffers", 1) >=
                       prepared->arguments.threads
                   ? 0
                   : -1;
    case ATOMICS_CLUSTERS:
        return count_partners(prepared);
    case ATOMICS_SEGMENTS:
        return count_segments(prepared);
    case ATOMICS_BOTH:
        return strategy_tuning_value(prepared->strategy, prepared->tuning, "buffers", 0) >=
                       prepared->arguments.threads
                   ? 0
                   : -1;
    }
    return -1;
}

int64_t cpu_atomics_of_terms(const struct prepared *prepared)
{
    const struct workload *workload = prepared->workload;
    const struct topology *topology = &workload->topology;
    if (topology->start == NULL || workload->spec.bonding != BONDING_SCATTER ||
        prepared->arguments.threads == 1)
        return 0;
    return (workload->spec.model->oriented ? 2 : 1) * (int64_t)topology->start[workload->sorted.n];
}
