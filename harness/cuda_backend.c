/* The CUDA backend: particles, lists, kernels and forces stay on the device. */
#include "harness/cuda_compile.h"
#include "harness/cuda_counters.h"
#include "harness/cuda_device.h"
#include "harness/cuda_lists.h"
#include "harness/memory.h"

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
    int32_t *order; /* the system's index of each particle in the workload's order */
    int lists;
    struct cuda_list list[LISTS];
};

struct step {
    CUfunction kernel, energy;
    int64_t blocks;
};

struct prepared {
    struct workload *workload;
    const struct strategy *strategy;
    struct cuda_list *list;
    CUmodule module;
    int block;
    int steps;
    struct step step[STRATEGY_STEPS];
    struct cuda_buffer force, scratch, counter;
    int64_t atomics; /* of the last evaluation; -1 before it */
    struct gpu_arguments arguments;
    CUgraphExec graph;
    int64_t graph_calls; /* force calls in the graph */
    bool gaps;           /* the stream could not be held, and is not any more */
};

static int64_t vector_bytes(const struct workload *workload)
{
    return 4 * (int64_t)precision_info(workload->spec.precision)->real_size;
}

/* Vectors of four reals; particle n lies far outside every cut-off. */
static void *pack_positions(const struct system *system, enum precision precision,
                            struct error *error)
{
    int64_t n = system->n;
    int size = precision_info(precision)->real_size;
    void *packed = memory_allocate_zeroed(4 * (n + 1), size, "packed positions", error);
    if (packed == NULL)
        return NULL;
    double far = 1e6 + 4 * fmax(system->box[0], fmax(system->box[1], system->box[2]));
    for (int64_t i = 0; i <= n; i++) {
        const double r[3] = {i < n ? system->x[i] : far, i < n ? system->y[i] : far,
                             i < n ? system->z[i] : far};
        for (int d = 0; d < 3; d++) {
            if (precision == PRECISION_SINGLE)
                ((float *)packed)[4 * i + d] = (float)r[d];
            else
                ((double *)packed)[4 * i + d] = r[d];
        }
    }
    return packed;
}

static void unload(struct workload *workload)
{
    if (workload == NULL)
        return;
    for (int k = 0; k < workload->lists; k++)
        cuda_list_free(&workload->list[k]);
    cuda_buffer_free(&workload->position);
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
    bool fine = cuda_sort_particles(&workload->particles, workload->spec.sort, &sorted,
                                    workload->order, error) &&
                cuda_buffer_read(&far, last, 1, bytes, error) &&
                cuda_buffer_write(&sorted_far, last, 1, bytes, error);
    struct cuda_buffer unused = fine ? workload->position : sorted;
    if (fine)
        workload->position = sorted;
    cuda_buffer_free(&unused);
    workload->particles.position = workload->position.address;
    return fine;
}

static bool load(struct device *device, const struct workload_spec *spec, struct workload **loaded,
                 struct error *error)
{
    const struct system *system = spec->system;
    if (system->n >= INT32_MAX)
        return error_set(error, EXIT_ENVIRONMENT, "too many particles for 32-bit indices");
    struct workload *workload = memory_allocate_zeroed(1, sizeof *workload, "workload", error);
    if (workload == NULL)
        return false;
    workload->spec = *spec;
    workload->device = device;
    workload->order = memory_allocate(system->n, 4, "particle order", error);
    void *packed = pack_positions(system, spec->precision, error);
    bool fine = workload->order != NULL && packed != NULL &&
                cuda_buffer_resize(&workload->position, system->n + 1, vector_bytes(workload),
                                   "positions", error) &&
                cuda_buffer_write(&workload->position, packed, system->n + 1,
                                  vector_bytes(workload), error);
    free(packed);
    workload->particles = (struct cuda_particles){
        .device = device,
        .precision = spec->precision,
        .n = (int)system->n,
        .box = {system->box[0], system->box[1], system->box[2]},
        .cutoff = spec->cutoff,
        .skin = spec->skin,
        .sort = spec->sort,
        .position = workload->position.address,
    };
    if (fine && spec->sort == SORT_NONE)
        for (int64_t i = 0; i < system->n; i++)
            workload->order[i] = (int32_t)i;
    if (!fine || (spec->sort != SORT_NONE && !sort_positions(workload, error))) {
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
    if (prepared->graph != NULL)
        cu.cuGraphExecDestroy(prepared->graph);
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
        threads = list->edges;
        break;
    case ITEMS_PATCH_PAIRS:
        return list->arguments.patch_pairs;
    case ITEMS_PATCHES:
        return list->patches;
    }
    return (threads + prepared->block - 1) / prepared->block;
}

static bool find_kernel(const struct prepared *prepared, const char *name, CUfunction *kernel,
                        struct error *error)
{
    return cuda_check(cu.cuModuleGetFunction(kernel, prepared->module, name), name, error);
}

static bool find_steps(struct prepared *prepared, struct error *error)
{
    const struct strategy *strategy = prepared->strategy;
    for (int k = 0; k < STRATEGY_STEPS && strategy->steps[k].kernel != NULL; k++) {
        struct step *step = &prepared->step[prepared->steps++];
        char twin[128];
        snprintf(twin, sizeof twin, "%s_energy", strategy->steps[k].kernel);
        if (!find_kernel(prepared, strategy->steps[k].kernel, &step->kernel, error) ||
            !find_kernel(prepared, twin, &step->energy, error))
            return false;
    }
    return true;
}

static bool load_kernels(struct prepared *prepared, const int *tuning, struct error *error)
{
    const struct workload *workload = prepared->workload;
    const struct workload_spec *spec = &workload->spec;
    struct kernel_image image;
    if (!kernel_compile(&workload->device->sources, prepared->strategy, spec->model,
                        spec->constants, spec->cutoff, spec->precision, tuning,
                        workload->device->architecture, &image, error))
        return false;
    bool loaded = cuda_module_load(&image, &prepared->module, error) && find_steps(prepared, error);
    kernel_image_free(&image);
    return loaded;
}

static bool allocate_outputs(struct prepared *prepared, const int *tuning, struct error *error)
{
    const struct workload *workload = prepared->workload;
    int64_t n = workload->particles.n;
    int64_t vectors = 0;
    if (prepared->strategy->scratch == SCRATCH_BUFFERS)
        vectors = n * (tuning_value(prepared->strategy, tuning, "buffers", 1) - 1);
    if (prepared->strategy->scratch == SCRATCH_PATCH_PAIRS)
        vectors = prepared->list->outputs;
    if (!cuda_buffer_resize(&prepared->force, n, vector_bytes(workload), "forces", error) ||
        !cuda_buffer_resize(&prepared->counter, 1, 8, "a counter", error))
        return false;
    return vectors == 0 || (cuda_buffer_resize(&prepared->scratch, vectors, vector_bytes(workload),
                                               "buffers of forces", error) &&
                            cuda_check(cu.cuMemsetD8Async(prepared->scratch.address, 0,
                                                          (size_t)prepared->scratch.bytes,
                                                          workload->device->stream),
                                       "clearing buffers", error));
}

static void fill_arguments(struct prepared *prepared)
{
    const struct cuda_particles *particles = &prepared->workload->particles;
    const struct cuda_list *list = prepared->list;
    const struct list_arguments *built = &list->arguments;
    struct gpu_arguments *a = &prepared->arguments;
    *a = (struct gpu_arguments){
        .n = particles->n,
        .position = particles->position,
        .force = prepared->force.address,
        .count = list->count.address,
        .entry = list->entry.address,
        .stride = built->stride,
        .edge = list->edge.address,
        .edges = list->edges,
        .patches = (int)list->patches,
        .patch_start = list->cell_start.address,
        .patch_particle = list->sorted_value.address,
        .patch_pair = list->patch_pair.address,
        .output_start = list->output_start.address,
        .sum_start = list->sum_start.address,
        .sum_place = list->sum_place.address,
        .patch_pairs = built->patch_pairs,
        .scratch = prepared->scratch.address,
        .atomics = prepared->counter.address,
    };
    cuda_box(particles->box, particles->cutoff + particles->skin, &a->box_double, &a->box_single);
    for (int d = 0; d < 3; d++) {
        a->patch_grid[d] = built->grid[d];
        a->minimum_image |= built->grid[d] < 2 * built->reach[d] + 1;
    }
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
    prepared->atomics = -1;
    prepared->block = tuning_value(strategy, tuning, "block", 128);
    bool fine = load_kernels(prepared, tuning, error) &&
                (prepared->list = find_list(workload, strategy, tuning, error)) != NULL &&
                allocate_outputs(prepared, tuning, error);
    if (!fine) {
        release(prepared);
        return false;
    }
    for (int k = 0; k < prepared->steps; k++)
        prepared->step[k].blocks = blocks_for(prepared, strategy->steps[k].items, tuning);
    fill_arguments(prepared);
    *result = prepared;
    return true;
}

static bool enqueue(struct prepared *prepared, bool energy, struct error *error)
{
    const struct device *device = prepared->workload->device;
    if (prepared->strategy->clears_forces &&
        !cuda_check(cu.cuMemsetD8Async(prepared->force.address, 0, (size_t)prepared->force.bytes,
                                       device->stream),
                    "clearing forces", error))
        return false;
    for (int k = 0; k < prepared->steps; k++) {
        const struct step *step = &prepared->step[k];
        if (!cuda_launch(device, energy ? step->energy : step->kernel, step->blocks,
                         prepared->block, &prepared->arguments, error))
            return false;
    }
    return true;
}

/* A graph of many calls, so that short kernels follow each other without the host in between. */
static bool capture(struct prepared *prepared, int64_t calls, struct error *error)
{
    CUstream stream = prepared->workload->device->stream;
    CUgraph graph = NULL;
    if (prepared->graph_calls == calls)
        return true;
    if (prepared->graph != NULL)
        cu.cuGraphExecDestroy(prepared->graph);
    prepared->graph = NULL;
    prepared->graph_calls = 0;
    if (!cuda_check(cu.cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL),
                    "capturing force calls", error))
        return false;
    bool enqueued = true;
    for (int64_t call = 0; call < calls && enqueued; call++)
        enqueued = enqueue(prepared, false, error);
    bool captured =
        cuda_check(cu.cuStreamEndCapture(stream, &graph), "capturing force calls", error) &&
        enqueued &&
        cuda_check(cu.cuGraphInstantiate(&prepared->graph, graph, 0),
                   "making a graph of force calls", error) &&
        cuda_check(cu.cuGraphUpload(prepared->graph, stream), "uploading a graph of force calls",
                   error);
    if (graph != NULL)
        cu.cuGraphDestroy(graph);
    if (captured)
        prepared->graph_calls = calls;
    return captured;
}

/* Equal graphs of at most GRAPH_CALLS calls, so that few launches are left over to fill the queue.
 */
static bool launch(struct prepared *prepared, int64_t calls, int64_t together, struct error *error)
{
    CUstream stream = prepared->workload->device->stream;
    for (; together > 1 && calls >= together; calls -= together)
        if (!cuda_check(cu.cuGraphLaunch(prepared->graph, stream), "launching force calls", error))
            return false;
    for (; calls > 0; calls--)
        if (!enqueue(prepared, false, error))
            return false;
    return true;
}

static bool time_force(struct prepared *prepared, int64_t calls, double *nanoseconds,
                       struct error *error)
{
    struct device *device = prepared->workload->device;
    int64_t together = calls / (1 + (calls - 1) / GRAPH_CALLS);
    bool hold = !prepared->gaps;
    if (together > 1 && !capture(prepared, together, error))
        return false;
    bool enqueued = (!hold || cuda_block_hold(&device->block, device, hold_seconds, error)) &&
                    cuda_timer_begin(device, error) && launch(prepared, calls, together, error) &&
                    cuda_timer_stop(device, error);
    cuda_block_release(&device->block);
    if (!enqueued || !cuda_timer_read(device, nanoseconds, error))
        return false;
    prepared->gaps = !hold || cuda_block_expired(&device->block);
    return true;
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

/* Runs one call on outputs filled with NaN, so that a force nobody writes is seen. */
static bool run_poisoned(struct prepared *prepared, bool energy, void *force, struct error *error)
{
    const struct workload *workload = prepared->workload;
    CUstream stream = workload->device->stream;
    return cuda_check(cu.cuMemsetD8Async(prepared->force.address, 0xff,
                                         (size_t)prepared->force.bytes, stream),
                      "filling forces", error) &&
           enqueue(prepared, energy, error) &&
           cuda_check(cu.cuStreamSynchronize(stream), "running a kernel", error) &&
           cuda_buffer_read(&prepared->force, force, workload->particles.n, vector_bytes(workload),
                            error);
}

static double component(const void *force, enum precision precision, int64_t i, int d)
{
    return precision == PRECISION_SINGLE ? (double)((const float *)force)[4 * i + d]
                                         : ((const double *)force)[4 * i + d];
}

static bool evaluate(struct prepared *prepared, struct forces *forces, struct error *error)
{
    const struct workload *workload = prepared->workload;
    enum precision precision = workload->spec.precision;
    int64_t n = workload->particles.n;
    void *force = memory_allocate(n, vector_bytes(workload), "forces", error);
    if (force == NULL)
        return false;
    bool fine =
        cuda_check(cu.cuMemsetD8Async(prepared->counter.address, 0, 8, workload->device->stream),
                   "clearing a counter", error) &&
        run_poisoned(prepared, true, force, error) &&
        cuda_buffer_read(&prepared->counter, &prepared->atomics, 1, 8, error);
    forces->n = n;
    forces->energy = 0;
    for (int64_t i = 0; i < n && fine; i++)
        forces->energy += component(force, precision, i, 3);
    fine = fine && run_poisoned(prepared, false, force, error);
    for (int64_t i = 0; i < n && fine; i++) {
        int32_t to = workload->order[i];
        forces->x[to] = component(force, precision, i, 0);
        forces->y[to] = component(force, precision, i, 1);
        forces->z[to] = component(force, precision, i, 2);
    }
    free(force);
    return fine;
}

static bool call_once(void *context, struct error *error)
{
    struct prepared *prepared = context;
    return enqueue(prepared, false, error) &&
           cuda_check(cu.cuStreamSynchronize(prepared->workload->device->stream),
                      "running a kernel", error);
}

static bool count_hardware(struct prepared *prepared, const char *const *metrics, int count,
                           double *values, int *passes, struct error *error)
{
    const struct device *device = prepared->workload->device;
    return cuda_counters_measure(device->context, device->index, metrics, count, call_once,
                                 prepared, values, passes, error);
}

static void sizes(const struct prepared *prepared, struct structure_sizes *sizes)
{
    const struct cuda_list *list = prepared->list;
    int64_t building = list->key.bytes + list->value.bytes + list->sorted_key.bytes +
                       list->sorted_position.bytes + list->temporary.bytes;
    if (list->kind != NEIGHBORS_PATCHES)
        building += list->sorted_value.bytes + list->cell_start.bytes;
    *sizes = (struct structure_sizes){
        .pairs_listed = list->pairs_listed,
        .list_bytes = cuda_list_bytes(list),
        .memory_bytes = cuda_list_bytes(list) + building + prepared->workload->position.bytes +
                        prepared->force.bytes + prepared->scratch.bytes,
        .atomics = prepared->atomics,
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
    .load = load,
    .unload = unload,
    .prepare = prepare,
    .release = release,
    .time_force = time_force,
    .gaps = gaps,
    .time_build = time_build,
    .evaluate = evaluate,
    .sizes = sizes,
};
