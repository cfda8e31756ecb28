#include "harness/backend/cuda/cuda_constraints.h"

#include "harness/base/memory.h"

#include <stdlib.h>

static const char what[] = "constraints";

/** Makes members of groups the places of particles. */
static bool renumber(const struct system *system, const int32_t *order,
                     struct constraint_groups *groups, struct error *error)
{
    int32_t *place = memory_allocate(system->n, sizeof *place, what, error);
    if (place == NULL)
        return false;
    for (int64_t k = 0; k < system->n; k++)
        place[order[k]] = (int32_t)k;
    for (int64_t k = 0; k < constraint_groups_member_places(groups); k++)
        groups->particle[k] = place[groups->particle[k]];
    free(place);
    return true;
}

static bool upload(struct cuda_buffer *buffer, const void *from, int64_t count, int64_t size,
                   struct error *error)
{
    return cuda_buffer_resize(buffer, count, size, what, error) &&
           cuda_buffer_write(buffer, from, count, size, error);
}

bool cuda_constraints_create(const struct system *system, const int32_t *order,
                             struct cuda_constraints *constraints, struct error *error)
{
    const uint64_t none = 0;
    struct cuda_constraints *c = constraints;
    struct constraint_groups *groups = &c->groups;
    if (system->constraint_count == 0)
        return true;
    if (!constraint_groups_build(system, CONSTRAINT_LANES, groups, error) ||
        !renumber(system, order, groups, error))
        return false;
    const int64_t places = constraint_groups_places(groups);
    const int64_t members = constraint_groups_member_places(groups);
    if (!upload(&c->constraints, groups->constraints, groups->count, sizeof *groups->constraints,
                error) ||
        !upload(&c->members, groups->members, groups->count, sizeof *groups->members, error) ||
        !upload(&c->before, groups->before, groups->slices + 1, sizeof *groups->before, error) ||
        !upload(&c->length, groups->length, places, sizeof *groups->length, error) ||
        !upload(&c->particle, groups->particle, members, sizeof *groups->particle, error) ||
        !upload(&c->wrong, &none, 1, sizeof none, error) ||
        !cuda_buffer_resize(&c->vectors, places, sizeof(struct constraint_vectors), what, error) ||
        !cuda_buffer_resize(&c->member, members, sizeof(struct constraint_member), what, error))
        return false;
    c->arguments = (struct constraint_arguments){.groups = (int)groups->count,
                                                 .constraints = c->constraints.address,
                                                 .members = c->members.address,
                                                 .before = c->before.address,
                                                 .length = c->length.address,
                                                 .particle = c->particle.address,
                                                 .vectors = c->vectors.address,
                                                 .member = c->member.address,
                                                 .wrong = c->wrong.address};
    return true;
}

static bool launch(const struct cuda_particles *particles, const char *kernel,
                   const struct constraint_arguments *arguments, struct error *error)
{
    const int64_t blocks = (arguments->groups + DYNAMICS_BLOCK - 1) / DYNAMICS_BLOCK;
    return cuda_particles_launch(particles, CUDA_CONSTRAINTS, kernel, blocks, DYNAMICS_BLOCK,
                                 arguments, sizeof *arguments, error);
}

bool cuda_constraints_place(const struct cuda_constraints *constraints,
                            const struct cuda_particles *particles,
                            const struct dynamics_arguments *motion, bool made, struct error *error)
{
    struct constraint_arguments arguments = constraints->arguments;
    arguments.motion = *motion;
    arguments.made = made;
    return arguments.groups == 0 || launch(particles, "place_constrained", &arguments, error);
}

bool cuda_constraints_slow(const struct cuda_constraints *constraints,
                           const struct cuda_particles *particles,
                           const struct dynamics_arguments *motion, bool kicked,
                           struct error *error)
{
    struct constraint_arguments arguments = constraints->arguments;
    arguments.motion = *motion;
    arguments.kicked = kicked;
    return arguments.groups == 0 || launch(particles, "slow_constrained", &arguments, error);
}

bool cuda_constraints_check(const struct cuda_constraints *constraints, const int32_t *order,
                            int64_t step, struct error *error)
{
    const struct constraint_groups *groups = &constraints->groups;
    uint64_t wrong = 0;
    if (groups->count == 0)
        return true;
    if (!cuda_buffer_read(&constraints->wrong, &wrong, 1, sizeof wrong, error))
        return false;
    if (wrong == 0)
        return true;
    const int64_t g = (int64_t)(wrong >> 32) - 1, k = (int64_t)(wrong & UINT32_MAX);
    const struct constraint_length *length =
        &groups->length[constraint_groups_first(groups, g) + k * groups->lanes];
    const int *particle = groups->particle + constraint_groups_first_member(groups, g);
    return error_set(error, EXIT_USAGE,
                     "the constraint of particles %d and %d to the distance %g cannot be satisfied "
                     "in step %lld: the time step is too long, particles overlap, or constraints "
                     "contradict one another",
                     order[particle[length->member[0] * groups->lanes]] + 1,
                     order[particle[length->member[1] * groups->lanes]] + 1, length->length,
                     (long long)step);
}

void cuda_constraints_free(struct cuda_constraints *constraints)
{
    struct cuda_constraints *c = constraints;
    struct cuda_buffer *buffers[] = {&c->constraints, &c->members, &c->before, &c->length,
                                     &c->particle,    &c->vectors, &c->member, &c->wrong};
    for (size_t k = 0; k < sizeof buffers / sizeof *buffers; k++)
        cuda_buffer_free(buffers[k]);
    constraint_groups_free(&c->groups);
}
