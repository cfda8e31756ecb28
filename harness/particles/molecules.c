#include "harness/particles/molecules.h"

#include "harness/base/memory.h"

#include <stdlib.h>

/** Particles joined to each particle; i's are entry[start[i]] … entry[start[i + 1] - 1]. */
struct joined {
    int64_t *start;
    int32_t *entry;
};

/** A function that is called for every two joined particles. */
typedef void visit(struct joined *joined, int32_t i, int32_t j);

static void count(struct joined *joined, int32_t i, int32_t j)
{
    joined->start[i + 1]++;
    joined->start[j + 1]++;
}

static void place(struct joined *joined, int32_t i, int32_t j)
{
    joined->entry[joined->start[i]++] = j;
    joined->entry[joined->start[j]++] = i;
}

static void for_each(const struct system *system, visit *does, struct joined *joined)
{
    for (int64_t k = 0; k < system->bonded_count; k++) {
        const int32_t *member = system->bonded[k].member;
        for (int m = 1; m < BONDED_MEMBERS && member[m] >= 0; m++)
            does(joined, member[m - 1], member[m]);
    }
    for (int64_t k = 0; k < system->constraint_count; k++)
        does(joined, system->constraint[k].member[0], system->constraint[k].member[1]);
    for (int64_t k = 0; k < system->site_count; k++)
        for (int m = 0; m < SITE_MAKERS; m++)
            does(joined, system->site[k].maker[m], system->site[k].site);
}

static bool join(const struct system *system, struct joined *joined, struct error *error)
{
    static const char what[] = "molecules";
    const int64_t n = system->n;
    joined->start = memory_allocate_zeroed(n + 1, sizeof *joined->start, what, error);
    if (joined->start == NULL)
        return false;
    for_each(system, count, joined);
    for (int64_t i = 0; i < n; i++)
        joined->start[i + 1] += joined->start[i];
    joined->entry = memory_allocate(joined->start[n], sizeof *joined->entry, what, error);
    if (joined->entry == NULL)
        return false;
    for_each(system, place, joined);
    for (int64_t i = n; i > 0; i--)
        joined->start[i] = joined->start[i - 1];
    joined->start[0] = 0;
    return true;
}

/**
 * Adds the particles of i's molecule to the `done` members so far, by a breadth-first search from
 * i. Returns the new number of members. from[k] is -1 until particle k is added.
 */
static int32_t add_molecule(const struct joined *joined, int32_t i, int32_t done, int32_t *from,
                            struct molecule_member *member)
{
    int32_t end = done;
    from[i] = done;
    member[end++] = (struct molecule_member){.particle = i, .from = done, .massive = 1};
    for (int32_t k = done; k < end; k++) {
        const int32_t of = member[k].particle;
        for (int64_t e = joined->start[of]; e < joined->start[of + 1]; e++) {
            const int32_t j = joined->entry[e];
            if (from[j] >= 0)
                continue;
            from[j] = k;
            member[end++] = (struct molecule_member){.particle = j, .from = k, .massive = 1};
        }
    }
    return end;
}

bool molecules_build(const struct system *system, struct molecules *molecules, struct error *error)
{
    static const char what[] = "molecules";
    const int64_t n = system->n;
    struct joined joined = {0};
    int32_t *from = memory_allocate(n, sizeof *from, what, error);
    *molecules =
        (struct molecules){.start = memory_allocate(n + 1, sizeof *molecules->start, what, error),
                           .member = memory_allocate(n, sizeof *molecules->member, what, error)};
    const bool good = from != NULL && molecules->start != NULL && molecules->member != NULL &&
                      join(system, &joined, error);
    for (int64_t i = 0; good && i < n; i++)
        from[i] = -1;
    int32_t done = 0;
    for (int64_t i = 0; good && i < n; i++) {
        if (from[i] >= 0)
            continue;
        molecules->start[molecules->count++] = done;
        done = add_molecule(&joined, (int32_t)i, done, from, molecules->member);
    }
    if (good) {
        molecules->start[molecules->count] = done;
        for (int64_t k = 0; k < system->site_count; k++)
            from[system->site[k].site] = -1;
        for (int64_t k = 0; k < n; k++)
            molecules->member[k].massive = from[molecules->member[k].particle] >= 0;
    } else {
        molecules_free(molecules);
    }
    free(from);
    free(joined.start);
    free(joined.entry);
    return good;
}

void molecules_free(struct molecules *molecules)
{
    free(molecules->start);
    free(molecules->member);
    *molecules = (struct molecules){0};
}
