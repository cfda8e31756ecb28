#include "harness/particles/clusters.h"

#include "harness/base/machine/first_touch.h"
#include "harness/base/memory.h"
#include "harness/particles/cluster_search.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNKS_EACH = 4, /* chunks per thread; several let all threads finish at about the same time */
};

static void copy_chunk(const struct clusters *s, const struct cluster_chunk *chunk)
{
    const struct cluster_entry *from = chunk->rows.entry;
    for (int64_t c = chunk->begin; c < chunk->end; c++) {
        for (int64_t k = s->start[c]; k < s->start[c + 1]; k++) {
            const bool padding = k - s->start[c] >= s->count[c];
            s->first[k] = padding ? (int32_t)(s->clusters * s->size) : from->first;
            s->mask[k] = padding ? 0 : from->mask;
            from += !padding;
        }
    }
}

/* Enlarges an array so that it has at least `wanted` elements. */
static bool make_room(void **array, int64_t room, int64_t wanted, int64_t size, const char *what,
                      struct error *error)
{
    if (*array != NULL && room >= wanted)
        return true;
    free(*array);
    *array = first_touch_allocate(wanted, size, what, error);
    return *array != NULL;
}

static bool allocate_slots(struct clusters *s, int64_t slots, struct error *error)
{
    const int64_t room = slots + slots / 16, clusters = room / s->size;
    if (s->particle != NULL && slots <= s->slots_room)
        return true;
    if (!make_room((void **)&s->particle, 0, room + CLUSTER_SPARE, sizeof *s->particle, "clusters",
                   error) ||
        !make_room((void **)&s->start, 0, clusters + 1, sizeof *s->start, "row starts", error) ||
        !make_room((void **)&s->count, 0, clusters, sizeof *s->count, "row counts", error) ||
        !make_room((void **)&s->masked, 0, clusters, sizeof *s->masked, "row counts", error) ||
        !make_room((void **)&s->cut, 0, 3 * clusters, sizeof *s->cut, "frames of clusters", error))
        return false;
    s->slots_room = room;
    return true;
}

static bool keep_columns(const struct cluster_columns *columns, struct clusters *s,
                         struct error *error)
{
    const int64_t count = (int64_t)columns->grid[0] * columns->grid[1];
    if (s->column == NULL || count > s->columns_room) {
        free(s->column);
        s->column = memory_allocate(count + 1, sizeof *s->column, "columns", error);
        s->columns_room = count;
    }
    if (s->column == NULL)
        return false;
    memcpy(s->grid, columns->grid, sizeof s->grid);
    for (int64_t k = 0; k <= count; k++)
        s->column[k] = columns->start[k] / s->size;
    return true;
}

static bool prepare(const struct system *system, struct clusters *s, struct cluster_search *search,
                    struct error *error)
{
    if (!cluster_columns_build(system, s->size, &search->columns, error) ||
        !keep_columns(&search->columns, s, error) ||
        !allocate_slots(s, search->columns.slots, error))
        return false;
    const struct cluster_columns *columns = &search->columns;
    const int64_t groups = columns->slots / s->partners;
    s->clusters = columns->slots / s->size;
    memcpy(s->particle, columns->particle, (size_t)columns->slots * sizeof *s->particle);
    for (int k = 0; k < CLUSTER_SPARE; k++)
        s->particle[columns->slots + k] = (int32_t)s->n;
    search->low = memory_allocate(8 * groups, sizeof *search->low, "boxes of clusters", error);
    if (search->low == NULL)
        return false;
    search->high = search->low + groups;
    for (int d = 0; d < 3; d++) {
        search->middle[d] = search->low + (2 + d) * groups;
        search->half[d] = search->low + (5 + d) * groups;
    }
#pragma omp parallel for schedule(static)
    for (int64_t g = 0; g < groups; g++)
        cluster_search_bound(search, g);
    if (search->topology == NULL || search->topology->excluded == NULL)
        return true;
    search->slot_of = memory_allocate(s->n, sizeof *search->slot_of, "clusters", error);
    if (search->slot_of == NULL)
        return false;
#pragma omp parallel for schedule(static)
    for (int64_t slot = 0; slot < columns->slots; slot++)
        if (columns->particle[slot] < s->n)
            search->slot_of[columns->particle[slot]] = (int32_t)slot;
    return true;
}

static bool build_rows(struct clusters *s, const struct cluster_search *search, int padding,
                       struct error *error)
{
    const int chunks = CHUNKS_EACH * omp_get_max_threads();
    struct cluster_chunk *chunk =
        memory_allocate_zeroed(chunks, sizeof *chunk, "pairs of clusters", error);
    bool fine = chunk != NULL;
    for (int k = 0; fine && k < chunks; k++) {
        chunk[k].begin = s->clusters * k / chunks;
        chunk[k].end = s->clusters * (k + 1) / chunks;
    }
    if (fine) {
#pragma omp parallel for schedule(dynamic, 1)
        for (int k = 0; k < chunks; k++)
            cluster_search_chunk(search, &chunk[k]);
    }
    s->pairs = 0;
    for (int k = 0; fine && k < chunks; k++) {
        s->pairs += chunk[k].pairs;
        if (!chunk[k].fine) {
            *error = chunk[k].error;
            fine = false;
        }
    }
    if (fine) {
        s->start[0] = 0;
        for (int64_t c = 0; c < s->clusters; c++)
            s->start[c + 1] = s->start[c] + (s->count[c] + padding - 1) / padding * padding;
        const int64_t entries = s->start[s->clusters];
        const int64_t room = entries > s->entries_room ? entries + entries / 16 : entries;
        fine = make_room((void **)&s->first, s->entries_room, room, sizeof *s->first,
                         "pairs of clusters", error) &&
               make_room((void **)&s->mask, s->entries_room, room, sizeof *s->mask,
                         "pairs of clusters", error);
        s->entries_room = room > s->entries_room ? room : s->entries_room;
    }
    if (fine) {
#pragma omp parallel for schedule(dynamic, 1)
        for (int k = 0; k < chunks; k++)
            copy_chunk(s, &chunk[k]);
    }
    for (int k = 0; chunk != NULL && k < chunks; k++) {
        free(chunk[k].rows.entry);
        free(chunk[k].held.entry);
        free(chunk[k].exclusion);
    }
    free(chunk);
    return fine;
}

bool clusters_build(const struct system *system, double range, const struct topology *topology,
                    int size, bool reciprocal, int padding, struct clusters *clusters,
                    struct error *error)
{
    struct clusters *s = clusters;
    if (s->particle != NULL && (s->n != system->n || s->size != size))
        clusters_free(s);
    s->n = system->n;
    s->size = size;
    s->partners = CLUSTER_PAIRS / size;
    s->reciprocal = reciprocal;
    struct cluster_search search = {.clusters = s, .topology = topology, .range = range};
    memcpy(search.box, system->box, sizeof search.box);
    bool fine = prepare(system, s, &search, error) && build_rows(s, &search, padding, error);
    cluster_columns_free(&search.columns);
    free(search.low);
    free(search.slot_of);
    if (!fine)
        clusters_free(s);
    return fine;
}

int64_t clusters_bytes(const struct clusters *s)
{
    return (s->clusters * s->size + CLUSTER_SPARE) * (int64_t)sizeof *s->particle +
           s->clusters * (int64_t)(sizeof *s->count + 3 * sizeof *s->cut) + clusters_row_bytes(s);
}

int64_t clusters_row_bytes(const struct clusters *s)
{
    return (s->clusters + 1) * (int64_t)sizeof *s->start +
           s->clusters * (int64_t)sizeof *s->masked +
           s->start[s->clusters] * (int64_t)(sizeof *s->first + sizeof *s->mask);
}

int64_t clusters_pairs_covered(const struct clusters *s)
{
    int64_t entries = 0;
    for (int64_t c = 0; c < s->clusters; c++)
        entries += s->count[c];
    return entries * CLUSTER_PAIRS;
}

/*
 * Estimates the number of groups of partners in range, for particles of uniform density. The boxes
 * around clusters and groups are extended by half an edge on average, because particles are at
 * random places.
 */
double clusters_entries_expected(const struct system *system, double range, int size, int together)
{
    const double pi = 3.14159265358979323846, partners = CLUSTER_PAIRS / size;
    const double density = (double)system->n / (system->box[0] * system->box[1] * system->box[2]);
    const double edge = cbrt(size / density);
    const double own_high = edge * (together < 4 ? 1 : together / 4.0);
    const double wide = edge * sqrt(together < 4 ? together : 4);
    const double high = own_high + (edge * partners / size - edge) / 2;
    const double volume = wide * wide * high + 2 * range * (wide * wide + 2 * wide * high) +
                          pi * range * range * (2 * wide + high) +
                          4 * pi / 3 * range * range * range;
    return fmin(volume * density, (double)system->n) / partners + 1;
}

struct footprint clusters_footprint(const struct system *system, double range, int size,
                                    bool reciprocal)
{
    const struct clusters *s = NULL;
    const double n = (double)system->n, slots = 1.06 * n, clusters = slots / size;
    const double entries =
        clusters * (clusters_entries_expected(system, range, size, 1) * (reciprocal ? 0.5 : 1) + 1);
    struct footprint footprint = {0};
    footprint_keep(&footprint, slots * sizeof *s->particle +
                                   clusters * (sizeof *s->start + sizeof *s->count +
                                               sizeof *s->masked + 3 * sizeof *s->cut));
    footprint_use(&footprint, slots * (8 * sizeof(float) * size / CLUSTER_PAIRS +
                                       3 * sizeof(double) + 2 * sizeof(int32_t)) +
                                  entries * 2.5 * sizeof(struct cluster_entry));
    footprint_keep(&footprint, entries * (sizeof *s->first + sizeof *s->mask));
    return footprint;
}

void clusters_free(struct clusters *clusters)
{
    free(clusters->particle);
    free(clusters->column);
    free(clusters->start);
    free(clusters->count);
    free(clusters->masked);
    free(clusters->first);
    free(clusters->mask);
    free(clusters->cut);
    *clusters = (struct clusters){0};
}
