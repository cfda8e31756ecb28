#include "harness/backend/cuda/cuda_restraints.h"

#include "harness/base/memory.h"
#include "harness/particles/order.h"

#include <stdlib.h>

static const char what[] = "restraints";

bool cuda_restraints_create(const struct system *system, const int32_t *order,
                            struct cuda_restraints *restraints, struct error *error)
{
    const int64_t count = system->restraint_count;
    if (count == 0)
        return true;
    int32_t *place = order_places(order, system->n, what, error);
    struct restraint *placed = memory_allocate(count, sizeof *placed, what, error);
    bool good = place != NULL && placed != NULL;
    for (int64_t k = 0; good && k < count; k++) {
        placed[k] = system->restraint[k];
        placed[k].member = place[placed[k].member];
    }
    good = good &&
           cuda_buffer_fill(&restraints->restraint, placed, count, sizeof *placed, what, error);
    restraints->count = (int)count;
    free(place);
    free(placed);
    return good;
}

bool cuda_restraints_add(const struct cuda_restraints *restraints,
                         const struct cuda_particles *particles,
                         const struct dynamics_arguments *motion, double energies,
                         struct error *error)
{
    const struct restraint_arguments arguments = {.motion = *motion,
                                                  .restraints = restraints->count,
                                                  .energies = energies,
                                                  .restraint = restraints->restraint.address};
    const int64_t blocks = (restraints->count + DYNAMICS_BLOCK - 1) / DYNAMICS_BLOCK;
    return restraints->count == 0 ||
           cuda_particles_launch(particles, CUDA_RESTRAINTS, "restrain", blocks, DYNAMICS_BLOCK,
                                 &arguments, sizeof arguments, error);
}

void cuda_restraints_free(struct cuda_restraints *restraints)
{
    cuda_buffer_free(&restraints->restraint);
}
