/* Clusters of particles and the list of their pairs on a GPU: built on the host, and copied. */
#include "harness/backend/cuda/lists/cuda_host_copy.h"
#include "harness/backend/cuda/lists/cuda_neighbors.h"
#include "harness/base/memory.h"
#include "harness/particles/clusters.h"
#include "strategies/cluster/gpu_cluster.h"

#include <stdlib.h>
#include <string.h>

_Static_assert((int)CLUSTER_LANES == (int)CLUSTER_PAIRS, "a lane for each pair of an entry");

struct kept {
    struct clusters clusters;
    struct cuda_host_copy copy;
    struct cuda_buffer particle, start, count, first, mask, frame;
    int64_t clusters_room, entries_room;

    /* what is copied of all clusters that there is room for, empty ones, too */
    int32_t *host_particle;
    int32_t *host_count;
    void *host_frame;
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
    return cuda_host_copy_fetch(particles, &kept->copy, error) &&
           clusters_build(&kept->copy.system, particles->cutoff + particles->skin,
                          &kept->copy.topology, value(list, "cluster"),
                          value(list, "reciprocal") != 0, 1, &kept->clusters, error);
}

static int64_t entries_of(const struct clusters *clusters)
{
    return clusters->start[clusters->clusters];
}

static bool fits(const struct kept *kept)
{
    return kept->clusters.clusters <= kept->clusters_room &&
           entries_of(&kept->clusters) <= kept->entries_room;
}

/* --- room --- */

static bool make_clusters_room(const struct cuda_particles *particles, struct kept *kept,
                               int64_t room, struct error *error)
{
    const int64_t slots = room * kept->clusters.size + CLUSTER_SPARE;
    free(kept->host_particle);
    free(kept->host_count);
    free(kept->host_frame);
    kept->clusters_room = room;
    kept->host_particle = memory_allocate(slots, sizeof *kept->host_particle, "clusters", error);
    kept->host_count = memory_allocate(room, sizeof *kept->host_count, "row counts", error);
    kept->host_frame = memory_allocate(room, vector_bytes(particles), "frames of clusters", error);
    return kept->host_particle != NULL && kept->host_count != NULL && kept->host_frame != NULL &&
           cuda_buffer_resize(&kept->particle, slots, 4, "clusters", error) &&
           cuda_buffer_resize(&kept->start, room, 8, "row starts", error) &&
           cuda_buffer_resize(&kept->count, room, 4, "row counts", error) &&
           cuda_buffer_resize(&kept->frame, room, vector_bytes(particles), "frames of clusters",
                              error);
}

/* Makes room for what was built, and a part of it more. */
static bool make_room(const struct cuda_particles *particles, struct kept *kept, double more,
                      struct error *error)
{
    const int64_t clusters = kept->clusters.clusters, entries = entries_of(&kept->clusters);
    if (clusters > kept->clusters_room &&
        !make_clusters_room(particles, kept, clusters + (int64_t)(more * (double)clusters), error))
        return false;
    if (entries <= kept->entries_room)
        return true;
    kept->entries_room = entries + (int64_t)(more * (double)entries);
    return cuda_buffer_resize(&kept->first, kept->entries_room, 4, "pairs of clusters", error) &&
           cuda_buffer_resize(&kept->mask, kept->entries_room, 4, "pairs of clusters", error);
}

/* --- copies --- */

/* What kernels read of clusters: behind those there are, empty ones. */
static void fill_clusters(const struct cuda_particles *particles, struct kept *kept)
{
    const struct clusters *s = &kept->clusters;
    const int64_t slots = kept->clusters_room * s->size + CLUSTER_SPARE;
    for (int64_t k = 0; k < slots; k++)
        kept->host_particle[k] = k < s->clusters * s->size ? s->particle[k] : (int32_t)s->n;
    for (int64_t c = 0; c < kept->clusters_room; c++) {
        const bool empty = c >= s->clusters;
        bool image = false;
        double frame[4];
        for (int d = 0; d < 3; d++) {
            frame[d] = empty ? 2 * particles->box[d] : s->cut[3 * c + d];
            image = image || frame[d] < 0;
        }
        for (int d = 0; d < 3; d++)
            frame[d] = image ? 2 * particles->box[d] : frame[d];
        frame[3] = image;
        kept->host_count[c] = empty ? 0 : s->count[c];
        for (int d = 0; d < 4; d++) {
            if (vector_bytes(particles) == 4 * sizeof(double))
                ((double *)kept->host_frame)[4 * c + d] = frame[d];
            else
                ((float *)kept->host_frame)[4 * c + d] = (float)frame[d];
        }
    }
}

/* Waits for the copies, which come from memory that is not pinned: the stream does not. */
static bool upload(const struct cuda_particles *particles, struct kept *kept, struct error *error)
{
    const struct clusters *s = &kept->clusters;
    const int64_t slots = kept->clusters_room * s->size + CLUSTER_SPARE;
    const int64_t entries = entries_of(s);
    fill_clusters(particles, kept);
    return cuda_buffer_write(&kept->particle, kept->host_particle, slots, 4, error) &&
           cuda_buffer_write(&kept->start, s->start, s->clusters, 8, error) &&
           cuda_buffer_write(&kept->count, kept->host_count, kept->clusters_room, 4, error) &&
           cuda_buffer_write(&kept->frame, kept->host_frame, kept->clusters_room,
                             vector_bytes(particles), error) &&
           (entries == 0 || (cuda_buffer_write(&kept->first, s->first, entries, 4, error) &&
                             cuda_buffer_write(&kept->mask, s->mask, entries, 4, error))) &&
           cuda_check(cu.cuStreamSynchronize(NULL), "copying a list", error);
}

/* --- the structure --- */

static bool create(const struct cuda_particles *particles, struct cuda_list *list,
                   struct error *error)
{
    struct kept *kept = list->kept;
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
        .particle = kept->particle.address,
        .start = kept->start.address,
        .count = kept->count.address,
        .first = kept->first.address,
        .mask = kept->mask.address,
        .frame = kept->frame.address,
        .clusters = (int)kept->clusters_room,
    };
    (void)particles;
    memcpy(neighbors, &cluster, sizeof cluster);
}

static int64_t items(const struct cuda_list *list, enum step_items items)
{
    const struct kept *kept = list->kept;
    return items == ITEMS_OWN ? kept->clusters_room * CLUSTER_LANES : 0;
}

static double foresee(const struct cuda_particles *particles, const struct cuda_list *list,
                      struct memory_need *need)
{
    const struct system outline = {
        .n = particles->n, .box = {particles->box[0], particles->box[1], particles->box[2]}};
    const int size = value(list, "cluster");
    const struct footprint clusters = clusters_footprint(
        &outline, particles->cutoff + particles->skin, size, value(list, "reciprocal") != 0);
    const double rows = (double)particles->n / size;
    footprint_keep(&need->host, cuda_host_copy_bytes(particles));
    footprint_add(&need->host, clusters);
    footprint_keep(&need->host, rows * (4.0 * size + 4 + (double)vector_bytes(particles)));
    footprint_keep(&need->device, clusters.kept + rows * (double)vector_bytes(particles));
    return 0;
}

static int64_t bytes(const struct cuda_list *list)
{
    const struct kept *kept = list->kept;
    return kept->particle.bytes + kept->start.bytes + kept->count.bytes + kept->first.bytes +
           kept->mask.bytes + kept->frame.bytes;
}

static void free_kept(struct cuda_list *list)
{
    struct kept *kept = list->kept;
    struct cuda_buffer *buffers[] = {&kept->particle, &kept->start, &kept->count,
                                     &kept->first,    &kept->mask,  &kept->frame};
    for (size_t k = 0; k < sizeof buffers / sizeof *buffers; k++)
        cuda_buffer_free(buffers[k]);
    clusters_free(&kept->clusters);
    cuda_host_copy_free(&kept->copy);
    free(kept->host_particle);
    free(kept->host_count);
    free(kept->host_frame);
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
