#include "harness/backend/cuda/lists/cuda_interactions.h"

#include <stdio.h>

bool cuda_interactions_resize(const struct cuda_particles *particles,
                              struct cuda_interactions *interactions, struct list_arguments *a,
                              int64_t entries, int64_t size, struct error *error)
{
    if (particles->structure == INTERACTIONS_LOOKUP)
        return true;
    if (!cuda_list_resize(particles, &interactions->interaction, entries, 1, "interactions",
                          error) ||
        (particles->structure == INTERACTIONS_SORTED &&
         !cuda_list_resize(particles, &interactions->sorted, entries, size, "the sorted list",
                           error)))
        return false;
    a->interaction_of = particles->interaction_of;
    a->kinds = particles->kinds;
    a->interaction = interactions->interaction.address;
    return true;
}

double cuda_interactions_estimate(const struct cuda_particles *particles, double entries,
                                  double size)
{
    if (particles->structure == INTERACTIONS_LOOKUP)
        return 0;
    return entries * (1 + (particles->structure == INTERACTIONS_SORTED ? size : 0));
}

bool cuda_interactions_enqueue(const struct cuda_particles *particles, const char *layout,
                               const struct list_arguments *a, struct error *error)
{
    char kernel[32];
    if (particles->structure == INTERACTIONS_LOOKUP)
        return true;
    snprintf(kernel, sizeof kernel, "store_%s", layout);
    if (!cuda_list_launch(particles, CUDA_INTERACTIONS, kernel, particles->n, a, error))
        return false;
    snprintf(kernel, sizeof kernel, "sort_%s", layout);
    return particles->structure != INTERACTIONS_SORTED ||
           cuda_list_launch(particles, CUDA_INTERACTIONS, kernel, particles->n, a, error);
}

int64_t cuda_interactions_bytes(const struct cuda_interactions *interactions)
{
    return interactions->sorted.bytes > 0 ? 0 : interactions->interaction.bytes;
}

int64_t cuda_interactions_building_bytes(const struct cuda_interactions *interactions)
{
    return interactions->sorted.bytes > 0
               ? interactions->sorted.bytes + interactions->interaction.bytes
               : 0;
}

void cuda_interactions_free(struct cuda_interactions *interactions)
{
    cuda_buffer_free(&interactions->interaction);
    cuda_buffer_free(&interactions->sorted);
}
