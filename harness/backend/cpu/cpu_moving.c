#include "harness/backend/cpu/cpu_members.h"

#include "harness/backend/cpu/cpu_run.h"
#include "harness/backend/cpu/cpu_vectors.h"
#include "harness/base/memory.h"
#include "harness/physics/dynamics.h"
#include "harness/physics/state.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

struct moving {
    struct prepared *prepared;
    struct dynamics dynamics; /* state of the workload's sorted particles */
};

static bool list_moving(void *context, struct error *error)
{
    struct prepared *prepared = context;
    bool listed = cpu_prepared_build(prepared, error) && cpu_prepared_scratch(prepared, error);
    if (listed)
        cpu_prepared_arguments(prepared);
    prepared->arguments.terms = ~0U;
    omp_set_num_threads(prepared->arguments.threads);
    return listed;
}

static void place_moving(void *context)
{
    struct prepared *prepared = context;
    const double *box = prepared->workload->sorted.box;
    cpu_workload_place(prepared->workload);
    memcpy(prepared->arguments.box, box, sizeof prepared->arguments.box);
}

static void select_energies(void *context, bool virial)
{
    struct prepared *prepared = context;
    prepared->arguments.terms = virial ? TERMS_VIRIAL : ~0U;
}

static void refresh_moving(void *context)
{
    cpu_prepared_refresh(context);
}

static void evaluate_pairs(void *context, bool energy)
{
    cpu_run_pairs(context, energy);
}

static void evaluate_bonded(void *context, bool energy)
{
    cpu_run_bonded(context, energy);
}

static void read_forces(void *context, bool energy, struct force_sums *sums)
{
    const struct prepared *prepared = context;
    const enum precision precision = prepared->workload->spec.precision;
    const int64_t n = prepared->arguments.n;
    cpu_vectors_read(precision, prepared->force, n, sums->force, energy ? sums->energy : NULL);
    if (sums->torque != NULL)
        cpu_vectors_read(precision, prepared->torque, n, sums->torque, NULL);
}

/** Copies rows of `width` numbers from the order of the system to the workload's order, or back. */
static void copy_rows(const struct workload *workload, double *of_system, double *sorted, int width,
                      bool back)
{
    for (int64_t k = 0; k < workload->sorted.n; k++) {
        double *row = of_system + width * (int64_t)workload->order[k], *place = sorted + width * k;
        memcpy(back ? row : place, back ? place : row, (size_t)width * sizeof *row);
    }
}

static void copy_places(const struct workload *workload, const struct system *system, bool back)
{
    const struct system *sorted = &workload->sorted;
    copy_rows(workload, system->x, sorted->x, 1, back);
    copy_rows(workload, system->y, sorted->y, 1, back);
    copy_rows(workload, system->z, sorted->z, 1, back);
    if (workload->spec.model->oriented)
        copy_rows(workload, system->orientation, sorted->orientation, 4, back);
}

static void copy_state(const struct workload *workload, struct system *system, bool back)
{
    const struct system *sorted = &workload->sorted;
    copy_places(workload, system, back);
    copy_rows(workload, system->velocity, sorted->velocity, 3, back);
    if (workload->spec.model->oriented)
        copy_rows(workload, system->spin, sorted->spin, 3, back);
}

bool cpu_moving_place(struct prepared *prepared, const struct system *system, struct error *error)
{
    if (!cpu_prepared_ensure(prepared, error))
        return false;
    copy_places(prepared->workload, system, false);
    place_moving(prepared);
    cpu_prepared_refresh(prepared);
    return true;
}

void cpu_moving_stop(struct moving *moving)
{
    moving->prepared->moved_by = NULL;
    dynamics_free(&moving->dynamics);
    free(moving);
}

bool cpu_moving_start(struct prepared *prepared, const struct motion *motion, struct system *system,
                      struct moving **started, struct error *error)
{
    struct workload *workload = prepared->workload;
    const struct workload_spec *spec = &workload->spec;
    struct system *sorted = &workload->sorted;
    /* random numbers are drawn in the system's order, whatever the order of the workload */
    if (!barostat_check(&motion->barostat, spec->precision, error) ||
        !thermostat_start(&motion->thermostat, spec->model, spec->constants, system, error) ||
        (sorted->velocity == NULL && !system_add(sorted, SYSTEM_VELOCITY, error)) ||
        (spec->model->oriented && sorted->spin == NULL && !system_add(sorted, SYSTEM_SPIN, error)))
        return false;
    struct moving *moving = memory_new(1, sizeof *moving, "moving particles");
    copy_state(workload, system, false);
    for (int d = 0; d < 3 && motion->barostat.interval != 0; d++)
        sorted->box[d] = state_rounded(
            0, precision_info(spec->precision)->state_size == sizeof(float), system->box[d]);
    cpu_prepared_arguments(prepared);
    omp_set_num_threads(prepared->arguments.threads);
    place_moving(prepared);
    moving->prepared = prepared;
    struct dynamics *dynamics = &moving->dynamics;
    *dynamics = dynamics_of(motion, spec->precision);
    dynamics->system = sorted;
    dynamics->model = spec->model;
    dynamics->constants = spec->constants;
    dynamics->range = spec->cutoff;
    dynamics->skin = prepared->strategy->neighbors->skin ? spec->skin : 0;
    dynamics->number = workload->order;
    dynamics->source =
        (struct force_source){.context = prepared,
                              .list = list_moving,
                              .place = place_moving,
                              .refresh = refresh_moving,
                              .select = select_energies,
                              .pairs = evaluate_pairs,
                              .bonded = prepared->bonded != NULL ? evaluate_bonded : NULL,
                              .read = read_forces};
    if (!dynamics_start(dynamics, error)) {
        cpu_moving_stop(moving);
        return false;
    }
    *started = moving;
    return true;
}

bool cpu_moving_advance(struct moving *moving, int64_t steps, struct error *error)
{
    omp_set_num_threads(moving->prepared->arguments.threads);
    moving->prepared->moved_by = &moving->dynamics.forces;
    return dynamics_run(&moving->dynamics, steps, error);
}

bool cpu_moving_energies(struct moving *moving, struct motion_energies *energies,
                         struct error *error)
{
    (void)error;
    select_energies(moving->prepared, false);
    moving->prepared->moved_by = &moving->dynamics.forces;
    dynamics_energies(&moving->dynamics, energies);
    return true;
}

bool cpu_moving_fetch(struct moving *moving, struct system *system, struct motion *motion,
                      struct error *error)
{
    (void)error;
    const struct workload *workload = moving->prepared->workload;
    copy_state(workload, system, true);
    if (moving->dynamics.barostat.interval != 0)
        memcpy(system->box, workload->sorted.box, sizeof system->box);
    if (motion != NULL) {
        motion->step = moving->dynamics.step;
        motion->nose_hoover = moving->dynamics.nose_hoover;
    }
    return true;
}

bool cpu_moving_listed(struct moving *moving, struct system *system, struct error *error)
{
    (void)error;
    const struct workload *workload = moving->prepared->workload;
    double *const *listed = moving->dynamics.listed;
    copy_rows(workload, system->x, listed[0], 1, true);
    copy_rows(workload, system->y, listed[1], 1, true);
    copy_rows(workload, system->z, listed[2], 1, true);
    return true;
}

void cpu_moving_progress(const struct moving *moving, struct motion_progress *progress)
{
    const struct dynamics *dynamics = &moving->dynamics;
    *progress = (struct motion_progress){.steps = dynamics->step - dynamics->first,
                                         .builds = dynamics->builds,
                                         .nanoseconds = dynamics->nanoseconds,
                                         .pressures = dynamics->pressures};
    memcpy(progress->part, dynamics->part, sizeof progress->part);
}
