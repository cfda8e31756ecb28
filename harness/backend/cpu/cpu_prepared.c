#include "harness/backend/cpu/cpu_prepared.h"

#include "harness/backend/cpu/cpu_pools.h"
#include "harness/backend/cpu/cpu_table.h"
#include "harness/backend/cpu/machine/cpu_arch.h"
#include "harness/backend/cpu/machine/cpu_kernel.h"
#include "harness/base/machine/first_touch.h"
#include "harness/base/machine/guarded.h"
#include "harness/base/memory.h"
#include "harness/physics/reference.h"
#include "strategies/cluster/cpu_cluster.h"
#include "strategies/cpu_edges.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

/*
 * Counts the atomic adds of edge_segmented. There is one add per interacting pair, and one add per
 * run of edges that contains an interacting pair.
 */
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
 * Counts the atomic adds of `cluster`: one per partner entry and one per particle. Returns -1 for
 * rigid bodies, which add once for each interacting pair.
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

/*
 * Returns the number of vectors that a force call adds to shared memory. -1: it depends on how many
 * pairs interact. The kernel's arguments must be set.
 */
static int64_t cpu_atomics_count(const struct prepared *prepared)
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

/* Returns the number of vectors that bonded terms add to memory shared by threads. */
static int64_t cpu_atomics_of_terms(const struct prepared *prepared)
{
    const struct workload *workload = prepared->workload;
    const struct topology *topology = &workload->topology;
    if (topology->start == NULL || workload->spec.bonding != BONDING_SCATTER ||
        prepared->arguments.threads == 1)
        return 0;
    return (workload->spec.model->oriented ? 2 : 1) * (int64_t)topology->start[workload->sorted.n];
}

/**
 * Finds the kernel of a strategy for a workload, or the kernel of the bonded terms. `bonds`: the
 * kernel also evaluates the bonded terms. Returns NULL with the reason in `error`.
 */
static const struct cpu_kernel *find_kernel(const struct workload *workload, const char *strategy,
                                            bool bonds, struct error *error)
{
    const struct workload_spec *spec = &workload->spec;
    const struct cpu_wanted wanted = {.strategy = strategy,
                                      .model = spec->model,
                                      .precision = spec->precision,
                                      .bonded = system_bonded_needs(spec->system, spec->model),
                                      .bonds = bonds,
                                      .compiler = spec->target.compiler,
                                      .arch = spec->target.arch};
    cpu_pools_limit();
    if (!cpu_arch_runs(spec->target.arch, NULL, error))
        return NULL;
    return cpu_kernel_find(&workload->device->sources, &wanted, error);
}

/* Returns the input for building the case's neighbor structure. */
static struct cpu_neighbor_source source_of(const struct prepared *prepared)
{
    const struct workload *workload = prepared->workload;
    return (struct cpu_neighbor_source){
        .system = &workload->sorted,
        .cutoff = workload->spec.cutoff,
        .skin = workload->spec.skin,
        .topology = workload->spec.exclusion_method == EXCLUSION_USUAL ? &workload->topology : NULL,
        .interactions = &workload->interactions,
        .strategy = prepared->strategy,
        .tuning = prepared->tuning,
    };
}

bool cpu_prepared_build(struct prepared *prepared, struct error *error)
{
    const struct cpu_neighbor_source source = source_of(prepared);
    omp_set_num_threads(prepared->workload->device->threads);
    return cpu_neighbors_build(prepared->neighbors, &source, error);
}

void cpu_prepared_refresh(struct prepared *prepared)
{
    const struct cpu_neighbor_source source = source_of(prepared);
    cpu_neighbors_refresh(prepared->neighbors, &source);
}

bool cpu_prepared_ensure(struct prepared *prepared, struct error *error)
{
    return prepared->neighbors->is_built || cpu_prepared_build(prepared, error);
}

/* Returns the number of threads that run the kernel. */
static int threads_of(const struct prepared *prepared)
{
    return prepared->strategy->single_thread ? 1 : prepared->workload->device->threads;
}

void cpu_prepared_arguments(struct prepared *prepared)
{
    const struct workload *workload = prepared->workload;
    const struct workload_spec *spec = &workload->spec;
    struct cpu_arguments *arguments = &prepared->arguments;
    *arguments = (struct cpu_arguments){
        .n = workload->sorted.n,
        .position = workload->position,
        .force = prepared->force,
        .orientation = workload->orientation,
        .torque = prepared->torque,
        .excluded = workload->topology.excluded,
        .bonded_start =
            workload->groups.data != NULL ? workload->groups.data : workload->topology.start,
        .bonded = (const int32_t *)workload->topology.entry,
        .tests_exclusions = workload->spec.exclusion_method != EXCLUSION_USUAL,
        .strings = (const int32_t *)workload->strings.of,
        .string_bits = workload->strings.word,
        .range = workload->spec.cutoff + workload->spec.skin,
        .cutoff = workload->spec.cutoff,
        .constants = workload->spec.constants,
        .tuning = prepared->named,
        .threads = threads_of(prepared),
        .scratch = prepared->scratch,
        .neighbors = prepared->neighbors->built.arguments,
    };
    if (!spec->model->oriented)
        arguments->tables = &workload->tables;
    memcpy(arguments->box, workload->sorted.box, sizeof arguments->box);
}

int64_t cpu_prepared_vector(const struct prepared *prepared)
{
    return VECTOR * precision_info(prepared->workload->spec.precision)->sum_size;
}

bool cpu_prepared_scratch(struct prepared *prepared, struct error *error)
{
    const struct workload *workload = prepared->workload;
    int64_t vectors = 0;
    if (prepared->strategy->scratch == SCRATCH_BUFFERS)
        vectors = strategy_tuning_value(prepared->strategy, prepared->tuning, "buffers", 1) *
                  (workload->sorted.n + 1);
    else if (prepared->strategy->scratch == SCRATCH_PATCH_PAIRS)
        vectors = workload->sorted.n + LIST_PADDING + prepared->neighbors->built.outputs;
    if (workload->spec.model->oriented)
        vectors *= 2;
    if (prepared->strategy->scratch == SCRATCH_EDGES)
        vectors = strategy_edge_vectors(workload->spec.model->oriented) *
                  prepared->neighbors->built.outputs;
    if (prepared->scratch != NULL && vectors <= prepared->scratch_vectors)
        return true;
    guarded_free(prepared->scratch);
    prepared->scratch_vectors = vectors;
    prepared->scratch =
        guarded_allocate(vectors, cpu_prepared_vector(prepared), "force buffers", error);
    if (prepared->scratch == NULL)
        return false;
    /*
     * Each thread has a part of every buffer. It adds to its own particles' part, and sums this
     * part over all buffers.
     */
    const int64_t bytes = vectors * cpu_prepared_vector(prepared);
    const int64_t part = prepared->strategy->scratch == SCRATCH_BUFFERS
                             ? (workload->sorted.n + 1) * cpu_prepared_vector(prepared)
                             : bytes;
    omp_set_num_threads(threads_of(prepared));
    for (int64_t at = 0; at < bytes; at += part)
        first_touch((char *)prepared->scratch + at, part);
    return true;
}

void cpu_prepared_release(struct prepared *prepared)
{
    cpu_neighbors_release(&prepared->workload->neighbors, prepared->neighbors);
    guarded_free(prepared->force);
    guarded_free(prepared->torque);
    guarded_free(prepared->scratch);
    free(prepared);
}

bool cpu_prepared_create(struct workload *workload, const struct strategy *strategy,
                         const int tuning[STRATEGY_TUNINGS], struct prepared **result,
                         struct error *error)
{
    const struct workload_spec *spec = &workload->spec;
    const struct strategy *terms = bonding_kernel(spec->bonding);
    const bool apart = workload->topology.start != NULL && terms != NULL;
    const struct cpu_kernel *kernel = find_kernel(workload, strategy->name, terms == NULL, error);
    const struct cpu_kernel *bonded =
        kernel != NULL && apart ? find_kernel(workload, terms->name, true, error) : NULL;
    if (kernel == NULL || (apart && bonded == NULL))
        return false;
    struct prepared *prepared = memory_new(1, sizeof *prepared, "case");
    prepared->workload = workload;
    prepared->strategy = strategy;
    prepared->kernel = kernel;
    prepared->bonded = bonded;
    prepared->table = cpu_kernel_table(kernel);
    prepared->bonded_table = bonded != NULL ? cpu_kernel_table(bonded) : NULL;
    cpu_table_use(prepared->table, workload->table); /* an earlier case may have set another
                                                      * table */
    cpu_table_use(prepared->bonded_table, workload->table);
    memcpy(prepared->tuning, tuning, sizeof prepared->tuning);
    for (int k = 0; k < strategy_tunings(strategy); k++)
        prepared->named[k] = (struct cpu_tuning){strategy->tunings[k].name, tuning[k]};

    prepared->neighbors = cpu_neighbors_acquire(&workload->neighbors, strategy->neighbors);
    if (!cpu_prepared_ensure(prepared, error))
        goto failed;
    int64_t vector = cpu_prepared_vector(prepared);
    omp_set_num_threads(threads_of(prepared));
    prepared->force = guarded_touch(workload->sorted.n + 1, vector, "forces", error);
    if (spec->model->oriented)
        prepared->torque = guarded_touch(workload->sorted.n + 1, vector, "torques", error);
    if (prepared->force == NULL || (spec->model->oriented && prepared->torque == NULL) ||
        !cpu_prepared_scratch(prepared, error))
        goto failed;
    cpu_prepared_arguments(prepared);
    prepared->atomics = cpu_atomics_count(prepared);
    *result = prepared;
    return true;
failed:
    cpu_prepared_release(prepared);
    return false;
}

void cpu_prepared_sizes(const struct prepared *prepared, struct structure_sizes *sizes)
{
    const struct cpu_neighbor_built *built = &prepared->neighbors->built;
    int64_t n = prepared->workload->sorted.n;
    int64_t vector = cpu_prepared_vector(prepared);
    int64_t reals = VECTOR * precision_info(prepared->workload->spec.precision)->real_size;
    *sizes = (struct structure_sizes){
        .pairs_listed = built->pairs_listed,
        .list_bytes = built->list_bytes,
        .memory_bytes = built->list_bytes + built->building_bytes +
                        prepared->scratch_vectors * vector +
                        (prepared->torque != NULL ? 2 : 1) * (n + 1) * (vector + reals),
        .atomics = prepared->atomics,
        .bonded_atomics = cpu_atomics_of_terms(prepared),
        .bonded_step = prepared->bonded != NULL,
    };
}
