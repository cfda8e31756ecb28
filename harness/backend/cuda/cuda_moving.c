#include "harness/backend/cuda/cuda_moving.h"

#include "harness/backend/cuda/cuda_run.h"
#include "harness/backend/cuda/driver/cuda_kernel.h"
#include "harness/base/memory.h"
#include "harness/catalog/bonded_needs.h"
#include "harness/physics/state.h"
#include "harness/physics/virtual_sites.h"

#include <stdlib.h>

static bool enqueue_moving(void *prepared, bool energy, struct error *error)
{
    return cuda_run(prepared, energy, error);
}

static bool enqueue_bonded(void *prepared, struct error *error)
{
    return cuda_run_bonded(prepared, false, error);
}

static void select_energies(void *context, bool virial)
{
    struct prepared *prepared = context;
    prepared->arguments.terms = virial ? TERMS_VIRIAL : ~0U;
}

static void rebox(void *prepared)
{
    cuda_prepared_arguments(prepared);
}

static bool enqueue_fused(void *context, const struct cuda_places *places,
                          const struct dynamics_arguments *motion, struct error *error)
{
    const struct prepared *prepared = context;
    struct fused_arguments arguments = {prepared->arguments, *motion};
    arguments.forces.position = places->position;
    arguments.forces.orientation = places->orientation;
    const struct step *step = &prepared->step[0], *before = &prepared->bonded_before;
    if (before->kernel != NULL &&
        !cuda_launch_shared(prepared->workload->device->stream, before->kernel, before->blocks,
                            before->block, before->shared_bytes, &arguments.forces,
                            sizeof arguments.forces, error))
        return false;
    return cuda_launch_early(
        prepared->workload->device, motion->interval > 0 ? prepared->fused_bath : prepared->fused,
        step->blocks, step->block, step->shared_bytes, &arguments, sizeof arguments, error);
}

/* Returns the threads per block of a resident kernel (THREADS of resident.cuh). */
static int resident_block(const struct prepared *prepared)
{
    const struct workload_spec *spec = &prepared->workload->spec;
    const struct bonded_needs needs = system_bonded_needs(spec->system, spec->model);
    const int block = prepared->step[0].block;
    const int lanes = strategy_tuning_value(prepared->strategy, prepared->tuning, "lanes", 1);
    if (lanes == 1 || bonded_most(spec->model, &needs) == 0 || block > 512)
        return block;
    const int helpers = lanes <= 4 ? block : 4 * block / lanes;
    return block + (helpers < 32 ? 32 : helpers);
}

/*
 * Returns the resident kernel for a thermostat that couples all particles (`couples`), for a heat
 * bath of each particle (`bath`), or for neither.
 */
static CUfunction resident_kernel(const struct prepared *prepared, bool couples, bool bath)
{
    return couples ? prepared->coupled : bath ? prepared->fused_bath : prepared->fused;
}

static bool enqueue_resident(void *context, struct resident_arguments *arguments,
                             struct error *error)
{
    const struct prepared *prepared = context;
    const struct dynamics_arguments *motion = &arguments->motion[0];
    arguments->forces = prepared->arguments;
    return cuda_launch_together(prepared->workload->device,
                                resident_kernel(prepared, motion->heat != 0, motion->interval > 0),
                                prepared->step[0].blocks, resident_block(prepared), arguments,
                                error);
}

/*
 * Checks that a resident kernel can run: all of its blocks have to be on the device at once, and it
 * has to evaluate the bonded terms itself.
 */
static bool check_resident(struct prepared *prepared, const struct motion *motion,
                           struct error *error)
{
    const char *name = prepared->strategy->name;
    const struct step *step = &prepared->step[0];
    if (prepared->bonded.kernel != NULL && prepared->workload->spec.bonding != BONDING_GATHER)
        return error_set(error, EXIT_USAGE,
                         "%s fused 2 evaluates the bonded terms of each particle in its thread: "
                         "expected tuning fused 0, or bonded gather or fused",
                         name);
    const bool couples = thermostat_couples(&motion->thermostat);
    if (couples && !cuda_prepared_couple(prepared, error))
        return false;
    CUfunction kernel = resident_kernel(prepared, couples, motion->thermostat.interval > 0);
    const int64_t room =
        cuda_blocks_together(prepared->workload->device, kernel, resident_block(prepared), error);
    if (room == 0 || step->blocks <= room)
        return room > 0;
    return error_set(
        error, EXIT_USAGE,
        "%s fused 2 needs all its %lld blocks of %d threads on the device at the same time, which "
        "has room for %lld: expected tuning fused 1, larger blocks, fewer particles or lanes",
        name, (long long)step->blocks, resident_block(prepared), (long long)room);
}

/*
 * Checks that a fused kernel can run: it needs the whole force of a particle, and no other kernels
 * in a step.
 */
static bool check_fused(struct prepared *prepared, const struct motion *motion, struct error *error)
{
    const char *name = prepared->strategy->name;
    if (prepared->fused == NULL)
        return true;
    const bool follows = prepared->resides && motion->thermostat.kind == THERMOSTAT_NOSE_HOOVER;
    if (thermostat_couples(&motion->thermostat) && !follows)
        return error_set(error, EXIT_USAGE,
                         "%s fused moves a particle before the total energy is known, which "
                         "thermostat %s needs: expected tuning fused 0, or another thermostat",
                         name, thermostat_name(&motion->thermostat));
    if (motion->list_interval > 0)
        return error_set(error, EXIT_USAGE,
                         "%s fused builds a list only when a particle has moved half the skin: "
                         "expected tuning fused 0, or no list_interval",
                         name);
    if (motion->removal != REMOVAL_NONE)
        return error_set(error, EXIT_USAGE,
                         "%s fused moves a particle before the common motion is known, which com "
                         "%s removes: expected tuning fused 0, or com none",
                         name, removal_name(motion->removal));
    if (prepared->workload->particles.constrained)
        return error_set(
            error, EXIT_USAGE,
            "%s fused moves a particle before its constraints and restraints are known: "
            "expected tuning fused 0, or a system without constraints, restraints and "
            "virtual sites",
            name);
    if (prepared->resides)
        return check_resident(prepared, motion, error);
    if (prepared->bonded.kernel != NULL && prepared->bonded_before.kernel == NULL)
        return error_set(error, EXIT_USAGE,
                         "%s fused moves a particle before bonded terms are scattered: expected "
                         "tuning fused 0, or bonded gather or group",
                         name);
    return true;
}

/* Prepares the particles and the list for a box that changes. */
static bool let_box_change(struct moving *moving, const struct system *system, struct error *error)
{
    struct cuda_particles *particles = &moving->prepared->workload->particles;
    struct cuda_steps *steps = &moving->steps;
    const struct barostat *barostat = &steps->dynamics.motion.barostat;
    if (barostat->interval == 0)
        return true;
    if (particles->systems > 1)
        return error_set(error, EXIT_USAGE,
                         "barostat %s changes the box of one system, but there are %d",
                         barostat_name(barostat), particles->systems);
    if (!barostat_check(barostat, particles->precision, error) ||
        !cuda_list_allows_rebox(steps->list, error))
        return false;
    const bool single = precision_info(particles->precision)->state_size == (int)sizeof(float);
    for (int d = 0; d < 3; d++)
        particles->box[d] = state_rounded(0, single, system->box[d]);
    particles->pressed = true;
    steps->boxed = particles;
    return cuda_list_rebox(particles, steps->list, error);
}

/*
 * Whether particles can be sorted as they move. Constraints, restraints, virtual sites, molecules
 * and bit strings of exclusions refer to particles by indices that must not change. A list that is
 * built on the host reads the exclusions only once.
 */
static bool can_sort(const struct prepared *prepared, const struct motion *motion)
{
    const struct workload *workload = prepared->workload;
    return workload->spec.sort != SORT_NONE && !workload->particles.constrained &&
           (!workload->particles.bonded ||
            (workload->strings.address == 0 && prepared->strategy->neighbors->build == NULL &&
             motion->barostat.interval == 0));
}

bool cuda_moving_place(struct prepared *prepared, const struct system *system, struct error *error)
{
    return cuda_workload_place(prepared->workload, system, error) &&
           cuda_list_refresh(&prepared->workload->particles, prepared->list, error);
}

void cuda_moving_stop(struct moving *moving)
{
    struct error unused;
    moving->prepared->halted = 0;
    moving->prepared->fused_last = NULL;
    cuda_prepared_arguments(moving->prepared);
    cuda_renumber_end(&moving->steps.renumber, &unused);
    cuda_steps_free(&moving->steps);
    free(moving);
}

bool cuda_moving_start(struct prepared *prepared, const struct motion *motion,
                       struct system *system, struct moving **started, struct error *error)
{
    struct workload *workload = prepared->workload;
    if (!virtual_sites_check(workload->spec.system, motion->removal, error))
        return false;
    if (workload->particles.systems > 1 && thermostat_couples(&motion->thermostat))
        return error_set(error, EXIT_USAGE,
                         "thermostat %s needs the energy of a single system, but there are %d",
                         thermostat_name(&motion->thermostat), workload->particles.systems);
    if (workload->particles.systems > 1 && motion->removal != REMOVAL_NONE)
        return error_set(
            error, EXIT_USAGE,
            "the common motion of particles is removed from a single system, but there are %d",
            workload->particles.systems);
    if (!check_fused(prepared, motion, error))
        return false;
    struct moving *moving = memory_new(1, sizeof *moving, "moving particles");
    struct cuda_steps *steps = &moving->steps;
    moving->prepared = prepared;
    steps->list = prepared->list;
    steps->forces = (struct cuda_forces){
        .context = prepared,
        .enqueue = enqueue_moving,
        .enqueue_bonded = prepared->bonded.kernel != NULL ? enqueue_bonded : NULL,
        .enqueue_fused = enqueue_fused,
        .enqueue_resident = enqueue_resident,
        .select = select_energies,
        .rebox = rebox,
        .follow = cuda_prepared_follow,
    };
    steps->dynamics.fused = prepared->fused != NULL;
    steps->dynamics.resides = prepared->resides;
    steps->sorts = can_sort(prepared, motion);
    if (steps->sorts && !cuda_list_allows_order(&workload->particles, steps->list, error)) {
        free(moving);
        return false;
    }
    steps->list->bins.former = false; /* particles may start far from where they last were */
    steps->dynamics.motion = *motion;
    steps->dynamics.model = workload->spec.model;
    steps->dynamics.constants = workload->spec.constants;
    steps->dynamics.particles = &workload->particles;
    steps->dynamics.order = workload->order;
    const struct cuda_bodies bodies = {.position = workload->position.address,
                                       .orientation = workload->orientation.address,
                                       .force = prepared->arguments.force,
                                       .torque = prepared->arguments.torque};
    cuda_graph_free(&prepared->force_calls);
    cuda_graph_free(&prepared->energy_calls);
    cuda_graph_free(&prepared->bonded_calls);
    bool fine = let_box_change(moving, system, error) &&
                thermostat_check(&motion->thermostat, motion->dt, error) &&
                thermostat_start(&motion->thermostat, workload->spec.model,
                                 workload->spec.constants, system, error) &&
                cuda_workload_place(workload, system, error) &&
                cuda_dynamics_start(&steps->dynamics, &bodies, system, error) &&
                (!steps->sorts || cuda_renumber_start(workload, steps->dynamics.number.address,
                                                      &steps->renumber, error));
    if (fine) {
        prepared->halted = cuda_steps_halted(steps);
        cuda_prepared_arguments(prepared);
        fine = cuda_steps_start(steps, error);
    }
    if (!fine) {
        cuda_moving_stop(moving);
        return false;
    }
    *started = moving;
    return true;
}

bool cuda_moving_advance(struct moving *moving, int64_t steps, struct error *error)
{
    return cuda_steps_run(&moving->steps, steps, error);
}

bool cuda_moving_energies(struct moving *moving, struct motion_energies *energies,
                          struct error *error)
{
    return cuda_steps_energies(&moving->steps, energies, error);
}

bool cuda_moving_fetch(struct moving *moving, struct system *system, struct motion *motion,
                       struct error *error)
{
    struct cuda_steps *steps = &moving->steps;
    if (!cuda_steps_run(steps, 0, error) || !cuda_steps_finish(steps, error) ||
        !cuda_dynamics_read(&steps->dynamics, system, error))
        return false;
    moving->prepared->fused_last = steps->dynamics.fused ? moving : NULL;
    if (motion != NULL) {
        motion->step = steps->step;
        motion->nose_hoover = steps->dynamics.motion.nose_hoover;
    }
    return true;
}

bool cuda_moving_listed(struct moving *moving, struct system *system, struct error *error)
{
    return cuda_dynamics_listed(&moving->steps.dynamics, system, error);
}

bool cuda_moving_pruned(struct moving *moving, double *distance, double *most, struct error *error)
{
    const struct cuda_steps *steps = &moving->steps;
    return cuda_list_pruned(steps->dynamics.particles, steps->list, distance, most, error);
}

bool cuda_moving_forces(struct moving *moving, struct forces *forces, struct error *error)
{
    return cuda_steps_forces(&moving->steps, forces, error);
}

void cuda_moving_progress(const struct moving *moving, struct motion_progress *progress)
{
    const struct cuda_steps *steps = &moving->steps;
    *progress = (struct motion_progress){.steps = steps->step - steps->dynamics.motion.step,
                                         .builds = steps->builds,
                                         .sorts = steps->sorted,
                                         .nanoseconds = steps->nanoseconds,
                                         .pressures = steps->pressures};
    for (int k = 0; k < MOTION_PARTS; k++)
        progress->part[k] = cuda_steps_part(steps, (enum motion_part)k);
}
