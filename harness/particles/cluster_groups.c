#include "harness/particles/cluster_groups.h"

#include "harness/base/machine/first_touch.h"
#include "harness/base/memory.h"
#include "harness/particles/frame.h"

#include <omp.h>
#include <stdlib.h>

/**
 * Sort key of a cluster, used to form groups: the tile of two by two columns, then the mean z of
 * its particles. Rounding never changes the order by mean z within a column.
 */
struct placed {
    int64_t tile;
    double z;
    int32_t cluster;
};

/** An entry of a group that is being made, with the masks of its clusters. */
struct merged {
    int32_t first;
    bool held;
    uint32_t mask[CLUSTER_GROUP_MOST];
};

/** Working memory of a thread for merging. */
struct merging {
    const struct clusters *clusters;
    const struct cluster_groups *groups;
    int32_t *place; /* index in `entry` of each group of partners */
    struct merged *entry;
};

static void free_groups(struct cluster_groups *g)
{
    free(g->cluster);
    free(g->start);
    free(g->masked_start);
    free(g->masked);
    free(g->cut);
    g->cluster = g->masked = NULL;
    g->start = g->masked_start = NULL;
    g->cut = NULL;
}

/* --- groups --- */

static int by_place(const void *a, const void *b)
{
    const struct placed *p = a, *q = b;
    if (p->tile != q->tile)
        return p->tile < q->tile ? -1 : 1;
    if (p->z != q->z)
        return p->z < q->z ? -1 : 1;
    return p->cluster < q->cluster ? -1 : 1;
}

/* Lists the clusters with particles, with their keys; returns their number. */
static int64_t place_clusters(const struct system *system, const struct clusters *s,
                              struct placed *placed)
{
    const int tiles = (s->grid[1] + 1) / 2;
    int64_t count = 0;
    for (int64_t c = 0; c < s->clusters; c++) {
        const int32_t *particle = s->particle + c * s->size;
        const int64_t column = clusters_column(s, c);
        int filled = 0;
        while (filled < s->size && particle[filled] < s->n)
            filled++;
        if (filled > 0)
            placed[count++] = (struct placed){
                column / s->grid[1] / 2 * tiles + column % s->grid[1] / 2,
                (system->z[particle[0]] + system->z[particle[filled - 1]]) / 2, (int32_t)c};
    }
    return count;
}

/*
 * Divides the sorted clusters into groups, each within one tile; returns the number of groups. If
 * `to` is NULL, only counts them.
 */
static int64_t group_clusters(const struct placed *placed, int64_t count, int size, int32_t none,
                              int32_t *to)
{
    int64_t slot = 0;
    for (int64_t k = 0; k <= count; k++) {
        const bool ends = k > 0 && (k == count || placed[k].tile != placed[k - 1].tile);
        for (; ends && slot % size != 0; slot++)
            if (to != NULL)
                to[slot] = none;
        if (k < count && to != NULL)
            to[slot] = placed[k].cluster;
        slot += k < count;
    }
    return slot / size;
}

static bool make_groups_room(struct cluster_groups *g, struct error *error)
{
    const int64_t room = g->groups + g->groups / 16;
    if (g->cluster != NULL && g->groups <= g->groups_room)
        return true;
    free_groups(g);
    g->cluster = memory_allocate(room * g->size, sizeof *g->cluster, "clusters", error);
    g->start = memory_allocate(room + 1, sizeof *g->start, "row starts", error);
    g->masked_start = memory_allocate(room + 1, sizeof *g->masked_start, "row starts", error);
    g->masked = memory_allocate(room, sizeof *g->masked, "row counts", error);
    g->cut = memory_allocate(3 * room, sizeof *g->cut, "frames of clusters", error);
    g->groups_room = room;
    return g->cluster != NULL && g->start != NULL && g->masked_start != NULL && g->masked != NULL &&
           g->cut != NULL;
}

static bool gather(const struct system *system, const struct clusters *s, struct cluster_groups *g,
                   struct error *error)
{
    struct placed *placed = memory_allocate(s->clusters, sizeof *placed, "clusters", error);
    if (placed == NULL)
        return false;
    const int32_t none = (int32_t)s->clusters;
    const int64_t count = place_clusters(system, s, placed);
    qsort(placed, (size_t)count, sizeof *placed, by_place);
    g->groups = group_clusters(placed, count, g->size, none, NULL);
    const bool fine = make_groups_room(g, error);
    if (fine)
        group_clusters(placed, count, g->size, none, g->cluster);
    free(placed);
    return fine;
}

static void frame_group(const struct system *system, double range, const struct clusters *s,
                        const struct cluster_groups *g, int64_t group)
{
    const double *const axes[] = {system->x, system->y, system->z};
    double at[CLUSTER_GROUP_MOST * CLUSTER_MOST];
    for (int d = 0; d < 3; d++) {
        int64_t count = 0;
        for (int64_t slot = 0; slot < g->size * s->size; slot++) {
            const int64_t cluster = g->cluster[group * g->size + slot / s->size];
            const int32_t i = s->particle[cluster * s->size + slot % s->size];
            if (i < s->n)
                at[count++] = axes[d][i];
        }
        g->cut[3 * group + d] = frame_cut(at, count, range, system->box[d]);
    }
}

/* --- rows --- */

/* Merges the rows of a group's clusters into one; returns the number of entries. */
static int64_t merge(const struct merging *m, int64_t group)
{
    const struct clusters *s = m->clusters;
    const int size = m->groups->size;
    int32_t count = 0;
    for (int k = 0; k < size; k++) {
        const int64_t cluster = m->groups->cluster[group * size + k];
        if (cluster == s->clusters)
            continue;
        for (int64_t e = s->start[cluster]; e < s->start[cluster] + s->count[cluster]; e++) {
            int32_t *place = &m->place[s->first[e] / s->partners];
            if (*place >= count || m->entry[*place].first != s->first[e]) {
                *place = count++;
                m->entry[*place] = (struct merged){.first = s->first[e]};
            }
            m->entry[*place].mask[k] = s->mask[e];
            m->entry[*place].held |= e - s->start[cluster] < s->masked[cluster];
        }
    }
    return count;
}

static void write_lanes(const struct merged *entry, int size, uint8_t *lanes)
{
    for (int pair = 0; pair < CLUSTER_PAIRS; pair++) {
        lanes[pair] = 0;
        for (int k = 0; k < size; k++)
            lanes[pair] |= (uint8_t)((entry->mask[k] >> pair & 1) << k);
    }
}

/* Writes the row of a group; entries with masks come first. */
static void write_row(const struct merging *m, int64_t group)
{
    const struct cluster_groups *g = m->groups;
    const int64_t count = merge(m, group);
    int64_t to = g->start[group], lanes = g->masked_start[group];
    for (int held = 1; held >= 0; held--) {
        for (int64_t e = 0; e < count; e++) {
            if (m->entry[e].held != held)
                continue;
            g->first[to] = m->entry[e].first;
            g->active[to] = 0;
            for (int k = 0; k < g->size; k++)
                g->active[to] |= (uint8_t)((m->entry[e].mask[k] != 0) << k);
            if (held)
                write_lanes(&m->entry[e], g->size, g->lanes + lanes++ * CLUSTER_PAIRS);
            to++;
        }
    }
}

static bool make_room(struct cluster_groups *g, struct error *error)
{
    const int64_t entries = g->start[g->groups], masked = g->masked_start[g->groups];
    if (g->first == NULL || entries > g->entries_room) {
        free(g->first);
        free(g->active);
        g->entries_room = entries + entries / 16;
        g->first =
            first_touch_allocate(g->entries_room, sizeof *g->first, "pairs of clusters", error);
        g->active =
            first_touch_allocate(g->entries_room, sizeof *g->active, "pairs of clusters", error);
    }
    if (g->lanes == NULL || masked > g->masked_room) {
        free(g->lanes);
        g->masked_room = masked + masked / 16;
        g->lanes = first_touch_allocate(g->masked_room, CLUSTER_PAIRS, "pairs of clusters", error);
    }
    return g->first != NULL && g->active != NULL && g->lanes != NULL;
}

/* Returns an upper bound on the entries of a group, before the rows of its clusters are merged. */
static int64_t most_entries(const struct clusters *s, const struct cluster_groups *g)
{
    int64_t most = 0;
    for (int64_t group = 0; group < g->groups; group++) {
        int64_t entries = 0;
        for (int k = 0; k < g->size; k++) {
            const int64_t cluster = g->cluster[group * g->size + k];
            entries += cluster < s->clusters ? s->count[cluster] : 0;
        }
        most = entries > most ? entries : most;
    }
    return most;
}

/* Builds all rows. Each is merged twice: first to count its entries, then to write them. */
static bool build_rows(const struct clusters *s, struct cluster_groups *g, struct error *error)
{
    const int64_t threads = omp_get_max_threads(), most = most_entries(s, g);
    const int64_t places = s->clusters * s->size / s->partners;
    int32_t *place = memory_allocate_zeroed(threads * places, sizeof *place, "clusters", error);
    struct merged *entry = memory_allocate(threads * most, sizeof *entry, "clusters", error);
    bool fine = place != NULL && entry != NULL;
    for (int write = 0; fine && write < 2; write++) {
#pragma omp parallel
        {
            const int64_t thread = omp_get_thread_num();
            const struct merging m = {s, g, place + thread * places, entry + thread * most};
#pragma omp for schedule(dynamic, 16)
            for (int64_t group = 0; group < g->groups; group++) {
                if (write) {
                    write_row(&m, group);
                    continue;
                }
                const int64_t count = merge(&m, group);
                g->start[group + 1] = count;
                g->masked[group] = 0;
                for (int64_t e = 0; e < count; e++)
                    g->masked[group] += m.entry[e].held;
            }
        }
        if (write)
            break;
        g->start[0] = g->masked_start[0] = 0;
        for (int64_t group = 0; group < g->groups; group++) {
            g->start[group + 1] += g->start[group];
            g->masked_start[group + 1] = g->masked_start[group] + g->masked[group];
        }
        fine = make_room(g, error);
    }
    free(place);
    free(entry);
    return fine;
}

bool cluster_groups_build(const struct system *system, double range,
                          const struct clusters *clusters, int size, struct cluster_groups *groups,
                          struct error *error)
{
    groups->size = size;
    bool fine = gather(system, clusters, groups, error);
    if (fine) {
#pragma omp parallel for schedule(static)
        for (int64_t group = 0; group < groups->groups; group++)
            frame_group(system, range, clusters, groups, group);
        fine = build_rows(clusters, groups, error);
    }
    if (!fine)
        cluster_groups_free(groups);
    return fine;
}

void cluster_groups_free(struct cluster_groups *groups)
{
    free_groups(groups);
    free(groups->first);
    free(groups->active);
    free(groups->lanes);
    *groups = (struct cluster_groups){0};
}
