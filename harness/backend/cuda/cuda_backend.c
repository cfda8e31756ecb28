/* The CUDA backend: particles, lists, kernels and forces stay on the device. */
#include "harness/backend/cuda/cuda_ceilings.h"
#include "harness/backend/cuda/cuda_compile.h"
#include "harness/backend/cuda/cuda_counters.h"
#include "harness/backend/cuda/cuda_device.h"
#include "harness/backend/cuda/cuda_graph.h"
#include "harness/backend/cuda/cuda_lists.h"
#include "harness/backend/cuda/cuda_steps.h"
#include "harness/base/memory.h"
#include "harness/particles/sort_order.h"
#include "harness/particles/topology.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LISTS = 16, GRAPH_CALLS = 1024 };

/* Many times what enqueuing a sample takes, and lost only once in a case. */
static const double hold_seconds = 1;

struct workload {
    struct workload_spec spec;
    struct device *device;
    struct cuda_particles particles;
    struct cuda_buffer position;
    struct cuda_buffer orientation;
    struct cuda_buffer bonded_start, bonded, excluded, interaction_of;
    CUmodule bonded_kernels; /* NULL: there are no bonded terms */
    int32_t *order;          /* the system's index of each particle in the workload's order */
    int lists;
    struct cuda_list list[LISTS];
};

struct step {
    CUfunction kernel, energy; /* NULL: none */
    int64_t blocks;
    int block;
};

struct prepared {
    struct workload *workload;
    const struct strategy *strategy;
    int tuning[STRATEGY_TUNINGS];
    struct cuda_list *list;
    CUmodule module;
    int block;
    int steps;
    struct step step[STRATEGY_STEPS];
    struct step bonded;                         /* of the bonded terms */
    CUfunction fused, fused_bath;               /* NULL: the strategy is not fused */
    struct cuda_buffer force, scratch, counter; /* force: and torques behind */
    int64_t atomics;                            /* of the last evaluation; -1 before it */
    struct gpu_arguments arguments;
    struct cuda_graph force_calls, bonded_calls;
    CUdeviceptr halted; /* the word that halts its kernels; 0: they run */
    bool gaps;          /* the stream could not be held, and is not any more */
};

struct moving {
    struct prepared *prepared;
    struct cuda_steps steps;
};

static int64_t vector_bytes(const struct workload *workload)
{
    return 4 * (int64_t)precision_info(workload->spec.precision)->real_size;
}

/* Of four sums. */
static int64_t sums_bytes(const struct workload *workload)
{
    return 4 * (int64_t)precision_info(workload->spec.precision)->sum_size;
}

/* Puts n + 1 vectors on the device, as `at` gives them. */
static bool upload_vectors(const struct workload *workload, const struct system *system,
                           void (*at)(const struct system *system, int64_t i, double v[4]),
                           struct cuda_buffer *buffer, struct error *error)
{
    int64_t bytes = vector_bytes(workload);
    void *packed = memory_allocate(system->n + 1, bytes, "packed vectors", error);
    if (packed == NULL)
        return false;
    for (int64_t i = 0; i <= system->n; i++) {
        double v[4];
        at(system, i, v);
        for (int d = 0; d < 4; d++)
            precision_set_real(workload->spec.precision, packed, 4 * i + d, v[d]);
    }
    bool fine = cuda_buffer_resize(buffer, system->n + 1, bytes, "particles", error) &&
                cuda_buffer_write(buffer, packed, system->n + 1, bytes, error);
    free(packed);
    return fine;
}

/* Particle n lies far outside every cut-off. */
static void position_at(const struct system *system, int64_t i, double v[4])
{
    bool inside = i < system->n;
    double far = 4 * fmax(system->box[0], fmax(system->box[1], system->box[2]));
    v[0] = inside ? system->x[i] : far;
    v[1] = inside ? system->y[i] : far;
    v[2] = inside ? system->z[i] : far;
    v[3] = inside && system->type != NULL ? system->type[i] : 0;
}

static void orientation_at(const struct system *system, int64_t i, double v[4])
{
    static const double none[4] = {1, 0, 0, 0};
    memcpy(v, i < system->n ? system->orientation + 4 * i : none, sizeof none);
}

static void unload(struct workload *workload)
{
    if (workload == NULL)
        return;
    for (int k = 0; k < workload->lists; k++)
        cuda_list_free(&workload->list[k]);
    if (workload->bonded_kernels != NULL)
        cu.cuModuleUnload(workload->bonded_kernels);
    cuda_buffer_free(&workload->position);
    cuda_buffer_free(&workload->orientation);
    cuda_buffer_free(&workload->bonded_start);
    cuda_buffer_free(&workload->bonded);
    cuda_buffer_free(&workload->excluded);
    cuda_buffer_free(&workload->interaction_of);
    free(workload->order);
    free(workload);
}

static bool sort_positions(struct workload *workload, struct error *error)
{
    struct cuda_buffer sorted = {0};
    int64_t n = workload->particles.n;
    int64_t bytes = vector_bytes(workload);
    struct cuda_buffer far = {workload->position.address + (CUdeviceptr)(n * bytes), bytes};
    double last[4];
    if (!cuda_buffer_resize(&sorted, n + 1, bytes, "positions", error))
        return false;
    struct cuda_buffer sorted_far = {sorted.address + (CUdeviceptr)(n * bytes), bytes};
    bool fine = cuda_sort_particles(&workload->particles, &sorted, workload->order, error) &&
                cuda_buffer_read(&far, last, 1, bytes, error) &&
                cuda_buffer_write(&sorted_far, last, 1, bytes, error);
    struct cuda_buffer unused = fine ? workload->position : sorted;
    if (fine)
        workload->position = sorted;
    cuda_buffer_free(&unused);
    workload->particles.position = workload->position.address;
    return fine;
}

static bool upload_topology(struct workload *workload, const struct system *sorted,
                            struct error *error)
{
    struct topology topology = {0};
    int64_t n = sorted->n;
    bool fine = topology_build(sorted, &topology, error);
    if (fine && topology.start != NULL)
        fine = cuda_buffer_resize(&workload->bonded_start, n + 1, sizeof *topology.start,
                                  "bonded terms", error) &&
               cuda_buffer_write(&workload->bonded_start, topology.start, n + 1,
                                 sizeof *topology.start, error) &&
               cuda_buffer_resize(&workload->bonded, topology.start[n], sizeof *topology.entry,
                                  "bonded terms", error) &&
               cuda_buffer_write(&workload->bonded, topology.entry, topology.start[n],
                                 sizeof *topology.entry, error) &&
               cuda_buffer_resize(&workload->excluded, n, sizeof *topology.excluded, "exclusions",
                                  error) &&
               cuda_buffer_write(&workload->excluded, topology.excluded, n,
                                 sizeof *topology.excluded, error);
    topology_free(&topology);
    return fine;
}

static bool load_bonded_kernels(struct workload *workload, struct error *error)
{
    const struct workload_spec *spec = &workload->spec;
    int tuning[STRATEGY_TUNINGS];
    struct kernel_image image;
    strategy_defaults(strategy_bonded(), tuning);
    if (!kernel_compile(&workload->device->sources, strategy_bonded(), spec->model, spec->constants,
                        spec->cutoff, spec->precision, tuning, false,
                        workload->device->architecture, &image, error))
        return false;
    bool loaded = cuda_module_load(&image, &workload->bonded_kernels, error);
    kernel_image_free(&image);
    return loaded;
}

/* What particles have beside positions, in the order of these. */
static bool upload_bodies(struct workload *workload, struct error *error)
{
    const struct workload_spec *spec = &workload->spec;
    struct system sorted;
    bool bonded = spec->system->bonded_count > 0;
    if (!spec->model->oriented && !bonded)
        return true;
    if (!system_reorder(spec->system, workload->order, &sorted, error))
        return false;
    bool fine =
        (!spec->model->oriented ||
         upload_vectors(workload, &sorted, orientation_at, &workload->orientation, error)) &&
        (!bonded ||
         (upload_topology(workload, &sorted, error) && load_bonded_kernels(workload, error)));
    system_free(&sorted);
    workload->particles.excluded = workload->excluded.address;
    return fine;
}

_Static_assert((int)MODEL_TYPES == (int)LIST_TYPES, "the device has the same table");

/* What lists are to do about interactions. */
static bool upload_interactions(struct workload *workload, struct error *error)
{
    const struct workload_spec *spec = &workload->spec;
    struct cuda_buffer *table = &workload->interaction_of;
    struct interactions interactions;
    interactions_of(spec->model, spec->constants, spec->interactions, &interactions);
    if (!cuda_buffer_resize(table, sizeof interactions.of, 1, "interactions", error) ||
        !cuda_buffer_write(table, interactions.of, sizeof interactions.of, 1, error))
        return false;
    workload->particles.structure = interactions.structure;
    workload->particles.ways = interactions.ways;
    workload->particles.interaction_of = table->address;
    return true;
}

static bool load(struct device *device, const struct workload_spec *spec, struct workload **loaded,
                 struct error *error)
{
    const struct system *system = spec->system;
    if (system->n >= INT32_MAX)
        return error_set(error, EXIT_ENVIRONMENT, "too many particles for 32-bit indices");
    if (!precision_serves(spec->precision, spec->model, spec->constants, error) ||
        !system_check_model(system, spec->model, spec->constants, error))
        return false;
    struct workload *workload = memory_allocate_zeroed(1, sizeof *workload, "workload", error);
    if (workload == NULL)
        return false;
    workload->spec = *spec;
    workload->device = device;
    workload->order = memory_allocate(system->n, 4, "particle order", error);
    bool fine = workload->order != NULL &&
                upload_vectors(workload, system, position_at, &workload->position, error);
    workload->particles = (struct cuda_particles){
        .device = device,
        .precision = spec->precision,
        .n = (int)system->n,
        .box = {system->box[0], system->box[1], system->box[2]},
        .cutoff = spec->cutoff,
        .skin = spec->skin,
        .building = spec->building,
        .sort = spec->sort,
        .types = spec->model->type_count,
        .position = workload->position.address,
    };
    if (fine && spec->sort == SORT_NONE)
        for (int64_t i = 0; i < system->n; i++)
            workload->order[i] = (int32_t)i;
    if (!fine || (spec->sort != SORT_NONE && !sort_positions(workload, error)) ||
        !upload_bodies(workload, error) || !upload_interactions(workload, error)) {
        unload(workload);
        return false;
    }
    *loaded = workload;
    return true;
}

static int tuning_value(const struct strategy *strategy, const int *tuning, const char *name,
                        int otherwise)
{
    int index = strategy_tuning(strategy, name);
    return index < 0 ? otherwise : tuning[index];
}

/* Finds or builds the structure that a strategy reads; cases of a workload share it. */
static struct cuda_list *find_list(struct workload *workload, const struct strategy *strategy,
                                   const int *tuning, struct error *error)
{
    bool patches = strategy->neighbors == NEIGHBORS_PATCHES;
    int patch = patches ? tuning_value(strategy, tuning, "patch", 1) : 0;
    int reciprocal = patches ? tuning_value(strategy, tuning, "reciprocal", 0) : 0;
    for (int k = 0; k < workload->lists; k++) {
        struct cuda_list *list = &workload->list[k];
        if (list->kind == strategy->neighbors && list->patch == patch &&
            list->reciprocal == reciprocal)
            return list;
    }
    if (workload->lists == LISTS) {
        error_set(error, EXIT_ENVIRONMENT, "more than %d neighbor structures at once", LISTS);
        return NULL;
    }
    struct cuda_list *list = &workload->list[workload->lists];
    *list =
        (struct cuda_list){.kind = strategy->neighbors, .patch = patch, .reciprocal = reciprocal};
    if (!cuda_list_create(&workload->particles, list, error)) {
        cuda_list_free(list);
        return NULL;
    }
    workload->lists++;
    return list;
}

static void release(struct prepared *prepared)
{
    if (prepared == NULL)
        return;
    cuda_graph_free(&prepared->force_calls);
    cuda_graph_free(&prepared->bonded_calls);
    if (prepared->module != NULL)
        cu.cuModuleUnload(prepared->module);
    cuda_buffer_free(&prepared->force);
    cuda_buffer_free(&prepared->scratch);
    cuda_buffer_free(&prepared->counter);
    free(prepared);
}

static int64_t blocks_for(const struct prepared *prepared, enum step_items items, const int *tuning)
{
    const struct cuda_list *list = prepared->list;
    int64_t n = prepared->workload->particles.n;
    int64_t threads = 0;
    switch (items) {
    case ITEMS_NONE:
        return 0;
    case ITEMS_PARTICLES:
        threads = n;
        break;
    case ITEMS_BUFFERS:
        threads = tuning_value(prepared->strategy, tuning, "buffers", 1) > 1 ? n : 0;
        break;
    case ITEMS_LANES:
        threads = n * tuning_value(prepared->strategy, tuning, "lanes", 1);
        break;
    case ITEMS_EDGES:
        threads = list->arguments.edge_room;
        break;
    case ITEMS_PATCH_PAIRS:
        return list->arguments.patch_pairs;
    case ITEMS_PATCHES:
        return list->patches;
    }
    return (threads + prepared->block - 1) / prepared->block;
}

/* A kernel and its twin. */
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
    prepared->steps = 0;
    for (int k = 0; k < STRATEGY_STEPS && strategy->steps[k].kernel != NULL; k++) {
        struct step *step = &prepared->step[prepared->steps++];
        if (!find_step(prepared->module, strategy->steps[k].kernel, step, error))
            return false;
        step->block = prepared->block;
        step->blocks = blocks_for(prepared, strategy->steps[k].items, tuning);
    }
    return true;
}

/* The kernels that also move particles. */
static bool find_fused(struct prepared *prepared, const int *tuning, struct error *error)
{
    if (tuning_value(prepared->strategy, tuning, "fused", 0) == 0)
        return true;
    return cuda_check(cu.cuModuleGetFunction(&prepared->fused, prepared->module, "fused"), "fused",
                      error) &&
           cuda_check(cu.cuModuleGetFunction(&prepared->fused_bath, prepared->module, "fused_bath"),
                      "fused_bath", error);
}

/* The step of the bonded terms, unless the strategy's kernel takes them. */
static bool find_bonded(struct prepared *prepared, const int *tuning, struct error *error)
{
    const struct workload *workload = prepared->workload;
    struct step *step = &prepared->bonded;
    if (workload->bonded_kernels == NULL ||
        tuning_value(prepared->strategy, tuning, "bonded", 0) != 0)
        return true;
    step->block = strategy_bonded()->tunings[0].initial;
    step->blocks = (workload->particles.n + step->block - 1) / step->block;
    return find_step(workload->bonded_kernels, prepared->strategy->clears_forces ? "start" : "add",
                     step, error);
}

static bool load_kernels(struct prepared *prepared, const int *tuning, struct error *error)
{
    const struct workload *workload = prepared->workload;
    const struct workload_spec *spec = &workload->spec;
    struct kernel_image image;
    if (!kernel_compile(&workload->device->sources, prepared->strategy, spec->model,
                        spec->constants, spec->cutoff, spec->precision, tuning,
                        workload->particles.structure == INTERACTIONS_STORED,
                        workload->device->architecture, &image, error))
        return false;
    bool loaded = cuda_module_load(&image, &prepared->module, error);
    kernel_image_free(&image);
    return loaded;
}

/* Vectors that there are of each particle in an output: the force, and the torque. */
static int64_t output_vectors(const struct workload *workload)
{
    return workload->spec.model->oriented ? 2 : 1;
}

static bool allocate_outputs(struct prepared *prepared, const int *tuning, struct error *error)
{
    const struct workload *workload = prepared->workload;
    int64_t n = workload->particles.n;
    int64_t each = output_vectors(workload);
    int64_t vectors = 0;
    if (prepared->strategy->scratch == SCRATCH_BUFFERS)
        vectors = each * n * (tuning_value(prepared->strategy, tuning, "buffers", 1) - 1);
    if (prepared->strategy->scratch == SCRATCH_PATCH_PAIRS)
        vectors = each * prepared->list->outputs;
    if (!cuda_buffer_resize(&prepared->force, each * n, sums_bytes(workload), "forces", error) ||
        !cuda_buffer_resize(&prepared->counter, 1, 8, "a counter", error))
        return false;
    return vectors == 0 || (cuda_buffer_resize(&prepared->scratch, vectors, sums_bytes(workload),
                                               "buffers of forces", error) &&
                            cuda_check(cu.cuMemsetD8Async(prepared->scratch.address, 0,
                                                          (size_t)prepared->scratch.bytes,
                                                          workload->device->stream),
                                       "clearing buffers", error));
}

/* Hands over the arguments of the structure that the strategy reads. */
static void fill_neighbors(struct prepared *prepared)
{
    const struct cuda_particles *particles = &prepared->workload->particles;
    const struct cuda_list *list = prepared->list;
    const struct list_arguments *built = &list->arguments;
    bool sorted = particles->structure == INTERACTIONS_SORTED;
    if (list->kind == NEIGHBORS_PATCHES) {
        struct gpu_patches patches = {
            .patches = (int)list->patches,
            .start = list->bins.cell_start.address,
            .particle = list->bins.sorted_value.address,
            .patch_pair = list->patch_pair.address,
            .output_start = list->output_start.address,
            .sum_start = list->sum_start.address,
            .sum_place = list->sum_place.address,
            .pairs = built->patch_pairs,
        };
        for (int d = 0; d < 3; d++) {
            patches.grid[d] = built->grid[d];
            patches.minimum_image |= built->grid[d] < 2 * built->reach[d] + 1;
        }
        memcpy(prepared->arguments.neighbors, &patches, sizeof patches);
    } else if (list->kind == NEIGHBORS_EDGES) {
        const struct gpu_edges edges = {
            .edge = sorted ? built->sorted_edge : list->edge.address,
            .edges = list->edge_start.address + 8 * (CUdeviceptr)particles->n,
            .interaction = list->interaction.address,
        };
        memcpy(prepared->arguments.neighbors, &edges, sizeof edges);
    } else {
        const struct gpu_rows rows = {
            .count = list->count.address,
            .entry = sorted ? built->sorted_entry : list->entry.address,
            .stride = built->stride,
            .interaction = list->interaction.address,
        };
        memcpy(prepared->arguments.neighbors, &rows, sizeof rows);
    }
}

static void fill_arguments(struct prepared *prepared)
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
                      ? prepared->force.address + (CUdeviceptr)(particles->n * sums_bytes(workload))
                      : 0,
        .excluded = workload->excluded.address,
        .bonded_start = workload->bonded_start.address,
        .bonded = workload->bonded.address,
        .scratch = prepared->scratch.address,
        .atomics = prepared->counter.address,
    };
    cuda_box(particles->box, particles->cutoff + particles->skin, &a->box_double, &a->box_single);
    fill_neighbors(prepared);
}

static bool prepare(struct workload *workload, const struct strategy *strategy,
                    const int tuning[STRATEGY_TUNINGS], struct prepared **result,
                    struct error *error)
{
    if (!strategy_has_gpu(strategy))
        return error_set(error, EXIT_ENVIRONMENT, "strategy %s has no GPU kernel", strategy->name);
    struct prepared *prepared = memory_allocate_zeroed(1, sizeof *prepared, "case", error);
    if (prepared == NULL)
        return false;
    prepared->workload = workload;
    prepared->strategy = strategy;
    memcpy(prepared->tuning, tuning, sizeof prepared->tuning);
    prepared->atomics = -1;
    prepared->block = tuning_value(strategy, tuning, "block", 128);
    bool fine = load_kernels(prepared, tuning, error) &&
                (prepared->list = find_list(workload, strategy, tuning, error)) != NULL &&
                allocate_outputs(prepared, tuning, error) && find_steps(prepared, tuning, error) &&
                find_fused(prepared, tuning, error) && find_bonded(prepared, tuning, error);
    if (!fine) {
        release(prepared);
        return false;
    }
    fill_arguments(prepared);
    *result = prepared;
    return true;
}

static bool launch_step(struct prepared *prepared, const struct step *step, bool energy,
                        struct error *error)
{
    return cuda_launch(prepared->workload->device, energy ? step->energy : step->kernel,
                       step->blocks, step->block, &prepared->arguments, sizeof prepared->arguments,
                       error);
}

/* The bonded terms: before a strategy that adds to forces, after one that stores them. */
static bool enqueue_bonded(struct prepared *prepared, bool energy, struct error *error)
{
    return prepared->bonded.kernel == NULL ||
           launch_step(prepared, &prepared->bonded, energy, error);
}

static bool enqueue_clear(struct prepared *prepared, struct error *error)
{
    return cuda_check(cu.cuMemsetD8Async(prepared->force.address, 0, (size_t)prepared->force.bytes,
                                         prepared->workload->device->stream),
                      "clearing forces", error);
}

static bool enqueue(struct prepared *prepared, bool energy, struct error *error)
{
    bool adds = prepared->strategy->clears_forces;
    bool starts = adds && prepared->bonded.kernel != NULL;
    if (adds &&
        !(starts ? enqueue_bonded(prepared, energy, error) : enqueue_clear(prepared, error)))
        return false;
    for (int k = 0; k < prepared->steps; k++)
        if (!launch_step(prepared, &prepared->step[k], energy, error))
            return false;
    return adds || enqueue_bonded(prepared, energy, error);
}

static bool enqueue_force(void *prepared, int64_t index, struct error *error)
{
    (void)index;
    return enqueue(prepared, false, error);
}

static bool enqueue_bonded_alone(void *prepared, int64_t index, struct error *error)
{
    (void)index;
    return enqueue_bonded(prepared, false, error);
}

/* Equal graphs of at most GRAPH_CALLS calls, so that few launches are left over to fill the queue.
 */
static bool launch_calls(struct prepared *prepared, cuda_call *call, int64_t calls,
                         const struct cuda_graph *graph, int64_t together, struct error *error)
{
    CUstream stream = prepared->workload->device->stream;
    for (; together > 1 && calls >= together; calls -= together)
        if (!cuda_graph_launch(graph, stream, error))
            return false;
    for (; calls > 0; calls--)
        if (!call(prepared, 0, error))
            return false;
    return true;
}

static bool time_calls(struct prepared *prepared, cuda_call *call, int64_t calls,
                       struct cuda_graph *graph, double *nanoseconds, struct error *error)
{
    struct device *device = prepared->workload->device;
    int64_t together = calls / (1 + (calls - 1) / GRAPH_CALLS);
    bool hold = !prepared->gaps;
    if (together > 1 && !cuda_graph_capture(graph, device->stream, call, prepared, together, error))
        return false;
    bool enqueued = (!hold || cuda_block_hold(&device->block, device, hold_seconds, error)) &&
                    cuda_timer_begin(device, error) &&
                    launch_calls(prepared, call, calls, graph, together, error) &&
                    cuda_timer_stop(device, error);
    cuda_block_release(&device->block);
    if (!enqueued || !cuda_timer_read(device, nanoseconds, error))
        return false;
    prepared->gaps = !hold || cuda_block_expired(&device->block);
    return true;
}

static bool time_force(struct prepared *prepared, int64_t calls, double *nanoseconds,
                       struct error *error)
{
    return time_calls(prepared, enqueue_force, calls, &prepared->force_calls, nanoseconds, error);
}

static bool time_bonded(struct prepared *prepared, int64_t calls, double *nanoseconds,
                        struct error *error)
{
    return time_calls(prepared, enqueue_bonded_alone, calls, &prepared->bonded_calls, nanoseconds,
                      error);
}

static bool gaps(const struct prepared *prepared)
{
    return prepared->gaps;
}

static bool time_build(struct prepared *prepared, double *nanoseconds, struct error *error)
{
    const struct device *device = prepared->workload->device;
    return cuda_timer_begin(device, error) &&
           cuda_list_rebuild(&prepared->workload->particles, prepared->list, error) &&
           cuda_timer_end(device, nanoseconds, error);
}

static bool time_binning(struct prepared *prepared, double *nanoseconds, double part[BINNING_PARTS],
                         struct error *error)
{
    const struct device *device = prepared->workload->device;
    struct cuda_list *list = prepared->list;
    double before[BINNING_PARTS];
    memcpy(before, list->bins.part, sizeof before);
    if (!cuda_timer_begin(device, error) ||
        !cuda_list_bin(&prepared->workload->particles, list, error) ||
        !cuda_timer_end(device, nanoseconds, error))
        return false;
    for (int k = 0; k < BINNING_PARTS; k++)
        part[k] += list->bins.part[k] - before[k];
    return true;
}

/* Runs one call on outputs filled with huge numbers, so that a force nobody writes is seen. */
static bool run_poisoned(struct prepared *prepared, bool energy, void *force, struct error *error)
{
    const struct workload *workload = prepared->workload;
    CUstream stream = workload->device->stream;
    return cuda_check(cu.cuMemsetD8Async(prepared->force.address, 0x7f,
                                         (size_t)prepared->force.bytes, stream),
                      "filling forces", error) &&
           enqueue(prepared, energy, error) &&
           cuda_check(cu.cuStreamSynchronize(stream), "running a kernel", error) &&
           cuda_buffer_read(&prepared->force, force,
                            output_vectors(workload) * workload->particles.n, sums_bytes(workload),
                            error);
}

/* The energy of the terms that `terms` selects, or the virial; `force` is room for the outputs. */
static bool run_energy(struct prepared *prepared, unsigned terms, void *force, double *energy,
                       struct error *error)
{
    const struct workload *workload = prepared->workload;
    prepared->arguments.terms = terms;
    if (!run_poisoned(prepared, true, force, error))
        return false;
    *energy = precision_energy(workload->spec.precision, force, workload->particles.n);
    return true;
}

static bool evaluate(struct prepared *prepared, struct forces *forces, struct error *error)
{
    const struct workload *workload = prepared->workload;
    enum precision precision = workload->spec.precision;
    int64_t n = workload->particles.n;
    void *force =
        memory_allocate(output_vectors(workload) * n, sums_bytes(workload), "forces", error);
    if (force == NULL)
        return false;
    bool fine =
        cuda_check(cu.cuMemsetD8Async(prepared->counter.address, 0, 8, workload->device->stream),
                   "clearing a counter", error) &&
        run_energy(prepared, ~0U, force, &forces->energy, error) &&
        cuda_buffer_read(&prepared->counter, &prepared->atomics, 1, 8, error);
    forces->n = n;
    forces->terms[0] = forces->energy;
    int terms = workload->spec.model->term_count;
    for (int t = 0; t < terms && terms > 1 && fine; t++)
        fine = run_energy(prepared, 1U << t, force, &forces->terms[t], error);
    fine = fine && run_energy(prepared, TERMS_VIRIAL, force, &forces->virial, error);
    prepared->arguments.terms = ~0U;
    fine = fine && run_poisoned(prepared, false, force, error);
    for (int64_t i = 0; i < n && fine; i++) {
        int32_t to = workload->order[i];
        forces->x[to] = precision_sum(precision, force, 4 * i);
        forces->y[to] = precision_sum(precision, force, 4 * i + 1);
        forces->z[to] = precision_sum(precision, force, 4 * i + 2);
        for (int d = 0; d < 3 && workload->spec.model->oriented && forces->torque != NULL; d++)
            forces->torque[3 * (int64_t)to + d] = precision_sum(precision, force, 4 * (n + i) + d);
    }
    free(force);
    return fine;
}

/* The state of the system where the kernels of forces and lists read it. */
static bool place(struct workload *workload, const struct system *system, struct error *error)
{
    struct system rounded, sorted;
    if (!system_round(system, workload->spec.precision, &rounded, error))
        return false;
    bool reordered = system_reorder(&rounded, workload->order, &sorted, error);
    system_free(&rounded);
    if (!reordered)
        return false;
    bool fine = upload_vectors(workload, &sorted, position_at, &workload->position, error) &&
                (!workload->spec.model->oriented ||
                 upload_vectors(workload, &sorted, orientation_at, &workload->orientation, error));
    system_free(&sorted);
    return fine;
}

static bool enqueue_moving(void *prepared, bool energy, struct error *error)
{
    return enqueue(prepared, energy, error);
}

static bool enqueue_fused(void *context, const struct cuda_places *places,
                          const struct dynamics_arguments *motion, struct error *error)
{
    const struct prepared *prepared = context;
    struct fused_arguments arguments = {prepared->arguments, *motion};
    arguments.forces.position = places->position;
    arguments.forces.orientation = places->orientation;
    return cuda_launch(
        prepared->workload->device, motion->interval > 0 ? prepared->fused_bath : prepared->fused,
        prepared->step[0].blocks, prepared->step[0].block, &arguments, sizeof arguments, error);
}

/* A fused kernel has to know a particle's whole force, and to need nothing but that. */
static bool check_fused(const struct prepared *prepared, const struct motion *motion,
                        struct error *error)
{
    const char *name = prepared->strategy->name;
    if (prepared->fused == NULL)
        return true;
    if (thermostat_couples(&motion->thermostat))
        return error_set(error, EXIT_USAGE,
                         "%s fused moves a particle before the energy is known that thermostat %s "
                         "needs of all: expected tuning fused 0, or another thermostat",
                         name, thermostat_name(&motion->thermostat));
    if (prepared->bonded.kernel != NULL)
        return error_set(error, EXIT_USAGE,
                         "%s fused moves a particle before the step of the bonded terms: expected "
                         "tuning fused 0, or vertex with tuning bonded 1",
                         name);
    return true;
}

/* The launches of a case after its list has come to lie elsewhere. */
static bool follow_list(void *context, struct error *error)
{
    struct prepared *prepared = context;
    if (!allocate_outputs(prepared, prepared->tuning, error) ||
        !find_steps(prepared, prepared->tuning, error))
        return false;
    fill_arguments(prepared);
    return true;
}

static void stop(struct moving *moving)
{
    moving->prepared->halted = 0;
    fill_arguments(moving->prepared);
    cuda_steps_free(&moving->steps);
    free(moving);
}

static bool start(struct prepared *prepared, const struct motion *motion, struct system *system,
                  struct moving **started, struct error *error)
{
    struct workload *workload = prepared->workload;
    if (!check_fused(prepared, motion, error))
        return false;
    struct moving *moving = memory_allocate_zeroed(1, sizeof *moving, "moving particles", error);
    if (moving == NULL)
        return false;
    struct cuda_steps *steps = &moving->steps;
    moving->prepared = prepared;
    steps->list = prepared->list;
    steps->forces = (struct cuda_forces){prepared, enqueue_moving, enqueue_fused, follow_list};
    steps->dynamics.fused = prepared->fused != NULL;
    /* bonded terms and exclusions name particles by their place */
    steps->sorts = workload->spec.sort != SORT_NONE && workload->excluded.address == 0 &&
                   workload->bonded_start.address == 0;
    if (steps->sorts && !cuda_list_allows_order(&workload->particles, steps->list, error)) {
        free(moving);
        return false;
    }
    steps->list->bins.former = false; /* particles may start anywhere */
    steps->dynamics.motion = *motion;
    steps->dynamics.model = workload->spec.model;
    steps->dynamics.constants = workload->spec.constants;
    steps->dynamics.particles = &workload->particles;
    steps->dynamics.order = workload->order;
    const struct cuda_bodies bodies = {.position = workload->position.address,
                                       .orientation = workload->orientation.address,
                                       .force = prepared->arguments.force,
                                       .torque = prepared->arguments.torque};
    cuda_graph_free(&prepared->force_calls);
    cuda_graph_free(&prepared->bonded_calls);
    bool fine = place(workload, system, error) &&
                cuda_dynamics_start(&steps->dynamics, &bodies, system, error);
    if (fine) {
        prepared->halted = cuda_steps_halted(steps);
        fill_arguments(prepared);
        fine = cuda_steps_start(steps, error);
    }
    if (!fine) {
        stop(moving);
        return false;
    }
    *started = moving;
    return true;
}

static bool advance(struct moving *moving, int64_t steps, struct error *error)
{
    return cuda_steps_run(&moving->steps, steps, error);
}

static bool energies(struct moving *moving, struct motion_energies *energies, struct error *error)
{
    return cuda_steps_energies(&moving->steps, energies, error);
}

static bool fetch(struct moving *moving, struct system *system, struct motion *motion,
                  struct error *error)
{
    struct cuda_steps *steps = &moving->steps;
    if (!cuda_steps_run(steps, 0, error) || !cuda_steps_finish(steps, error) ||
        !cuda_dynamics_read(&steps->dynamics, system, error))
        return false;
    if (motion != NULL) {
        motion->step = steps->step;
        motion->nose_hoover = steps->dynamics.motion.nose_hoover;
    }
    return true;
}

static void progress(const struct moving *moving, struct motion_progress *progress)
{
    const struct cuda_steps *steps = &moving->steps;
    *progress = (struct motion_progress){.steps = steps->step - steps->dynamics.motion.step,
                                         .builds = steps->builds,
                                         .nanoseconds = steps->nanoseconds};
    for (int k = 0; k < MOTION_PARTS; k++)
        progress->part[k] = cuda_steps_part(steps, (enum motion_part)k);
}

/* What hardware counters are read over. */
struct counted_call {
    struct prepared *prepared;
    struct moving *moving;
    enum motion_part part;
};

static bool call_once(void *context, struct error *error)
{
    const struct counted_call *call = context;
    const struct workload *workload = call->prepared->workload;
    bool fine = call->part == MOTION_LIST
                    ? cuda_list_rebuild(&workload->particles, call->prepared->list, error)
                : call->part == MOTION_INTEGRATION ? cuda_steps_pause(&call->moving->steps, error)
                                                   : enqueue(call->prepared, false, error);
    return fine &&
           cuda_check(cu.cuStreamSynchronize(workload->device->stream), "running a kernel", error);
}

static bool count_hardware(struct prepared *prepared, struct moving *moving, enum motion_part part,
                           const char *const *metrics, int count, double *values, int *passes,
                           struct error *error)
{
    const struct device *device = prepared->workload->device;
    struct counted_call call = {prepared, moving, part};
    return cuda_counters_measure(device->context, device->index, metrics, count, call_once, &call,
                                 values, passes, error);
}

static void sizes(const struct prepared *prepared, struct structure_sizes *sizes)
{
    const struct workload *workload = prepared->workload;
    const struct cuda_list *list = prepared->list;
    int64_t building = cuda_bins_bytes(&list->bins);
    if (list->kind != NEIGHBORS_PATCHES)
        building += list->bins.sorted_value.bytes + list->bins.cell_start.bytes +
                    list->sorted_entry.bytes + list->sorted_edge.bytes;
    if (workload->particles.structure == INTERACTIONS_SORTED)
        building += list->interaction.bytes;
    *sizes = (struct structure_sizes){
        .pairs_listed = list->pairs_listed,
        .list_bytes = cuda_list_bytes(list),
        .memory_bytes = cuda_list_bytes(list) + building + workload->position.bytes +
                        workload->orientation.bytes + workload->bonded_start.bytes +
                        workload->bonded.bytes + workload->excluded.bytes + prepared->force.bytes +
                        prepared->scratch.bytes,
        .atomics = prepared->atomics,
        .bonded_step = prepared->bonded.kernel != NULL,
    };
}

static const struct device_info *info(const struct device *device)
{
    return &device->info;
}

static bool state(struct device *device, struct device_state *now)
{
    return cuda_monitor_state(&device->monitor, now);
}

static bool energy(struct device *device, double *joules, struct error *error)
{
    if (device->monitor.device != NULL)
        return cuda_monitor_energy(&device->monitor, joules, error);
    *error = device->unwatched;
    return false;
}

const struct backend backend_cuda = {
    .name = "cuda",
    .summary = "NVIDIA GPUs; kernels compiled at run time for each case",
    .open = cuda_device_open,
    .close = cuda_device_close,
    .info = info,
    .count = cuda_device_count,
    .state = state,
    .count_hardware = count_hardware,
    .energy = energy,
    .energy_source = "NVML",
    .flush = cuda_device_flush,
    .ceilings = cuda_ceilings_measure,
    .load = load,
    .unload = unload,
    .prepare = prepare,
    .release = release,
    .time_force = time_force,
    .gaps = gaps,
    .time_bonded = time_bonded,
    .time_build = time_build,
    .time_binning = time_binning,
    .evaluate = evaluate,
    .start = start,
    .stop = stop,
    .advance = advance,
    .energies = energies,
    .fetch = fetch,
    .progress = progress,
    .sizes = sizes,
};
