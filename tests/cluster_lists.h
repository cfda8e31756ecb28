/*
 * Comparison of the lists that strategy `cluster` builds on a device and on the host, group by
 * group.
 */
#pragma once

#include "harness/backend/cuda/cuda_workload.h"
#include "harness/lanes/lanes.h"
#include "harness/particles/cluster_groups.h"
#include "strategies/cluster/gpu_cluster.h"
#include "tests/emulated_device.h"
#include "tests/support.h"

#include <float.h>
#include <math.h>
#include <string.h>

/** Particles on the device and, in the same order, on the host. */
struct bench {
    struct system system;
    double constants[MODEL_CONSTANTS];
    struct workload_spec spec;
    struct lanes_input input; /* input.sorted: particles in the order of the device */
    struct workload *workload;
    struct cuda_list *list;
    int tuning[STRATEGY_TUNINGS];
};

/** An entry of a group. */
struct entry {
    int32_t partner[CLUSTER_MOST];
    unsigned active; /* a bit for each cluster */
    bool held;
    uint8_t lanes[CLUSTER_LANES]; /* lane bits, if the entry has excluded pairs */
};

static const struct strategy *strategy; /* cluster */

/* --- benches --- */

/** Loads a system onto the device; takes ownership of the system. */
static inline void open_bench(struct bench *bench, const struct model *model,
                              const double *parameters, struct system *system,
                              enum precision precision, enum sort_order sort)
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
    assert_good(system_set_rows(&bench->system, model, bench->constants, &error) &&
                lanes_input_create(&bench->spec, &bench->input, &error) &&
                cuda_workload_load(device, &bench->spec, &bench->workload, &error));
    strategy_defaults(strategy, bench->tuning);
}

static inline void open_fluid(struct bench *bench, int64_t n, double density,
                              enum precision precision)
{
    const struct model *model = model_find("lj");
    struct system system = fluid(n, density, 1.44, 3);
    double parameters[MODEL_PARAMETERS];
    model_defaults(model, parameters);
    open_bench(bench, model, parameters, &system, precision, SORT_HILBERT);
}

static inline void close_bench(struct bench *bench)
{
    cuda_workload_unload(bench->workload);
    lanes_input_free(&bench->input);
    system_free(&bench->system);
}

static inline void tune(struct bench *bench, const char *name, int value)
{
    bench->tuning[strategy_tuning(strategy, name)] = value;
}

static inline int value(const struct bench *bench, const char *name)
{
    return bench->tuning[strategy_tuning(strategy, name)];
}

static inline void find_list(struct bench *bench)
{
    struct error error;
    bench->list = cuda_workload_list(bench->workload, strategy, bench->tuning, &error);
    assert_good(bench->list != NULL);
}

/**
 * Moves the particles, on the device and on the host, to the rounded positions in `input.sorted`.
 */
static inline void place(struct bench *bench)
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
    assert_good(cuda_workload_place(bench->workload, &bench->system, &error));
}

/* --- on the device --- */

static inline void *read_array(CUdeviceptr address, int64_t count, int64_t size)
{
    struct error error;
    const struct cuda_buffer buffer = {address, count * size};
    void *array = malloc((size_t)(count * size) + 1);
    assert_non_null(array);
    assert_good(cuda_buffer_read(&buffer, array, count, size, &error));
    return array;
}

/** Returns component d of vector k in an array of reals. */
static inline double component(const struct bench *bench, const void *vectors, int64_t k, int d)
{
    const bool wide = precision_info(bench->spec.precision)->real_size == sizeof(double);
    return wide ? ((const double *)vectors)[4 * k + d]
                : (double)((const float *)vectors)[4 * k + d];
}

/** Copies of the arrays that force kernels read, for all groups. */
struct read {
    int64_t groups;
    int32_t *own, *count, *masked;
    int64_t *start, *masked_start;
    void *frame;
    CUdeviceptr word, lanes;
};

static inline struct read read_list(const struct bench *bench)
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

static inline void free_read(struct read *r)
{
    free(r->own);
    free(r->count);
    free(r->masked);
    free(r->start);
    free(r->masked_start);
    free(r->frame);
}

/** Returns the entries of a group, read from the device. */
static inline struct entry *read_entries(const struct bench *bench, const struct read *r,
                                         int64_t group)
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

/* --- on the host --- */

static inline struct entry *host_entries(const struct clusters *s, const struct cluster_groups *g,
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

static inline int by_partner(const void *a, const void *b)
{
    const struct entry *one = a, *other = b;
    return (one->partner[0] > other->partner[0]) - (one->partner[0] < other->partner[0]);
}

static inline void compare_group(const struct bench *bench, const struct read *r,
                                 const struct clusters *s, const struct cluster_groups *g,
                                 int64_t group)
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

/** Checks that the frames of a group on device and host shift the same coordinates. */
static inline void compare_frame(const struct bench *bench, const struct read *r,
                                 const struct cluster_groups *g, int64_t group)
{
    const double *box = bench->input.sorted.box, *cut = g->cut + 3 * group;
    const bool image = cut[0] < 0 || cut[1] < 0 || cut[2] < 0;
    assert_int_equal(component(bench, r->frame, group, 3), image);
    for (int d = 0; d < 3; d++)
        assert_near(component(bench, r->frame, group, d), image ? 2 * box[d] : cut[d],
                    4 * FLT_EPSILON * box[d]);
}

/** Builds clusters and groups on the host, from the current positions of the particles. */
static inline void build_on_host(const struct bench *bench, struct clusters *s,
                                 struct cluster_groups *g)
{
    const struct system *sorted = &bench->input.sorted;
    const double range = bench->spec.cutoff + bench->spec.skin;
    struct topology topology = {0};
    struct error error;
    *s = (struct clusters){0};
    *g = (struct cluster_groups){0};
    assert_good(topology_build(sorted, &topology, &error) &&
                clusters_build(sorted, range, &topology, value(bench, "cluster"),
                               value(bench, "reciprocal") != 0, 1, s, &error) &&
                cluster_groups_build(sorted, range, s, value(bench, "group"), g, &error));
    topology_free(&topology);
}

static inline void compare(const struct bench *bench)
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

/** Returns the clusters of a group that currently have pairs with an entry within `inner`. */
static inline unsigned near_now(const struct bench *bench, const struct clusters *s,
                                const struct cluster_groups *g, int64_t group,
                                const struct entry *entry, double inner)
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

/**
 * Checks that the rows of device and host are equal. The host builds them for the positions at the
 * last build, and prunes them at the current positions. Returns the number of remaining entries,
 * and sets the number before pruning.
 */
static inline int64_t compare_pruned(const struct bench *bench, const struct clusters *s,
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

/** Group fixture that opens the device and finds the strategy. */
static inline int open_device_of_clusters(void **state)
{
    strategy = strategy_find("cluster");
    return open_device(state);
}
