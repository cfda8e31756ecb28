/*
 * Groups of clusters of particles and their rows on a GPU (strategies/cluster/list.cu). Memory for
 * columns, slots and groups suffices for particles at any positions. Rows are built twice: the
 * first build shows how much memory they need. Pruned rows (tuning `prune`) have the same memory.
 */
#include "harness/backend/cuda/lists/cuda_neighbors.h"
#include "harness/backend/cuda/lists/cuda_scan.h"
#include "harness/backend/cuda/lists/cuda_sort.h"
#include "harness/base/memory.h"
#include "harness/particles/cluster_columns.h"
#include "harness/particles/cluster_groups.h"
#include "harness/particles/cluster_pruning.h"
#include "strategies/cluster/gpu_cluster.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)CLUSTER_GROUP_MOST <= (int)CLUSTER_BITS * CLUSTER_PAIRS / CLUSTER_MOST,
               "a bit in the words of an entry for each cluster");
_Static_assert((int)CLUSTER_LANES == (int)CLUSTER_PAIRS, "a lane for each pair of an entry");
_Static_assert((int)CLUSTER_GROUP == (int)CLUSTER_GROUP_MOST, "groups as on the host");
_Static_assert((int)CLUSTER_COLUMN == (int)CLUSTER_MOST, "columns as on the host");

/* Kinds of rows. A build reports how much memory each needs. */
enum most { MOST_OTHERS, MOST_MASKED, MOSTS };

enum { TRIALS = 8 };

/* Upper bounds on the numbers of columns, slots, clusters and groups. */
struct sizes {
    int grid[2];
    int64_t columns, tiles, slots, groups;
};

/* Buffers of rows, like the members of struct cluster_rows. */
struct rows {
    struct cuda_buffer start, masked_start, count, masked, word, lanes;
};

struct kept {
    struct cuda_buffer key, value, sorted_key, sorted_value;
    struct cuda_buffer particles_before, slots, slots_before, group_counts, groups_before;
    struct cuda_buffer particle, slot_at, bounds, height, cluster, pairs, most;
    struct cuda_buffer own, frame;
    struct rows rows, pruned;
    struct cuda_buffer pruned_at, due;
    struct sizes sizes;
    struct cluster_build arguments;
};

static double range_of(const struct cuda_particles *particles)
{
    return particles->cutoff + particles->skin;
}

/* Returns the skin of pruned rows; 0: rows are not pruned. */
static double inner_skin(const struct cuda_particles *particles, const struct cuda_list *list)
{
    return cluster_pruning_skin(cuda_list_value(list, "prune"), particles->skin);
}

static bool prunes(const struct cuda_particles *particles, const struct cuda_list *list)
{
    return inner_skin(particles, list) > 0;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/*
 * Returns upper bounds. Each column with particles may have one cluster that is not full. Each tile
 * may have one group that is not full.
 */
static struct sizes sizes_of(const struct cuda_particles *particles, const struct cuda_list *list)
{
    const int64_t n = particles->n, size = cuda_list_value(list, "cluster"),
                  group = cuda_list_value(list, "group");
    struct sizes s = {0};
    cluster_columns_grid(particles->box, n, (int)size, s.grid);
    s.columns = (int64_t)s.grid[0] * s.grid[1];
    s.tiles = (int64_t)((s.grid[0] + 1) / 2) * ((s.grid[1] + 1) / 2);
    s.slots = (n + least(s.columns, n) * (CLUSTER_COLUMN - 1)) / CLUSTER_COLUMN * CLUSTER_COLUMN;
    s.groups = (n / size + least(s.columns, n) + least(s.tiles, n) * (group - 1)) / group;
    return s;
}

/* --- memory --- */

/* A buffer with a size that follows from the number of particles and the box. */
struct part {
    struct cuda_buffer *buffer;
    int64_t count, size;
    const char *what;
};

enum { PARTS = 32 };

/* Lists all buffers, except those of rows, in `part`; returns their number. */
static int parts_of(const struct cuda_particles *particles, const struct cuda_list *list,
                    struct kept *kept, struct part parts[PARTS])
{
    const struct sizes s = sizes_of(particles, list);
    const int64_t n = particles->n, size = cuda_list_value(list, "cluster"),
                  vector = cuda_vector_bytes(particles);
    const int64_t group = cuda_list_value(list, "group"), pruned = prunes(particles, list);
    const struct part all[] = {
        {&kept->key, n, 4, "sort keys"},
        {&kept->value, n, 4, "sort values"},
        {&kept->sorted_key, n, 4, "sorted keys"},
        {&kept->sorted_value, n, 4, "sorted particles"},
        {&kept->particles_before, s.columns + 1, 4, "columns"},
        {&kept->slots, s.columns + 1, 4, "columns"},
        {&kept->slots_before, s.columns + 1, 4, "columns"},
        {&kept->group_counts, s.tiles + 1, 4, "groups of clusters"},
        {&kept->groups_before, s.tiles + 1, 4, "groups of clusters"},
        {&kept->particle, s.slots, 4, "slots of clusters"},
        {&kept->slot_at, s.slots, vector, "slots of clusters"},
        {&kept->bounds, 2 * s.slots * size / CLUSTER_LANES, vector, "boxes around particles"},
        {&kept->height, s.slots / size, sizeof(double), "heights of clusters"},
        {&kept->cluster, s.groups * group, 4, "groups of clusters"},
        {&kept->pairs, s.groups, 4, "pair counts"},
        {&kept->most, MOSTS, 4, "counters"},
        {&kept->own, s.groups * group * size, 4, "clusters"},
        {&kept->frame, s.groups, vector, "frames of groups"},
        {&kept->rows.start, s.groups, 8, "row starts"},
        {&kept->rows.masked_start, s.groups, 8, "row starts"},
        {&kept->rows.count, s.groups, 4, "row counts"},
        {&kept->rows.masked, s.groups, 4, "row counts"},
        {&kept->pruned.start, pruned * s.groups, 8, "row starts"},
        {&kept->pruned.masked_start, pruned * s.groups, 8, "row starts"},
        {&kept->pruned.count, pruned * s.groups, 4, "row counts"},
        {&kept->pruned.masked, pruned * s.groups, 4, "row counts"},
        {&kept->pruned_at, pruned * n, vector, "positions of pruned rows"},
        {&kept->due, pruned * 2, 4, "counters"},
    };
    _Static_assert(sizeof all / sizeof *all <= PARTS, "room for all parts");
    memcpy(parts, all, sizeof all);
    return (int)(sizeof all / sizeof *all);
}

/* Returns the bytes of temporary memory for sorting and prefix sums. */
static int64_t temporary_bytes(const struct cuda_particles *particles, const struct sizes *s)
{
    size_t sorting = 0, adding = 0;
    sort_pairs(NULL, &sorting, NULL, NULL, NULL, NULL, particles->n, 32, NULL);
    scan_int(NULL, &adding, NULL, NULL, s->columns + 1, NULL);
    return (int64_t)(sorting > adding ? sorting : adding);
}

/*
 * Returns the entries to allocate per row, more than the average. Rows that list each pair once
 * have more than half of full rows' entries, because the clusters of a group have different
 * partners.
 */
static int64_t first_room(const struct cuda_particles *particles, const struct cuda_list *list)
{
    const struct system outline = {
        .n = particles->n, .box = {particles->box[0], particles->box[1], particles->box[2]}};
    const double mean =
        clusters_entries_expected(&outline, range_of(particles), cuda_list_value(list, "cluster"),
                                  cuda_list_value(list, "group"));
    return (int64_t)(1.2 * mean * (cuda_list_value(list, "reciprocal") != 0 ? 0.6 : 1)) + 16;
}

/*
 * Returns the entries to allocate for masks: for partners in the group itself and, with exclusions,
 * for partners around the group.
 */
static int64_t first_masked_room(const struct cuda_particles *particles,
                                 const struct cuda_list *list)
{
    const int64_t size = cuda_list_value(list, "cluster");
    const int64_t own =
        (cuda_list_value(list, "group") * size * size + CLUSTER_LANES - 1) / CLUSTER_LANES;
    return (particles->excluded != 0 ? 4 : 1) * own + 8;
}

/* Allocates rows for this number of words and of lane masks. */
static bool resize_rows(const struct cuda_particles *particles, struct rows *rows, int64_t words,
                        int64_t masked, struct cluster_rows *a, struct error *error)
{
    if ((words * 4 != rows->word.bytes &&
         !cuda_list_resize(particles, &rows->word, words, 4, "pairs of clusters", error)) ||
        (masked * CLUSTER_LANES != rows->lanes.bytes &&
         !cuda_buffer_resize(&rows->lanes, masked, CLUSTER_LANES, "masks of pairs", error)))
        return false;
    a->word = rows->word.address;
    a->lanes = rows->lanes.address;
    return true;
}

static bool make_row_room(const struct cuda_particles *particles, struct cuda_list *list,
                          int64_t room, int64_t masked_room, struct error *error)
{
    struct kept *kept = list->kept;
    struct cluster_build *a = &kept->arguments;
    const int64_t groups = kept->sizes.groups, partners = CLUSTER_LANES / a->size;
    const int64_t words = (groups * (room + masked_room) + CLUSTER_AHEAD) * partners;
    const int64_t masked = groups * masked_room;
    if (room > INT32_MAX / 2 || masked_room > INT32_MAX / 2)
        return error_set(error, EXIT_ENVIRONMENT, "too many pairs of clusters in a row") ||
               error_too_large(error);
    a->room = (int)room;
    a->masked_room = (int)masked_room;
    return resize_rows(particles, &kept->rows, words, masked, &a->rows, error) &&
           (!prunes(particles, list) ||
            resize_rows(particles, &kept->pruned, words, masked, &a->pruned, error));
}

static struct cluster_rows rows_of(const struct rows *rows)
{
    return (struct cluster_rows){
        .start = rows->start.address,
        .masked_start = rows->masked_start.address,
        .count = rows->count.address,
        .masked = rows->masked.address,
        .word = rows->word.address,
        .lanes = rows->lanes.address,
    };
}

static void rebox(const struct cuda_particles *particles, struct cuda_list *list)
{
    struct kept *kept = list->kept;
    struct cluster_build *a = &kept->arguments;
    const double *box = particles->box, range = range_of(particles);
    a->reach = range + 4e-6 * fmax(box[0], fmax(box[1], box[2]));
    for (int d = 0; d < 2; d++)
        a->edge[d] = box[d] / kept->sizes.grid[d];
    cuda_box(box, range, &a->box_double, &a->box_single);
}

static void fill_arguments(const struct cuda_particles *particles, struct cuda_list *list,
                           struct kept *kept)
{
    kept->arguments = (struct cluster_build){
        .n = particles->n,
        .size = cuda_list_value(list, "cluster"),
        .group = cuda_list_value(list, "group"),
        .reciprocal = cuda_list_value(list, "reciprocal"),
        .grid = {kept->sizes.grid[0], kept->sizes.grid[1]},
        .height_bits = 32 - cuda_bins_bits(kept->sizes.columns),
        .range = range_of(particles),
        .key = kept->key.address,
        .value = kept->value.address,
        .sorted_key = kept->sorted_key.address,
        .sorted_value = kept->sorted_value.address,
        .particles_before = kept->particles_before.address,
        .slots = kept->slots.address,
        .slots_before = kept->slots_before.address,
        .groups = kept->group_counts.address,
        .groups_before = kept->groups_before.address,
        .particle = kept->particle.address,
        .slot_at = kept->slot_at.address,
        .bounds = kept->bounds.address,
        .height = kept->height.address,
        .cluster = kept->cluster.address,
        .own = kept->own.address,
        .rows = rows_of(&kept->rows),
        .frame = kept->frame.address,
        .pairs = kept->pairs.address,
        .inner = prunes(particles, list) ? particles->cutoff + inner_skin(particles, list) : 0,
        .step = inner_skin(particles, list) / 2,
        .pruned = rows_of(&kept->pruned),
        .pruned_at = kept->pruned_at.address,
        .due = kept->due.address,
        .most = kept->most.address,
    };
    rebox(particles, list);
}

static bool allocate(const struct cuda_particles *particles, struct cuda_list *list,
                     struct error *error)
{
    struct kept *kept = list->kept;
    struct part parts[PARTS];
    const int count = parts_of(particles, list, kept, parts);
    kept->sizes = sizes_of(particles, list);
    for (int k = 0; k < count; k++)
        if (parts[k].count > 0 && !cuda_buffer_resize(parts[k].buffer, parts[k].count,
                                                      parts[k].size, parts[k].what, error))
            return false;
    fill_arguments(particles, list, kept);
    return cuda_buffer_resize(&list->bins.temporary, temporary_bytes(particles, &kept->sizes), 1,
                              "sorting", error) &&
           make_row_room(particles, list, first_room(particles, list),
                         first_masked_room(particles, list), error);
}

/* --- building the rows --- */

static bool launch(const struct cuda_particles *particles, const struct cluster_build *a,
                   const char *name, int64_t blocks, struct error *error)
{
    return cuda_particles_launch(particles, CUDA_OWN_cluster, name, blocks, LIST_BLOCK, a,
                                 sizeof *a, error);
}

/* Launches `threads` threads of a kernel. */
static bool launch_threads(const struct cuda_particles *particles, const struct cluster_build *a,
                           const char *name, int64_t threads, struct error *error)
{
    return launch(particles, a, name, (threads + LIST_BLOCK - 1) / LIST_BLOCK, error);
}

static bool sort_keys(const struct cuda_particles *particles, const struct cuda_list *list,
                      struct error *error)
{
    const struct kept *kept = list->kept;
    size_t bytes = (size_t)list->bins.temporary.bytes;
    return cuda_cub_check(
        sort_pairs((void *)list->bins.temporary.address, &bytes,
                   (const uint32_t *)kept->key.address, (uint32_t *)kept->sorted_key.address,
                   (const int32_t *)kept->value.address, (int32_t *)kept->sorted_value.address,
                   particles->n, 32, particles->device->stream),
        "sorting particles", error);
}

static bool launch_rows(const struct cuda_particles *particles, const struct kept *kept,
                        struct error *error)
{
    const struct cluster_build *a = &kept->arguments;
    char name[64];
    snprintf(name, sizeof name, "cluster_rows_%d%s", a->size, a->excluded != 0 ? "_excluding" : "");
    return launch(particles, a, name, kept->sizes.groups, error);
}

static bool launch_pruning(const struct cuda_particles *particles, const struct kept *kept,
                           struct error *error)
{
    const struct cluster_build *a = &kept->arguments;
    return launch(particles, a, a->size == 4 ? "cluster_prune_4" : "cluster_prune_8",
                  kept->sizes.groups, error);
}

/* Prunes rows again if particles have moved too far since the last pruning. */
static bool refresh(const struct cuda_particles *particles, const struct cuda_list *list,
                    struct error *error)
{
    const struct kept *kept = list->kept;
    const struct cluster_build *a = &kept->arguments;
    return a->inner == 0 || (launch_threads(particles, a, "cluster_moved", particles->n, error) &&
                             launch_pruning(particles, kept, error));
}

static bool pruned(const struct cuda_particles *particles, const struct cuda_list *list,
                   double *distance, double *most, struct error *error)
{
    const struct kept *kept = list->kept;
    const int64_t n = particles->n, size = cuda_vector_bytes(particles);
    const struct cuda_buffer now = {particles->position, n * size};
    if (!prunes(particles, list))
        return true;
    char *places = memory_allocate(2 * n, size, "positions of pruned rows", error);
    const bool good =
        places != NULL &&
        cuda_check(cu.cuStreamSynchronize(particles->device->stream), "pruning a list", error) &&
        cuda_buffer_read(&kept->pruned_at, places, n, size, error) &&
        cuda_buffer_read(&now, places + n * size, n, size, error);
    for (int64_t i = 0; i < n && good; i++) {
        double size2 = 0;
        for (int d = 0; d < 3; d++) {
            const double off = precision_real(particles->precision, places, 4 * (n + i) + d) -
                               precision_real(particles->precision, places, 4 * i + d);
            const double nearest = system_nearest(off, particles->box[d]);
            size2 += nearest * nearest;
        }
        *distance = fmax(*distance, sqrt(size2));
    }
    *most = kept->arguments.step;
    free(places);
    return good;
}

static bool enqueue(const struct cuda_particles *particles, struct cuda_list *list,
                    struct error *error)
{
    struct kept *kept = list->kept;
    const struct sizes *s = &kept->sizes;
    struct cluster_build *a = &kept->arguments;
    const int64_t n = particles->n, partners = CLUSTER_LANES / a->size;
    a->position = particles->position;
    a->excluded = particles->excluded;
    a->halted = list->arguments.halted;
    return launch_threads(particles, a, "cluster_keys", n, error) &&
           sort_keys(particles, list, error) &&
           launch_threads(particles, a, "cluster_columns", n, error) &&
           launch_threads(particles, a, "cluster_sizes", s->columns + 1, error) &&
           cuda_scan_int(particles, &list->bins, &kept->slots, &kept->slots_before, s->columns + 1,
                         error) &&
           cuda_scan_int(particles, &list->bins, &kept->group_counts, &kept->groups_before,
                         s->tiles + 1, error) &&
           launch_threads(particles, a, "cluster_slots", n, error) &&
           launch_threads(particles, a, "cluster_bounds", s->slots / least(partners, a->size),
                          error) &&
           launch_threads(particles, a, "cluster_groups", s->slots / a->size, error) &&
           launch_rows(particles, kept, error) &&
           (a->inner == 0 || launch_pruning(particles, kept, error));
}

/*
 * Enlarges memory that was too small in the last build, by the fraction `more` beyond the need.
 * `tight`: also shrinks memory to the need. `*changed`: memory was allocated, and the list is lost.
 */
static bool make_room(const struct cuda_particles *particles, struct cuda_list *list, double more,
                      bool tight, bool *changed, struct error *error)
{
    const struct kept *kept = list->kept;
    const struct cluster_build *a = &kept->arguments;
    int32_t most[MOSTS];
    if (!cuda_check(cu.cuStreamSynchronize(particles->device->stream), "building a list", error) ||
        !cuda_buffer_read(&kept->most, most, MOSTS, 4, error))
        return false;
    int64_t room = a->room, masked_room = a->masked_room;
    if (tight || most[MOST_OTHERS] > room)
        room = (int64_t)ceil((1 + more) * most[MOST_OTHERS]);
    if (tight || most[MOST_MASKED] > masked_room)
        masked_room = (int64_t)ceil((1 + more) * most[MOST_MASKED]);
    *changed = room != a->room || masked_room != a->masked_room;
    return !*changed || make_row_room(particles, list, room, masked_room, error);
}

static bool create(const struct cuda_particles *particles, struct cuda_list *list,
                   struct error *error)
{
    const struct kept *kept = list->kept;
    bool lacked = true, loose = false;
    if (particles->n >= 1LL << CLUSTER_INDEX_BITS)
        return error_set(error, EXIT_ENVIRONMENT,
                         "cluster: expected fewer than %lld particles, found %lld",
                         1LL << CLUSTER_INDEX_BITS, (long long)particles->n);
    const struct sizes s = sizes_of(particles, list);
    if (s.columns >= 1LL << CLUSTER_INDEX_BITS || s.slots > INT32_MAX)
        return error_set(error, EXIT_ENVIRONMENT,
                         "cluster: %lld columns of particles are too many for 32-bit numbers",
                         (long long)s.columns);
    if (!allocate(particles, list, error))
        return false;
    for (int trial = 0; lacked && trial < TRIALS; trial++)
        if (!enqueue(particles, list, error) ||
            !make_room(particles, list, 0, false, &lacked, error))
            return false;
    if (lacked)
        return error_set(error, EXIT_ENVIRONMENT,
                         "cluster: a list grows each time it is built for the same particles");
    return make_room(particles, list, 0, true, &loose, error) &&
           (!loose || enqueue(particles, list, error)) &&
           cuda_list_sum(particles, &kept->pairs, kept->sizes.groups, &list->pairs_listed, error);
}

static bool grow(const struct cuda_particles *particles, struct cuda_list *list,
                 struct error *error)
{
    bool lacked = false;
    return make_room(particles, list, 0.0625, false, &lacked, error);
}

/* --- arguments of force kernels --- */

static void arguments(const struct cuda_particles *particles, const struct cuda_list *list,
                      void *neighbors)
{
    const struct kept *kept = list->kept;
    const struct rows *rows = prunes(particles, list) ? &kept->pruned : &kept->rows;
    const struct gpu_cluster cluster = {
        .own = kept->own.address,
        .start = rows->start.address,
        .masked_start = rows->masked_start.address,
        .count = rows->count.address,
        .masked = rows->masked.address,
        .word = rows->word.address,
        .lanes = rows->lanes.address,
        .frame = kept->frame.address,
    };
    memcpy(neighbors, &cluster, sizeof cluster);
}

static int64_t items(const struct cuda_list *list, enum step_items items)
{
    const struct kept *kept = list->kept;
    return items == ITEMS_CLUSTER_GROUPS ? kept->sizes.groups : 0;
}

static double estimate(const struct cuda_particles *particles, const struct cuda_list *list,
                       struct memory_need *need)
{
    struct kept none = {0};
    struct part parts[PARTS];
    const struct sizes s = sizes_of(particles, list);
    const double masked = (double)first_masked_room(particles, list);
    const double entries = (double)first_room(particles, list) + masked;
    double bytes = (double)temporary_bytes(particles, &s);
    const int count = parts_of(particles, list, &none, parts);
    for (int k = 0; k < count; k++)
        bytes += (double)parts[k].count * (double)parts[k].size;
    bytes += (prunes(particles, list) ? 2 : 1) * (double)s.groups * CLUSTER_LANES *
             (4 * entries / cuda_list_value(list, "cluster") + masked);
    footprint_keep(&need->device, bytes);
    footprint_use(&need->host, 4.0 * (double)s.groups);
    return 0;
}

static int64_t row_bytes(const struct rows *rows)
{
    return rows->start.bytes + rows->masked_start.bytes + rows->count.bytes + rows->masked.bytes +
           rows->word.bytes + rows->lanes.bytes;
}

/* Whether there are pruned rows, which kernels then read. */
static bool has_pruned(const struct kept *kept)
{
    return kept->pruned.word.bytes > 0;
}

static int64_t bytes(const struct cuda_list *list)
{
    const struct kept *kept = list->kept;
    return kept->own.bytes + kept->frame.bytes +
           row_bytes(has_pruned(kept) ? &kept->pruned : &kept->rows);
}

const struct cuda_neighbor_structure cuda_neighbors_cluster = {
    .size = sizeof(struct kept),
    .buffers = offsetof(struct kept, sizes) / sizeof(struct cuda_buffer),
    .counts_others = true,
    .cellless = true,
    .estimate = estimate,
    .create = create,
    .enqueue = enqueue,
    .refresh = refresh,
    .pruned = pruned,
    .rebox = rebox,
    .grow = grow,
    .arguments = arguments,
    .items = items,
    .bytes = bytes,
};
