#include "harness/particles/exclusions.h"

#include "harness/base/memory.h"

#include <stdlib.h>

/** Particles that are bonded to each particle; i's have the indices start[i] … start[i + 1] - 1. */
struct bonds {
    int64_t *start;
    int32_t *other;
};

/** Particles around one particle, sorted by the number of bonds to it. */
struct around {
    int32_t *particle;
    int64_t *walk; /* number of the last walk that reached each particle; walks count from 1 */
    int64_t walks;
};

static bool sort_bonds(int64_t n, const int32_t (*bond)[2], int64_t count, struct bonds *bonds,
                       struct error *error)
{
    bonds->start = memory_allocate_zeroed(n + 2, sizeof *bonds->start, "bonds", error);
    bonds->other = memory_allocate(2 * count, sizeof *bonds->other, "bonds", error);
    if (bonds->start == NULL || bonds->other == NULL)
        return false;
    /*
     * the counts are stored two elements later; summing and filling turn them into the starts of
     * rows
     */
    int64_t *next = bonds->start + 1;
    for (int64_t k = 0; k < count; k++)
        for (int end = 0; end < 2; end++)
            next[bond[k][end] + 1]++;
    for (int64_t i = 0; i < n; i++)
        next[i + 1] += next[i];
    for (int64_t k = 0; k < count; k++)
        for (int end = 0; end < 2; end++)
            bonds->other[next[bond[k][end]]++] = bond[k][1 - end];
    return true;
}

/**
 * Finds the particles that are exactly `steps` bonds away from i; their indices in `around` are
 * *first to *end - 1.
 */
static void walk(const struct bonds *bonds, int32_t i, int steps, struct around *around,
                 int64_t *first, int64_t *end)
{
    around->walk[i] = ++around->walks;
    around->particle[0] = i;
    *first = 0;
    *end = 1;
    for (int step = 0; step < steps; step++) {
        const int64_t begin = *first, before = *end;
        *first = before;
        for (int64_t k = begin; k < before; k++) {
            const int32_t from = around->particle[k];
            for (int64_t b = bonds->start[from]; b < bonds->start[from + 1]; b++) {
                const int32_t other = bonds->other[b];
                if (around->walk[other] == around->walks)
                    continue;
                around->walk[other] = around->walks;
                around->particle[(*end)++] = other;
            }
        }
    }
}

/**
 * Adds the pairs that are `steps` bonds apart, or only counts them if memory is not allocated yet.
 */
static void take(int64_t n, const struct bonds *bonds, int steps, struct around *around,
                 struct exclusions *exclusions)
{
    for (int32_t i = 0; i < n; i++) {
        int64_t first, end;
        walk(bonds, i, steps, around, &first, &end);
        for (int64_t k = first; k < end; k++) {
            const int32_t other = around->particle[k];
            if (other < i)
                continue;
            if (exclusions->pair != NULL) {
                exclusions->pair[exclusions->count][0] = i;
                exclusions->pair[exclusions->count][1] = other;
            }
            exclusions->count++;
        }
    }
}

bool exclusions_find(int64_t n, const int32_t (*bond)[2], int64_t bonds, int reach,
                     struct exclusions *exclusions, struct error *error)
{
    struct bonds sorted = {0};
    struct around around = {
        memory_allocate(n, sizeof *around.particle, "bonded particles", error),
        memory_allocate_zeroed(n, sizeof *around.walk, "bonded particles", error), 0};
    *exclusions = (struct exclusions){0};
    bool good = around.particle != NULL && around.walk != NULL &&
                sort_bonds(n, bond, bonds, &sorted, error);
    for (int pass = 0; good && pass < 2; pass++) {
        for (int steps = 1; steps <= reach; steps++)
            take(n, &sorted, steps, &around, exclusions);
        if (pass == 1)
            break;
        exclusions->pair =
            memory_allocate(exclusions->count, sizeof *exclusions->pair, "exclusions", error);
        exclusions->count = 0;
        good = exclusions->pair != NULL;
    }
    free(sorted.start);
    free(sorted.other);
    free(around.particle);
    free(around.walk);
    if (!good)
        exclusions_free(exclusions);
    return good;
}

void exclusions_free(struct exclusions *exclusions)
{
    free(exclusions->pair);
    *exclusions = (struct exclusions){0};
}
