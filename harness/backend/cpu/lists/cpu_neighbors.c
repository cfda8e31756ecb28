#include "harness/backend/cpu/lists/cpu_neighbors.h"

#include "harness/base/memory.h"

#include <stdlib.h>

/* Returns the functions that implement a structure. */
static const struct cpu_neighbor_structure *side_of(const struct neighbor_structure *wanted)
{
    static const struct cpu_neighbor_structure *const table[] = {
#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...) &cpu_neighbors_##cpu,
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE
    };
    return table[neighbor_place(wanted)];
}

/* Whether an existing structure has the data that the table row `wanted` builds. */
static bool serves(const struct cpu_neighbors *had, const struct neighbor_structure *wanted)
{
    return !had->tuned && wanted->tunings[0] == NULL &&
           (wanted->build != NULL ? had->row == wanted : had->structure == side_of(wanted));
}

struct cpu_neighbor_estimate cpu_neighbors_estimate(const struct cpu_neighbor_source *source)
{
    return side_of(source->strategy->neighbors)->estimate(source);
}

struct cpu_neighbors *cpu_neighbors_acquire(struct cpu_neighbors **all,
                                            const struct neighbor_structure *wanted)
{
    const struct cpu_neighbor_structure *structure = side_of(wanted);
    for (struct cpu_neighbors *had = *all; had != NULL; had = had->next) {
        if (serves(had, wanted)) {
            had->users++;
            return had;
        }
    }
    struct cpu_neighbors *added = memory_new(1, sizeof *added, "a neighbor structure");
    added->kept = memory_new(1, (size_t)structure->size, "a neighbor structure");
    added->row = wanted;
    added->structure = structure;
    added->tuned = wanted->tunings[0] != NULL;
    added->users = 1;
    added->next = *all;
    *all = added;
    return added;
}

void cpu_neighbors_release(struct cpu_neighbors **all, struct cpu_neighbors *neighbors)
{
    if (neighbors == NULL || --neighbors->users > 0)
        return;
    while (*all != neighbors)
        all = &(*all)->next;
    *all = neighbors->next;
    neighbors->structure->free(neighbors->kept);
    free(neighbors->kept);
    free(neighbors);
}

bool cpu_neighbors_build(struct cpu_neighbors *neighbors, const struct cpu_neighbor_source *source,
                         struct error *error)
{
    neighbors->built = (struct cpu_neighbor_built){0};
    neighbors->is_built =
        neighbors->structure->build(source, neighbors->kept, &neighbors->built, error);
    return neighbors->is_built;
}

void cpu_neighbors_refresh(struct cpu_neighbors *neighbors,
                           const struct cpu_neighbor_source *source)
{
    if (neighbors->structure->refresh != NULL)
        neighbors->structure->refresh(source, neighbors->kept, &neighbors->built);
}
