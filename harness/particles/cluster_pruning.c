#include "harness/particles/cluster_pruning.h"

#include "harness/base/machine/first_touch.h"
#include "harness/particles/cluster_pairs.h"

#include <stdlib.h>

bool cluster_pruning_allocate(const struct clusters *s, struct cluster_pruning *p,
                              struct error *error)
{
    const int64_t slots = s->clusters * s->size + CLUSTER_SPARE, entries = s->start[s->clusters];
    if (p->n == s->n && p->clusters >= s->clusters && p->slots >= slots && p->entries >= entries)
        return true;
    cluster_pruning_free(p);
    const int64_t clusters = s->clusters + s->clusters / 16, room = entries + entries / 16;
    const struct {
        void **array;
        int64_t count, size;
        const char *what;
    } rows[] = {
        {(void **)&p->start, clusters + 1, sizeof *p->start, "row starts"},
        {(void **)&p->masked, clusters, sizeof *p->masked, "row counts"},
        {(void **)&p->count, clusters, sizeof *p->count, "row counts"},
        {(void **)&p->first, room, sizeof *p->first, "pairs of clusters"},
        {(void **)&p->mask, room, sizeof *p->mask, "pairs of clusters"},
        {(void **)&p->kept, room, sizeof *p->kept, "pairs of clusters"},
        {(void **)&p->at[0], slots + slots / 16, sizeof(double), "positions of clusters"},
        {(void **)&p->at[1], slots + slots / 16, sizeof(double), "positions of clusters"},
        {(void **)&p->at[2], slots + slots / 16, sizeof(double), "positions of clusters"},
        {(void **)&p->was_at[0], s->n, sizeof(double), "positions of pruned rows"},
        {(void **)&p->was_at[1], s->n, sizeof(double), "positions of pruned rows"},
        {(void **)&p->was_at[2], s->n, sizeof(double), "positions of pruned rows"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        *rows[k].array = first_touch_allocate(rows[k].count, rows[k].size, rows[k].what, error);
        if (*rows[k].array == NULL) {
            cluster_pruning_free(p);
            return false;
        }
    }
    p->n = s->n;
    p->clusters = clusters;
    p->slots = slots + slots / 16;
    p->entries = room;
    return true;
}

/*
 * Stores the current positions, by slots and by particles. Empty slots have a position out of range
 * of every particle.
 */
static void note_positions(const struct clusters *s, const struct system *system,
                           struct cluster_pruning *p)
{
    const double *const from[3] = {system->x, system->y, system->z};
    const double out = 4 * (system->box[0] + system->box[1] + system->box[2]);
    const int64_t slots = s->clusters * s->size + CLUSTER_SPARE;
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int64_t slot = 0; slot < slots; slot++)
            for (int d = 0; d < 3; d++)
                p->at[d][slot] = s->particle[slot] < s->n ? from[d][s->particle[slot]] : out;
#pragma omp for schedule(static)
        for (int64_t i = 0; i < s->n; i++)
            for (int d = 0; d < 3; d++)
                p->was_at[d][i] = from[d][i];
    }
}

/* Finds the entries of cluster c's row that remain; returns the number of pairs in range. */
static int64_t prune_row(const struct clusters *s, const double box[3], double range2, int64_t c,
                         struct cluster_pruning *p)
{
    const int64_t begin = s->start[c], masked = begin + s->masked[c], end = begin + s->count[c];
    double at_own[3][CLUSTER_MOST] = {{0}};
    const double *const own[3] = {at_own[0], at_own[1], at_own[2]};
    int64_t pairs = 0;
    for (int d = 0; d < 3; d++)
        for (int i = 0; i < s->size; i++) /* empty slots are near no particle */
            at_own[d][i] = s->particle[c * s->size + i] < s->n ? p->at[d][c * s->size + i] : -1e30;
    p->count[c] = p->masked[c] = 0;
    for (int64_t k = begin; k < end; k++) {
        const int32_t first = s->first[k];
        const double *const at[3] = {p->at[0] + first, p->at[1] + first, p->at[2] + first};
        p->kept[k] = s->mask[k] & cluster_pairs_in_range(own, at, s->size, box, range2);
        p->count[c] += p->kept[k] != 0;
        p->masked[c] += k < masked && p->kept[k] != 0;
        pairs += __builtin_popcount(p->kept[k]);
    }
    return pairs;
}

/* Writes the remaining entries of cluster c's row, and padding. */
static void write_row(const struct clusters *s, int64_t c, struct cluster_pruning *p)
{
    int64_t to = p->start[c];
    for (int64_t k = s->start[c]; k < s->start[c] + s->count[c]; k++) {
        if (p->kept[k] == 0)
            continue;
        p->first[to] = s->first[k];
        p->mask[to++] = p->kept[k];
    }
    for (; to < p->start[c + 1]; to++) {
        p->first[to] = (int32_t)(s->clusters * s->size);
        p->mask[to] = 0;
    }
}

void cluster_pruning_prune(const struct clusters *s, const struct system *system, double range,
                           int padding, struct cluster_pruning *p)
{
    const double range2 = range * range;
    int64_t pairs = 0;
    note_positions(s, system, p);
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : pairs)
    for (int64_t c = 0; c < s->clusters; c++)
        pairs += prune_row(s, system->box, range2, c, p);
    p->pairs = pairs;
    p->start[0] = 0;
    for (int64_t c = 0; c < s->clusters; c++)
        p->start[c + 1] = p->start[c] + (p->count[c] + padding - 1) / padding * padding;
#pragma omp parallel for schedule(dynamic, 64)
    for (int64_t c = 0; c < s->clusters; c++)
        write_row(s, c, p);
}

bool cluster_pruning_is_due(const struct cluster_pruning *p, const struct system *system,
                            double step)
{
    const double step2 = step * step;
    bool due = false;
#pragma omp parallel for schedule(static) reduction(|| : due)
    for (int64_t i = 0; i < p->n; i++) {
        const double dx = system_nearest(system->x[i] - p->was_at[0][i], system->box[0]);
        const double dy = system_nearest(system->y[i] - p->was_at[1][i], system->box[1]);
        const double dz = system_nearest(system->z[i] - p->was_at[2][i], system->box[2]);
        due = due || !(dx * dx + dy * dy + dz * dz <= step2);
    }
    return due;
}

int64_t cluster_pruning_bytes(const struct cluster_pruning *p)
{
    return (p->clusters + 1) * (int64_t)sizeof *p->start +
           p->clusters * (int64_t)sizeof *p->masked +
           p->entries * (int64_t)(sizeof *p->first + sizeof *p->mask);
}

int64_t cluster_pruning_building_bytes(const struct cluster_pruning *p)
{
    return p->clusters * (int64_t)sizeof *p->count + p->entries * (int64_t)sizeof *p->kept +
           3 * (p->slots + p->n) * (int64_t)sizeof(double);
}

struct footprint cluster_pruning_footprint(const struct system *system, double range, int size,
                                           bool reciprocal)
{
    const double n = (double)system->n, slots = 1.13 * n, clusters = slots / size;
    const double partners = clusters_entries_expected(system, range, size, 1);
    const struct cluster_pruning p = {
        .n = system->n,
        .clusters = (int64_t)clusters,
        .slots = (int64_t)slots,
        .entries = (int64_t)(clusters * (partners * (reciprocal ? 0.5 : 1) + 1)),
    };
    struct footprint footprint = {0};
    footprint_keep(&footprint,
                   (double)cluster_pruning_bytes(&p) + (double)cluster_pruning_building_bytes(&p));
    return footprint;
}

void cluster_pruning_free(struct cluster_pruning *p)
{
    free(p->start);
    free(p->masked);
    free(p->count);
    free(p->first);
    free(p->mask);
    free(p->kept);
    for (int d = 0; d < 3; d++) {
        free(p->at[d]);
        free(p->was_at[d]);
    }
    *p = (struct cluster_pruning){0};
}
