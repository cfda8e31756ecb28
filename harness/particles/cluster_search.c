/*
 * The search for partners of a cluster. It finds the columns near the box around the particles of
 * the cluster. In each column it finds the groups of partners that are near along z. Then it tests
 * all pairs with the groups that have a box in range.
 */
#include "harness/particles/cluster_search.h"

#include "harness/base/memory.h"
#include "harness/particles/cluster_pairs.h"
#include "harness/particles/frame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BOXES_AT_ONCE = 64 };

/** A box around particles; if there are none, the bounds exceed all coordinates. */
struct bounds {
    double low[3], high[3];
};

/** A cluster with a row that is being built. */
struct own {
    int64_t first;  /* first of the cluster's slots */
    int64_t column; /* first slot of the cluster's column */
    int line[2];    /* indices of the cluster's column in the grid */
    int filled;     /* number of slots with particles, which come before empty ones */
    struct bounds bounds;
    double at[3][CLUSTER_MOST];
    int64_t exclusions;
    const struct cluster_exclusion *excluded; /* excluded slots, in the memory of the chunk */
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

/* Returns how many of `count` consecutive slots contain particles. */
static int filled_of(const struct cluster_columns *columns, int32_t none, int64_t first, int count)
{
    int filled = 0;
    while (filled < count && columns->particle[first + filled] != none)
        filled++;
    return filled;
}

/* Returns the gap between two intervals on an axis with the period `box`. */
static double gap(double low, double high, double other_low, double other_high, double box)
{
    double above = other_low - high, below = low - other_high;
    if (above > 0)
        return fmax(0, fmin(above, below + box));
    return below > 0 ? fmax(0, fmin(below, above + box)) : 0;
}

/* Marks the boxes of groups, beginning with `group`, that are in range or nearly so. */
static void boxes_in_range(const struct cluster_search *search, const struct own *own,
                           int64_t group, int count, uint8_t near[BOXES_AT_ONCE])
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

/*
 * Returns bits for the excluded pairs of a cluster and a group, whether these are in range or not.
 */
static uint32_t excluded_pairs(const struct cluster_search *search, const struct own *own,
                               int64_t first)
{
    const int size = search->clusters->size, partners = search->clusters->partners;
    const bool reciprocal = search->clusters->reciprocal;
    uint32_t bits = 0;
    if (first < own->first + size &&
        (reciprocal ? first >= own->column : first + partners > own->first))
        for (int j = 0; j < partners; j++)
            for (int i = 0; i < size; i++)
                if (reciprocal ? first + j <= own->first + i : first + j == own->first + i)
                    bits |= 1U << (j * size + i);
    for (int64_t k = 0; k < own->exclusions; k++) {
        const int64_t j = own->excluded[k].slot - first;
        if (j >= 0 && j < partners)
            bits |= 1U << (j * size + own->excluded[k].by);
    }
    return bits;
}

/* --- entries --- */

static bool append(struct cluster_entries *to, struct cluster_entry entry, struct error *error)
{
    if (to->count == to->room) {
        const int64_t room = 2 * to->room + 256;
        struct cluster_entry *larger =
            memory_allocate(room, sizeof *larger, "pairs of clusters", error);
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

static bool add_group(const struct cluster_search *search, const struct own *own, int64_t group,
                      struct cluster_chunk *chunk)
{
    const struct clusters *s = search->clusters;
    const int64_t first = group * s->partners;
    const double *const mine[3] = {own->at[0], own->at[1], own->at[2]};
    const double *const at[3] = {search->columns.at[0] + first, search->columns.at[1] + first,
                                 search->columns.at[2] + first};
    const uint32_t near =
        cluster_pairs_in_range(mine, at, s->size, search->box, search->range * search->range);
    const uint32_t interacting = near & ~excluded_pairs(search, own, first);
    if (interacting == 0)
        return true;
    chunk->pairs += __builtin_popcount(interacting);
    return append(interacting == near ? &chunk->rows : &chunk->held,
                  (struct cluster_entry){(int32_t)first, interacting}, &chunk->error);
}

/* Returns the first group in a range with a box that ends at z or above. */
static int64_t first_ending(const struct cluster_search *search, int64_t group, int64_t end,
                            double z)
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

/* Adds those of a column's groups begin … end - 1 with a box in range. */
static bool add_groups(const struct cluster_search *search, const struct own *own, int64_t begin,
                       int64_t end, struct cluster_chunk *chunk)
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

/* Adds the groups of a column that are near an image of the cluster's box, each only once. */
static bool add_column(const struct cluster_search *search, const struct own *own, int64_t column,
                       struct cluster_chunk *chunk)
{
    const struct clusters *s = search->clusters;
    const double box = search->box[2], margin = 1e-5 * box; /* the margin allows for bounds of
                                                             * groups in single precision */
    const double low = own->bounds.low[2] - search->range - margin;
    const double high = own->bounds.high[2] + search->range + margin;
    const int64_t end = search->columns.start[column + 1] / s->partners;
    int64_t done = search->columns.start[column] / s->partners;
    if (s->reciprocal && search->columns.start[column] == own->column)
        done = own->first / s->partners; /* pairs with earlier groups are in rows of earlier
                                          * clusters */
    for (int image = high > box ? -1 : 0; image <= (low < 0 ? 1 : 0); image++) {
        const int64_t begin = first_ending(search, done, end, low + image * box);
        for (done = begin; done < end && search->low[done] <= high + image * box;)
            done++;
        if (!add_groups(search, own, begin, done, chunk))
            return false;
    }
    return true;
}

/*
 * Returns the number of column lines in reach of a cluster along an axis; `*line` becomes the
 * first.
 */
static int lines_near(const struct cluster_search *search, const struct own *own, int axis,
                      int *line)
{
    const double edge = search->columns.edge[axis];
    const int lines = search->columns.grid[axis];
    const int from = (int)floor((own->bounds.low[axis] - search->range) / edge);
    const int to = (int)floor((own->bounds.high[axis] + search->range) / edge);
    *line = (from % lines + lines) % lines;
    return to - from < lines ? to - from + 1 : lines;
}

/*
 * Whether pairs between two lines of columns are in rows of `line`: true if `other` follows by at
 * most half the grid. Thus all rows have about the same length.
 */
static bool comes_first(int line, int other, int lines)
{
    const int ahead = (other - line + lines) % lines;
    return 2 * ahead < lines || (2 * ahead == lines && line < other);
}

/*
 * Whether pairs of the cluster with a column are in rows of the cluster, not of the column's
 * clusters.
 */
static bool has_pairs_with(const struct cluster_search *search, const struct own *own, int x, int y)
{
    const int *grid = search->columns.grid;
    if (!search->clusters->reciprocal)
        return true;
    return x != own->line[0] ? comes_first(own->line[0], x, grid[0])
                             : comes_first(own->line[1], y, grid[1]);
}

static bool add_columns(const struct cluster_search *search, const struct own *own,
                        struct cluster_chunk *chunk)
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
                has_pairs_with(search, own, x, y) &&
                !add_column(search, own, (int64_t)x * c->grid[1] + y, chunk))
                return false;
        }
    }
    return true;
}

/* --- rows --- */

static bool find_exclusions(const struct cluster_search *search, struct own *own,
                            struct cluster_chunk *chunk)
{
    if (search->slot_of == NULL)
        return true;
    const int32_t *excluded = search->topology->excluded;
    const int32_t *particle = search->columns.particle + own->first;
    int64_t needed = 0;
    for (int i = 0; i < own->filled; i++)
        needed += excluded[particle[i] + 1] - excluded[particle[i]];
    if (needed > chunk->exclusion_room) {
        free(chunk->exclusion);
        chunk->exclusion_room = 2 * needed;
        chunk->exclusion = memory_allocate(chunk->exclusion_room, sizeof *chunk->exclusion,
                                           "exclusions", &chunk->error);
        if (chunk->exclusion == NULL)
            return false;
    }
    own->excluded = chunk->exclusion;
    for (int i = 0; i < own->filled; i++)
        for (int32_t k = excluded[particle[i]]; k < excluded[particle[i] + 1]; k++)
            chunk->exclusion[own->exclusions++] =
                (struct cluster_exclusion){search->slot_of[excluded[k]], i};
    return true;
}

/* Moves the entries with excluded pairs to the front of the row that begins at `begin`. */
static bool hold_first(struct cluster_chunk *chunk, int64_t begin)
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

static bool build_row(const struct cluster_search *search, int64_t cluster,
                      struct cluster_chunk *chunk)
{
    const struct clusters *s = search->clusters;
    const int64_t begin = chunk->rows.count;
    struct own own = {.first = cluster * s->size};
    const int64_t column = clusters_column(s, cluster);
    own.column = search->columns.start[column];
    own.line[0] = (int)(column / s->grid[1]);
    own.line[1] = (int)(column % s->grid[1]);
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
        for (int i = 0; i < s->size; i++) /* empty slots are far from each other, and have no
                                           * pairs */
            own.at[d][i] = (i < own.filled ? 1 : -1) * search->columns.at[d][own.first + i];
    chunk->held.count = 0;
    if (!find_exclusions(search, &own, chunk) || !add_columns(search, &own, chunk) ||
        (chunk->held.count > 0 && !hold_first(chunk, begin)))
        return false;
    s->masked[cluster] = (int32_t)chunk->held.count;
    s->count[cluster] = (int32_t)(chunk->rows.count - begin);
    return true;
}

void cluster_search_chunk(const struct cluster_search *search, struct cluster_chunk *chunk)
{
    chunk->fine = true;
    for (int64_t c = chunk->begin; chunk->fine && c < chunk->end; c++)
        chunk->fine = build_row(search, c, chunk);
}

void cluster_search_bound(const struct cluster_search *search, int64_t group)
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
