/* Rounds of steps. A round may begin with a new list. */
#include "harness/backend/cuda/cuda_stepping.h"
#include "harness/backend/cuda/lists/cuda_lists.h"
#include "harness/backend/cuda/lists/cuda_order.h"

#include <stddef.h>

void cuda_steps_forget(struct cuda_steps *steps)
{
    for (int kind = 0; kind < ROUND_KINDS; kind++)
        for (int timed = 0; timed < 2; timed++)
            for (int k = 0; k <= STEPS_TOGETHER; k++)
                cuda_graph_free(&steps->round[kind][timed][k]);
}

/* --- the list of a round --- */

struct cuda_list *cuda_steps_order(struct cuda_steps *steps)
{
    return cuda_list_orders(steps->dynamics.particles, steps->list) ? steps->list : &steps->order;
}

bool cuda_steps_list_inside(const struct cuda_steps *steps)
{
    const struct cuda_particles *particles = steps->dynamics.particles;
    return steps->dynamics.resides && particles->systems == 1 &&
           particles->structure == INTERACTIONS_LOOKUP &&
           cuda_list_tests_all(particles, steps->list);
}

/*
 * Whether a resident kernel builds the list that a round begins with. The host starts the build of
 * the first list, and of a list that needs more memory.
 */
static bool begins_inside(const struct cuda_steps *steps)
{
    return cuda_steps_list_inside(steps) && steps->pending && !steps->outgrown;
}

/* Whether particles have to be sorted although the list is valid. */
static bool is_in_disorder(const struct cuda_steps *steps)
{
    return steps->sorts && steps->unsorted_steps >= STEPS_RESIDENT;
}

/*
 * Chooses whether the next list sorts the particles, too. Sorting is almost free if the list is in
 * cell order and no terms have to be renumbered.
 */
static enum round_kind next_list(struct cuda_steps *steps)
{
    if (cuda_steps_list_inside(steps))
        return is_in_disorder(steps) ? ROUND_ORDER : ROUND_LIST;
    const int lists = steps->dynamics.particles->bonded        ? LISTS_IN_BONDS
                      : cuda_steps_order(steps) == steps->list ? 1
                                                               : LISTS_IN_ORDER;
    return steps->sorts && steps->unsorted + 1 >= lists ? ROUND_ORDER : ROUND_LIST;
}

static bool sort(struct cuda_steps *steps, struct error *error)
{
    struct cuda_list *order = cuda_steps_order(steps);
    return cuda_order_update(steps->dynamics.particles, order, error) &&
           cuda_dynamics_sort(&steps->dynamics, order->bins.sorted_value.address, error) &&
           cuda_renumber_enqueue(&steps->renumber, &order->bins, error);
}

/* Steps that are enqueued together, and possibly a list before them. */
struct round {
    struct cuda_steps *steps;
    enum round_kind kind;
    bool timed, captured;
    int64_t count;
};

/*
 * Records an event of the list; in a graph, as a node. Only some lists record events, because the
 * events make steps of few particles up to 9 % longer.
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

/* Adds the times of the list that was timed in the last rounds, if there was one. */
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

bool cuda_steps_find_forces(struct cuda_steps *steps, bool energy, struct error *error)
{
    const struct cuda_dynamics *dynamics = &steps->dynamics;
    return steps->forces.enqueue(steps->forces.context, energy, error) &&
           cuda_restraints_add(&dynamics->restraints, dynamics->particles, &dynamics->arguments,
                               energy, error) &&
           cuda_constraints_spread(&dynamics->constraints, dynamics->particles,
                                   &dynamics->arguments, error);
}

bool cuda_steps_enqueue_moved(struct cuda_steps *steps, struct error *error)
{
    return cuda_list_refresh(steps->dynamics.particles, steps->list, error) &&
           cuda_steps_find_forces(steps, false, error);
}

/* Enqueues forces, but not for fused steps, whose kernel computes them itself. */
static bool enqueue_forces_between(struct cuda_steps *steps, struct error *error)
{
    return steps->dynamics.fused || cuda_steps_find_forces(steps, false, error);
}

/* Enqueues the list at the beginning of a round, then the forces. */
static bool enqueue_list(const struct round *round, struct error *error)
{
    struct cuda_steps *steps = round->steps;
    bool sorts = round->kind == ROUND_ORDER;
    return mark(round, LIST_BEGUN, error) &&
           (sorts ? sort(steps, error) : cuda_dynamics_remember(&steps->dynamics, error)) &&
           mark(round, LIST_SORTED, error) && cuda_dynamics_restart(&steps->dynamics, error) &&
           (begins_inside(steps) ||
            cuda_list_follow(steps->dynamics.particles, steps->list,
                             sorts && cuda_steps_order(steps) == steps->list, error)) &&
           mark(round, LIST_DONE, error) && enqueue_forces_between(steps, error);
}

bool cuda_steps_list(struct cuda_steps *steps, struct error *error)
{
    const struct round round = {.steps = steps, .kind = steps->sorts ? ROUND_ORDER : ROUND_LIST};
    return enqueue_list(&round, error);
}

/* Enlarges the list's memory, and builds the list again. */
static bool list_in_more(struct cuda_steps *steps, struct error *error)
{
    cuda_steps_forget(steps);
    return cuda_list_grow(steps->dynamics.particles, steps->list, error) &&
           steps->forces.follow(steps->forces.context, error) &&
           cuda_dynamics_restart(&steps->dynamics, error) &&
           cuda_list_follow(steps->dynamics.particles, steps->list, false, error) &&
           enqueue_forces_between(steps, error);
}

/* --- the steps of a round --- */

bool cuda_steps_enqueue_fused(struct cuda_steps *steps, int offset, bool pending, bool paused,
                              struct error *error)
{
    struct cuda_places places;
    struct dynamics_arguments motion =
        cuda_dynamics_fused(&steps->dynamics, offset, pending, &places);
    if (paused)
        motion.dt = motion.interval = 0;
    return steps->forces.enqueue_fused(steps->forces.context, &places, &motion, error);
}

bool cuda_steps_enqueue_resident(struct cuda_steps *steps, int64_t count, bool listed, bool paused,
                                 struct error *error)
{
    const bool pending = steps->pending || paused;
    struct resident_arguments a = {.list = steps->list->arguments,
                                   .steps = (int)count,
                                   .lists = !paused && cuda_steps_list_inside(steps),
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
        return cuda_steps_enqueue_fused(steps, offset, pending, false, error);
    return cuda_dynamics_couple(&steps->dynamics, offset, pending, true, error) &&
           cuda_dynamics_move(&steps->dynamics, offset, pending, error) &&
           cuda_dynamics_remove(&steps->dynamics, offset, error) &&
           cuda_steps_enqueue_moved(steps, error);
}

static bool enqueue_round(void *context, int64_t index, struct error *error)
{
    const struct round *round = context;
    (void)index;
    if (round->kind != ROUND_STEPS && !enqueue_list(round, error))
        return false;
    bool good = true;
    if (round->steps->dynamics.resides)
        good = cuda_steps_enqueue_resident(round->steps, round->count, round->kind != ROUND_STEPS,
                                           false, error);
    else
        for (int64_t k = 0; k < round->count && good; k++)
            good = enqueue_step(round->steps, k, error);
    return good && cuda_dynamics_arrive(&round->steps->dynamics, round->count, error);
}

/*
 * Launches a round, as a graph if possible. A graph is not possible before the first step, if the
 * box changes, if building the list waits for the device, or if the host builds the list.
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
        steps->sorted += round.kind == ROUND_ORDER;
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

bool cuda_steps_launch(struct cuda_steps *steps, int64_t left, struct error *error)
{
    const int64_t most_served = steps->dynamics.motion.list_interval;
    const bool inside = cuda_steps_list_inside(steps);
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

/* Reads the progress of resident kernels, which have ended. */
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

bool cuda_steps_follow(struct cuda_steps *steps, struct error *error)
{
    struct motion_status status;
    if (!cuda_dynamics_status(&steps->dynamics, &status, error))
        return false;
    if (status.fast != 0) {
        steps->step = status.base - 1;
        return refuse(steps, &status, error);
    }
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

bool cuda_steps_finish(struct cuda_steps *steps, struct error *error)
{
    if (!steps->pending)
        return true;
    steps->pending = false;
    return (!steps->dynamics.fused || cuda_steps_find_forces(steps, false, error)) &&
           cuda_dynamics_finish(&steps->dynamics, 0, error);
}
