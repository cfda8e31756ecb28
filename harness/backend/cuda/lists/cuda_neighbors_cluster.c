/* Groups of clusters of particles and the list of their pairs on a GPU: built on the host, and
 * copied. */
#include "harness/backend/cuda/lists/cuda_host_copy.h"
#include "harness/backend/cuda/lists/cuda_neighbors.h"
#include "harness/base/memory.h"
#include "harness/particles/cluster_groups.h"
#include "strategies/cluster/gpu_cluster.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(CLUSTER_GROUP_MOST <= CLUSTER_BITS * CLUSTER_PAIRS / CLUSTER_MOST,
               "a bit in the words of an entry for each cluster");
_Static_assert((int)CLUSTER_LANES == (int)CLUSTER_PAIRS, "a lane for each pair of an entry");

struct kept {
    struct clusters clusters;
    struct cluster_groups groups;
    struct cuda_host_copy copy;
    struct cuda_buffer own, start, masked_start, count, masked, word, lanes, frame;
    int64_t groups_room, entries_room, masked_room;

    /* what is copied of all groups that there is room for, empty ones, too; and of all entries */
    int32_t *host_own;
    int32_t *host_count;
    void *host_frame;
    uint32_t *host_word;
};

static int value(const struct cuda_list *list, const char *name)
{
    return neighbor_tuning_value(list->neighbors, list->tuning, name);
}

static int64_t vector_bytes(const struct cuda_particles *particles)
{
    return 4 * (int64_t)precision_info(particles->precision)->real_size;
}

static bool build(const struct cuda_particles *particles, struct cuda_list *list,
                  struct error *error)
{
    struct kept *kept = list->kept;
    const double range = particles->cutoff + particles->skin;
    return cuda_host_copy_fetch(particles, &kept->copy, error) &&
           clusters_build(&kept->copy.system, range, &kept->copy.topology, value(list, "cluster"),
                          value(list, "reciprocal") != 0, 1, &kept->clusters, error) &&
           cluster_groups_build(&kept->copy.system, range, &kept->clusters, value(list, "group"),
                                &kept->groups, error);
}

static int64_t entries_of(const struct cluster_groups *groups)
{
    return groups->start[groups->groups];
}

static int64_t masked_of(const struct cluster_groups *groups)
{
    return groups->masked_start[groups->groups];
}

/* Own particles of a group. */
static int64_t own_of(const struct kept *kept)
{
    return (int64_t)kept->groups.size * kept->clusters.size;
}

static bool fits(const struct kept *kept)
{
    return kept->groups.groups <= kept->groups_room &&
           entries_of(&kept->groups) <= kept->entries_room &&
           masked_of(&kept->groups) <= kept->masked_room;
}

/* --- room --- */

static bool make_groups_room(const struct cuda_particles *particles, struct kept *kept,
                             int64_t room, struct error *error)
{
    free(kept->host_own);
    free(kept->host_count);
    free(kept->host_frame);
    kept->groups_room = room;
    kept->host_own =
        memory_allocate(room * own_of(kept), sizeof *kept->host_own, "clusters", error);
    kept->host_count = memory_allocate(room, sizeof *kept->host_count, "row counts", error);
    kept->host_frame = memory_allocate(room, vector_bytes(particles), "frames of clusters", error);
    return kept->host_own != NULL && kept->host_count != NULL && kept->host_frame != NULL &&
           cuda_buffer_resize(&kept->own, room * own_of(kept), 4, "clusters", error) &&
           cuda_buffer_resize(&kept->start, room, 8, "row starts", error) &&
           cuda_buffer_resize(&kept->masked_start, room, 8, "row starts", error) &&
           cuda_buffer_resize(&kept->count, room, 4, "row counts", error) &&
           cuda_buffer_resize(&kept->masked, room, 4, "row counts", error) &&
           cuda_buffer_resize(&kept->frame, room, vector_bytes(particles), "frames of clusters",
                              error);
}

static bool make_entries_room(struct kept *kept, int64_t room, struct error *error)
{
    const int64_t words = (room + CLUSTER_AHEAD) * kept->clusters.partners;
    free(kept->host_word);
    kept->entries_room = room;
    kept->host_word = memory_allocate(words, sizeof *kept->host_word, "pairs of clusters", error);
    return kept->host_word != NULL &&
           cuda_buffer_resize(&kept->word, words, 4, "pairs of clusters", error);
}

/* Makes room for what was built, and a part of it more. */
static bool make_room(const struct cuda_particles *particles, struct kept *kept, double more,
                      struct error *error)
{
    const int64_t groups = kept->groups.groups, entries = entries_of(&kept->groups);
    const int64_t masked = masked_of(&kept->groups);
    if (groups > kept->groups_room &&
        !make_groups_room(particles, kept, groups + (int64_t)(more * (double)groups), error))
        return false;
    if ((entries > kept->entries_room || kept->host_word == NULL) &&
        !make_entries_room(kept, entries + (int64_t)(more * (double)entries), error))
        return false;
    if (masked <= kept->masked_room)
        return true;
    kept->masked_room = masked + (int64_t)(more * (double)masked);
    return cuda_buffer_resize(&kept->lanes, kept->masked_room, CLUSTER_LANES, "pairs of clusters",
                              error);
}

/* --- copies --- */

static void fill_frame(const struct cuda_particles *particles, struct kept *kept, int64_t group)
{
    const bool empty = group >= kept->groups.groups;
    bool image = false;
    double frame[4];
    for (int d = 0; d < 3; d++) {
        frame[d] = empty ? 2 * particles->box[d] : kept->groups.cut[3 * group + d];
        image = image || frame[d] < 0;
    }
    for (int d = 0; d < 3; d++)
        frame[d] = image ? 2 * particles->box[d] : frame[d];
    frame[3] = image;
    for (int d = 0; d < 4; d++) {
        if (vector_bytes(particles) == 4 * sizeof(double))
            ((double *)kept->host_frame)[4 * group + d] = frame[d];
        else
            ((float *)kept->host_frame)[4 * group + d] = (float)frame[d];
    }
}

/* The words of an entry; behind the last, of one without pairs. */
static void fill_words(const struct kept *kept, int64_t entry)
{
    const struct clusters *s = &kept->clusters;
    const bool none = entry >= entries_of(&kept->groups);
    uint32_t *word = kept->host_word + entry * s->partners;
    for (int j = 0; j < s->partners; j++) {
        const uint32_t active = none ? 0U : kept->groups.active[entry];
        const int64_t i = none ? s->n : s->particle[kept->groups.first[entry] + j];
        word[j] = (uint32_t)i | (active >> CLUSTER_BITS * j & ((1U << CLUSTER_BITS) - 1))
                                    << CLUSTER_INDEX_BITS;
    }
}

/* What kernels read of groups: behind those there are, empty ones. */
static void fill(const struct cuda_particles *particles, struct kept *kept)
{
    const struct clusters *s = &kept->clusters;
    const struct cluster_groups *g = &kept->groups;
    for (int64_t group = 0; group < kept->groups_room; group++) {
        const bool empty = group >= g->groups;
        for (int64_t slot = group * own_of(kept); slot < (group + 1) * own_of(kept); slot++)
            kept->host_own[slot] =
                empty ? (int32_t)s->n
                      : s->particle[(int64_t)g->cluster[slot / s->size] * s->size + slot % s->size];
        kept->host_count[group] = empty ? 0 : (int32_t)(g->start[group + 1] - g->start[group]);
        fill_frame(particles, kept, group);
    }
#pragma omp parallel for schedule(static)
    for (int64_t e = 0; e < entries_of(g) + CLUSTER_AHEAD; e++)
        fill_words(kept, e);
}

static bool write(const struct cuda_buffer *to, const void *from, int64_t count, int64_t size,
                  struct error *error)
{
    return count == 0 || cuda_buffer_write(to, from, count, size, error);
}

/* Waits for the copies, which come from memory that is not pinned: the stream does not. */
static bool upload(const struct cuda_particles *particles, struct kept *kept, struct error *error)
{
    const struct cluster_groups *g = &kept->groups;
    const int64_t room = kept->groups_room, entries = entries_of(g);
    fill(particles, kept);
    return write(&kept->own, kept->host_own, room * own_of(kept), 4, error) &&
           write(&kept->start, g->start, g->groups, 8, error) &&
           write(&kept->masked_start, g->masked_start, g->groups, 8, error) &&
           write(&kept->count, kept->host_count, room, 4, error) &&
           write(&kept->masked, g->masked, g->groups, 4, error) &&
           write(&kept->frame, kept->host_frame, room, vector_bytes(particles), error) &&
           write(&kept->word, kept->host_word, (entries + CLUSTER_AHEAD) * kept->clusters.partners,
                 4, error) &&
           write(&kept->lanes, g->lanes, masked_of(g), CLUSTER_LANES, error) &&
           cuda_check(cu.cuStreamSynchronize(NULL), "copying a list", error);
}

/* --- the structure --- */

static bool create(const struct cuda_particles *particles, struct cuda_list *list,
                   struct error *error)
{
    struct kept *kept = list->kept;
    if (particles->n >= 1LL << CLUSTER_INDEX_BITS)
        return error_set(error, EXIT_ENVIRONMENT,
                         "cluster: expected fewer than %lld particles, found %lld",
                         1LL << CLUSTER_INDEX_BITS, (long long)particles->n);
    if (!cuda_host_copy_create(particles, &kept->copy, error) || !build(particles, list, error))
        return false;
    list->pairs_listed = kept->clusters.pairs;
    return make_room(particles, kept, 0, error) && upload(particles, kept, error);
}

/* Where room is lacking, kernels are halted, and cuda_list_grow is called for. */
static bool enqueue(const struct cuda_particles *particles, struct cuda_list *list,
                    struct error *error)
{
    const long long overflow = LIST_OVERFLOW;
    const struct cuda_buffer halted = {list->arguments.halted, 0};
    struct kept *kept = list->kept;
    if (!build(particles, list, error))
        return false;
    if (fits(kept))
        return upload(particles, kept, error);
    if (halted.address == 0)
        return error_set(error, EXIT_ENVIRONMENT,
                         "cluster: a list grows whenever it is built of the same particles");
    return cuda_buffer_write(&halted, &overflow, 1, sizeof overflow, error) &&
           cuda_check(cu.cuStreamSynchronize(NULL), "halting kernels", error);
}

static bool grow(const struct cuda_particles *particles, struct cuda_list *list,
                 struct error *error)
{
    return cuda_check(cu.cuStreamSynchronize(particles->device->stream), "building a list",
                      error) &&
           make_room(particles, list->kept, 0.0625, error);
}

static void arguments(const struct cuda_particles *particles, const struct cuda_list *list,
                      void *neighbors)
{
    const struct kept *kept = list->kept;
    const struct gpu_cluster cluster = {
        .own = kept->own.address,
        .start = kept->start.address,
        .masked_start = kept->masked_start.address,
        .count = kept->count.address,
        .masked = kept->masked.address,
        .word = kept->word.address,
        .lanes = kept->lanes.address,
        .frame = kept->frame.address,
    };
    (void)particles;
    memcpy(neighbors, &cluster, sizeof cluster);
}

static int64_t items(const struct cuda_list *list, enum step_items items)
{
    const struct kept *kept = list->kept;
    return items == ITEMS_CLUSTER_GROUPS ? kept->groups_room : 0;
}

static double foresee(const struct cuda_particles *particles, const struct cuda_list *list,
                      struct memory_need *need)
{
    const struct system outline = {
        .n = particles->n, .box = {particles->box[0], particles->box[1], particles->box[2]}};
    const double range = particles->cutoff + particles->skin;
    const int size = value(list, "cluster"), group = value(list, "group");
    const bool reciprocal = value(list, "reciprocal") != 0;
    const double rows = (double)particles->n / (size * group);
    const double partners =
        cluster_groups_entries_expected(&outline, range, size, group, reciprocal) * 4.0 *
        CLUSTER_PAIRS / size;
    const double own = rows * (4.0 * size * group + 4 + (double)vector_bytes(particles));
    const struct footprint groups =
        cluster_groups_footprint(&outline, range, size, group, reciprocal);
    footprint_keep(&need->host, cuda_host_copy_bytes(particles));
    footprint_add(&need->host, clusters_footprint(&outline, range, size, reciprocal));
    footprint_add(&need->host, groups);
    footprint_keep(&need->host, own + partners);
    footprint_keep(&need->device, groups.kept + own + partners);
    return 0;
}

static int64_t bytes(const struct cuda_list *list)
{
    const struct kept *kept = list->kept;
    return kept->own.bytes + kept->start.bytes + kept->masked_start.bytes + kept->count.bytes +
           kept->masked.bytes + kept->word.bytes + kept->lanes.bytes + kept->frame.bytes;
}

static void free_kept(struct cuda_list *list)
{
    struct kept *kept = list->kept;
    struct cuda_buffer *buffers[] = {&kept->own,   &kept->start,  &kept->masked_start,
                                     &kept->count, &kept->masked, &kept->word,
                                     &kept->lanes, &kept->frame};
    for (size_t k = 0; k < sizeof buffers / sizeof *buffers; k++)
        cuda_buffer_free(buffers[k]);
    clusters_free(&kept->clusters);
    cluster_groups_free(&kept->groups);
    cuda_host_copy_free(&kept->copy);
    free(kept->host_own);
    free(kept->host_count);
    free(kept->host_frame);
    free(kept->host_word);
}

const struct cuda_neighbor_structure cuda_neighbors_cluster = {
    .size = sizeof(struct kept),
    .on_host = true,
    .foresee = foresee,
    .create = create,
    .enqueue = enqueue,
    .grow = grow,
    .arguments = arguments,
    .items = items,
    .bytes = bytes,
    .free = free_kept,
};
