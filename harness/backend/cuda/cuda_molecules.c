#include "harness/backend/cuda/cuda_molecules.h"

#include "harness/particles/molecules.h"
#include "harness/particles/order.h"

#include <stdlib.h>
#include <string.h>

static const char what[] = "molecules";

static bool upload(const struct molecules *found, int64_t n, struct cuda_molecules *m,
                   struct error *error)
{
    return cuda_buffer_fill(&m->start, found->start, found->count + 1, sizeof *found->start, what,
                            error) &&
           cuda_buffer_fill(&m->member, found->member, n, sizeof *found->member, what, error) &&
           cuda_buffer_resize(&m->offset, n, 3 * sizeof(double), what, error) &&
           cuda_buffer_resize(&m->sums, DYNAMICS_SUMS, sizeof(struct molecular_sums), what, error);
}

bool cuda_molecules_create(const struct system *system, const int32_t *order,
                           const struct cuda_particles *particles, bool trials,
                           struct cuda_molecules *molecules, struct error *error)
{
    const int64_t n = particles->n;
    const int64_t state = 4 * (int64_t)precision_info(particles->precision)->state_size;
    struct molecules found = {0};
    int32_t *place = order_places(order, n, what, error);
    bool good = place != NULL && molecules_build(system, &found, error);
    /*
     * If particles are sorted as they move, each molecule is one particle, so its index does not
     * matter.
     */
    const bool single = found.count == n;
    for (int64_t k = 0; good && k < n; k++)
        found.member[k].particle = single ? (int)k : place[found.member[k].particle];
    good = good && upload(&found, n, molecules, error) &&
           (!trials || cuda_buffer_resize(&molecules->kept, n, state, what, error));
    molecules->arguments = (struct molecule_arguments){.molecules = (int)found.count,
                                                       .start = molecules->start.address,
                                                       .member = molecules->member.address,
                                                       .offset = molecules->offset.address,
                                                       .sums = molecules->sums.address};
    molecules_free(&found);
    free(place);
    return good;
}

static int64_t blocks_for(int64_t threads)
{
    return (threads + DYNAMICS_BLOCK - 1) / DYNAMICS_BLOCK;
}

static bool launch(const struct cuda_particles *particles, const char *kernel, int64_t blocks,
                   const struct molecule_arguments *arguments, struct error *error)
{
    return cuda_particles_launch(particles, CUDA_MOLECULES, kernel, blocks, DYNAMICS_BLOCK,
                                 arguments, sizeof *arguments, error);
}

bool cuda_molecules_sum(const struct cuda_molecules *molecules,
                        const struct cuda_particles *particles,
                        const struct dynamics_arguments *motion, struct molecular_sums *sums,
                        struct error *error)
{
    struct molecule_arguments arguments = molecules->arguments;
    struct molecular_sums part[DYNAMICS_SUMS];
    int64_t blocks = blocks_for(arguments.molecules);
    blocks = blocks < DYNAMICS_SUMS ? blocks : DYNAMICS_SUMS;
    arguments.motion = *motion;
    if (!launch(particles, "sum_molecules", blocks, &arguments, error) ||
        !cuda_check(cu.cuStreamSynchronize(particles->device->stream), "adding up molecules",
                    error) ||
        !cuda_buffer_read(&molecules->sums, part, blocks, sizeof *part, error))
        return false;
    *sums = (struct molecular_sums){{0}, {0}};
    for (int64_t b = 0; b < blocks; b++)
        for (int d = 0; d < 3; d++) {
            sums->momentum2[d] += part[b].momentum2[d];
            sums->inner[d] += part[b].inner[d];
        }
    return true;
}

bool cuda_molecules_scale(const struct cuda_molecules *molecules,
                          const struct cuda_particles *particles,
                          const struct dynamics_arguments *motion, const double scale[3],
                          const double edge[3], bool trial, struct error *error)
{
    struct molecule_arguments arguments = molecules->arguments;
    arguments.motion = *motion;
    arguments.kept = trial ? molecules->kept.address : 0;
    memcpy(arguments.scale, scale, sizeof arguments.scale);
    memcpy(arguments.edge, edge, sizeof arguments.edge);
    return launch(particles, "scale_molecules", blocks_for(arguments.molecules), &arguments, error);
}

bool cuda_molecules_restore(const struct cuda_molecules *molecules,
                            const struct cuda_particles *particles,
                            const struct dynamics_arguments *motion, struct error *error)
{
    struct molecule_arguments arguments = molecules->arguments;
    arguments.motion = *motion;
    arguments.kept = molecules->kept.address;
    return launch(particles, "restore_molecules", blocks_for(motion->n), &arguments, error);
}

bool cuda_molecules_arrive(const struct cuda_molecules *molecules,
                           const struct cuda_particles *particles,
                           const struct dynamics_arguments *motion, struct error *error)
{
    struct molecule_arguments arguments = molecules->arguments;
    arguments.motion = *motion;
    return launch(particles, "arrive_scaled", 1, &arguments, error);
}

void cuda_molecules_free(struct cuda_molecules *molecules)
{
    cuda_buffers_free(&molecules->start, &molecules->sums);
}
