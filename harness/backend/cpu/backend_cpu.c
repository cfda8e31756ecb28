/* The CPU backend: OpenMP threads, and kernels that are compiled when a case needs them. */
#include "harness/backend/backend.h"
#include "harness/backend/cpu/ceilings_cpu.h"
#include "harness/backend/cpu/cpu_cache.h"
#include "harness/backend/cpu/cpu_kernel.h"
#include "harness/backend/cpu/rapl.h"
#include "harness/base/clock.h"
#include "harness/base/memory.h"
#include "harness/particles/neighbors.h"
#include "harness/particles/order.h"
#include "harness/particles/patches.h"
#include "harness/particles/topology.h"
#include "harness/physics/dynamics.h"
#include "harness/physics/reference.h"
#include "strategies/cpu_arguments.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { VECTOR = 4 }; /* numbers per position and force */

struct device {
    struct device_info info;
    int threads;
    struct cpu_cache cache;
    struct rapl rapl;
    struct source_set sources; /* of the kernels */
};

/** A list that several prepared cases of a workload read. */
enum shared_list { SHARED_FULL, SHARED_HALF, SHARED_EDGES, SHARED_LISTS };

struct workload {
    struct device *device;
    struct workload_spec spec;
    int32_t *order;       /* the k-th particle here is order[k] in the system */
    struct system sorted; /* the particles in that order */
    struct topology topology;
    struct interactions interactions;
    void *position;    /* n + 1 vectors in the precision */
    void *orientation; /* the same of quaternions; NULL: none */
    int users[SHARED_LISTS];
    struct rows rows[SHARED_EDGES]; /* full and half */
    struct edges edges;
};

struct moving {
    struct prepared *prepared;
    struct dynamics dynamics; /* of the workload's sorted particles */
};

struct prepared {
    struct workload *workload;
    const struct strategy *strategy;
    const struct cpu_kernel *kernel;
    const struct cpu_kernel *bonded; /* adds the bonded terms; NULL: there are none */
    int tuning[STRATEGY_TUNINGS];
    struct patches patches;
    void *force;
    void *torque; /* NULL: no orientation */
    void *scratch;
    int64_t scratch_vectors;
    int64_t atomics;
    union {
        struct cpu_rows rows;
        struct cpu_edges edges;
        struct cpu_patches patches;
    } neighbors;
    struct cpu_arguments arguments;
};

/** Copies what follows "model name" in /proc/cpuinfo; leaves `name` alone where there is none. */
static void read_cpu_name(char *name, size_t size)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    if (file == NULL)
        return;
    char line[512];
    while (fgets(line, sizeof line, file) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", strlen("model name")) != 0 || colon == NULL)
            continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(name, size, "%s", colon + 1 + strspn(colon + 1, " "));
        break;
    }
    fclose(file);
}

static double read_cpu_mhz(void)
{
    FILE *file = fopen("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "r");
    double khz = 0;
    if (file == NULL)
        return 0;
    if (fscanf(file, "%lf", &khz) != 1)
        khz = 0;
    fclose(file);
    return khz / 1000;
}

static void describe_architecture(char *text, size_t size)
{
    struct utsname host;
    snprintf(text, size, "%.*s", (int)size - 1, uname(&host) == 0 ? host.machine : "unknown");
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        snprintf(text, size, "x86-64-v4");
    else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        snprintf(text, size, "x86-64-v3");
#endif
}

static bool cpu_open(const struct device_options *options, struct device **device,
                     struct error *error)
{
    *device = memory_allocate_zeroed(1, sizeof **device, "CPU device", error);
    if (*device == NULL)
        return false;
    if (!source_load(options->source, &(*device)->sources, error)) {
        free(*device);
        return false;
    }
    struct device_info *info = &(*device)->info;
    (*device)->threads = options->threads > 0 ? options->threads : omp_get_max_threads();
    snprintf(info->name, sizeof info->name, "CPU");
    read_cpu_name(info->name, sizeof info->name);
    describe_architecture(info->architecture, sizeof info->architecture);
    snprintf(info->driver, sizeof info->driver, "OpenMP %d", _OPENMP);
    info->cores = (*device)->threads;
    info->memory_bytes = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
    info->clock_mhz = read_cpu_mhz();
    return true;
}

static void cpu_close(struct device *device)
{
    cpu_cache_free(&device->cache);
    source_free(&device->sources);
    free(device);
}

static const struct device_info *cpu_info(const struct device *device)
{
    return &device->info;
}

static bool cpu_energy(struct device *device, double *joules, struct error *error)
{
    return (device->rapl.packages > 0 || rapl_open(&device->rapl, "/sys/class/powercap", error)) &&
           rapl_read(&device->rapl, joules, error);
}

static bool cpu_flush(struct device *device, struct error *error)
{
    return cpu_cache_flush(&device->cache, device->threads, error);
}

static bool cpu_ceilings(struct device *device, struct ceilings *ceilings, struct error *error)
{
    return ceilings_measure_cpu(device->threads, ceilings, error);
}

static int cpu_count(void)
{
    return 1;
}

static void cpu_unload(struct workload *workload)
{
    for (int k = 0; k < SHARED_EDGES; k++)
        rows_free(&workload->rows[k]);
    edges_free(&workload->edges);
    system_free(&workload->sorted);
    topology_free(&workload->topology);
    free(workload->order);
    free(workload->position);
    free(workload->orientation);
    free(workload);
}

/**
 * Writes positions, types and orientations, and the dummy: farther below the box than one box and
 * twice the range, so that a kernel that takes the nearest image of its partners, which moves them
 * by at most one box along each axis, leaves it out of range.
 */
static void write_positions(const struct workload *workload, double range)
{
    enum precision precision = workload->spec.precision;
    const struct system *system = &workload->sorted;
    double grid = precision_grid(precision, system->box);
#pragma omp parallel for schedule(static) if (system->n >= SYSTEM_PARALLEL)
    for (int64_t i = 0; i <= system->n; i++) {
        bool dummy = i == system->n;
        const double at[VECTOR] = {
            dummy ? -(system->box[0] + 2 * range) : precision_on_grid(system->x[i], grid),
            dummy ? -(system->box[1] + 2 * range) : precision_on_grid(system->y[i], grid),
            dummy ? -(system->box[2] + 2 * range) : precision_on_grid(system->z[i], grid),
            dummy || system->type == NULL ? 0 : system->type[i],
        };
        for (int d = 0; d < VECTOR; d++)
            precision_set_real(precision, workload->position, VECTOR * i + d, at[d]);
        for (int d = 0; d < VECTOR && workload->orientation != NULL; d++)
            precision_set_real(precision, workload->orientation, VECTOR * i + d,
                               dummy ? d == 0 : system->orientation[VECTOR * i + d]);
    }
}

static bool cpu_load(struct device *device, const struct workload_spec *spec,
                     struct workload **loaded, struct error *error)
{
    double range = spec->cutoff + spec->skin;
    if (!precision_serves(spec->precision, spec->model, spec->constants, error) ||
        !system_check_model(spec->system, spec->model, spec->constants, error) ||
        !system_check_range(spec->system, range, error))
        return false;
    struct workload *workload = memory_allocate_zeroed(1, sizeof *workload, "workload", error);
    if (workload == NULL)
        return false;
    workload->device = device;
    workload->spec = *spec;
    interactions_of(spec->model, spec->constants, spec->interactions, &workload->interactions);
    omp_set_num_threads(device->threads);
    int real_size = precision_info(spec->precision)->real_size;
    workload->position =
        memory_allocate((spec->system->n + 1) * VECTOR, real_size, "positions", error);
    if (spec->model->oriented)
        workload->orientation =
            memory_allocate((spec->system->n + 1) * VECTOR, real_size, "orientations", error);
    if (workload->position == NULL || (spec->model->oriented && workload->orientation == NULL) ||
        !order_create(spec->system, spec->sort, range, &workload->order, error) ||
        !system_reorder(spec->system, workload->order, &workload->sorted, error) ||
        !topology_build(&workload->sorted, &workload->topology, error)) {
        cpu_unload(workload);
        return false;
    }
    write_positions(workload, range);
    *loaded = workload;
    return true;
}

static enum shared_list list_of(const struct strategy *strategy)
{
    switch (strategy->neighbors) {
    case NEIGHBORS_FULL:
    case NEIGHBORS_FULL_COLUMNS:
        return SHARED_FULL;
    case NEIGHBORS_HALF:
    case NEIGHBORS_HALF_COLUMNS:
        return SHARED_HALF;
    case NEIGHBORS_EDGES:
        return SHARED_EDGES;
    case NEIGHBORS_PATCHES:
        break;
    }
    return SHARED_LISTS;
}

static int tuned(const struct prepared *prepared, const char *name)
{
    return prepared->tuning[strategy_tuning(prepared->strategy, name)];
}

/** Builds, or builds again, what the strategy reads. */
static bool build_structure(struct prepared *prepared, struct error *error)
{
    struct workload *workload = prepared->workload;
    double range = workload->spec.cutoff + workload->spec.skin;
    enum shared_list list = list_of(prepared->strategy);
    omp_set_num_threads(workload->device->threads);
    switch (list) {
    case SHARED_FULL:
    case SHARED_HALF:
        return rows_build(&workload->sorted, range, list == SHARED_HALF, &workload->topology,
                          &workload->interactions, &workload->rows[list], error);
    case SHARED_EDGES:
        return edges_build(&workload->sorted, range, &workload->topology, &workload->interactions,
                           &workload->edges, error);
    case SHARED_LISTS:
        break;
    }
    return patches_build(&workload->sorted, workload->spec.cutoff, tuned(prepared, "patch"),
                         tuned(prepared, "reciprocal") != 0, &prepared->patches, error);
}

/** Builds what the strategy reads if an earlier build again ran out of memory and left nothing. */
static bool ensure_structure(struct prepared *prepared, struct error *error)
{
    const struct workload *workload = prepared->workload;
    enum shared_list list = list_of(prepared->strategy);
    bool have = list == SHARED_LISTS   ? prepared->patches.patch_start != NULL
                : list == SHARED_EDGES ? workload->edges.first != NULL
                                       : workload->rows[list].start != NULL;
    return have || build_structure(prepared, error);
}

/** The kernel of a strategy, or that of the bonded terms, for a workload; NULL: `error`. */
static const struct cpu_kernel *find_kernel(const struct workload *workload, const char *strategy,
                                            struct error *error)
{
    const struct cpu_wanted wanted = {
        .strategy = strategy, .model = workload->spec.model, .precision = workload->spec.precision};
    return cpu_kernel_find(&workload->device->sources, &wanted, error);
}

/** The kernels of a case into `wanted`; how many they are. */
static int kernels_of(const struct kernel_case *spec, struct cpu_wanted wanted[2])
{
    wanted[0] = (struct cpu_wanted){
        .strategy = spec->strategy->name, .model = spec->model, .precision = spec->precision};
    wanted[1] = wanted[0];
    wanted[1].strategy = "bonded";
    return spec->model->bonded_members > 0 ? 2 : 1;
}

static bool same_kernel(const struct cpu_wanted *a, const struct cpu_wanted *b)
{
    return strcmp(a->strategy, b->strategy) == 0 && a->model == b->model &&
           a->precision == b->precision;
}

/** Without memory to do it ahead, prepare compiles. */
static void cpu_compile_cases(struct device *device, const struct kernel_case *cases, int count,
                              const struct compile_watch *watch)
{
    struct error error;
    struct cpu_wanted *wanted = memory_allocate(2 * (int64_t)count, sizeof *wanted, "", &error);
    int total = 0;
    for (int k = 0; k < count && wanted != NULL; k++) {
        struct cpu_wanted own[2];
        int kernels = kernels_of(&cases[k], own);
        for (int l = 0; l < kernels; l++) {
            int before = 0;
            while (before < total && !same_kernel(&wanted[before], &own[l]))
                before++;
            wanted[before] = own[l];
            total += before == total;
        }
    }
    cpu_kernels_compile(&device->sources, wanted, NULL, total, omp_get_num_procs(), true, watch);
    free(wanted);
}

static bool cpu_can_compile(struct device *device, const struct kernel_case *spec,
                            struct error *error)
{
    struct cpu_wanted wanted[2];
    int kernels = kernels_of(spec, wanted);
    for (int k = 0; k < kernels; k++)
        if (cpu_kernel_find(&device->sources, &wanted[k], error) == NULL &&
            error->code == EXIT_ENVIRONMENT)
            return false;
    return true;
}

/** Points the arguments of the strategy's structure at it. */
static void set_neighbors(struct prepared *prepared)
{
    const struct workload *workload = prepared->workload;
    const struct patches *patches = &prepared->patches;
    enum shared_list list = list_of(prepared->strategy);
    if (list == SHARED_LISTS) {
        prepared->neighbors.patches = (struct cpu_patches){
            .patches = patches->patches,
            .start = patches->patch_start,
            .particle = patches->patch_particle,
            .partner_start = patches->partner_start,
            .partner = patches->partner,
            .image = patches->image,
            .output = patches->output,
            .incoming_start = patches->incoming_start,
            .incoming = patches->incoming,
        };
    } else if (list == SHARED_EDGES) {
        prepared->neighbors.edges = (struct cpu_edges){
            .edges = workload->edges.edges,
            .first = workload->edges.first,
            .second = workload->edges.second,
            .interaction = workload->edges.interaction,
        };
    } else {
        prepared->neighbors.rows = (struct cpu_rows){
            .start = workload->rows[list].start,
            .count = workload->rows[list].count,
            .entry = workload->rows[list].entry,
            .interaction = workload->rows[list].interaction,
            .run_end = workload->rows[list].run_end,
            .ways = workload->interactions.ways,
        };
    }
    prepared->arguments.neighbors = &prepared->neighbors;
}

/** Points the kernel's arguments at the structures, which a build may have moved. */
static void set_arguments(struct prepared *prepared)
{
    const struct workload *workload = prepared->workload;
    struct cpu_arguments *arguments = &prepared->arguments;
    *arguments = (struct cpu_arguments){
        .n = workload->sorted.n,
        .position = workload->position,
        .force = prepared->force,
        .orientation = workload->orientation,
        .torque = prepared->torque,
        .excluded = (const int32_t *)workload->topology.excluded,
        .bonded_start = workload->topology.start,
        .bonded = (const int32_t *)workload->topology.entry,
        .range = workload->spec.cutoff + workload->spec.skin,
        .cutoff = workload->spec.cutoff,
        .constants = workload->spec.constants,
        .tuning = prepared->tuning,
        .threads = prepared->strategy->single_thread ? 1 : workload->device->threads,
        .scratch = prepared->scratch,
    };
    memcpy(arguments->box, workload->sorted.box, sizeof arguments->box);
    set_neighbors(prepared);
}

/** Adds that edge_segmented issues: one for each pair that interacts, one for each run with any. */
static int64_t count_segments(const struct workload *workload)
{
    const struct system *system = &workload->sorted;
    const struct edges *edges = &workload->edges;
    int64_t atomics = 0;
#pragma omp parallel for schedule(static) reduction(+ : atomics)
    for (int64_t begin = 0; begin < edges->edges; begin += EDGE_CHUNK) {
        int64_t end = begin + EDGE_CHUNK < edges->edges ? begin + EDGE_CHUNK : edges->edges;
        int32_t counted = -1;
        for (int64_t k = begin; k < end; k++) {
            int32_t i = edges->first[k];
            int32_t j = edges->second[k];
            double r[3] = {system->x[j] - system->x[i], system->y[j] - system->y[i],
                           system->z[j] - system->z[i]};
            for (int d = 0; d < 3; d++)
                r[d] -= system->box[d] * nearbyint(r[d] / system->box[d]);
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

static int64_t count_atomics(const struct prepared *prepared)
{
    switch (prepared->strategy->atomics) {
    case ATOMICS_NONE:
        return 0;
    case ATOMICS_PARTNER:
        return tuned(prepared, "buffers") >= prepared->arguments.threads ? 0 : -1;
    case ATOMICS_SEGMENTS:
        return count_segments(prepared->workload);
    case ATOMICS_BOTH:
        break;
    }
    return -1;
}

static void cpu_release(struct prepared *prepared)
{
    struct workload *workload = prepared->workload;
    enum shared_list list = list_of(prepared->strategy);
    if (list != SHARED_LISTS && --workload->users[list] == 0) {
        if (list == SHARED_EDGES)
            edges_free(&workload->edges);
        else
            rows_free(&workload->rows[list]);
    }
    patches_free(&prepared->patches);
    free(prepared->force);
    free(prepared->torque);
    free(prepared->scratch);
    free(prepared);
}

/** Bytes of a vector of forces or torques. */
static int64_t sum_vector(const struct prepared *prepared)
{
    return VECTOR * precision_info(prepared->workload->spec.precision)->sum_size;
}

/** Gives the kernel the buffers that it needs with the structure as it is. */
static bool allocate_scratch(struct prepared *prepared, struct error *error)
{
    const struct workload *workload = prepared->workload;
    int64_t vectors = 0;
    if (prepared->strategy->scratch == SCRATCH_BUFFERS)
        vectors = tuned(prepared, "buffers") * (workload->sorted.n + 1);
    else if (prepared->strategy->scratch == SCRATCH_PATCH_PAIRS)
        vectors = workload->sorted.n + LIST_PADDING + patches_outputs(&prepared->patches);
    if (workload->spec.model->oriented)
        vectors *= 2;
    if (prepared->scratch != NULL && vectors <= prepared->scratch_vectors)
        return true;
    free(prepared->scratch);
    prepared->scratch_vectors = vectors;
    prepared->scratch =
        memory_allocate_zeroed(vectors, sum_vector(prepared), "force buffers", error);
    return prepared->scratch != NULL;
}

static bool cpu_prepare(struct workload *workload, const struct strategy *strategy,
                        const int tuning[STRATEGY_TUNINGS], struct prepared **result,
                        struct error *error)
{
    const struct workload_spec *spec = &workload->spec;
    bool has_bonded = workload->topology.start != NULL;
    const struct cpu_kernel *kernel = find_kernel(workload, strategy->name, error);
    const struct cpu_kernel *bonded =
        kernel != NULL && has_bonded ? find_kernel(workload, "bonded", error) : NULL;
    if (kernel == NULL || (has_bonded && bonded == NULL))
        return false;
    struct prepared *prepared = memory_allocate_zeroed(1, sizeof *prepared, "case", error);
    if (prepared == NULL)
        return false;
    prepared->workload = workload;
    prepared->strategy = strategy;
    prepared->kernel = kernel;
    prepared->bonded = bonded;
    memcpy(prepared->tuning, tuning, sizeof prepared->tuning);

    enum shared_list list = list_of(strategy);
    if (list != SHARED_LISTS)
        workload->users[list]++;
    if (!ensure_structure(prepared, error))
        goto failed;
    int64_t vector = sum_vector(prepared);
    prepared->force = memory_allocate_zeroed(workload->sorted.n + 1, vector, "forces", error);
    if (spec->model->oriented)
        prepared->torque = memory_allocate_zeroed(workload->sorted.n + 1, vector, "torques", error);
    if (prepared->force == NULL || (spec->model->oriented && prepared->torque == NULL) ||
        !allocate_scratch(prepared, error))
        goto failed;
    set_arguments(prepared);
    prepared->atomics = count_atomics(prepared);
    *result = prepared;
    return true;
failed:
    cpu_release(prepared);
    return false;
}

/** Clears an array of sums with the threads that the kernel uses. */
static void clear(const struct prepared *prepared, void *vectors)
{
    const struct cpu_arguments *arguments = &prepared->arguments;
    int64_t bytes = (arguments->n + 1) * sum_vector(prepared);
#pragma omp parallel for schedule(static) num_threads(arguments->threads)
    for (int t = 0; t < arguments->threads; t++) {
        int64_t begin = bytes * t / arguments->threads;
        int64_t end = bytes * (t + 1) / arguments->threads;
        memset((char *)vectors + begin, 0, (size_t)(end - begin));
    }
}

static void run_pairs(struct prepared *prepared, bool energy)
{
    const struct cpu_kernel *kernel = prepared->kernel;
    if (prepared->strategy->clears_forces) {
        clear(prepared, prepared->force);
        if (prepared->torque != NULL)
            clear(prepared, prepared->torque);
    }
    (energy ? kernel->force_energy : kernel->force)(&prepared->arguments);
}

static void run_bonded(const struct prepared *prepared, bool energy)
{
    const struct cpu_kernel *bonded = prepared->bonded;
    (energy ? bonded->force_energy : bonded->force)(&prepared->arguments);
}

static void run_kernel(struct prepared *prepared, bool energy)
{
    run_pairs(prepared, energy);
    if (prepared->bonded != NULL)
        run_bonded(prepared, energy);
}

static bool cpu_time_force(struct prepared *prepared, int64_t calls, double *nanoseconds,
                           struct error *error)
{
    if (!ensure_structure(prepared, error))
        return false;
    set_arguments(prepared);
    double start = clock_seconds();
    for (int64_t call = 0; call < calls; call++)
        run_kernel(prepared, false);
    *nanoseconds = 1e9 * (clock_seconds() - start);
    return true;
}

static bool cpu_time_bonded(struct prepared *prepared, int64_t calls, double *nanoseconds,
                            struct error *error)
{
    if (!ensure_structure(prepared, error))
        return false;
    set_arguments(prepared);
    double start = clock_seconds();
    for (int64_t call = 0; call < calls; call++)
        prepared->bonded->force(&prepared->arguments);
    *nanoseconds = 1e9 * (clock_seconds() - start);
    return true;
}

static bool cpu_time_build(struct prepared *prepared, double *nanoseconds, struct error *error)
{
    double start = clock_seconds();
    bool built = build_structure(prepared, error);
    *nanoseconds = 1e9 * (clock_seconds() - start);
    return built;
}

/* Runs one call on outputs filled with huge numbers, so that a force nobody writes is seen. */
static void run_poisoned(struct prepared *prepared, bool energy)
{
    size_t bytes = (size_t)((prepared->arguments.n + 1) * sum_vector(prepared));
    memset(prepared->force, 0x7f, bytes);
    if (prepared->torque != NULL)
        memset(prepared->torque, 0x7f, bytes);
    run_kernel(prepared, energy);
}

/* The energy of the terms that `terms` selects, or the virial. */
static double run_energy(struct prepared *prepared, unsigned terms)
{
    prepared->arguments.terms = terms;
    run_poisoned(prepared, true);
    return precision_energy(prepared->workload->spec.precision, prepared->force,
                            prepared->arguments.n);
}

static bool cpu_evaluate(struct prepared *prepared, struct forces *forces, struct error *error)
{
    if (!ensure_structure(prepared, error))
        return false;
    const struct workload *workload = prepared->workload;
    enum precision precision = workload->spec.precision;
    set_arguments(prepared);
    run_poisoned(prepared, false);
    for (int64_t k = 0; k < workload->sorted.n; k++) {
        int64_t i = workload->order[k];
        forces->x[i] = precision_sum(precision, prepared->force, VECTOR * k);
        forces->y[i] = precision_sum(precision, prepared->force, VECTOR * k + 1);
        forces->z[i] = precision_sum(precision, prepared->force, VECTOR * k + 2);
        for (int d = 0; d < 3 && prepared->torque != NULL; d++)
            forces->torque[3 * i + d] = precision_sum(precision, prepared->torque, VECTOR * k + d);
    }
    forces->n = workload->sorted.n;
    forces->energy = run_energy(prepared, ~0U);
    forces->terms[0] = forces->energy;
    int terms = workload->spec.model->term_count;
    for (int t = 0; t < terms && terms > 1; t++)
        forces->terms[t] = run_energy(prepared, 1U << t);
    forces->virial = run_energy(prepared, TERMS_VIRIAL);
    return true;
}

/* --- dynamics --- */

static bool list_moving(void *context, struct error *error)
{
    struct prepared *prepared = context;
    bool listed = build_structure(prepared, error) && allocate_scratch(prepared, error);
    if (listed)
        set_arguments(prepared);
    prepared->arguments.terms = ~0U;
    omp_set_num_threads(prepared->arguments.threads);
    return listed;
}

static void place_moving(void *context)
{
    const struct prepared *prepared = context;
    const struct workload *workload = prepared->workload;
    write_positions(workload, workload->spec.cutoff + workload->spec.skin);
}

static void evaluate_pairs(void *context, bool energy)
{
    run_pairs(context, energy);
}

static void evaluate_bonded(void *context, bool energy)
{
    run_bonded(context, energy);
}

static void read_forces(void *context, struct force_sums *sums)
{
    const struct prepared *prepared = context;
    enum precision precision = prepared->workload->spec.precision;
#pragma omp parallel for schedule(static) if (prepared->arguments.n >= SYSTEM_PARALLEL)
    for (int64_t i = 0; i < prepared->arguments.n; i++) {
        for (int d = 0; d < 3; d++) {
            sums->force[3 * i + d] = precision_sum(precision, prepared->force, VECTOR * i + d);
            if (sums->torque != NULL)
                sums->torque[3 * i + d] =
                    precision_sum(precision, prepared->torque, VECTOR * i + d);
        }
        sums->energy[i] = precision_sum(precision, prepared->force, VECTOR * i + 3);
    }
}

/** Rows of `width` numbers between the order of the system and that of the workload. */
static void copy_rows(const struct workload *workload, double *of_system, double *sorted, int width,
                      bool back)
{
    for (int64_t k = 0; k < workload->sorted.n; k++) {
        double *row = of_system + width * (int64_t)workload->order[k], *place = sorted + width * k;
        memcpy(back ? row : place, back ? place : row, (size_t)width * sizeof *row);
    }
}

static void copy_state(const struct workload *workload, struct system *system, bool back)
{
    const struct system *sorted = &workload->sorted;
    copy_rows(workload, system->x, sorted->x, 1, back);
    copy_rows(workload, system->y, sorted->y, 1, back);
    copy_rows(workload, system->z, sorted->z, 1, back);
    copy_rows(workload, system->velocity, sorted->velocity, 3, back);
    if (!workload->spec.model->oriented)
        return;
    copy_rows(workload, system->orientation, sorted->orientation, 4, back);
    copy_rows(workload, system->spin, sorted->spin, 3, back);
}

static void cpu_stop(struct moving *moving)
{
    dynamics_free(&moving->dynamics);
    free(moving);
}

static bool cpu_start(struct prepared *prepared, const struct motion *motion, struct system *system,
                      struct moving **started, struct error *error)
{
    struct workload *workload = prepared->workload;
    const struct workload_spec *spec = &workload->spec;
    struct system *sorted = &workload->sorted;
    /* numbers are drawn in the system's order, whatever the workload's */
    if (!thermostat_start(&motion->thermostat, spec->model, spec->constants, system, error) ||
        (sorted->velocity == NULL && !system_add_velocities(sorted, error)) ||
        (spec->model->oriented && sorted->spin == NULL && !system_add_spins(sorted, error)))
        return false;
    struct moving *moving = memory_allocate_zeroed(1, sizeof *moving, "moving particles", error);
    if (moving == NULL)
        return false;
    copy_state(workload, system, false);
    set_arguments(prepared);
    omp_set_num_threads(prepared->arguments.threads);
    place_moving(prepared);
    moving->prepared = prepared;
    moving->dynamics = (struct dynamics){
        .system = sorted,
        .model = spec->model,
        .constants = spec->constants,
        .range = spec->cutoff,
        .skin =
            list_of(prepared->strategy) == SHARED_LISTS ? 0 : spec->skin, /* patches have none */
        .dt = motion->dt,
        .integrator = motion->integrator,
        .thermostat = motion->thermostat,
        .single = precision_info(spec->precision)->state_size == sizeof(float),
        .state_grid = precision_info(spec->precision)->state_bits > 0
                          ? ldexp(1, -precision_info(spec->precision)->state_bits)
                          : 0,
        .number = workload->order,
        .step = motion->step,
        .nose_hoover = motion->nose_hoover,
        .source = {.context = prepared,
                   .list = list_moving,
                   .place = place_moving,
                   .pairs = evaluate_pairs,
                   .bonded = prepared->bonded != NULL ? evaluate_bonded : NULL,
                   .read = read_forces},
    };
    if (!dynamics_start(&moving->dynamics, error)) {
        cpu_stop(moving);
        return false;
    }
    *started = moving;
    return true;
}

static bool cpu_advance(struct moving *moving, int64_t steps, struct error *error)
{
    omp_set_num_threads(moving->prepared->arguments.threads);
    return dynamics_run(&moving->dynamics, steps, error);
}

static bool cpu_energies(struct moving *moving, struct motion_energies *energies,
                         struct error *error)
{
    (void)error;
    dynamics_energies(&moving->dynamics, energies);
    return true;
}

static bool cpu_fetch(struct moving *moving, struct system *system, struct motion *motion,
                      struct error *error)
{
    (void)error;
    copy_state(moving->prepared->workload, system, true);
    if (motion != NULL) {
        motion->step = moving->dynamics.step;
        motion->nose_hoover = moving->dynamics.nose_hoover;
    }
    return true;
}

static void cpu_progress(const struct moving *moving, struct motion_progress *progress)
{
    const struct dynamics *dynamics = &moving->dynamics;
    *progress = (struct motion_progress){.steps = dynamics->step - dynamics->first,
                                         .builds = dynamics->builds,
                                         .nanoseconds = dynamics->nanoseconds};
    memcpy(progress->part, dynamics->part, sizeof progress->part);
}

static void list_sizes(const struct prepared *prepared, struct structure_sizes *sizes)
{
    const struct workload *workload = prepared->workload;
    enum shared_list list = list_of(prepared->strategy);
    int64_t n = workload->sorted.n;
    switch (list) {
    case SHARED_FULL:
    case SHARED_HALF: {
        const struct rows *rows = &workload->rows[list];
        sizes->pairs_listed = rows->pairs;
        sizes->list_bytes = rows->start[n] * (int64_t)sizeof *rows->entry +
                            (n + 1) * (int64_t)sizeof *rows->start +
                            n * (int64_t)sizeof *rows->count;
        if (rows->interaction != NULL)
            sizes->list_bytes += rows->start[n] * (int64_t)sizeof *rows->interaction;
        if (rows->run_end != NULL)
            sizes->list_bytes += n * workload->interactions.ways * (int64_t)sizeof *rows->run_end;
        return;
    }
    case SHARED_EDGES:
        sizes->pairs_listed = workload->edges.edges;
        sizes->list_bytes = workload->edges.edges * 2 * (int64_t)sizeof *workload->edges.first;
        if (workload->edges.interaction != NULL)
            sizes->list_bytes += workload->edges.edges;
        return;
    case SHARED_LISTS:
        break;
    }
    sizes->pairs_listed = prepared->patches.pairs;
    sizes->list_bytes = patches_bytes(&prepared->patches);
}

static void cpu_sizes(const struct prepared *prepared, struct structure_sizes *sizes)
{
    int64_t n = prepared->workload->sorted.n;
    int64_t vector = sum_vector(prepared);
    int64_t reals = VECTOR * precision_info(prepared->workload->spec.precision)->real_size;
    *sizes = (struct structure_sizes){.atomics = prepared->atomics,
                                      .bonded_step = prepared->bonded != NULL};
    list_sizes(prepared, sizes);
    sizes->memory_bytes = sizes->list_bytes + prepared->scratch_vectors * vector +
                          (prepared->torque != NULL ? 2 : 1) * (n + 1) * (vector + reals);
}

const struct backend backend_cpu = {
    .name = "cpu",
    .summary = "this machine's cores: OpenMP threads, SIMD lanes",
    .open = cpu_open,
    .close = cpu_close,
    .info = cpu_info,
    .count = cpu_count,
    .energy = cpu_energy,
    .energy_source = "RAPL",
    .flush = cpu_flush,
    .ceilings = cpu_ceilings,
    .compile = cpu_compile_cases,
    .can_compile = cpu_can_compile,
    .load = cpu_load,
    .unload = cpu_unload,
    .prepare = cpu_prepare,
    .release = cpu_release,
    .time_force = cpu_time_force,
    .time_bonded = cpu_time_bonded,
    .time_build = cpu_time_build,
    .evaluate = cpu_evaluate,
    .start = cpu_start,
    .stop = cpu_stop,
    .advance = cpu_advance,
    .energies = cpu_energies,
    .fetch = cpu_fetch,
    .progress = cpu_progress,
    .sizes = cpu_sizes,
};
