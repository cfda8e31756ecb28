#include "harness/particles/topology.h"

#include "harness/base/memory.h"

#include <inttypes.h>
#include <stdlib.h>

static int members_of(const struct bonded *term)
{
    int members = 0;
    while (members < BONDED_MEMBERS && term->member[members] >= 0)
        members++;
    return members;
}

/** Whether the members of a term do not meet as a pair. */
static bool parts_members(const struct bonded *term)
{
    return members_of(term) == 2 && term->member[BONDED_MEMBERS - 1] != BONDED_MEETS;
}

static bool check_term(const struct system *system, int64_t t, struct error *error)
{
    const struct bonded *term = &system->bonded[t];
    int members = members_of(term);
    for (int m = 0; m < members; m++)
        if (term->member[m] >= system->n)
            return error_set(error, EXIT_USAGE,
                             "bonded term %" PRId64 " names particle %d of %" PRId64, t + 1,
                             term->member[m] + 1, system->n);
    return members >= 2 ||
           error_set(error, EXIT_USAGE, "bonded term %" PRId64 " has %d members", t + 1, members);
}

static bool exclude(struct topology *topology, int32_t i, int32_t j, struct error *error)
{
    for (int k = 0; k < EXCLUDED; k++) {
        if (topology->excluded[i][k] == j)
            return true;
        if (topology->excluded[i][k] < 0) {
            topology->excluded[i][k] = j;
            return true;
        }
    }
    return error_set(error, EXIT_USAGE, "particle %d has more than %d bonded partners", i + 1,
                     EXCLUDED);
}

/** Writes a term into the rows of its members, from `next` on in each. */
static void enter(const struct bonded *term, int32_t *next, struct topology *topology)
{
    int members = members_of(term);
    for (int role = 0; role < members; role++) {
        int32_t *entry = topology->entry[next[term->member[role]]++];
        int place = 0;
        entry[place++] = term->kind * BONDED_MEMBERS + role;
        for (int m = 0; m < BONDED_MEMBERS; m++)
            if (m != role)
                entry[place++] = term->member[m];
    }
}

static bool fill(const struct system *system, struct topology *topology, struct error *error)
{
    int64_t n = system->n;
    /* counted one place further on, so that filling leaves the starts behind */
    int32_t *next = topology->start + 1;
    for (int64_t t = 0; t < system->bonded_count; t++) {
        if (!check_term(system, t, error))
            return false;
        for (int m = 0; m < members_of(&system->bonded[t]); m++)
            next[system->bonded[t].member[m] + 1]++;
    }
    for (int64_t i = 0; i < n; i++)
        next[i + 1] += next[i];
    topology->entry = memory_allocate(next[n], sizeof *topology->entry, "bonded terms", error);
    topology->excluded = memory_allocate(n, sizeof *topology->excluded, "exclusions", error);
    if (topology->entry == NULL || topology->excluded == NULL)
        return false;
    for (int64_t i = 0; i < n; i++)
        for (int k = 0; k < EXCLUDED; k++)
            topology->excluded[i][k] = -1;
    for (int64_t t = 0; t < system->bonded_count; t++) {
        const struct bonded *term = &system->bonded[t];
        enter(term, next, topology);
        if (parts_members(term) && (!exclude(topology, term->member[0], term->member[1], error) ||
                                    !exclude(topology, term->member[1], term->member[0], error)))
            return false;
    }
    return true;
}

double topology_bytes(const struct system *system)
{
    double entries = BONDED_MEMBERS * (double)system->bonded_count;
    return system->bonded_count == 0
               ? 0
               : entries * sizeof(int32_t[BONDED_MEMBERS]) +
                     (double)system->n * (sizeof(int32_t) + sizeof(int32_t[EXCLUDED]));
}

bool topology_build(const struct system *system, struct topology *topology, struct error *error)
{
    *topology = (struct topology){0};
    if (system->bonded_count == 0)
        return true;
    if (BONDED_MEMBERS * system->bonded_count >= INT32_MAX)
        return error_set(error, EXIT_ENVIRONMENT, "too many bonded terms for 32-bit indices");
    topology->start =
        memory_allocate_zeroed(system->n + 2, sizeof *topology->start, "bonded terms", error);
    if (topology->start != NULL && fill(system, topology, error))
        return true;
    topology_free(topology);
    return false;
}

void topology_free(struct topology *topology)
{
    free(topology->start);
    free(topology->entry);
    free(topology->excluded);
    *topology = (struct topology){0};
}
