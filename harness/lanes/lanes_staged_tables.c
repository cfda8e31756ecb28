#include "harness/lanes/lanes_staged_tables.h"

#include "harness/base/memory.h"

#include <math.h>
#include <stdlib.h>

enum { CHUNK = 32 /* particles of a box */ };

struct chunk_box {
    double centre[3], half[3];
};

/* Common data of all blocks. */
struct search {
    const struct system *system;
    const struct staged *staged;
    double range2;
    struct chunk_box *box;
    int64_t boxes;
};

static struct chunk_box box_of(const struct system *s, int64_t chunk)
{
    const double *coordinate[3] = {s->x, s->y, s->z};
    const int64_t first = chunk * CHUNK;
    struct chunk_box box;
    for (int d = 0; d < 3; d++) {
        double low = 0, high = 0; /* bounds relative to the first particle */
        for (int64_t i = first; i < first + CHUNK && i < s->n; i++) {
            const double away = system_nearest(coordinate[d][i] - coordinate[d][first], s->box[d]);
            low = fmin(low, away);
            high = fmax(high, away);
        }
        box.centre[d] = coordinate[d][first] + (low + high) / 2;
        box.half[d] = (high - low) / 2;
    }
    return box;
}

/* Returns the squared distance of two boxes. */
static double distance2(const struct search *search, const struct chunk_box *a,
                        const struct chunk_box *b)
{
    double sum = 0;
    for (int d = 0; d < 3; d++) {
        const double edge = search->system->box[d];
        const double between = fabs(remainder(a->centre[d] - b->centre[d], edge));
        const double apart = fmax(0, between - a->half[d] - b->half[d]);
        sum += apart * apart;
    }
    return sum;
}

/* Returns particle i as a box. */
static struct chunk_box point_of(const struct system *s, int64_t i)
{
    return (struct chunk_box){.centre = {s->x[i], s->y[i], s->z[i]}};
}

static bool near_any(const struct search *search, const struct chunk_box *one, int64_t first,
                     int64_t end)
{
    for (int64_t c = first; c < end; c++)
        if (distance2(search, &search->box[c], one) < search->range2)
            return true;
    return false;
}

/* Finds the partners of a block; returns their number, and writes them if there is room. */
static int64_t find_partners(const struct search *search, int64_t block, int32_t *partner)
{
    const struct system *s = search->system;
    const int64_t chunks = search->staged->particles / CHUNK;
    const int64_t first = block * chunks;
    const int64_t end = first + chunks < search->boxes ? first + chunks : search->boxes;
    int64_t count = 0;
    for (int64_t c = 0; c < search->boxes; c++) {
        if (!near_any(search, &search->box[c], first, end))
            continue;
        for (int64_t i = c * CHUNK; i < (c + 1) * CHUNK && i < s->n; i++) {
            const struct chunk_box point = point_of(s, i);
            if (!near_any(search, &point, first, end))
                continue;
            if (partner != NULL)
                partner[count] = (int32_t)i;
            count++;
        }
    }
    return count;
}

/* Finds, for the partners in the block's rows, their places in the longer table. */
static void find_places(const struct staged *staged, int64_t block, struct staged_tables *tables)
{
    int64_t at = tables->start[block];
    for (int64_t k = staged->table_start[block]; k < staged->table_start[block + 1]; k++) {
        while (at < tables->start[block + 1] && tables->partner[at] < staged->table[k])
            at++;
        tables->place[k] = (int32_t)(at - tables->start[block]);
    }
}

static bool fill(struct search *search, struct staged_tables *tables, struct error *error)
{
    const struct staged *staged = search->staged;
#pragma omp parallel for schedule(dynamic, 16)
    for (int64_t c = 0; c < search->boxes; c++)
        search->box[c] = box_of(search->system, c);
    tables->start[0] = 0;
#pragma omp parallel for schedule(dynamic, 4)
    for (int64_t b = 0; b < staged->blocks; b++)
        tables->start[b + 1] = find_partners(search, b, NULL);
    for (int64_t b = 0; b < staged->blocks; b++) {
        tables->room = tables->start[b + 1] > tables->room ? tables->start[b + 1] : tables->room;
        tables->start[b + 1] += tables->start[b];
    }
    tables->partner = memory_allocate(tables->start[staged->blocks], sizeof *tables->partner,
                                      "the tables of blocks", error);
    if (tables->partner == NULL)
        return false;
#pragma omp parallel for schedule(dynamic, 4)
    for (int64_t b = 0; b < staged->blocks; b++) {
        find_partners(search, b, tables->partner + tables->start[b]);
        find_places(staged, b, tables);
    }
    return true;
}

bool staged_tables_build(const struct system *system, double range, const struct staged *staged,
                         struct staged_tables *tables, struct error *error)
{
    struct search search = {.system = system,
                            .staged = staged,
                            .range2 = range * range,
                            .boxes = (system->n + CHUNK - 1) / CHUNK};
    *tables = (struct staged_tables){0};
    search.box = memory_allocate(search.boxes, sizeof *search.box, "boxes of particles", error);
    tables->start =
        memory_allocate(staged->blocks + 1, sizeof *tables->start, "the tables of blocks", error);
    tables->place = memory_allocate(staged->table_start[staged->blocks], sizeof *tables->place,
                                    "the tables of blocks", error);
    const bool fine = search.box != NULL && tables->start != NULL && tables->place != NULL &&
                      fill(&search, tables, error);
    free(search.box);
    if (!fine)
        staged_tables_free(tables);
    return fine;
}

void staged_tables_free(struct staged_tables *tables)
{
    free(tables->start);
    free(tables->partner);
    free(tables->place);
    *tables = (struct staged_tables){0};
}
