#include "harness/backend/cuda/cuda_constraints.h"

#include "harness/base/memory.h"
#include "harness/particles/order.h"

#include <stdlib.h>

static const char what[] = "constraints";

/** Uploads groups of constraints. Members are given by the current indices of particles. */
static bool upload_groups(const struct system *system, const int32_t *place,
                          struct cuda_constraints *c, struct error *error)
{
    const uint64_t none = 0;
    struct constraint_groups *groups = &c->groups;
    if (system->constraint_count == 0)
        return true;
    if (!constraint_groups_build(system, CONSTRAINT_LANES, groups, error))
        return false;
    const int64_t places = constraint_groups_places(groups);
    const int64_t members = constraint_groups_member_places(groups);
    for (int64_t k = 0; k < members; k++)
        groups->particle[k] = place[groups->particle[k]];
    return cuda_buffer_fill(&c->constraints, groups->constraints, groups->count,
                            sizeof *groups->constraints, what, error) &&
           cuda_buffer_fill(&c->members, groups->members, groups->count, sizeof *groups->members,
                            what, error) &&
           cuda_buffer_fill(&c->before, groups->before, groups->slices + 1, sizeof *groups->before,
                            what, error) &&
           cuda_buffer_fill(&c->length, groups->length, places, sizeof *groups->length, what,
                            error) &&
           cuda_buffer_fill(&c->particle, groups->particle, members, sizeof *groups->particle, what,
                            error) &&
           cuda_buffer_fill(&c->wrong, &none, 1, sizeof none, what, error) &&
           cuda_buffer_resize(&c->vectors, places, sizeof(struct constraint_vectors), what,
                              error) &&
           cuda_buffer_resize(&c->member, members, sizeof(struct constraint_member), what, error);
}

/**
 * Divides virtual sites into runs that share no particle. Writes the first site of each run, and
 * returns the number of runs. `last` has a number for each particle.
 */
static int find_runs(const struct system *system, int32_t *last, int32_t *run)
{
    int runs = 0;
    int32_t reach = 0;
    for (int64_t k = 0; k < system->site_count; k++) {
        last[system->site[k].site] = (int32_t)k;
        for (int m = 0; m < SITE_MAKERS; m++)
            last[system->site[k].maker[m]] = (int32_t)k;
    }
    run[0] = 0;
    for (int64_t k = 0; k < system->site_count; k++) {
        for (int m = 0; m < SITE_MAKERS; m++) {
            const int32_t used = last[system->site[k].maker[m]];
            reach = used > reach ? used : reach;
        }
        if (reach == (int32_t)k) {
            run[++runs] = (int32_t)(k + 1);
            reach++;
        }
    }
    return runs;
}

static bool upload_sites(const struct system *system, const int32_t *place,
                         struct cuda_constraints *c, struct error *error)
{
    const int64_t count = system->site_count;
    if (count == 0)
        return true;
    int32_t *last = memory_allocate(system->n, sizeof *last, what, error);
    int32_t *run = memory_allocate(count + 1, sizeof *run, what, error);
    struct virtual_site *site = memory_allocate(count, sizeof *site, what, error);
    bool good = last != NULL && run != NULL && site != NULL;
    if (good)
        c->arguments.runs = find_runs(system, last, run);
    for (int64_t k = 0; good && k < count; k++) {
        site[k] = system->site[k];
        site[k].site = place[site[k].site];
        for (int m = 0; m < SITE_MAKERS; m++)
            site[k].maker[m] = place[site[k].maker[m]];
    }
    good = good &&
           cuda_buffer_fill(&c->run, run, c->arguments.runs + 1, sizeof *run, what, error) &&
           cuda_buffer_fill(&c->site, site, count, sizeof *site, what, error);
    free(last);
    free(run);
    free(site);
    return good;
}

bool cuda_constraints_create(const struct system *system, const int32_t *order,
                             struct cuda_constraints *constraints, struct error *error)
{
    struct cuda_constraints *c = constraints;
    if (system->constraint_count + system->site_count == 0)
        return true;
    int32_t *place = order_places(order, system->n, what, error);
    const bool good = place != NULL && upload_groups(system, place, c, error) &&
                      upload_sites(system, place, c, error);
    free(place);
    c->arguments = (struct constraint_arguments){.groups = (int)c->groups.count,
                                                 .constraints = c->constraints.address,
                                                 .members = c->members.address,
                                                 .before = c->before.address,
                                                 .length = c->length.address,
                                                 .particle = c->particle.address,
                                                 .vectors = c->vectors.address,
                                                 .member = c->member.address,
                                                 .runs = c->arguments.runs,
                                                 .run = c->run.address,
                                                 .site = c->site.address,
                                                 .wrong = c->wrong.address};
    return good;
}

/** Launches a kernel with `threads` threads; does nothing if that is 0. */
static bool launch(const struct cuda_particles *particles, const char *kernel, int64_t threads,
                   const struct constraint_arguments *arguments, struct error *error)
{
    const int64_t blocks = (threads + DYNAMICS_BLOCK - 1) / DYNAMICS_BLOCK;
    return threads == 0 ||
           cuda_particles_launch(particles, CUDA_CONSTRAINTS, kernel, blocks, DYNAMICS_BLOCK,
                                 arguments, sizeof *arguments, error);
}

bool cuda_constraints_place(const struct cuda_constraints *constraints,
                            const struct cuda_particles *particles,
                            const struct dynamics_arguments *motion, bool made, struct error *error)
{
    struct constraint_arguments arguments = constraints->arguments;
    arguments.motion = *motion;
    arguments.made = made;
    return launch(particles, "place_constrained", arguments.groups, &arguments, error) &&
           launch(particles, "place_sites", arguments.runs, &arguments, error);
}

bool cuda_constraints_slow(const struct cuda_constraints *constraints,
                           const struct cuda_particles *particles,
                           const struct dynamics_arguments *motion, bool kicked,
                           struct error *error)
{
    struct constraint_arguments arguments = constraints->arguments;
    arguments.motion = *motion;
    arguments.kicked = kicked;
    return launch(particles, "slow_constrained",
                  arguments.groups > arguments.runs ? arguments.groups : arguments.runs, &arguments,
                  error);
}

bool cuda_constraints_spread(const struct cuda_constraints *constraints,
                             const struct cuda_particles *particles,
                             const struct dynamics_arguments *motion, struct error *error)
{
    struct constraint_arguments arguments = constraints->arguments;
    arguments.motion = *motion;
    return launch(particles, "spread_sites", arguments.runs, &arguments, error);
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
    return error_set(
        error, EXIT_USAGE,
        "the constraint of particles %d and %d to the distance %g cannot be satisfied in step "
        "%lld: the time step is too long, particles overlap, or constraints contradict one another",
        order[particle[length->member[0] * groups->lanes]] + 1,
        order[particle[length->member[1] * groups->lanes]] + 1, length->length, (long long)step);
}

void cuda_constraints_free(struct cuda_constraints *constraints)
{
    cuda_buffers_free(&constraints->constraints, &constraints->site);
    constraint_groups_free(&constraints->groups);
}

bool cuda_restraints_create(const struct system *system, const int32_t *order,
                            struct cuda_restraints *restraints, struct error *error)
{
    const int64_t count = system->restraint_count;
    if (count == 0)
        return true;
    int32_t *place = order_places(order, system->n, "restraints", error);
    struct restraint *placed = memory_allocate(count, sizeof *placed, "restraints", error);
    bool good = place != NULL && placed != NULL;
    for (int64_t k = 0; good && k < count; k++) {
        placed[k] = system->restraint[k];
        placed[k].member = place[placed[k].member];
    }
    good = good && cuda_buffer_fill(&restraints->restraint, placed, count, sizeof *placed,
                                    "restraints", error);
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
