/* Tests clusters of particles and the bits of their pairs. */
#include "tests/support.h"

#include "harness/base/random.h"
#include "harness/particles/cluster_groups.h"
#include "harness/particles/cluster_pruning.h"
#include "harness/particles/neighbors.h"

#include <math.h>
#include <string.h>

static const double range = 2.8;
static const struct interactions one_kind = {.kinds = 1};
static const int sizes[] = {4, 8};

static struct clusters clusters_of(const struct system *system, const struct topology *topology,
                                   int size, bool reciprocal, int padding)
{
    struct clusters clusters = {0};
    struct error error;
    assert_good(
        clusters_build(system, range, topology, size, reciprocal, padding, &clusters, &error));
    return clusters;
}

/**
 * Checks that each particle is in exactly one slot, and that empty slots come last in a cluster.
 */
static void check_slots(const struct clusters *s)
{
    int *times = calloc((size_t)s->n + 1, sizeof *times);
    assert_non_null(times);
    for (int64_t slot = 0; slot < s->clusters * s->size; slot++) {
        assert_in_range(s->particle[slot], 0, s->n);
        times[s->particle[slot]]++;
        if (slot % s->size != 0 && s->particle[slot] < s->n)
            assert_true(s->particle[slot - 1] < s->n);
    }
    for (int64_t i = 0; i < s->n; i++)
        assert_int_equal(times[i], 1);
    assert_int_equal(s->clusters * s->size % CLUSTER_MOST, 0);
    for (int k = 0; k < CLUSTER_SPARE; k++)
        assert_int_equal(s->particle[s->clusters * s->size + k], s->n);
    free(times);
}

/** Counts each listed pair of an entry in `found`, n rows of n. Checks that an entry is among the
 * first, masked entries if its mask excludes a pair in range. */
static void mark_entry(const struct system *system, const struct clusters *s, int64_t cluster,
                       int64_t entry, uint8_t *found)
{
    bool held = false;
    for (int bit = 0; bit < CLUSTER_PAIRS; bit++) {
        const int32_t i = s->particle[cluster * s->size + bit % s->size];
        const int32_t j = s->particle[s->first[entry] + bit / s->size];
        const bool listed = s->mask[entry] >> bit & 1;
        if (i == s->n || j == s->n) {
            assert_false(listed);
            continue;
        }
        double r2 = 0;
        const double *const axes[] = {system->x, system->y, system->z};
        for (int d = 0; d < 3; d++)
            r2 += pow(system_nearest(axes[d][j] - axes[d][i], system->box[d]), 2);
        held = held || (!listed && r2 < range * range);
        if (listed)
            found[i * s->n + j]++;
    }
    assert_true(!held || entry < s->start[cluster] + s->masked[cluster]);
}

/**
 * Checks that the list has exactly the pairs of the full list, each the expected number of times.
 */
static void check_pairs(const struct system *system, const struct topology *topology,
                        const struct clusters *s, int padding)
{
    const int64_t n = s->n;
    struct rows rows = {0};
    struct error error;
    uint8_t *found = calloc((size_t)(n * n), 1);
    int64_t listed = 0;
    assert_non_null(found);
    assert_true(rows_build(system, range, false, topology, &one_kind, &rows, &error));
    for (int64_t c = 0; c < s->clusters; c++) {
        assert_int_equal((s->start[c + 1] - s->start[c]) % padding, 0);
        for (int64_t k = s->start[c]; k < s->start[c + 1]; k++) {
            if (k < s->start[c] + s->count[c]) {
                assert_true(s->mask[k] != 0);
                mark_entry(system, s, c, k, found);
            } else {
                assert_int_equal(s->mask[k], 0);
                assert_int_equal(s->first[k], s->clusters * s->size);
            }
        }
    }
    for (int64_t i = 0; i < n; i++) {
        for (int64_t k = rows.start[i]; k < rows.start[i] + rows.count[i]; k++) {
            const int64_t j = rows.entry[k];
            assert_int_equal(found[i * n + j] + (s->reciprocal ? found[j * n + i] : 0), 1);
            listed++;
        }
    }
    assert_int_equal(s->pairs, s->reciprocal ? listed / 2 : listed);
    for (int64_t k = 0; k < n * n; k++)
        listed -= found[k] * (s->reciprocal ? 2 : 1);
    assert_int_equal(listed, 0);
    rows_free(&rows);
    free(found);
}

TEST(every_pair_in_range_has_a_bit)
{
    static const struct {
        int64_t n;
        double density;
    } rows[] = {{2, 0.01}, {17, 0.05}, {500, 0.8442}, {501, 0.5}, {997, 0.01}, {1500, 0.8442}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct system system = fluid(rows[k].n, rows[k].density, 1.44, 3);
        for (int kind = 0; kind < 4; kind++) {
            const int padding = 1 + kind % 3;
            struct clusters clusters =
                clusters_of(&system, NULL, sizes[kind / 2], kind % 2 != 0, padding);
            check_slots(&clusters);
            check_pairs(&system, NULL, &clusters, padding);
            clusters_free(&clusters);
        }
        system_free(&system);
    }
}

/* Tests chains of twenty particles; each particle excludes the previous ten and the next ten. */
TEST(excluded_pairs_have_no_bit)
{
    struct system system = fluid(500, 0.8442, 1.44, 3);
    struct topology topology;
    struct error error;
    int64_t count = 0;
    assert_true(system_add_list(&system, SYSTEM_EXCLUSIONS, 10 * system.n, &error));
    for (int32_t i = 0; i < system.n; i++)
        for (int32_t j = i + 1; j <= i + 10 && j < system.n; j++)
            if (j / 20 == i / 20) {
                system.exclusion[count][0] = i;
                system.exclusion[count++][1] = j;
            }
    system.exclusion_count = count;
    assert_true(topology_build(&system, &topology, &error));
    for (int kind = 0; kind < 4; kind++) {
        struct clusters clusters = clusters_of(&system, &topology, sizes[kind / 2], kind % 2, 2);
        check_pairs(&system, &topology, &clusters, 2);
        clusters_free(&clusters);
    }
    topology_free(&topology);
    system_free(&system);
}

/** A cut of a cluster shifts coordinates, so that their differences belong to nearest images. */
TEST(frames_take_images_before_pairs)
{
    struct system system = fluid(4000, 0.8442, 1.44, 3);
    struct clusters s = clusters_of(&system, NULL, 8, false, 1);
    const double *const axes[] = {system.x, system.y, system.z};
    int64_t crossing = 0;
    for (int64_t c = 0; c < s.clusters; c++) {
        for (int64_t k = s.start[c]; k < s.start[c + 1]; k++) {
            for (uint32_t left = s.mask[k]; left != 0; left &= left - 1) {
                const int bit = __builtin_ctz(left);
                const int64_t i = s.particle[c * s.size + bit % s.size];
                const int64_t j = s.particle[s.first[k] + bit / s.size];
                for (int d = 0; d < 3; d++) {
                    const double box = system.box[d], cut = s.cut[3 * c + d];
                    const double from = axes[d][i], to = axes[d][j];
                    assert_true(cut >= 0);
                    assert_near((to >= cut ? to - box : to) - (from >= cut ? from - box : from),
                                system_nearest(to - from, box), 1e-12 * box);
                    crossing += fabs(to - from) > box / 2;
                }
            }
        }
    }
    assert_true(crossing > 1000);
    clusters_free(&s);
    system_free(&system);
}

TEST(lists_are_built_again_in_place)
{
    struct system system = fluid(2000, 0.8442, 1.44, 3);
    struct clusters clusters = clusters_of(&system, NULL, 8, true, 4);
    const int32_t *first = clusters.first;
    const int64_t bytes = clusters_bytes(&clusters);
    struct error error;
    assert_true(clusters_build(&system, range, NULL, 8, true, 4, &clusters, &error));
    assert_ptr_equal(clusters.first, first);
    assert_int_equal(clusters_bytes(&clusters), bytes);
    clusters_free(&clusters);
    assert_null(clusters.particle);
    system_free(&system);
}

/** Whether the pair that belongs to a bit of an entry is closer than `inner`. */
static bool is_near(const struct system *system, const struct clusters *s, int64_t cluster,
                    int64_t entry, int bit, double inner)
{
    const double *const axes[] = {system->x, system->y, system->z};
    const int32_t i = s->particle[cluster * s->size + bit % s->size];
    const int32_t j = s->particle[s->first[entry] + bit / s->size];
    double r2 = 0;
    for (int d = 0; d < 3; d++)
        r2 += pow(system_nearest(axes[d][j] - axes[d][i], system->box[d]), 2);
    return r2 < inner * inner;
}

/**
 * Checks that pruned rows contain the entries with near pairs, in the order of the original rows,
 * and padding.
 */
static void check_pruned(const struct system *system, const struct clusters *s,
                         const struct cluster_pruning *p, double inner, int padding)
{
    int64_t pairs = 0, entries = 0;
    for (int64_t c = 0; c < s->clusters; c++) {
        int64_t to = p->start[c];
        int32_t masked = 0;
        for (int64_t k = s->start[c]; k < s->start[c] + s->count[c]; k++) {
            uint32_t near = 0;
            for (int bit = 0; bit < CLUSTER_PAIRS; bit++)
                if (s->mask[k] >> bit & 1 && is_near(system, s, c, k, bit, inner))
                    near |= 1U << bit;
            if (near == 0)
                continue;
            assert_int_equal(p->first[to], s->first[k]);
            assert_int_equal(p->mask[to++], near);
            masked += k < s->start[c] + s->masked[c];
            pairs += __builtin_popcount(near);
        }
        entries += to - p->start[c];
        assert_int_equal(p->masked[c], masked);
        assert_int_equal(p->start[c + 1],
                         p->start[c] + (to - p->start[c] + padding - 1) / padding * padding);
        for (; to < p->start[c + 1]; to++) {
            assert_int_equal(p->first[to], s->clusters * s->size);
            assert_int_equal(p->mask[to], 0);
        }
    }
    assert_int_equal(p->pairs, pairs);
    assert_true(entries < clusters_pairs_covered(s) / CLUSTER_PAIRS);
}

TEST(rows_are_pruned_to_current_pairs)
{
    const double inner = 2.6;
    for (int kind = 0; kind < 4; kind++) {
        struct system system = fluid(1500, 0.5, 1.44, 3);
        struct clusters clusters =
            clusters_of(&system, NULL, sizes[kind / 2], kind % 2 != 0, 1 + kind % 3);
        struct cluster_pruning pruning = {0};
        struct random random = random_start(7, 0);
        struct error error;
        assert_true(cluster_pruning_allocate(&clusters, &pruning, &error));
        cluster_pruning_prune(&clusters, &system, inner, 1 + kind % 3, &pruning);
        check_pruned(&system, &clusters, &pruning, inner, 1 + kind % 3);
        assert_false(cluster_pruning_is_due(&pruning, &system, 0.01));
        system.y[700] = system_wrap(system.y[700] + 0.02, system.box[1]);
        assert_true(cluster_pruning_is_due(&pruning, &system, 0.01));
        assert_false(cluster_pruning_is_due(&pruning, &system, 0.03));
        for (int64_t i = 0; i < system.n; i++)
            system.z[i] = system_wrap(system.z[i] + 0.1 * random_uniform(&random), system.box[2]);
        assert_true(cluster_pruning_is_due(&pruning, &system, 0.03));
        cluster_pruning_prune(&clusters, &system, inner, 1 + kind % 3, &pruning);
        check_pruned(&system, &clusters, &pruning, inner, 1 + kind % 3);
        cluster_pruning_free(&pruning);
        clusters_free(&clusters);
        system_free(&system);
    }
}

/**
 * Checks that each cluster with particles is in exactly one group; sets the group and place of
 * each.
 */
static void find_groups(const struct clusters *s, const struct cluster_groups *g, int64_t *slot_of)
{
    for (int64_t c = 0; c < s->clusters; c++)
        slot_of[c] = -1;
    for (int64_t slot = 0; slot < g->groups * g->size; slot++) {
        const int64_t cluster = g->cluster[slot];
        assert_in_range(cluster, 0, s->clusters);
        if (cluster == s->clusters)
            continue;
        assert_int_equal(slot_of[cluster], -1);
        slot_of[cluster] = slot;
    }
    for (int64_t c = 0; c < s->clusters; c++)
        assert_int_equal(slot_of[c] >= 0, s->particle[c * s->size] < s->n);
}

/** Returns the entry of a group with partners that start at `first`. */
static int64_t entry_of(const struct cluster_groups *g, int64_t group, int32_t first)
{
    int64_t found = -1;
    for (int64_t e = g->start[group]; e < g->start[group + 1]; e++) {
        if (g->first[e] != first)
            continue;
        assert_int_equal(found, -1);
        found = e;
    }
    return found;
}

/**
 * Checks that an entry of the cluster's group contains the cluster's entry, with lane bits if it
 * has excluded pairs in range.
 */
static void check_entry(const struct clusters *s, const struct cluster_groups *g, int64_t slot,
                        int64_t entry, bool held)
{
    const int64_t group = slot / g->size, e = entry_of(g, group, s->first[entry]);
    const int bit = (int)(slot % g->size);
    const int64_t place = e - g->start[group];
    assert_true(e >= 0);
    assert_true(g->active[e] >> bit & 1);
    if (place >= g->masked[group]) {
        assert_false(held);
        return;
    }
    const uint8_t *lanes = g->lanes + (g->masked_start[group] + place) * CLUSTER_PAIRS;
    for (int pair = 0; pair < CLUSTER_PAIRS; pair++)
        assert_int_equal(lanes[pair] >> bit & 1, s->mask[entry] >> pair & 1);
}

static void check_groups(const struct clusters *s, const struct cluster_groups *g)
{
    int64_t *slot_of = calloc((size_t)s->clusters, sizeof *slot_of);
    int64_t entries = 0, active = 0;
    assert_non_null(slot_of);
    find_groups(s, g, slot_of);
    for (int64_t c = 0; c < s->clusters; c++) {
        for (int64_t k = 0; k < s->count[c]; k++)
            check_entry(s, g, slot_of[c], s->start[c] + k, k < s->masked[c]);
        entries += s->count[c];
    }
    for (int64_t e = 0; e < g->start[g->groups]; e++)
        active += __builtin_popcount(g->active[e]);
    assert_int_equal(active, entries);
    free(slot_of);
}

TEST(groups_have_the_entries_of_their_clusters)
{
    static const int64_t numbers[] = {2, 17, 501, 1500};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        struct system system = fluid(numbers[k], numbers[k] < 100 ? 0.05 : 0.8442, 1.44, 3);
        for (int kind = 0; kind < 4; kind++) {
            struct clusters clusters =
                clusters_of(&system, NULL, sizes[kind / 2], kind % 2 != 0, 1);
            struct cluster_groups groups = {0};
            struct error error;
            for (int size = 1; size <= CLUSTER_GROUP_MOST; size *= 2) {
                assert_true(cluster_groups_build(&system, range, &clusters, size, &groups, &error));
                check_groups(&clusters, &groups);
                cluster_groups_free(&groups);
            }
            clusters_free(&clusters);
        }
        system_free(&system);
    }
}

/* The clusters of a group share one entry instead of having one each. */
TEST(groups_share_entries)
{
    struct system system = fluid(8000, 0.8442, 1.44, 3);
    struct clusters clusters = clusters_of(&system, NULL, 8, false, 1);
    struct cluster_groups groups = {0};
    struct error error;
    assert_true(cluster_groups_build(&system, range, &clusters, 8, &groups, &error));
    assert_true(clusters.start[clusters.clusters] > 2 * groups.start[groups.groups]);
    const int32_t *first = groups.first;
    assert_true(cluster_groups_build(&system, range, &clusters, 8, &groups, &error));
    assert_ptr_equal(groups.first, first);
    cluster_groups_free(&groups);
    assert_null(groups.cluster);
    clusters_free(&clusters);
    system_free(&system);
}

/* Rows have similar lengths everywhere in the box, because a kernel ends with its longest row. */
TEST(rows_of_each_pair_once_are_even)
{
    struct system system = fluid(8000, 0.8442, 1.44, 3);
    struct clusters s = clusters_of(&system, NULL, 8, true, 1);
    int32_t most = 0;
    for (int64_t c = 0; c < s.clusters; c++)
        most = s.count[c] > most ? s.count[c] : most;
    assert_true(most < 1.6 * (double)s.start[s.clusters] / (double)s.clusters);
    clusters_free(&s);
    system_free(&system);
}

TESTS_MAIN(NULL, NULL)
