/*
 * Clusters, their groups and the rows of these, built on a GPU, here on the emulated one, are those
 * that are built on the host: group by group the same particles, the same entries, the same bits.
 */
#include "tests/support.h"

#ifdef PAIRLANES_CUDA
#include "harness/backend/cuda/cuda_workload.h"
#include "harness/base/random.h"
#include "harness/devices/backends.h"
#include "harness/lanes/lanes.h"
#include "harness/particles/cluster_groups.h"
#include "strategies/cluster/gpu_cluster.h"
#include "tests/cache.h"
#include "tests/ethane.h"

#include <float.h>
#include <math.h>
#include <string.h>

/** Particles on the device, and in the same order here. */
struct bench {
    struct system system;
    double constants[MODEL_CONSTANTS];
    struct workload_spec spec;
    struct lanes_input input; /* `sorted` are those of the device */
    struct workload *workload;
    struct cuda_list *list;
    int tuning[STRATEGY_TUNINGS];
};

/** An entry of a group. */
struct entry {
    int32_t partner[CLUSTER_MOST];
    unsigned active; /* a bit for each cluster */
    bool held;
    uint8_t lanes[CLUSTER_LANES]; /* of one that is held */
};

static struct device *device;
static const struct strategy *strategy;

/* --- benches --- */

/** Takes over the system. */
static void open_bench(struct bench *bench, const struct model *model, const double *parameters,
                       struct system *system, enum precision precision, enum sort_order sort)
{
    struct error error;
    *bench = (struct bench){0};
    assert_true(model->derive(parameters, bench->constants, &error));
    assert_true(system_round(system, precision, &bench->system, &error));
    system_free(system);
    bench->spec = (struct workload_spec){.system = &bench->system,
                                         .model = model,
                                         .constants = bench->constants,
                                         .cutoff = model->range(parameters),
                                         .skin = 0.3,
                                         .precision = precision,
                                         .sort = sort};
    if (!lanes_input_create(&bench->spec, &bench->input, &error) ||
        !cuda_workload_load(device, &bench->spec, &bench->workload, &error))
        fail_msg("%s", error.text);
    strategy_defaults(strategy, bench->tuning);
}

static void open_fluid(struct bench *bench, int64_t n, double density, enum precision precision)
{
    const struct model *model = model_find("lj");
    struct system system = fluid(n, density, 1.44, 3);
    double parameters[MODEL_PARAMETERS];
    model_defaults(model, parameters);
    open_bench(bench, model, parameters, &system, precision, SORT_HILBERT);
}

static void close_bench(struct bench *bench)
{
    cuda_workload_unload(bench->workload);
    lanes_input_free(&bench->input);
    system_free(&bench->system);
}

static void tune(struct bench *bench, const char *name, int value)
{
    bench->tuning[strategy_tuning(strategy, name)] = value;
}

static int value(const struct bench *bench, const char *name)
{
    return bench->tuning[strategy_tuning(strategy, name)];
}

static void find_list(struct bench *bench)
{
    struct error error;
    bench->list = cuda_workload_list(bench->workload, strategy, bench->tuning, &error);
    if (bench->list == NULL)
        fail_msg("%s", error.text);
}

/** Puts the particles of the device, and those here, where `input.sorted` has them, rounded. */
static void place(struct bench *bench)
{
    struct system *sorted = &bench->input.sorted;
    const double *const from[] = {sorted->x, sorted->y, sorted->z};
    double *const to[] = {bench->system.x, bench->system.y, bench->system.z};
    double *const back[] = {sorted->x, sorted->y, sorted->z};
    struct error error;
    for (int d = 0; d < 3; d++) {
        const double edge = sorted->box[d];
        for (int64_t k = 0; k < sorted->n; k++) {
            double at = from[d][k] - edge * floor(from[d][k] / edge);
            if (precision_info(bench->spec.precision)->real_size == sizeof(float))
                at = fminf((float)at, nextafterf((float)edge, 0));
            back[d][k] = to[d][bench->workload->order[k]] = at;
        }
    }
    if (!cuda_workload_place(bench->workload, &bench->system, &error))
        fail_msg("%s", error.text);
}

/* --- what is on the device --- */

static void *read_array(CUdeviceptr address, int64_t count, int64_t size)
{
    struct error error;
    const struct cuda_buffer buffer = {address, count * size};
    void *array = malloc((size_t)(count * size) + 1);
    assert_non_null(array);
    if (!cuda_buffer_read(&buffer, array, count, size, &error))
        fail_msg("%s", error.text);
    return array;
}

/** One component of a vector of reals. */
static double component(const struct bench *bench, const void *vectors, int64_t k, int d)
{
    const bool wide = precision_info(bench->spec.precision)->real_size == sizeof(double);
    return wide ? ((const double *)vectors)[4 * k + d]
                : (double)((const float *)vectors)[4 * k + d];
}

/** What kernels read of all groups. */
struct read {
    int64_t groups;
    int32_t *own, *count, *masked;
    int64_t *start, *masked_start;
    void *frame;
    CUdeviceptr word, lanes;
};

static struct read read_list(const struct bench *bench)
{
    const int64_t groups = cuda_list_items(bench->list, ITEMS_CLUSTER_GROUPS);
    const int64_t own = groups * value(bench, "group") * value(bench, "cluster");
    struct gpu_cluster s;
    assert_int_equal(cu.cuStreamSynchronize(device->stream), 0);
    cuda_list_arguments(&bench->workload->particles, bench->list, &s);
    return (struct read){
        .groups = groups,
        .own = read_array(s.own, own, 4),
        .count = read_array(s.count, groups, 4),
        .masked = read_array(s.masked, groups, 4),
        .start = read_array(s.start, groups, 8),
        .masked_start = read_array(s.masked_start, groups, 8),
        .frame = read_array(s.frame, groups, cuda_workload_vector(bench->workload)),
        .word = s.word,
        .lanes = s.lanes,
    };
}

static void free_read(struct read *r)
{
    free(r->own);
    free(r->count);
    free(r->masked);
    free(r->start);
    free(r->masked_start);
    free(r->frame);
}

/** The entries of a group of the device. */
static struct entry *read_entries(const struct bench *bench, const struct read *r, int64_t group)
{
    const int partners = CLUSTER_LANES / value(bench, "cluster");
    const int64_t count = r->count[group];
    const int64_t first_word = r->start[group] * partners;
    const int64_t first_lane = r->masked_start[group] * CLUSTER_LANES;
    struct entry *entries = calloc((size_t)count + 1, sizeof *entries);
    uint32_t *word = read_array(r->word + 4 * (CUdeviceptr)first_word, count * partners, 4);
    uint8_t *lanes = read_array(r->lanes + (CUdeviceptr)first_lane,
                                (int64_t)r->masked[group] * CLUSTER_LANES, 1);
    assert_non_null(entries);
    for (int64_t k = 0; k < count; k++) {
        for (int j = 0; j < partners; j++) {
            const uint32_t one = word[k * partners + j];
            entries[k].partner[j] = (int32_t)(one & ((1U << CLUSTER_INDEX_BITS) - 1));
            if (CLUSTER_BITS * j < CLUSTER_GROUP)
                entries[k].active |= one >> CLUSTER_INDEX_BITS << CLUSTER_BITS * j;
            else
                assert_int_equal(one >> CLUSTER_INDEX_BITS, 0);
        }
        entries[k].held = k < r->masked[group];
        if (entries[k].held)
            memcpy(entries[k].lanes, lanes + k * CLUSTER_LANES, CLUSTER_LANES);
    }
    free(word);
    free(lanes);
    return entries;
}

/* --- what is on the host --- */

static struct entry *host_entries(const struct clusters *s, const struct cluster_groups *g,
                                  int64_t group)
{
    const int64_t count = g->start[group + 1] - g->start[group];
    struct entry *entries = calloc((size_t)count + 1, sizeof *entries);
    assert_non_null(entries);
    for (int64_t k = 0; k < count; k++) {
        const int64_t e = g->start[group] + k;
        memcpy(entries[k].partner, s->particle + g->first[e],
               (size_t)s->partners * sizeof *s->particle);
        entries[k].active = g->active[e];
        entries[k].held = k < g->masked[group];
        if (entries[k].held)
            memcpy(entries[k].lanes, g->lanes + (g->masked_start[group] + k) * CLUSTER_PAIRS,
                   CLUSTER_PAIRS);
    }
    return entries;
}

/* --- both --- */

static int by_partner(const void *a, const void *b)
{
    const struct entry *one = a, *other = b;
    return (one->partner[0] > other->partner[0]) - (one->partner[0] < other->partner[0]);
}

static void compare_group(const struct bench *bench, const struct read *r, const struct clusters *s,
                          const struct cluster_groups *g, int64_t group)
{
    const int64_t count = g->start[group + 1] - g->start[group], own = (int64_t)g->size * s->size;
    for (int64_t slot = 0; slot < own; slot++) {
        const int64_t cluster = g->cluster[group * g->size + slot / s->size];
        assert_int_equal(r->own[group * own + slot],
                         s->particle[cluster * s->size + slot % s->size]);
    }
    assert_int_equal(r->count[group], count);
    assert_int_equal(r->masked[group], g->masked[group]);
    struct entry *one = host_entries(s, g, group), *other = read_entries(bench, r, group);
    qsort(one, (size_t)count, sizeof *one, by_partner);
    qsort(other, (size_t)count, sizeof *other, by_partner);
    for (int64_t k = 0; k < count; k++) {
        assert_memory_equal(one[k].partner, other[k].partner, sizeof one[k].partner);
        assert_int_equal(one[k].active, other[k].active);
        assert_int_equal(one[k].held, other[k].held);
        assert_memory_equal(one[k].lanes, other[k].lanes, sizeof one[k].lanes);
    }
    free(one);
    free(other);
}

/** The frame of a group takes the same coordinates lower. */
static void compare_frame(const struct bench *bench, const struct read *r,
                          const struct cluster_groups *g, int64_t group)
{
    const double *box = bench->input.sorted.box, *cut = g->cut + 3 * group;
    const bool image = cut[0] < 0 || cut[1] < 0 || cut[2] < 0;
    assert_int_equal(component(bench, r->frame, group, 3), image);
    for (int d = 0; d < 3; d++)
        assert_near(component(bench, r->frame, group, d), image ? 2 * box[d] : cut[d],
                    4 * FLT_EPSILON * box[d]);
}

/** Clusters and groups of the host, of particles as they are. */
static void build_on_host(const struct bench *bench, struct clusters *s, struct cluster_groups *g)
{
    const struct system *sorted = &bench->input.sorted;
    const double range = bench->spec.cutoff + bench->spec.skin;
    struct topology topology = {0};
    struct error error;
    *s = (struct clusters){0};
    *g = (struct cluster_groups){0};
    if (!topology_build(sorted, &topology, &error) ||
        !clusters_build(sorted, range, &topology, value(bench, "cluster"),
                        value(bench, "reciprocal") != 0, 1, s, &error) ||
        !cluster_groups_build(sorted, range, s, value(bench, "group"), g, &error))
        fail_msg("%s", error.text);
    topology_free(&topology);
}

static void compare(const struct bench *bench)
{
    struct clusters s;
    struct cluster_groups g;
    build_on_host(bench, &s, &g);
    struct read r = read_list(bench);
    assert_true(g.groups <= r.groups);
    for (int64_t group = 0; group < g.groups; group++) {
        compare_group(bench, &r, &s, &g, group);
        compare_frame(bench, &r, &g, group);
    }
    for (int64_t group = g.groups; group < r.groups; group++)
        assert_int_equal(r.count[group], 0);
    free_read(&r);
    cluster_groups_free(&g);
    clusters_free(&s);
}

/** The clusters of a group that an entry has pairs with, within `inner` of one another by now. */
static unsigned near_now(const struct bench *bench, const struct clusters *s,
                         const struct cluster_groups *g, int64_t group, const struct entry *entry,
                         double inner)
{
    const struct system *now = &bench->input.sorted;
    unsigned near = 0;
    for (int k = 0; k < g->size; k++) {
        const int64_t cluster = g->cluster[group * g->size + k];
        for (int lane = 0; lane < CLUSTER_PAIRS; lane++) {
            const int64_t i = s->particle[cluster * s->size + lane % s->size];
            const int64_t j = entry->partner[lane / s->size];
            if (i == s->n || j == s->n || (entry->active >> k & 1) == 0 ||
                (entry->held && (entry->lanes[lane] >> k & 1) == 0))
                continue;
            const double dx = system_nearest(now->x[j] - now->x[i], now->box[0]),
                         dy = system_nearest(now->y[j] - now->y[i], now->box[1]),
                         dz = system_nearest(now->z[j] - now->z[i], now->box[2]);
            near |= (dx * dx + dy * dy + dz * dz < inner * inner ? 1U : 0U) << k;
        }
    }
    return near;
}

/** The rows of the device are those of the host, of particles where they were when these were
 * built, pruned to what is near by now; returns how many entries remain, and how many there were.
 */
static int64_t compare_pruned(const struct bench *bench, const struct clusters *s,
                              const struct cluster_groups *g, int64_t *all)
{
    const double inner = bench->spec.cutoff + value(bench, "prune") / 100.0 * bench->spec.skin;
    struct read r = read_list(bench);
    int64_t left = 0;
    for (int64_t group = 0; group < g->groups; group++) {
        const int64_t count = g->start[group + 1] - g->start[group];
        struct entry *one = host_entries(s, g, group), *other = read_entries(bench, &r, group);
        int64_t kept = 0, held = 0;
        for (int64_t k = 0; k < count; k++) {
            const unsigned near = near_now(bench, s, g, group, &one[k], inner);
            held += near != 0 && one[k].held;
            one[kept] = one[k];
            one[kept].active = near;
            kept += near != 0;
        }
        assert_int_equal(r.count[group], kept);
        assert_int_equal(r.masked[group], held);
        qsort(one, (size_t)kept, sizeof *one, by_partner);
        qsort(other, (size_t)kept, sizeof *other, by_partner);
        for (int64_t k = 0; k < kept; k++) {
            assert_memory_equal(one[k].partner, other[k].partner, sizeof one[k].partner);
            assert_int_equal(one[k].active, other[k].active);
            assert_memory_equal(one[k].lanes, other[k].lanes, sizeof one[k].lanes);
        }
        free(one);
        free(other);
        left += kept;
        *all += count;
    }
    free_read(&r);
    return left;
}

/** The lists of all sizes, each pair once and twice; `pairs` of them at least are listed. */
static void compare_sizes(struct bench *bench, int least_group, int64_t pairs)
{
    for (int size = 4; size <= 8; size *= 2) {
        for (int group = CLUSTER_GROUP; group >= least_group; group /= 2) {
            int64_t listed[2];
            for (int reciprocal = 0; reciprocal < 2; reciprocal++) {
                tune(bench, "cluster", size);
                tune(bench, "group", group);
                tune(bench, "reciprocal", reciprocal);
                find_list(bench);
                compare(bench);
                listed[reciprocal] = bench->list->pairs_listed;
            }
            assert_int_equal(listed[0], 2 * listed[1]);
            assert_true(listed[1] >= pairs);
        }
    }
}

/* --- tests --- */

/* Boxes of a few columns, of many, numbers that no cluster divides, columns without particles. */
static void fluids_have_the_lists_of_the_host(void **state)
{
    static const struct {
        int64_t n;
        double density;
        int64_t pairs;
    } rows[] = {
        {2, 0.01, 0}, {17, 0.05, 1}, {201, 0.02, 10}, {213, 0.8442, 8000}, {1501, 0.5, 30000}};
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        for (int wide = 0; wide < 2; wide++) {
            struct bench bench;
            open_fluid(&bench, rows[k].n, rows[k].density,
                       wide ? PRECISION_DOUBLE : PRECISION_SINGLE);
            compare_sizes(&bench, k < 4 ? 1 : CLUSTER_GROUP, rows[k].pairs);
            close_bench(&bench);
        }
    }
}

/* What atoms exclude, in and out of the range of the first ones, in molecules of two kinds. */
static void excluded_pairs_are_told_by_bits(void **state)
{
    const struct model *atoms = model_find("allatom"), *nucleotides = model_find("oxdna");
    double parameters[MODEL_PARAMETERS];
    struct system system = ethane();
    struct bench bench;
    (void)state;
    model_defaults(atoms, parameters);
    parameters[model_parameter(atoms, "cutoff")] = 7;
    parameters[model_parameter(atoms, "switch")] = 6;
    open_bench(&bench, atoms, parameters, &system, PRECISION_SINGLE, SORT_CELL_TYPE);
    assert_true(bench.workload->excluded.address != 0);
    compare_sizes(&bench, 4, 1000);
    close_bench(&bench);
    system = nicked_duplexes(16);
    model_defaults(nucleotides, parameters);
    open_bench(&bench, nucleotides, parameters, &system, PRECISION_DOUBLE, SORT_HILBERT);
    compare_sizes(&bench, 4, 10);
    close_bench(&bench);
}

/* Particles at the same heights, whose order is that of their numbers; and on the faces of the box
 * and of columns. */
static void equal_heights_are_in_the_order_of_numbers(void **state)
{
    const struct model *model = model_find("lj");
    double parameters[MODEL_PARAMETERS];
    struct system system;
    struct bench bench;
    struct error error;
    (void)state;
    assert_true(system_allocate(512, &system, &error));
    for (int d = 0; d < 3; d++)
        system.box[d] = 8;
    for (int k = 0; k < 512; k++) {
        system.x[k] = k % 8;
        system.y[k] = k / 8 % 8;
        system.z[k] = k / 128 * 2;
    }
    model_defaults(model, parameters);
    open_bench(&bench, model, parameters, &system, PRECISION_SINGLE, SORT_NONE);
    compare_sizes(&bench, CLUSTER_GROUP, 10000);
    close_bench(&bench);
}

static void rebuild(struct bench *bench)
{
    struct error error;
    if (!cuda_list_rebuild(&bench->workload->particles, bench->list, &error))
        fail_msg("%s", error.text);
}

static void lists_follow_particles_that_move(void **state)
{
    struct random random = random_start(7, 0);
    struct bench bench;
    struct error error;
    (void)state;
    open_fluid(&bench, 700, 0.6, PRECISION_SINGLE);
    find_list(&bench);
    double *const at[] = {bench.input.sorted.x, bench.input.sorted.y, bench.input.sorted.z};
    for (int moves = 0; moves < 3; moves++) {
        for (int k = 0; k < 3 * 700; k++)
            at[k % 3][k / 3] += 0.2 * (2 * random_uniform(&random) - 1);
        place(&bench);
        rebuild(&bench);
        assert_true(cuda_list_grow(&bench.workload->particles, bench.list, &error));
        rebuild(&bench);
        compare(&bench);
    }
    close_bench(&bench);
}

/** Moves particles along x by up to `most`. */
static void shake(struct bench *bench, struct random *random, double most)
{
    for (int64_t k = 0; k < bench->system.n; k++)
        bench->input.sorted.x[k] += most * (2 * random_uniform(random) - 1);
    place(bench);
}

static void refresh(struct bench *bench)
{
    struct error error;
    if (!cuda_list_refresh(&bench->workload->particles, bench->list, &error))
        fail_msg("%s", error.text);
}

/** Rows are pruned when they are built, again when a particle has moved by half of what they keep
 * of the skin, and not before; then at least so many entries are dropped. */
static void check_pruning(struct bench *bench, int64_t least_dropped)
{
    struct random random = random_start(7, 0);
    struct clusters s;
    struct cluster_groups g;
    int64_t all = 0;
    find_list(bench);
    rebuild(bench); /* the order in which it is called does not matter */
    build_on_host(bench, &s, &g);
    const double step = value(bench, "prune") / 200.0 * bench->spec.skin;
    const int64_t built = compare_pruned(bench, &s, &g, &all);
    assert_true(built > 0 && built <= all - least_dropped);
    double *x = bench->input.sorted.x;
    double *before = malloc((size_t)bench->system.n * sizeof *before);
    assert_non_null(before);
    memcpy(before, x, (size_t)bench->system.n * sizeof *before);
    shake(bench, &random, 0.9 * step);
    refresh(bench);
    double *after = malloc((size_t)bench->system.n * sizeof *after);
    assert_non_null(after);
    memcpy(after, x, (size_t)bench->system.n * sizeof *after);
    memcpy(x, before, (size_t)bench->system.n * sizeof *before);
    assert_int_equal(compare_pruned(bench, &s, &g, &all), built); /* as they were */
    memcpy(x, after, (size_t)bench->system.n * sizeof *after);
    shake(bench, &random, 1.5 * step);
    refresh(bench);
    compare_pruned(bench, &s, &g, &all);
    refresh(bench); /* once more, with nothing to do */
    compare_pruned(bench, &s, &g, &all);
    free(before);
    free(after);
    cluster_groups_free(&g);
    clusters_free(&s);
}

static void rows_are_pruned_when_particles_have_moved(void **state)
{
    const struct model *atoms = model_find("allatom");
    double parameters[MODEL_PARAMETERS];
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        struct bench bench;
        open_fluid(&bench, 1501, kind % 2 ? 0.8442 : 0.3,
                   kind / 2 ? PRECISION_DOUBLE : PRECISION_SINGLE);
        tune(&bench, "cluster", kind % 2 ? 8 : 4);
        tune(&bench, "reciprocal", kind / 2);
        tune(&bench, "prune", 40);
        check_pruning(&bench, 100);
        close_bench(&bench);
    }
    struct system system = ethane();
    struct bench bench;
    model_defaults(atoms, parameters);
    parameters[model_parameter(atoms, "cutoff")] = 7;
    parameters[model_parameter(atoms, "switch")] = 6;
    open_bench(&bench, atoms, parameters, &system, PRECISION_SINGLE, SORT_CELL_TYPE);
    tune(&bench, "prune", 20);
    check_pruning(&bench, 0); /* each has all molecules near */
    close_bench(&bench);
}

/** What kernels have written by now. */
static long long word_of(const struct cuda_buffer *buffer)
{
    long long word = 0;
    struct error error;
    assert_int_equal(cu.cuStreamSynchronize(device->stream), 0);
    assert_true(cuda_buffer_read(buffer, &word, 1, sizeof word, &error));
    return word;
}

/* A gas falls into a corner of its box: rows lack room, kernels are told, and the list grows. */
static void rows_that_lack_room_grow(void **state)
{
    const long long none = 0;
    struct cuda_buffer halted = {0};
    struct error error;
    struct bench bench;
    (void)state;
    open_fluid(&bench, 300, 0.02, PRECISION_SINGLE);
    find_list(&bench);
    compare(&bench);
    assert_true(cuda_buffer_resize(&halted, 1, sizeof none, "a word", &error) &&
                cuda_buffer_write(&halted, &none, 1, sizeof none, &error));
    bench.list->arguments.halted = halted.address;
    rebuild(&bench);
    assert_int_equal(word_of(&halted), 0);
    for (int64_t k = 0; k < bench.system.n; k++) {
        bench.input.sorted.x[k] *= 0.4;
        bench.input.sorted.y[k] *= 0.4;
        bench.input.sorted.z[k] *= 0.4;
    }
    place(&bench);
    rebuild(&bench);
    assert_int_equal(word_of(&halted), LIST_OVERFLOW);
    assert_true(cuda_buffer_write(&halted, &none, 1, sizeof none, &error) &&
                cuda_list_grow(&bench.workload->particles, bench.list, &error));
    rebuild(&bench);
    assert_int_equal(word_of(&halted), 0);
    compare(&bench);
    bench.list->arguments.halted = 0;
    cuda_buffer_free(&halted);
    close_bench(&bench);
}

/** Where the particles have come to by steps with a strategy, whose lists were first of others. */
static struct system moved_with(const char *name, const struct system *listed,
                                const struct system *from, int64_t *builds)
{
    const struct backend *cuda = backend_find("cuda");
    const struct set_model set = model_with("lj", NULL, NULL);
    const struct workload_spec spec = {.system = listed,
                                       .model = set.model,
                                       .constants = set.constants,
                                       .cutoff = set.range,
                                       .skin = 0.1,
                                       .precision = PRECISION_FIXED,
                                       .sort = SORT_NONE};
    struct motion motion = {.dt = 0.005};
    struct motion_progress progress;
    struct workload *workload = NULL;
    struct prepared *prepared = NULL;
    struct moving *moving = NULL;
    struct system system;
    struct error error;
    int tuning[STRATEGY_TUNINGS];
    strategy_defaults(strategy_find(name), tuning);
    assert_true(system_round(from, PRECISION_FIXED, &system, &error));
    if (!cuda->load(device, &spec, &workload, &error) ||
        !cuda->prepare(workload, strategy_find(name), tuning, &prepared, &error) ||
        !cuda->start(prepared, &motion, &system, &moving, &error) ||
        !cuda->advance(moving, 40, &error) || !cuda->fetch(moving, &system, &motion, &error))
        fail_msg("%s: %s", name, error.text);
    cuda->progress(moving, &progress);
    *builds = progress.builds;
    cuda->stop(moving);
    cuda->release(prepared);
    cuda->unload(workload);
    return system;
}

/* A gas becomes a drop, for whose rows there is no room; in fixed point the steps of `vertex` have
 * the same bits. */
static void lists_are_built_between_steps(void **state)
{
    struct system gas = fluid(216, 0.8442, 1.44, 1), drop = fluid(216, 0.8442, 1.44, 1);
    int64_t builds[2];
    (void)state;
    for (int d = 0; d < 3; d++)
        gas.box[d] = drop.box[d] = 5 * gas.box[d];
    for (int i = 0; i < gas.n; i++) {
        gas.x[i] *= 5;
        gas.y[i] *= 5;
        gas.z[i] *= 5;
    }
    struct system one = moved_with("vertex", &gas, &drop, &builds[0]);
    struct system other = moved_with("cluster", &gas, &drop, &builds[1]);
    assert_true(builds[0] >= 3 && builds[1] >= builds[0]);
    const size_t bytes = sizeof *one.x * (size_t)one.n;
    assert_memory_equal(one.x, other.x, bytes);
    assert_memory_equal(one.y, other.y, bytes);
    assert_memory_equal(one.z, other.z, bytes);
    assert_memory_not_equal(one.x, drop.x, bytes);
    system_free(&one);
    system_free(&other);
    system_free(&gas);
    system_free(&drop);
}

static int open_device(void **state)
{
    const struct device_options options = {0};
    struct error error;
    strategy = strategy_find("cluster");
    if (make_cache(state) != 0 || !backend_find("cuda")->open(&options, &device, &error))
        return 1;
    return 0;
}

static int close_device(void **state)
{
    backend_find("cuda")->close(device);
    return remove_cache(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fluids_have_the_lists_of_the_host),
        cmocka_unit_test(excluded_pairs_are_told_by_bits),
        cmocka_unit_test(equal_heights_are_in_the_order_of_numbers),
        cmocka_unit_test(lists_follow_particles_that_move),
        cmocka_unit_test(rows_are_pruned_when_particles_have_moved),
        cmocka_unit_test(rows_that_lack_room_grow),
        cmocka_unit_test(lists_are_built_between_steps),
    };
    return cmocka_run_group_tests(tests, open_device, close_device);
}

#else
#include "tests/without_cuda.h"
#endif
