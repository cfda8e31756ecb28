#include "harness/particles/exclusions.h"

#include "harness/base/memory.h"

#include <stdlib.h>
#include <string.h>

/** Largest mean number of particles that are reached along bonds from a particle. */
enum { MOST_PARTNERS = 1000 };

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
    int64_t left; /* number of particles that walks may still reach */
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
 * Walks from particle i along up to `reach` bonds. Counts the pairs with a higher particle in
 * next[number of bonds], and stores them at these indices unless `pair` is NULL. False if too many
 * particles are reached.
 */
static bool walk(const struct bonds *bonds, int32_t i, int reach, struct around *around,
                 int64_t *next, int32_t (*pair)[2])
{
    int64_t first = 0, end = 1;
    around->walk[i] = ++around->walks;
    around->particle[0] = i;
    for (int steps = 1; steps <= reach && first < end; steps++) {
        const int64_t before = end;
        for (; first < before; first++) {
            const int32_t from = around->particle[first];
            for (int64_t b = bonds->start[from]; b < bonds->start[from + 1]; b++) {
                const int32_t other = bonds->other[b];
                if (around->walk[other] == around->walks)
                    continue;
                around->walk[other] = around->walks;
                around->particle[end++] = other;
                if (other < i)
                    continue;
                if (pair != NULL)
                    memcpy(pair[next[steps]], (int32_t[]){i, other}, sizeof *pair);
                next[steps]++;
            }
        }
    }
    around->left -= end;
    return around->left >= 0;
}

/** Walks from all particles; EXIT_USAGE if too many are reached. */
static bool walk_from_all(int64_t n, const struct bonds *bonds, int reach, struct around *around,
                          int64_t *next, int32_t (*pair)[2], struct error *error)
{
    around->left = MOST_PARTNERS * n;
    for (int32_t i = 0; i < n; i++)
        if (!walk(bonds, i, reach, around, next, pair))
            return error_set(
                error, EXIT_USAGE,
                "pairs up to %d bonds apart are excluded: expected at most %d for each "
                "particle, found more",
                reach, MOST_PARTNERS);
    return true;
}

/** Counts the pairs in `next`, by number of bonds, and allocates room for them. */
static bool count_pairs(int64_t n, const struct bonds *bonds, int reach, struct around *around,
                        int64_t *next, struct exclusions *exclusions, struct error *error)
{
    if (!walk_from_all(n, bonds, reach, around, next, NULL, error))
        return false;
    for (int steps = 1; steps <= reach; steps++) {
        const int64_t count = next[steps];
        next[steps] = exclusions->count;
        exclusions->count += count;
    }
    exclusions->pair =
        memory_allocate(exclusions->count, sizeof *exclusions->pair, "exclusions", error);
    return exclusions->pair != NULL;
}

bool exclusions_find(int64_t n, const int32_t (*bond)[2], int64_t bonds, int reach,
                     struct exclusions *exclusions, struct error *error)
{
    struct bonds sorted = {0};
    struct around around = {
        memory_allocate(n, sizeof *around.particle, "bonded particles", error),
        memory_allocate_zeroed(n, sizeof *around.walk, "bonded particles", error), 0, 0};
    int64_t *next = memory_allocate_zeroed(reach + 1, sizeof *next, "exclusions", error);
    *exclusions = (struct exclusions){0};
    const bool good = around.particle != NULL && around.walk != NULL && next != NULL &&
                      sort_bonds(n, bond, bonds, &sorted, error) &&
                      count_pairs(n, &sorted, reach, &around, next, exclusions, error) &&
                      walk_from_all(n, &sorted, reach, &around, next, exclusions->pair, error);
    free(next);
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
