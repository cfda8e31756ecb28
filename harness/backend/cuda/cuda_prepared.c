#include "harness/backend/cuda/cuda_prepared.h"

#include "harness/backend/cuda/driver/cuda_kernel.h"
#include "harness/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cuda_prepared_release(struct prepared *prepared)
{
    if (prepared == NULL)
        return;
    cuda_graph_free(&prepared->force_calls);
    cuda_graph_free(&prepared->energy_calls);
    cuda_graph_free(&prepared->bonded_calls);
    if (prepared->module != NULL)
        cu.cuModuleUnload(prepared->module);
    if (prepared->coupled_module != NULL)
        cu.cuModuleUnload(prepared->coupled_module);
    cuda_buffers_free(&prepared->force, &prepared->counter);
    free(prepared);
}

/* Returns the number of blocks of a step. A block has `block` items if items are threads. */
static int64_t blocks_for(const struct prepared *prepared, enum step_items items, int block,
                          const int *tuning)
{
    int64_t n = prepared->workload->particles.n;
    int64_t threads = 0;
    switch (items) {
    case ITEMS_NONE:
        return 0;
    case ITEMS_PARTICLES:
        threads = n;
        break;
    case ITEMS_BUFFERS:
        threads = strategy_tuning_value(prepared->strategy, tuning, "buffers", 1) > 1 ? n : 0;
        break;
    case ITEMS_LANES:
        threads = n * strategy_tuning_value(prepared->strategy, tuning, "lanes", 1);
        break;
    case ITEMS_EDGES: {
        const struct model *model = prepared->workload->spec.model;
        const int queue = strategy_queue(prepared->strategy, tuning, model);
        const int64_t each = queue > 0 ? queue : 1;
        threads = (cuda_list_items(prepared->list, items) + each - 1) / each;
        break;
    }
    case ITEMS_OWN:
        threads = cuda_list_items(prepared->list, items);
        break;
    case ITEMS_TERMS:
        threads = prepared->workload->terms;
        break;
    case ITEMS_TERM_GROUPS:
        return prepared->workload->term_groups;
    case ITEMS_PARTICLE_BLOCKS: {
        int64_t each = strategy_tuning_value(prepared->strategy, tuning, "particles", 1);
        return (n + each - 1) / each;
    }
    case ITEMS_PATCH_PAIRS:
    case ITEMS_PATCHES:
    case ITEMS_CLUSTER_GROUPS:
        return cuda_list_items(prepared->list, items);
    }
    return (threads + block - 1) / block;
}

/* Finds a kernel and its twin in a module. */
static bool find_step(CUmodule module, const char *name, struct step *step, struct error *error)
{
    char twin[128];
    snprintf(twin, sizeof twin, "%s_energy", name);
    return cuda_check(cu.cuModuleGetFunction(&step->kernel, module, name), name, error) &&
           cuda_check(cu.cuModuleGetFunction(&step->energy, module, twin), twin, error);
}

static bool find_steps(struct prepared *prepared, const int *tuning, struct error *error)
{
    const struct strategy *strategy = prepared->strategy;
    const struct workload_spec *spec = &prepared->workload->spec;
    int64_t shared = cuda_list_shared(prepared->list, spec->precision, spec->model);
    int64_t most = prepared->workload->device->shared_bytes;
    if (shared > most)
        return error_set(error, EXIT_ENVIRONMENT,
                         "%s: the partners of a block take %lld bytes of shared memory, but this "
                         "device has %lld: expected a smaller block",
                         strategy->name, (long long)shared, (long long)most);
    prepared->steps = 0;
    for (int k = 0; k < STRATEGY_STEPS && strategy->steps[k].kernel != NULL; k++) {
        struct step *step = &prepared->step[prepared->steps++];
        if (!find_step(prepared->module, strategy->steps[k].kernel, step, error))
            return false;
        step->block = prepared->block;
        step->shared_bytes = 0;
        step->blocks = blocks_for(prepared, strategy->steps[k].items, step->block, tuning);
    }
    prepared->step[prepared->steps - 1].shared_bytes = shared; /* the last kernel evaluates pairs */
    return true;
}

/* Finds the fused kernels, which also move particles. */
static bool find_fused(struct prepared *prepared, const int *tuning, struct error *error)
{
    if (strategy_tuning_value(prepared->strategy, tuning, "fused", 0) == 0)
        return true;
    prepared->resides = strategy_resides(prepared->strategy, tuning);
    const char *plain = prepared->resides ? "resident" : "fused";
    const char *bath = prepared->resides ? "resident_bath" : "fused_bath";
    return cuda_check(cu.cuModuleGetFunction(&prepared->fused, prepared->module, plain), plain,
                      error) &&
           cuda_check(cu.cuModuleGetFunction(&prepared->fused_bath, prepared->module, bath), bath,
                      error);
}

/* Returns the block size of bonded kernels, which cases do not tune. */
static int bonded_block(const struct strategy *kernel)
{
    int values[STRATEGY_TUNINGS];
    strategy_defaults(kernel, values);
    return strategy_tuning_value(kernel, values, "block", 1);
}

/* Finds the kernel of the bonded terms, if the strategy's kernel does not evaluate them. */
static bool find_bonded(struct prepared *prepared, const int *tuning, struct error *error)
{
    const struct workload *workload = prepared->workload;
    const struct strategy *kernel = bonding_kernel(workload->spec.bonding);
    struct step *step = &prepared->bonded;
    if (workload->bonded_kernels == NULL ||
        strategy_tuning_value(prepared->strategy, tuning, "bonded", 0) != 0)
        return true;
    step->block = bonded_block(kernel);
    step->blocks = blocks_for(prepared, kernel->steps[0].items, step->block, tuning);
    step->shared_bytes = workload->term_groups_shared;
    const bool stores = workload->spec.bonding != BONDING_SCATTER;
    prepared->bonded_starts = prepared->strategy->clears_forces && stores;
    prepared->bonded_before = *step;
    return find_step(workload->bonded_kernels, prepared->bonded_starts ? "start" : "add", step,
                     error) &&
           (prepared->fused == NULL || prepared->resides || !stores ||
            find_step(workload->bonded_kernels, "start", &prepared->bonded_before, error));
}

static bool load_kernels(const struct prepared *prepared, const int *tuning, bool coupled,
                         CUmodule *module, struct error *error)
{
    const struct workload *workload = prepared->workload;
    const struct workload_spec *spec = &workload->spec;
    struct kernel_image image;
    const struct kernel_wanted wanted = {
        .strategy = prepared->strategy,
        .tuning = tuning,
        .model = spec->model,
        .constants = spec->constants,
        .cutoff = spec->cutoff,
        .precision = spec->precision,
        .stored = workload->particles.structure == INTERACTIONS_STORED,
        .exclusion_method = spec->exclusion_method,
        .bonded = system_bonded_needs(spec->system, spec->model),
        .long_exclusions = workload->exclusions_most > EXCLUSIONS_KEPT &&
                           exclusion_method_tests_rows(prepared->strategy, spec->exclusion_method),
        .coupled = coupled,
    };
    if (!kernel_compile(&workload->device->sources, &wanted, workload->device->architecture, &image,
                        error))
        return false;
    bool loaded = cuda_module_load(&image, module, error) &&
                  cuda_workload_set_table(workload, *module, error) &&
                  cuda_workload_set_exclusions(workload, *module, error);
    kernel_image_free(&image);
    return loaded;
}

bool cuda_prepared_couple(struct prepared *prepared, struct error *error)
{
    static const char name[] = "resident_coupled";
    return prepared->coupled != NULL ||
           (load_kernels(prepared, prepared->tuning, true, &prepared->coupled_module, error) &&
            cuda_check(cu.cuModuleGetFunction(&prepared->coupled, prepared->coupled_module, name),
                       name, error));
}

static bool allocate_outputs(struct prepared *prepared, const int *tuning, struct error *error)
{
    const struct workload *workload = prepared->workload;
    int64_t n = workload->particles.n;
    int64_t each = cuda_workload_outputs(workload);
    int64_t vectors = 0;
    if (prepared->strategy->scratch == SCRATCH_BUFFERS)
        vectors = each * n * (strategy_tuning_value(prepared->strategy, tuning, "buffers", 1) - 1);
    if (prepared->strategy->scratch == SCRATCH_PATCH_PAIRS)
        vectors = each * cuda_list_outputs(prepared->list);
    if (prepared->strategy->scratch == SCRATCH_EDGES)
        vectors = strategy_edge_vectors(workload->spec.model->oriented) *
                  cuda_list_outputs(prepared->list);
    if (!cuda_buffer_resize(&prepared->force, each * n, cuda_workload_sums(workload), "forces",
                            error) ||
        !cuda_buffer_resize(&prepared->counter, 1, 8, "a counter", error))
        return false;
    return vectors == 0 ||
           (cuda_buffer_resize(&prepared->scratch, vectors, cuda_workload_sums(workload),
                               "buffers of forces", error) &&
            cuda_check(cu.cuMemsetD8Async(prepared->scratch.address, 0,
                                          (size_t)prepared->scratch.bytes,
                                          workload->device->stream),
                       "clearing buffers", error));
}

void cuda_prepared_arguments(struct prepared *prepared)
{
    const struct workload *workload = prepared->workload;
    const struct cuda_particles *particles = &workload->particles;
    struct gpu_arguments *a = &prepared->arguments;
    *a = (struct gpu_arguments){
        .n = particles->n,
        .terms = ~0U,
        .halted = prepared->halted,
        .position = particles->position,
        .force = prepared->force.address,
        .orientation = workload->orientation.address,
        .torque = workload->spec.model->oriented
                      ? prepared->force.address +
                            (CUdeviceptr)(particles->n * cuda_workload_sums(workload))
                      : 0,
        .excluded = workload->excluded.address,
        .strings = workload->strings.address,
        .bonded_start = workload->bonded_start.address,
        .bonded = workload->bonded.address,
        .pair_rows = workload->pair_rows.address,
        .types = workload->spec.system->rows != NULL ? (int)workload->spec.system->rows->types : 0,
        .bonded_rows = workload->bonded_rows.address,
        .term_count = (int)workload->terms,
        .scratch = prepared->scratch.address,
        .atomics = prepared->counter.address,
    };
    cuda_box(particles->box, particles->cutoff + particles->skin, &a->box_double, &a->box_single);
    cuda_list_arguments(particles, prepared->list, a->neighbors);
}

bool cuda_prepared_create(struct workload *workload, const struct strategy *strategy,
                          const int tuning[STRATEGY_TUNINGS], struct prepared **result,
                          struct error *error)
{
    if (!strategy_has_gpu(strategy))
        return error_set(error, EXIT_ENVIRONMENT, "strategy %s has no GPU kernel", strategy->name);
    struct prepared *prepared = memory_new(1, sizeof *prepared, "case");
    prepared->workload = workload;
    prepared->strategy = strategy;
    memcpy(prepared->tuning, tuning, sizeof prepared->tuning);
    prepared->atomics = -1;
    prepared->block = strategy_block(strategy, tuning, workload->spec.model->oriented);
    bool fine = load_kernels(prepared, tuning, false, &prepared->module, error) &&
                (prepared->list = cuda_workload_list(workload, strategy, tuning, error)) != NULL &&
                allocate_outputs(prepared, tuning, error) && find_steps(prepared, tuning, error) &&
                find_fused(prepared, tuning, error) && find_bonded(prepared, tuning, error);
    if (!fine) {
        cuda_prepared_release(prepared);
        return false;
    }
    cuda_prepared_arguments(prepared);
    *result = prepared;
    return true;
}

bool cuda_prepared_follow(void *context, struct error *error)
{
    struct prepared *prepared = context;
    if (!allocate_outputs(prepared, prepared->tuning, error) ||
        !find_steps(prepared, prepared->tuning, error))
        return false;
    cuda_prepared_arguments(prepared);
    return true;
}

void cuda_prepared_sizes(const struct prepared *prepared, struct structure_sizes *sizes)
{
    const struct workload *workload = prepared->workload;
    const struct cuda_list *list = prepared->list;
    *sizes = (struct structure_sizes){
        .pairs_listed = list->pairs_listed,
        .list_bytes = cuda_list_bytes(list),
        .memory_bytes = cuda_list_bytes(list) + cuda_list_building_bytes(list) +
                        workload->position.bytes + workload->orientation.bytes +
                        workload->bonded_start.bytes + workload->bonded.bytes +
                        workload->excluded.bytes + workload->strings.bytes + prepared->force.bytes +
                        prepared->scratch.bytes,
        .atomics = prepared->atomics,
        .bonded_step = prepared->bonded.kernel != NULL,
    };
}
