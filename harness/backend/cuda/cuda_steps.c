#include "harness/backend/cuda/cuda_steps.h"

#include "harness/backend/cuda/lists/cuda_lists.h"
#include "harness/backend/cuda/lists/cuda_order.h"
#include "harness/base/clock.h"
#include "harness/physics/state.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

CUdeviceptr cuda_steps_halted(const struct cuda_steps *steps)
{
    return steps->dynamics.status.address + offsetof(struct motion_status, halted);
}

static void forget_graphs(struct cuda_steps *steps)
{
    for (int kind = 0; kind < ROUND_KINDS; kind++)
        for (int timed = 0; timed < 2; timed++)
            for (int k = 0; k <= STEPS_TOGETHER; k++)
                cuda_graph_free(&steps->round[kind][timed][k]);
}

/* --- the list --- */

/*
 * Returns the list if the order of its cells serves for sorting, as that of lists in cell order
 * does; otherwise NULL.
 */
static struct cuda_list *order_of(struct cuda_steps *steps)
{
    return cuda_list_orders(steps->dynamics.particles, steps->list) ? steps->list : &steps->order;
}

/* Whether kernels that make steps build lists, too. */
static bool lists_inside(const struct cuda_steps *steps)
{
    const struct cuda_particles *particles = steps->dynamics.particles;
    return steps->dynamics.resides && particles->systems == 1 &&
           particles->structure == INTERACTIONS_LOOKUP &&
           cuda_list_tests_all(particles, steps->list);
}

/*
 * Whether such a kernel builds the list that a round begins with. The host builds the first list,
 * and one that needs more memory.
 */
static bool begins_inside(const struct cuda_steps *steps)
{
    return lists_inside(steps) && steps->pending && !steps->outgrown;
}

/* Whether particles have to be sorted though the list is valid. */
static bool is_in_disorder(const struct cuda_steps *steps)
{
    return steps->sorts && steps->unsorted_steps >= STEPS_RESIDENT;
}

/*
 * A list in the order of cells sorts the particles almost for free, unless terms have to be
 * renumbered.
 */
static enum round_kind next_list(struct cuda_steps *steps)
{
    if (lists_inside(steps))
        return is_in_disorder(steps) ? ROUND_ORDER : ROUND_LIST;
    const int lists = steps->dynamics.particles->bonded ? LISTS_IN_BONDS
                      : order_of(steps) == steps->list  ? 1
                                                        : LISTS_IN_ORDER;
    return steps->sorts && steps->unsorted + 1 >= lists ? ROUND_ORDER : ROUND_LIST;
}

static bool sort(struct cuda_steps *steps, struct error *error)
{
    struct cuda_list *order = order_of(steps);
    return cuda_order_update(steps->dynamics.particles, order, error) &&
           cuda_dynamics_sort(&steps->dynamics, order->bins.sorted_value.address, error) &&
           cuda_renumber_enqueue(&steps->renumber, &order->bins, error);
}

/* Steps that are enqueued together, and the list before them, if there is one. */
struct round {
    struct cuda_steps *steps;
    enum round_kind kind;
    bool timed, captured;
    int64_t count;
};

/*
 * Records an event of the list, in a graph as a node. Steps of few particles take up to 9 % longer
 * if every list records events.
 */
static bool mark(const struct round *round, enum list_event which, struct error *error)
{
    CUstream stream = round->steps->dynamics.particles->device->stream;
    CUevent event = round->steps->relisting[round->kind == ROUND_ORDER].event[which];
    return !round->timed ||
           cuda_check(round->captured
                          ? cu.cuEventRecordWithFlags(event, stream, CU_EVENT_RECORD_EXTERNAL)
                          : cu.cuEventRecord(event, stream),
                      "recording an event", error);
}

static bool add_between(CUevent begin, CUevent end, double *nanoseconds, struct error *error)
{
    float milliseconds = 0;
    bool fine =
        cuda_check(cu.cuEventElapsedTime(&milliseconds, begin, end), "reading an event", error);
    *nanoseconds += 1e6 * (double)milliseconds;
    return fine;
}

/* Adds the times of the list that was marked in the last rounds, if one was. */
static bool add_times(struct cuda_relisting *relisting, struct error *error)
{
    const CUevent *event = relisting->event;
    if (!relisting->marked)
        return true;
    relisting->marked = false;
    relisting->timed++;
    return add_between(event[LIST_BEGUN], event[LIST_SORTED], &relisting->sorting, error) &&
           add_between(event[LIST_SORTED], event[LIST_DONE], &relisting->listing, error);
}

/*
 * Enqueues the forces at the current positions, and moves those on virtual sites to their makers.
 */
static bool find_forces(struct cuda_steps *steps, bool energy, struct error *error)
{
    const struct cuda_dynamics *dynamics = &steps->dynamics;
    return steps->forces.enqueue(steps->forces.context, energy, error) &&
           cuda_restraints_add(&dynamics->restraints, dynamics->particles, &dynamics->arguments,
                               energy, error) &&
           cuda_constraints_spread(&dynamics->constraints, dynamics->particles,
                                   &dynamics->arguments, error);
}

/* Enqueues the update of the list and the forces of moved particles. */
static bool enqueue_moved(struct cuda_steps *steps, struct error *error)
{
    return cuda_list_refresh(steps->dynamics.particles, steps->list, error) &&
           find_forces(steps, false, error);
}

/* Enqueues forces, except for fused steps, which compute their own. */
static bool enqueue_forces_between(struct cuda_steps *steps, struct error *error)
{
    return steps->dynamics.fused || find_forces(steps, false, error);
}

/* Enqueues the list at the beginning of a round, and the forces. */
static bool enqueue_list(const struct round *round, struct error *error)
{
    struct cuda_steps *steps = round->steps;
    bool sorts = round->kind == ROUND_ORDER;
    return mark(round, LIST_BEGUN, error) &&
           (sorts ? sort(steps, error) : cuda_dynamics_remember(&steps->dynamics, error)) &&
           mark(round, LIST_SORTED, error) && cuda_dynamics_restart(&steps->dynamics, error) &&
           (begins_inside(steps) ||
            cuda_list_follow(steps->dynamics.particles, steps->list,
                             sorts && order_of(steps) == steps->list, error)) &&
           mark(round, LIST_DONE, error) && enqueue_forces_between(steps, error);
}

/* Builds the list again with more memory. */
static bool list_in_more(struct cuda_steps *steps, struct error *error)
{
    forget_graphs(steps);
    return cuda_list_grow(steps->dynamics.particles, steps->list, error) &&
           steps->forces.follow(steps->forces.context, error) &&
           cuda_dynamics_restart(&steps->dynamics, error) &&
           cuda_list_follow(steps->dynamics.particles, steps->list, false, error) &&
           enqueue_forces_between(steps, error);
}

/* --- steps --- */

static bool enqueue_fused(struct cuda_steps *steps, int offset, bool pending, bool paused,
                          struct error *error)
{
    struct cuda_places places;
    struct dynamics_arguments motion =
        cuda_dynamics_fused(&steps->dynamics, offset, pending, &places);
    if (paused)
        motion.dt = motion.interval = 0;
    return steps->forces.enqueue_fused(steps->forces.context, &places, &motion, error);
}

/*
 * Enqueues a kernel that makes `count` steps of a round, `listed` if it begins with a list;
 * `paused`: steps of zero length.
 */
static bool enqueue_resident(struct cuda_steps *steps, int64_t count, bool listed, bool paused,
                             struct error *error)
{
    const bool pending = steps->pending || paused;
    struct resident_arguments a = {.list = steps->list->arguments,
                                   .steps = (int)count,
                                   .lists = !paused && lists_inside(steps),
                                   .begins = listed && begins_inside(steps),
                                   .groups = steps->groups.address,
                                   .state = steps->resident.address};
    for (int k = 0; k < 2; k++) {
        struct cuda_places places;
        a.motion[k] = cuda_dynamics_fused(&steps->dynamics, k + 1, pending, &places);
        if (paused)
            a.motion[k].dt = a.motion[k].interval = 0;
        a.position[k] = places.position;
        a.orientation[k] = places.orientation;
    }
    CUstream stream = steps->dynamics.particles->device->stream;
    const CUdeviceptr kinetic = steps->resident.address + offsetof(struct resident_state, kinetic);
    return cuda_check(cu.cuMemsetD8Async(steps->resident.address, 0, sizeof(uint64_t), stream),
                      "clearing a counter", error) &&
           (a.motion[0].heat == 0 ||
            cuda_check(cu.cuMemsetD8Async(kinetic, 0, 2 * sizeof(uint64_t), stream),
                       "clearing sums", error)) &&
           steps->forces.enqueue_resident(steps->forces.context, &a, error);
}

/* Enqueues step number `index` of a round, from 0. */
static bool enqueue_step(struct cuda_steps *steps, int64_t index, struct error *error)
{
    int offset = (int)index + 1;
    bool pending = steps->pending || index > 0;
    if (steps->dynamics.fused)
        return enqueue_fused(steps, offset, pending, false, error);
    return cuda_dynamics_couple(&steps->dynamics, offset, pending, true, error) &&
           cuda_dynamics_move(&steps->dynamics, offset, pending, error) &&
           cuda_dynamics_remove(&steps->dynamics, offset, error) && enqueue_moved(steps, error);
}

static bool enqueue_round(void *context, int64_t index, struct error *error)
{
    const struct round *round = context;
    (void)index;
    if (round->kind != ROUND_STEPS && !enqueue_list(round, error))
        return false;
    bool good = true;
    if (round->steps->dynamics.resides)
        good =
            enqueue_resident(round->steps, round->count, round->kind != ROUND_STEPS, false, error);
    else
        for (int64_t k = 0; k < round->count && good; k++)
            good = enqueue_step(round->steps, k, error);
    return good && cuda_dynamics_arrive(&round->steps->dynamics, round->count, error);
}

/*
 * Launches a round as a graph. That needs steps before the round, and a box that does not change.
 */
static bool launch_round(struct cuda_steps *steps, bool listed, int64_t count, struct error *error)
{
    CUstream stream = steps->dynamics.particles->device->stream;
    bool waits = listed && cuda_list_waits(steps->list);
    struct round round = {.steps = steps,
                          .kind = listed ? next_list(steps) : ROUND_STEPS,
                          .captured = steps->pending && !waits && steps->boxed == NULL &&
                                      !steps->outgrown && count <= STEPS_TOGETHER,
                          .count = count};
    if (listed) {
        struct cuda_relisting *relisting = &steps->relisting[round.kind == ROUND_ORDER];
        round.timed = !relisting->marked && relisting->lists >= LISTS_TO_TIME * relisting->timed;
        relisting->marked = relisting->marked || round.timed;
        relisting->lists++;
        steps->builds++;
        steps->unsorted = round.kind == ROUND_ORDER ? 0 : steps->unsorted + 1;
        steps->unsorted_steps = round.kind == ROUND_ORDER ? 0 : steps->unsorted_steps;
        steps->unchecked = true;
    }
    struct cuda_graph *graph = &steps->round[round.kind][round.timed][count];
    const bool fine = round.captured
                          ? cuda_graph_capture(graph, stream, enqueue_round, &round, 1, error) &&
                                cuda_graph_launch(graph, stream, error)
                          : enqueue_round(&round, 0, error);
    steps->outgrown = steps->outgrown && !listed;
    return fine;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Enqueues rounds of at most `left` steps in total. */
static bool launch_rounds(struct cuda_steps *steps, int64_t left, struct error *error)
{
    const int64_t most_served = steps->dynamics.motion.list_interval;
    const bool inside = lists_inside(steps);
    bool listed = steps->stale || (inside && is_in_disorder(steps));
    bool known = steps->serves > 0 && steps->pending;
    int64_t served = steps->served;
    int64_t rounds = 0;
    do {
        served = listed ? 0 : served;
        int64_t serves = steps->serves > 0 ? steps->serves : served + 1 + served / 8;
        serves = most_served > 0 ? least(serves, most_served) : serves;
        int64_t most = !steps->pending ? 1 : serves > served ? serves - served : 1;
        int64_t count =
            least(inside && steps->pending ? STEPS_RESIDENT : least(most, STEPS_TOGETHER), left);
        if (!launch_round(steps, listed, count, error))
            return false;
        left -= count;
        served += count;
        steps->unsorted_steps += inside ? count : 0;
        listed = inside ? is_in_disorder(steps) : served >= serves;
    } while (known && left > 0 && ++rounds < ROUNDS_AHEAD);
    return true;
}

static bool refuse(const struct cuda_steps *steps, const struct motion_status *status,
                   struct error *error)
{
    const struct dynamics_arguments *a = &steps->dynamics.arguments;
    if (!cuda_constraints_check(&steps->dynamics.constraints, steps->dynamics.order, status->base,
                                error))
        return false;
    return error_set(error, EXIT_USAGE,
                     "particle %d moves by more than %g in step %lld: the time step %g is too "
                     "long, or particles overlap",
                     status->fast, a->reach, status->base, a->dt);
}

/* Reads the progress of resident kernels that have ended. */
static bool follow_resident(struct cuda_steps *steps, struct error *error)
{
    struct resident_state state;
    if (!steps->dynamics.resides)
        return true;
    if (!cuda_buffer_read(&steps->resident, &state, 1, sizeof state, error))
        return false;
    steps->builds += state.lists - steps->resident_lists;
    steps->resident_lists = state.lists;
    steps->outgrown = state.outgrown != 0;
    state.outgrown = 0;
    if (steps->outgrown && !cuda_buffer_write(&steps->resident, &state, 1, sizeof state, error))
        return false;
    return state.lost == 0 ||
           error_set(error, EXIT_ENVIRONMENT,
                     "blocks of a resident kernel waited for blocks that did not run: expected a "
                     "device that runs all blocks at the same time, or tuning fused 1");
}

/* Reads the progress of the rounds. */
static bool follow(struct cuda_steps *steps, struct error *error)
{
    struct motion_status status;
    if (!cuda_dynamics_status(&steps->dynamics, &status, error))
        return false;
    if (status.fast != 0)
        return refuse(steps, &status, error);
    if (!follow_resident(steps, error) || !add_times(&steps->relisting[0], error) ||
        !add_times(&steps->relisting[1], error))
        return false;
    int64_t made = status.base - steps->step;
    bool skinless = steps->dynamics.arguments.limit2 == 0;
    steps->step = status.base;
    steps->made += made;
    steps->pending = steps->pending || made > 0;
    steps->served = status.base - status.listed;
    steps->serves = status.life == 0 ? 0 : skinless ? 1 : status.life + 1;
    steps->stale = status.halted > 0;
    steps->unchecked = status.halted == LIST_OVERFLOW;
    return !steps->unchecked || list_in_more(steps, error);
}

/* --- the box --- */

/* Applies a box that has changed a little; `serves`: the list stays valid. */
static bool set_box(struct cuda_steps *steps, const double box[3], bool serves, struct error *error)
{
    struct cuda_particles *particles = steps->boxed;
    memcpy(particles->box, box, sizeof particles->box);
    cuda_dynamics_rebox(&steps->dynamics);
    if (serves)
        cuda_list_try_box(particles, steps->list);
    else if (!cuda_list_rebox(particles, steps->list, error))
        return false;
    if (steps->sorts && order_of(steps) == &steps->order)
        cuda_order_rebox(particles, &steps->order);
    steps->forces.rebox(steps->forces.context);
    return true;
}

/* Evaluates forces with energies at the current positions; forces on virtual sites stay there.
 */
static bool evaluate(struct cuda_steps *steps, bool virial, double *sum, struct error *error)
{
    const struct cuda_forces *forces = &steps->forces;
    const struct cuda_dynamics *dynamics = &steps->dynamics;
    struct motion_energies energies = {0};
    forces->select(forces->context, virial);
    const bool fine = cuda_list_refresh(steps->boxed, steps->list, error) &&
                      forces->enqueue(forces->context, true, error) &&
                      cuda_restraints_add(&dynamics->restraints, steps->boxed, &dynamics->arguments,
                                          virial ? -2 : 1, error) &&
                      cuda_dynamics_energies(&steps->dynamics, &energies, error);
    forces->select(forces->context, false);
    *sum = energies.potential;
    return fine;
}

/* Computes the edges of the scaled box. */
static void scaled(const struct cuda_steps *steps, const double scale[3], double edge[3])
{
    const bool single = precision_info(steps->boxed->precision)->state_size == (int)sizeof(float);
    for (int d = 0; d < 3; d++)
        edge[d] = state_rounded(0, single, scale[d] * steps->boxed->box[d]);
}

/* Finds the energy of box and molecules scaled along z, and restores both. */
static bool try_scale(struct cuda_steps *steps, double factor, double *energy, struct error *error)
{
    const struct cuda_dynamics *dynamics = &steps->dynamics;
    const double scale[3] = {1, 1, factor};
    double edge[3], before[3];
    memcpy(before, steps->boxed->box, sizeof before);
    scaled(steps, scale, edge);
    return cuda_molecules_scale(&dynamics->molecules, steps->boxed, &dynamics->arguments, scale,
                                edge, true, error) &&
           set_box(steps, edge, true, error) && evaluate(steps, false, energy, error) &&
           set_box(steps, before, true, error) &&
           cuda_molecules_restore(&dynamics->molecules, steps->boxed, &dynamics->arguments, error);
}

/* Finds the pressure from the last forces, and the factors that scale the box. */
static bool find_pressure(struct cuda_steps *steps, double scale[3], struct error *error)
{
    const struct cuda_dynamics *dynamics = &steps->dynamics;
    const struct barostat *barostat = &dynamics->motion.barostat;
    struct molecular_sums sums;
    double shrunk = 0, stretched = 0, virial;
    return (!barostat_tries(barostat) ||
            (try_scale(steps, 1 - BAROSTAT_TRIAL, &shrunk, error) &&
             try_scale(steps, 1 + BAROSTAT_TRIAL, &stretched, error))) &&
           evaluate(steps, true, &virial, error) &&
           cuda_molecules_sum(&dynamics->molecules, steps->boxed, &dynamics->arguments, &sums,
                              error) &&
           cuda_constraints_spread(&dynamics->constraints, steps->boxed, &dynamics->arguments,
                                   error) &&
           barostat_follow(barostat, dynamics->motion.dt, steps->boxed->box, virial,
                           (shrunk - stretched) / (2 * BAROSTAT_TRIAL), &sums, &steps->pressures,
                           scale, error);
}

/*
 * Makes a step: finds the pressure before it, and scales the box after the motion. List and forces
 * are those after a halt.
 */
static bool follow_pressure(struct cuda_steps *steps, struct error *error)
{
    struct cuda_dynamics *dynamics = &steps->dynamics;
    const struct dynamics_arguments *a = &dynamics->arguments;
    double scale[3], edge[3];
    if (!cuda_steps_finish(steps, error) ||
        !cuda_check(cu.cuStreamSynchronize(steps->boxed->device->stream), "moving particles",
                    error))
        return false;
    const double began = clock_seconds();
    if (!find_pressure(steps, scale, error))
        return false;
    steps->pressing += 1e9 * (clock_seconds() - began);
    scaled(steps, scale, edge);
    return cuda_dynamics_couple(dynamics, 1, false, true, error) &&
           cuda_dynamics_move(dynamics, 1, false, error) &&
           cuda_dynamics_remove(dynamics, 1, error) &&
           cuda_molecules_scale(&dynamics->molecules, steps->boxed, a, scale, edge, false, error) &&
           cuda_molecules_arrive(&dynamics->molecules, steps->boxed, a, error) &&
           set_box(steps, edge, false, error) && follow(steps, error);
}

/* Returns the last step, at most `end`, before which the box stays unchanged. */
static int64_t constant_until(const struct cuda_steps *steps, int64_t end)
{
    const int interval = steps->dynamics.motion.barostat.interval;
    return interval == 0 ? end : least(end, (steps->step + interval - 1) / interval * interval);
}

bool cuda_steps_start(struct cuda_steps *steps, struct error *error)
{
    const struct cuda_particles *particles = steps->dynamics.particles;
    steps->step = steps->dynamics.motion.step;
    if (!steps->list->neighbors->skin)
        steps->dynamics.arguments.limit2 = 0;
    if (steps->sorts && order_of(steps) == &steps->order &&
        !cuda_order_create(particles, &steps->order, error))
        return false;
    if (steps->dynamics.resides &&
        (!cuda_buffer_fill(&steps->resident, &(struct resident_state){0}, 1,
                           sizeof(struct resident_state), "a state", error) ||
         (lists_inside(steps) &&
          !cuda_buffer_resize(&steps->groups, GROUP_ROOM * ((particles->n + 31) / 32),
                              sizeof(double), "groups", error))))
        return false;
    for (int k = 0; k < 2; k++)
        for (int e = 0; e < LIST_EVENTS; e++)
            if (!cuda_check(cu.cuEventCreate(&steps->relisting[k].event[e], CU_EVENT_DEFAULT),
                            "making an event", error))
                return false;
    steps->list->arguments.halted = cuda_steps_halted(steps);
    steps->builds = 1;
    steps->unchecked = true;
    struct round round = {.steps = steps, .kind = steps->sorts ? ROUND_ORDER : ROUND_LIST};
    return enqueue_list(&round, error);
}

static bool enqueue_forces(void *context, int64_t index, struct error *error)
{
    (void)index;
    return enqueue_moved(context, error);
}

static bool enqueue_fused_pause(void *context, int64_t index, struct error *error)
{
    (void)index;
    return enqueue_fused(context, 1, true, true, error);
}

/* Enqueues, with the first, all steps that are timed. */
static bool enqueue_resident_pause(void *context, int64_t index, struct error *error)
{
    return index > 0 || enqueue_resident(context, STEPS_TIMED, false, true, error);
}

static bool enqueue_pause(void *context, int64_t index, struct error *error)
{
    struct cuda_steps *steps = context;
    (void)index;
    return cuda_dynamics_pause(&steps->dynamics, 0, error);
}

static bool enqueue_coupling(void *context, int64_t index, struct error *error)
{
    struct cuda_steps *steps = context;
    return cuda_dynamics_couple(&steps->dynamics, (int)index + 1, steps->pending, true, error);
}

/* Returns the mean time of many equal calls. */
static bool time_call(struct cuda_steps *steps, cuda_call *call, double *nanoseconds,
                      struct error *error)
{
    const struct device *device = steps->dynamics.particles->device;
    struct cuda_graph graph = {0};
    double all = 0;
    bool fine = cuda_graph_capture(&graph, device->stream, call, steps, STEPS_TIMED, error) &&
                cuda_timer_begin(device, error) &&
                cuda_graph_launch(&graph, device->stream, error) &&
                cuda_timer_end(device, &all, error);
    cuda_graph_free(&graph);
    *nanoseconds = all / STEPS_TIMED;
    return fine;
}

/* Times the thermostat that acts on all particles together, and restores its state. */
static bool time_coupling(struct cuda_steps *steps, struct error *error)
{
    const struct cuda_buffer *heat = &steps->dynamics.heat;
    struct motion_heat kept;
    return heat->address == 0 || (cuda_buffer_read(heat, &kept, 1, sizeof kept, error) &&
                                  time_call(steps, enqueue_coupling, &steps->coupling, error) &&
                                  cuda_buffer_write(heat, &kept, 1, sizeof kept, error));
}

static bool enqueue_bonded(void *context, int64_t index, struct error *error)
{
    struct cuda_steps *steps = context;
    (void)index;
    return steps->forces.enqueue_bonded(steps->forces.context, error);
}

/* Times the bonded terms alone, whose forces are void, then all forces. */
static bool time_forces(struct cuda_steps *steps, struct error *error)
{
    return (steps->forces.enqueue_bonded == NULL ||
            time_call(steps, enqueue_bonded, &steps->bonded, error)) &&
           time_call(steps, enqueue_forces, &steps->force, error);
}

static bool enqueue_constraints(void *context, int64_t index, struct error *error)
{
    struct cuda_steps *steps = context;
    (void)index;
    return cuda_dynamics_constrain(&steps->dynamics, 0, error);
}

static bool enqueue_removal(void *context, int64_t index, struct error *error)
{
    struct cuda_steps *steps = context;
    (void)index;
    return cuda_dynamics_remove(&steps->dynamics, 0, error);
}

/* Times the removal of the common motion in a step of zero length. */
static bool time_removal(struct cuda_steps *steps, struct error *error)
{
    struct dynamics_arguments *a = &steps->dynamics.arguments;
    const double dt = a->dt;
    const int interval = a->removal_interval;
    a->dt = 0;
    a->removal_interval = 1;
    bool fine = steps->dynamics.motion.removal == REMOVAL_NONE ||
                time_call(steps, enqueue_removal, &steps->removal, error);
    a->dt = dt;
    a->removal_interval = interval;
    return fine;
}

/* Times the parts of a step at the current positions, which do not change. */
static bool time_parts(struct cuda_steps *steps, struct error *error)
{
    const struct constraint_arguments *constraints = &steps->dynamics.constraints.arguments;
    if (steps->dynamics.fused)
        return time_call(steps,
                         steps->dynamics.resides ? enqueue_resident_pause : enqueue_fused_pause,
                         &steps->force, error);
    return time_forces(steps, error) && time_call(steps, enqueue_pause, &steps->moving, error) &&
           time_coupling(steps, error) && time_removal(steps, error) &&
           (constraints->groups + constraints->runs == 0 ||
            time_call(steps, enqueue_constraints, &steps->constraints, error));
}

bool cuda_steps_run(struct cuda_steps *steps, int64_t count, struct error *error)
{
    const struct device *device = steps->dynamics.particles->device;
    int64_t end = steps->step + count;
    double nanoseconds = 0;
    if (!cuda_timer_begin(device, error))
        return false;
    while (steps->step < end || steps->stale || steps->unchecked) {
        const int64_t until = constant_until(steps, end);
        const bool ready = !steps->stale && !steps->unchecked;
        if (ready && until == steps->step
                ? !follow_pressure(steps, error)
                : !launch_rounds(steps, until - steps->step, error) || !follow(steps, error))
            return false;
    }
    if (!cuda_timer_end(device, &nanoseconds, error))
        return false;
    steps->nanoseconds += nanoseconds;
    return count < STEPS_TIMED || steps->force > 0 || time_parts(steps, error);
}

bool cuda_steps_pause(struct cuda_steps *steps, struct error *error)
{
    return enqueue_pause(steps, 0, error);
}

bool cuda_steps_finish(struct cuda_steps *steps, struct error *error)
{
    if (!steps->pending)
        return true;
    steps->pending = false;
    return (!steps->dynamics.fused || find_forces(steps, false, error)) &&
           cuda_dynamics_finish(&steps->dynamics, 0, error);
}

bool cuda_steps_energies(struct cuda_steps *steps, struct motion_energies *energies,
                         struct error *error)
{
    return cuda_steps_run(steps, 0, error) && cuda_steps_finish(steps, error) &&
           find_forces(steps, true, error) &&
           cuda_dynamics_energies(&steps->dynamics, energies, error);
}

bool cuda_steps_forces(struct cuda_steps *steps, struct forces *forces, struct error *error)
{
    struct cuda_dynamics *dynamics = &steps->dynamics;
    const struct dynamics_arguments kept = dynamics->arguments;
    struct cuda_buffer state = {0};
    const bool fine = cuda_dynamics_rest(dynamics, &state, error) &&
                      (dynamics->resides ? enqueue_resident(steps, 1, false, false, error)
                                         : enqueue_fused(steps, 1, false, false, error)) &&
                      cuda_dynamics_pushes(dynamics, forces, error);
    dynamics->arguments = kept;
    cuda_buffer_free(&state);
    return fine;
}

/* Estimates the time of all lists of a kind from those that were timed. */
static double of_kind(const struct cuda_relisting *relisting, double timed)
{
    return relisting->timed == 0 ? 0 : timed * (double)relisting->lists / (double)relisting->timed;
}

/* Estimates the same for both kinds; NAN if kernels that make steps also build lists. */
static double of_all(const struct cuda_steps *steps, double timed, double timed_in_order)
{
    return lists_inside(steps) ? NAN
                               : of_kind(&steps->relisting[0], timed) +
                                     of_kind(&steps->relisting[1], timed_in_order);
}

double cuda_steps_part(const struct cuda_steps *steps, enum motion_part part)
{
    const struct cuda_relisting *relisting = steps->relisting;
    switch (part) {
    case MOTION_LIST:
        return of_all(steps, relisting[0].listing, relisting[1].listing);
    case MOTION_SORT:
        return of_all(steps, relisting[0].sorting, relisting[1].sorting);
    case MOTION_FORCE:
        return steps->force > 0 ? (steps->force - steps->bonded) * (double)steps->made : NAN;
    case MOTION_BONDED:
        return steps->bonded > 0 ? steps->bonded * (double)steps->made : NAN;
    case MOTION_INTEGRATION:
        return steps->moving > 0 ? steps->moving * (double)steps->made : NAN;
    case MOTION_CONSTRAINTS:
        return steps->constraints > 0 ? steps->constraints * (double)steps->made : NAN;
    case MOTION_THERMOSTAT:
        return steps->coupling > 0 ? steps->coupling * (double)steps->made : NAN;
    case MOTION_BAROSTAT:
        return steps->boxed != NULL ? steps->pressing : NAN;
    case MOTION_REMOVAL:
        return steps->removal > 0
                   ? steps->removal * (double)steps->made / steps->dynamics.motion.removal_interval
                   : NAN;
    default:
        return NAN;
    }
}

void cuda_steps_free(struct cuda_steps *steps)
{
    for (int k = 0; k < 2; k++)
        for (int e = 0; e < LIST_EVENTS; e++)
            if (steps->relisting[k].event[e] != NULL)
                cu.cuEventDestroy(steps->relisting[k].event[e]);
    forget_graphs(steps);
    steps->list->arguments.halted = 0;
    cuda_bins_free(&steps->order.bins);
    cuda_buffer_free(&steps->resident);
    cuda_buffer_free(&steps->groups);
    cuda_renumber_free(&steps->renumber);
    cuda_dynamics_free(&steps->dynamics);
}
