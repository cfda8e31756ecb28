/*
 * Each cluster looks through the columns near the box around its particles, in each through the
 * groups of partners near along z, and tests the pairs of those whose box is in range.
 */
#include "harness/particles/clusters.h"

#include "harness/base/memory.h"
#include "harness/particles/cluster_columns.h"
#include "harness/particles/frame.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNKS_EACH = 4, /* parts of the list that a thread builds, for the last not to wait long */
    EXCLUSIONS = CLUSTER_MOST * EXCLUDED,
    BOXES_AT_ONCE = 64,
};

/** A box around particles; beyond all coordinates where there are none. */
struct bounds {
    double low[3], high[3];
};

/** What every thread reads. */
struct search {
    const struct clusters *clusters;
    const struct topology *topology; /* NULL: nothing is excluded */
    double box[3], range;
    struct cluster_columns columns;
    float *low, *high;          /* along z, of each `partners` slots, a group */
    float *middle[3], *half[3]; /* of the box around it */
    int32_t *slot_of;           /* of each particle; NULL: nothing is excluded */
};

struct entry {
    int32_t first;
    uint32_t mask;
};

struct entries {
    struct entry *entry;
    int64_t count, room;
};

/** The clusters begin … end - 1, and their rows one after another. */
struct chunk {
    int64_t begin, end, pairs;
    struct entries rows;
    struct entries held; /* of one row, those that hold pairs that do not meet */
    bool fine;
    struct error error;
};

/** A cluster whose row is being built. */
struct own {
    int64_t first; /* of its slots */
    int filled;    /* with particles; the rest comes behind */
    struct bounds bounds;
    double at[3][CLUSTER_MOST];
    int exclusions;
    int32_t excluded[EXCLUSIONS]; /* slots that do not meet … */
    int8_t by[EXCLUSIONS];        /* … this one of the cluster's */
};

/* --- boxes --- */

static struct bounds bounds_of(const struct cluster_columns *columns, int64_t first, int count)
{
    struct bounds b;
    for (int d = 0; d < 3; d++) {
        b.low[d] = b.high[d] = columns->at[d][first];
        for (int k = 1; k < count; k++) {
            b.low[d] = fmin(b.low[d], columns->at[d][first + k]);
            b.high[d] = fmax(b.high[d], columns->at[d][first + k]);
        }
    }
    return b;
}

/* Slots of `count` that follow one another which hold particles. */
static int filled_of(const struct cluster_columns *columns, int32_t none, int64_t first, int count)
{
    int filled = 0;
    while (filled < count && columns->particle[first + filled] != none)
        filled++;
    return filled;
}

/* Between two intervals of a line that is closed after `box`. */
static double gap(double low, double high, double other_low, double other_high, double box)
{
    double ahead = other_low - high, behind = low - other_high;
    if (ahead > 0)
        return fmax(0, fmin(ahead, behind + box));
    return behind > 0 ? fmax(0, fmin(behind, ahead + box)) : 0;
}

/* Whether the boxes of so many groups, from `group` on, are in range, or almost. */
static void boxes_in_range(const struct search *search, const struct own *own, int64_t group,
                           int count, uint8_t near[BOXES_AT_ONCE])
{
    float middle[3], half[3], box[3];
    const float range2 = (float)(1.001 * search->range * search->range);
    for (int d = 0; d < 3; d++) {
        box[d] = (float)search->box[d];
        middle[d] = (float)(own->bounds.low[d] + own->bounds.high[d]) / 2;
        half[d] = (float)(own->bounds.high[d] - own->bounds.low[d]) / 2 + 1e-6F * box[d];
    }
    const float *const to[3] = {search->middle[0] + group, search->middle[1] + group,
                                search->middle[2] + group};
    const float *const reach[3] = {search->half[0] + group, search->half[1] + group,
                                   search->half[2] + group};
#pragma omp simd
    for (int g = 0; g < count; g++) {
        float apart2 = 0;
#define ADD_AXIS(d)                                                                                \
    {                                                                                              \
        float apart = fabsf(to[d][g] - middle[d]);                                                 \
        apart = (apart > box[d] / 2 ? box[d] - apart : apart) - half[d] - reach[d][g];             \
        apart = apart > 0 ? apart : 0;                                                             \
        apart2 += apart * apart;                                                                   \
    }
        ADD_AXIS(0)
        ADD_AXIS(1)
        ADD_AXIS(2)
#undef ADD_AXIS
        near[g] = apart2 < range2;
    }
}

/* --- pairs --- */

/* Bits of the pairs in range of `size` slots and `partners` ones; both are known to the compiler.
 */
static inline __attribute__((always_inline)) uint32_t pairs_in_range(const struct search *search,
                                                                     const struct own *own,
                                                                     int64_t first, int size,
                                                                     int partners)
{
    const double range2 = search->range * search->range;
    const double box[3] = {search->box[0], search->box[1], search->box[2]};
    uint64_t near[CLUSTER_MOST] = {0}; /* of each slot: a bit in the place of its first one */
    uint32_t bits = 0;
    for (int j = 0; j < partners; j++) {
        const double x = search->columns.at[0][first + j], y = search->columns.at[1][first + j],
                     z = search->columns.at[2][first + j];
#pragma omp simd
        for (int i = 0; i < size; i++) {
            double dx = fabs(x - own->at[0][i]), dy = fabs(y - own->at[1][i]),
                   dz = fabs(z - own->at[2][i]);
            dx = dx > box[0] / 2 ? dx - box[0] : dx;
            dy = dy > box[1] / 2 ? dy - box[1] : dy;
            dz = dz > box[2] / 2 ? dz - box[2] : dz;
            near[i] |= (uint64_t)(dx * dx + dy * dy + dz * dz < range2) << j * size;
        }
    }
    for (int i = 0; i < size; i++)
        bits |= (uint32_t)near[i] << i;
    return bits;
}

/* Bits of the pairs that do not meet, whether in range or not. */
static uint32_t pairs_apart(const struct search *search, const struct own *own, int64_t first)
{
    const int size = search->clusters->size, partners = search->clusters->partners;
    const bool reciprocal = search->clusters->reciprocal;
    uint32_t bits = 0;
    if (first < own->first + size && (reciprocal || first + partners > own->first))
        for (int j = 0; j < partners; j++)
            for (int i = 0; i < size; i++)
                if (reciprocal ? first + j <= own->first + i : first + j == own->first + i)
                    bits |= 1U << (j * size + i);
    for (int k = 0; k < own->exclusions; k++) {
        const int64_t j = own->excluded[k] - first;
        if (j >= 0 && j < partners)
            bits |= 1U << (j * size + own->by[k]);
    }
    return bits;
}

/* --- entries --- */

static bool append(struct entries *to, struct entry entry, struct error *error)
{
    if (to->count == to->room) {
        const int64_t room = 2 * to->room + 256;
        struct entry *larger = memory_allocate(room, sizeof *larger, "pairs of clusters", error);
        if (larger == NULL)
            return false;
        if (to->count > 0)
            memcpy(larger, to->entry, (size_t)to->count * sizeof *larger);
        free(to->entry);
        to->entry = larger;
        to->room = room;
    }
    to->entry[to->count++] = entry;
    return true;
}

static bool add_group(const struct search *search, const struct own *own, int64_t group,
                      struct chunk *chunk)
{
    const struct clusters *s = search->clusters;
    const int64_t first = group * s->partners;
    const uint32_t near = s->size == 4 ? pairs_in_range(search, own, first, 4, 8)
                                       : pairs_in_range(search, own, first, 8, 4);
    const uint32_t met = near & ~pairs_apart(search, own, first);
    if (met == 0)
        return true;
    chunk->pairs += __builtin_popcount(met);
    return append(met == near ? &chunk->rows : &chunk->held, (struct entry){(int32_t)first, met},
                  &chunk->error);
}

/* The first group from `group` on, before `end`, that ends at z or above. */
static int64_t first_ending(const struct search *search, int64_t group, int64_t end, double z)
{
    while (group < end) {
        const int64_t middle = (group + end) / 2;
        if (search->high[middle] < z)
            group = middle + 1;
        else
            end = middle;
    }
    return group;
}

/* The groups begin … end - 1 of a column whose boxes are in range. */
static bool add_groups(const struct search *search, const struct own *own, int64_t begin,
                       int64_t end, struct chunk *chunk)
{
    uint8_t near[BOXES_AT_ONCE];
    for (int64_t from = begin; from < end; from += BOXES_AT_ONCE) {
        const int count = end - from < BOXES_AT_ONCE ? (int)(end - from) : BOXES_AT_ONCE;
        boxes_in_range(search, own, from, count, near);
        for (int k = 0; k < count; k++)
            if (near[k] && !add_group(search, own, from + k, chunk))
                return false;
    }
    return true;
}

/* Groups of a column that images of the cluster's box may be near, each once. */
static bool add_column(const struct search *search, const struct own *own, int64_t column,
                       struct chunk *chunk)
{
    const struct clusters *s = search->clusters;
    const double box = search->box[2], margin = 1e-5 * box; /* groups are told in single */
    const double low = own->bounds.low[2] - search->range - margin;
    const double high = own->bounds.high[2] + search->range + margin;
    const int64_t end = search->columns.start[column + 1] / s->partners;
    int64_t done = search->columns.start[column] / s->partners;
    if (s->reciprocal && done < own->first / s->partners)
        done = own->first / s->partners; /* rows of others have the pairs with those before */
    for (int image = high > box ? -1 : 0; image <= (low < 0 ? 1 : 0); image++) {
        const int64_t begin = first_ending(search, done, end, low + image * box);
        for (done = begin; done < end && search->low[done] <= high + image * box;)
            done++;
        if (!add_groups(search, own, begin, done, chunk))
            return false;
    }
    return true;
}

/* Lines of columns along an axis that a cluster reaches: so many, from `*line` on. */
static int lines_near(const struct search *search, const struct own *own, int axis, int *line)
{
    const double edge = search->columns.edge[axis];
    const int lines = search->columns.grid[axis];
    const int from = (int)floor((own->bounds.low[axis] - search->range) / edge);
    const int to = (int)floor((own->bounds.high[axis] + search->range) / edge);
    *line = (from % lines + lines) % lines;
    return to - from < lines ? to - from + 1 : lines;
}

static bool add_columns(const struct search *search, const struct own *own, struct chunk *chunk)
{
    const struct cluster_columns *c = &search->columns;
    int from[2];
    const int along_x = lines_near(search, own, 0, &from[0]);
    const int along_y = lines_near(search, own, 1, &from[1]);
    for (int k = 0; k < along_x; k++) {
        const int x = (from[0] + k) % c->grid[0];
        const double left = x * c->edge[0];
        const double dx =
            gap(own->bounds.low[0], own->bounds.high[0], left, left + c->edge[0], search->box[0]);
        for (int l = 0; l < along_y; l++) {
            const int y = (from[1] + l) % c->grid[1];
            const double front = y * c->edge[1];
            const double dy = gap(own->bounds.low[1], own->bounds.high[1], front,
                                  front + c->edge[1], search->box[1]);
            if (dx * dx + dy * dy < 1.0001 * search->range * search->range &&
                !add_column(search, own, (int64_t)x * c->grid[1] + y, chunk))
                return false;
        }
    }
    return true;
}

/* --- rows --- */

static void find_exclusions(const struct search *search, struct own *own)
{
    own->exclusions = 0;
    if (search->slot_of == NULL)
        return;
    for (int i = 0; i < own->filled; i++) {
        const int32_t *excluded =
            search->topology->excluded[search->columns.particle[own->first + i]];
        for (int k = 0; k < EXCLUDED && excluded[k] >= 0; k++) {
            own->excluded[own->exclusions] = search->slot_of[excluded[k]];
            own->by[own->exclusions++] = (int8_t)i;
        }
    }
}

/* Moves what was held to the front of the row that begins at `begin`. */
static bool hold_first(struct chunk *chunk, int64_t begin)
{
    const int64_t held = chunk->held.count, others = chunk->rows.count - begin;
    for (int64_t k = 0; k < held; k++)
        if (!append(&chunk->rows, chunk->held.entry[k], &chunk->error))
            return false;
    memmove(chunk->rows.entry + begin + held, chunk->rows.entry + begin,
            (size_t)others * sizeof *chunk->rows.entry);
    memcpy(chunk->rows.entry + begin, chunk->held.entry, (size_t)held * sizeof *chunk->rows.entry);
    return true;
}

static bool build_row(const struct search *search, int64_t cluster, struct chunk *chunk)
{
    const struct clusters *s = search->clusters;
    const int64_t begin = chunk->rows.count;
    struct own own = {.first = cluster * s->size};
    own.filled = filled_of(&search->columns, (int32_t)s->n, own.first, s->size);
    s->count[cluster] = s->masked[cluster] = 0;
    for (int d = 0; d < 3; d++)
        s->cut[3 * cluster + d] = own.filled > 0
                                      ? frame_cut(search->columns.at[d] + own.first, own.filled,
                                                  search->range, search->box[d])
                                      : 2 * search->box[d];
    if (own.filled == 0)
        return true;
    own.bounds = bounds_of(&search->columns, own.first, own.filled);
    for (int d = 0; d < 3; d++)
        for (int i = 0; i < s->size; i++) /* slots without a particle are far from one another */
            own.at[d][i] = (i < own.filled ? 1 : -1) * search->columns.at[d][own.first + i];
    find_exclusions(search, &own);
    chunk->held.count = 0;
    if (!add_columns(search, &own, chunk) || (chunk->held.count > 0 && !hold_first(chunk, begin)))
        return false;
    s->masked[cluster] = (int32_t)chunk->held.count;
    s->count[cluster] = (int32_t)(chunk->rows.count - begin);
    return true;
}

static void build_chunk(const struct search *search, struct chunk *chunk)
{
    chunk->fine = true;
    for (int64_t c = chunk->begin; chunk->fine && c < chunk->end; c++)
        chunk->fine = build_row(search, c, chunk);
}

static void copy_chunk(const struct clusters *s, const struct chunk *chunk)
{
    const struct entry *from = chunk->rows.entry;
    for (int64_t c = chunk->begin; c < chunk->end; c++) {
        for (int64_t k = s->start[c]; k < s->start[c + 1]; k++) {
            const bool padding = k - s->start[c] >= s->count[c];
            s->first[k] = padding ? (int32_t)(s->clusters * s->size) : from->first;
            s->mask[k] = padding ? 0 : from->mask;
            from += !padding;
        }
    }
}

/* --- all --- */

/* Makes room for at least `wanted` elements. */
static bool make_room(void **array, int64_t room, int64_t wanted, int64_t size, const char *what,
                      struct error *error)
{
    if (*array != NULL && room >= wanted)
        return true;
    free(*array);
    *array = memory_allocate(wanted, size, what, error);
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

static void bound_group(const struct search *search, int64_t group)
{
    const struct clusters *s = search->clusters;
    const int64_t first = group * s->partners;
    const int filled = filled_of(&search->columns, (int32_t)s->n, first, s->partners);
    const struct bounds b = bounds_of(&search->columns, first, filled > 0 ? filled : 1);
    search->low[group] = (float)b.low[2];
    search->high[group] = (float)b.high[2];
    for (int d = 0; d < 3; d++) {
        search->middle[d][group] = (float)(b.low[d] + b.high[d]) / 2;
        search->half[d][group] = (float)(b.high[d] - b.low[d]) / 2;
    }
}

static bool prepare(const struct system *system, struct clusters *s, struct search *search,
                    struct error *error)
{
    if (!cluster_columns_build(system, s->size, &search->columns, error) ||
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
        bound_group(search, g);
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

static bool build_rows(struct clusters *s, const struct search *search, int padding,
                       struct error *error)
{
    const int chunks = CHUNKS_EACH * omp_get_max_threads();
    struct chunk *chunk = memory_allocate_zeroed(chunks, sizeof *chunk, "pairs of clusters", error);
    bool fine = chunk != NULL;
    for (int k = 0; fine && k < chunks; k++) {
        chunk[k].begin = s->clusters * k / chunks;
        chunk[k].end = s->clusters * (k + 1) / chunks;
    }
    if (fine) {
#pragma omp parallel for schedule(dynamic, 1)
        for (int k = 0; k < chunks; k++)
            build_chunk(search, &chunk[k]);
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
    struct search search = {.clusters = s, .topology = topology, .range = range};
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
           (s->clusters + 1) * (int64_t)sizeof *s->start +
           s->clusters * (int64_t)(sizeof *s->count + sizeof *s->masked + 3 * sizeof *s->cut) +
           s->start[s->clusters] * (int64_t)(sizeof *s->first + sizeof *s->mask);
}

int64_t clusters_pairs_covered(const struct clusters *s)
{
    int64_t entries = 0;
    for (int64_t c = 0; c < s->clusters; c++)
        entries += s->count[c];
    return entries * CLUSTER_PAIRS;
}

/* Entries of a cluster: groups that come within the range, of particles as dense everywhere. A box
 * as large as the cluster's and a group's on average stands for both. */
static double entries_expected(const struct system *system, double range, int size)
{
    const double pi = 3.14159265358979323846, partners = CLUSTER_PAIRS / size;
    const double density = (double)system->n / (system->box[0] * system->box[1] * system->box[2]);
    const double edge = cbrt(size / density);
    const double wide = edge, high = edge * (1 + partners / size) / 2;
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
        clusters * (entries_expected(system, range, size) * (reciprocal ? 0.5 : 1) + 1);
    struct footprint footprint = {0};
    footprint_keep(&footprint, slots * sizeof *s->particle +
                                   clusters * (sizeof *s->start + sizeof *s->count +
                                               sizeof *s->masked + 3 * sizeof *s->cut));
    footprint_use(&footprint, slots * (8 * sizeof(float) * size / CLUSTER_PAIRS +
                                       3 * sizeof(double) + 2 * sizeof(int32_t)) +
                                  entries * 2.5 * sizeof(struct entry));
    footprint_keep(&footprint, entries * (sizeof *s->first + sizeof *s->mask));
    return footprint;
}

void clusters_free(struct clusters *clusters)
{
    free(clusters->particle);
    free(clusters->start);
    free(clusters->count);
    free(clusters->masked);
    free(clusters->first);
    free(clusters->mask);
    free(clusters->cut);
    *clusters = (struct clusters){0};
}
