#include "harness/cuda_steps.h"

#include <math.h>
#include <stddef.h>

CUdeviceptr cuda_steps_halted(const struct cuda_steps *steps)
{
    return steps->dynamics.status.address + offsetof(struct motion_status, halted);
}

static void forget_graphs(struct cuda_steps *steps)
{
    for (int k = 0; k <= STEPS_TOGETHER; k++)
        cuda_graph_free(&steps->graph[k]);
}

/* Launches to come count from the step that is reached. */
static bool resume(struct cuda_steps *steps, bool restart, struct error *error)
{
    steps->base = steps->step;
    return cuda_dynamics_resume(&steps->dynamics, steps->step, restart, error);
}

/* --- the list --- */

/* Rows in cell order need no other order than that of their cells. */
static struct cuda_list *order_of(struct cuda_steps *steps)
{
    bool cells = steps->dynamics.particles->sort == SORT_CELL;
    return cells && cuda_list_has_rows(steps->list) ? steps->list : &steps->order;
}

static bool sort(struct cuda_steps *steps, struct error *error)
{
    struct cuda_list *order = order_of(steps);
    return cuda_order_update(steps->dynamics.particles, order, error) &&
           cuda_dynamics_sort(&steps->dynamics, order->sorted_value.address, error);
}

static bool build_list(struct cuda_steps *steps, bool sorted, struct error *error)
{
    return cuda_list_follow(steps->dynamics.particles, steps->list, sorted, error) &&
           (cuda_list_has_rows(steps->list) || steps->forces.follow(steps->forces.context, error));
}

static bool mark(CUevent event, CUstream stream, struct error *error)
{
    return cuda_check(cu.cuEventRecord(event, stream), "recording an event", error);
}

static bool add_between(CUevent begin, CUevent end, double *nanoseconds, struct error *error)
{
    float milliseconds = 0;
    bool fine =
        cuda_check(cu.cuEventElapsedTime(&milliseconds, begin, end), "reading an event", error);
    *nanoseconds += 1e6 * (double)milliseconds;
    return fine;
}

/* Enqueues a list of the particles as they are, and the forces. */
static bool list(struct cuda_steps *steps, struct error *error)
{
    CUstream stream = steps->dynamics.particles->device->stream;
    if (!mark(steps->begin, stream, error) ||
        !(steps->sorts ? sort(steps, error) : cuda_dynamics_remember(&steps->dynamics, error)) ||
        !mark(steps->sorted, stream, error) || !resume(steps, true, error) ||
        !build_list(steps, steps->sorts && order_of(steps) == steps->list, error) ||
        !mark(steps->listed, stream, error))
        return false;
    steps->builds++;
    steps->served = 0;
    steps->unchecked = true;
    return steps->forces.enqueue(steps->forces.context, false, error);
}

/* The same list in more memory. */
static bool list_in_more(struct cuda_steps *steps, struct error *error)
{
    forget_graphs(steps);
    return cuda_list_grow(steps->dynamics.particles, steps->list, error) &&
           steps->forces.follow(steps->forces.context, error) && resume(steps, true, error) &&
           build_list(steps, false, error) &&
           steps->forces.enqueue(steps->forces.context, false, error);
}

/* --- steps --- */

/* Enqueues step number `index` from the present one, from 0. */
static bool enqueue_step(void *context, int64_t index, struct error *error)
{
    struct cuda_steps *steps = context;
    int offset = (int)(steps->step - steps->base + index + 1);
    bool pending = steps->pending || index > 0;
    return cuda_dynamics_couple(&steps->dynamics, offset, pending, true, error) &&
           cuda_dynamics_move(&steps->dynamics, offset, pending, error) &&
           steps->forces.enqueue(steps->forces.context, false, error);
}

static bool enqueue_graph(struct cuda_steps *steps, int64_t count, struct error *error)
{
    struct cuda_graph *graph = &steps->graph[count];
    CUstream stream = steps->dynamics.particles->device->stream;
    return (steps->base == steps->step || resume(steps, false, error)) &&
           cuda_graph_capture(graph, stream, enqueue_step, steps, count, error) &&
           cuda_graph_launch(graph, stream, error);
}

/* Enqueues steps: as a graph, which is always that of steps behind another. */
static bool enqueue_steps(struct cuda_steps *steps, int64_t count, struct error *error)
{
    if (count > 1 && steps->pending && cuda_list_has_rows(steps->list))
        return enqueue_graph(steps, count, error);
    for (int64_t k = 0; k < count; k++)
        if (!enqueue_step(steps, k, error))
            return false;
    return true;
}

/* Steps to enqueue before looking up. */
static int64_t steps_ahead(const struct cuda_steps *steps, int64_t left)
{
    int64_t ahead =
        steps->served <= steps->serves ? steps->serves - steps->served + 1 : 1 + steps->served / 8;
    if (!steps->pending || steps->dynamics.arguments.limit2 == 0)
        ahead = 1;
    if (ahead > STEPS_TOGETHER)
        ahead = STEPS_TOGETHER;
    return ahead < left ? ahead : left;
}

static bool refuse(const struct cuda_steps *steps, const struct motion_status *status,
                   struct error *error)
{
    const struct dynamics_arguments *a = &steps->dynamics.arguments;
    return error_set(
        error, EXIT_USAGE,
        "particle %d moves by more than %g in step %lld: the time step %g is too long, "
        "or particles overlap",
        status->fast, a->reach, status->halted, a->dt);
}

/* Looks up how far `count` steps have come that were enqueued, and builds the list that they want.
 */
static bool follow(struct cuda_steps *steps, int64_t count, struct error *error)
{
    struct motion_status status;
    if (!cuda_dynamics_status(&steps->dynamics, &status, error))
        return false;
    if (status.fast != 0)
        return refuse(steps, &status, error);
    if (status.halted == LIST_OVERFLOW)
        return list_in_more(steps, error);
    /* the list before the first step is none of theirs */
    if (steps->unchecked && steps->builds > 1 &&
        (!add_between(steps->begin, steps->sorted, &steps->sorting, error) ||
         !add_between(steps->sorted, steps->listed, &steps->listing, error)))
        return false;
    int64_t made = status.halted == 0 ? count : status.halted - steps->step;
    steps->step += made;
    steps->made += made;
    steps->served += made;
    steps->pending = steps->pending || made > 0;
    steps->unchecked = false;
    if (status.halted == 0)
        return true;
    steps->serves = steps->served;
    return list(steps, error);
}

bool cuda_steps_start(struct cuda_steps *steps, struct error *error)
{
    const struct cuda_particles *particles = steps->dynamics.particles;
    steps->step = steps->dynamics.motion.step;
    if (steps->list->kind == NEIGHBORS_PATCHES)
        steps->dynamics.arguments.limit2 = 0; /* patches have no skin */
    if (steps->sorts && order_of(steps) == &steps->order &&
        !cuda_order_create(particles, &steps->order, error))
        return false;
    CUevent *events[] = {&steps->begin, &steps->sorted, &steps->listed};
    for (size_t k = 0; k < sizeof events / sizeof *events; k++)
        if (!cuda_check(cu.cuEventCreate(events[k], CU_EVENT_DEFAULT), "making an event", error))
            return false;
    steps->list->arguments.halted = cuda_steps_halted(steps);
    return list(steps, error);
}

static bool enqueue_forces(void *context, int64_t index, struct error *error)
{
    struct cuda_steps *steps = context;
    (void)index;
    return steps->forces.enqueue(steps->forces.context, false, error);
}

static bool enqueue_pause(void *context, int64_t index, struct error *error)
{
    struct cuda_steps *steps = context;
    (void)index;
    return cuda_dynamics_pause(&steps->dynamics, (int)(steps->step - steps->base), error);
}

static bool enqueue_coupling(void *context, int64_t index, struct error *error)
{
    struct cuda_steps *steps = context;
    int offset = (int)(steps->step - steps->base + index + 1);
    return cuda_dynamics_couple(&steps->dynamics, offset, steps->pending, true, error);
}

/* The time of one of many equal calls. */
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

/* The thermostat of all particles, which then is again what it was. */
static bool time_coupling(struct cuda_steps *steps, struct error *error)
{
    const struct cuda_buffer *heat = &steps->dynamics.heat;
    struct motion_heat kept;
    return heat->address == 0 || (cuda_buffer_read(heat, &kept, 1, sizeof kept, error) &&
                                  time_call(steps, enqueue_coupling, &steps->coupling, error) &&
                                  cuda_buffer_write(heat, &kept, 1, sizeof kept, error));
}

/* What a step is made of, timed where the particles are: nothing changes by it. */
static bool time_parts(struct cuda_steps *steps, struct error *error)
{
    return time_call(steps, enqueue_forces, &steps->force, error) &&
           time_call(steps, enqueue_pause, &steps->moving, error) && time_coupling(steps, error);
}

bool cuda_steps_run(struct cuda_steps *steps, int64_t count, struct error *error)
{
    const struct device *device = steps->dynamics.particles->device;
    int64_t end = steps->step + count;
    double nanoseconds = 0;
    if (!cuda_timer_begin(device, error))
        return false;
    while (steps->step < end || steps->unchecked) {
        int64_t ahead = steps_ahead(steps, end - steps->step);
        if (!enqueue_steps(steps, ahead, error) || !follow(steps, ahead, error))
            return false;
    }
    if (!cuda_timer_end(device, &nanoseconds, error))
        return false;
    steps->nanoseconds += nanoseconds;
    return count < STEPS_TIMED || steps->force > 0 || time_parts(steps, error);
}

bool cuda_steps_finish(struct cuda_steps *steps, struct error *error)
{
    if (!steps->pending)
        return true;
    steps->pending = false;
    return cuda_dynamics_finish(&steps->dynamics, (int)(steps->step - steps->base), error);
}

bool cuda_steps_energies(struct cuda_steps *steps, struct motion_energies *energies,
                         struct error *error)
{
    return cuda_steps_run(steps, 0, error) && cuda_steps_finish(steps, error) &&
           steps->forces.enqueue(steps->forces.context, true, error) &&
           cuda_dynamics_energies(&steps->dynamics, energies, error);
}

double cuda_steps_part(const struct cuda_steps *steps, enum motion_part part)
{
    switch (part) {
    case MOTION_LIST:
        return steps->listing;
    case MOTION_SORT:
        return steps->sorting;
    case MOTION_FORCE:
        return steps->force > 0 ? steps->force * (double)steps->made : NAN;
    case MOTION_INTEGRATION:
        return steps->force > 0 ? steps->moving * (double)steps->made : NAN;
    case MOTION_THERMOSTAT:
        return steps->coupling > 0 ? steps->coupling * (double)steps->made : NAN;
    default:
        return NAN;
    }
}

void cuda_steps_free(struct cuda_steps *steps)
{
    const CUevent events[] = {steps->begin, steps->sorted, steps->listed};
    for (size_t k = 0; k < sizeof events / sizeof *events; k++)
        if (events[k] != NULL)
            cu.cuEventDestroy(events[k]);
    forget_graphs(steps);
    steps->list->arguments.halted = 0;
    cuda_list_free(&steps->order);
    cuda_dynamics_free(&steps->dynamics);
}
