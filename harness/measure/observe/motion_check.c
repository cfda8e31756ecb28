#include "harness/measure/observe/motion_check.h"

#include "harness/base/memory.h"
#include "harness/measure/observe/gain.h"
#include "harness/measure/observe/larger.h"
#include "harness/measure/observe/reference_of_case.h"
#include "harness/physics/dynamics.h"
#include "harness/physics/rounding.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the steps on the host --- */

/* Source of forces: the reference at the positions of the moving particles. */
struct source {
    const struct case_spec *spec;
    const struct system *system;
    struct system rounded;      /* rounded particles of the last evaluation */
    struct reference reference; /* reference of these particles */
    bool virial, good;
    struct error error;
};

/* Does nothing, because the reference finds pairs without a list. */
static bool keep_no_list(void *context, struct error *error)
{
    (void)context;
    (void)error;
    return true;
}

static void select_sum(void *context, bool virial)
{
    struct source *source = context;
    source->virial = virial;
}

/* Frees the last evaluation. */
static void forget(struct source *source)
{
    reference_free(&source->reference);
    source->reference = (struct reference){0};
    system_free(&source->rounded);
}

static void evaluate(void *context, bool energy)
{
    struct source *source = context;
    (void)energy; /* unused, because the reference always has energies */
    if (!source->good)
        return;
    forget(source);
    source->good =
        system_round(source->system, source->spec->precision, &source->rounded, &source->error) &&
        reference_of_case(source->spec, &source->rounded, &source->reference, &source->error);
}

/* Copies the last forces; zeros if there are none. */
static void read_sums(void *context, bool energy, struct force_sums *sums)
{
    const struct source *source = context;
    const struct reference *reference = &source->reference;
    const int64_t n = source->system->n;
    for (int64_t i = 0; i < n; i++) {
        sums->force[3 * i] = source->good ? reference->x[i] : 0;
        sums->force[3 * i + 1] = source->good ? reference->y[i] : 0;
        sums->force[3 * i + 2] = source->good ? reference->z[i] : 0;
        sums->energy[i] = 0;
        for (int d = 0; d < 3 && sums->torque != NULL; d++)
            sums->torque[3 * i + d] = source->good ? reference->torque[3 * i + d] : 0;
    }
    if (energy) /* only the sum is read */
        sums->energy[0] = source->virial ? reference->virial : reference->energy;
}

/*
 * Makes `steps` steps of the particles numbered `number`, with the forces of the reference.
 * EXIT_USAGE if a particle moves by more than `longest` in a step. `baths` gets the state after
 * them.
 */
static bool move(const struct motion *motion, const int32_t *number, int64_t steps, double longest,
                 struct system *system, struct source *source, struct motion_baths *baths,
                 struct error *error)
{
    const struct case_spec *spec = source->spec;
    struct dynamics dynamics = dynamics_of(motion, spec->precision);
    dynamics.system = system;
    dynamics.model = spec->model;
    dynamics.constants = spec->constants;
    dynamics.range = longest;
    dynamics.skin = spec->skin;
    dynamics.list_interval = 0; /* there is no list */
    dynamics.number = number;
    dynamics.source = (struct force_source){.context = source,
                                            .list = keep_no_list,
                                            .select = select_sum,
                                            .pairs = evaluate,
                                            .read = read_sums};
    if (!dynamics_start(&dynamics, error))
        return false;
    const bool good = dynamics_run(&dynamics, steps, error);
    *baths = (struct motion_baths){dynamics.nose_hoover, dynamics.pressures};
    dynamics_free(&dynamics);
    if (!source->good)
        *error = source->error;
    return good && source->good;
}

/* --- the comparison --- */

/* The states that are compared. */
struct moves {
    const struct system *before, *expected, *found;
    const struct reference *reference; /* reference of the expected state */
    const struct particle_type *types;
    struct rounding rounding; /* search for pairs of the reference; begun when needed */
    double steps, dt, tolerance;
    double place, turn; /* rounding errors of coordinates and of orientations from which forces are
                         * computed */
    double corrected;   /* equal to `place` if constraints or virtual sites move particles,
                         * otherwise 0 */
    double kept;        /* rounding of a coordinate of the state */
    double epsilon;     /* relative rounding of velocities and spins */
    double grid;        /* spacing of velocities and spins in fixed point; 0: floating point */
};

/* Copies the numbers of a particle; returns how many there are. */
static int copy_row(const struct system *system, enum system_array array, int64_t i, double row[4])
{
    const int width = array == SYSTEM_ORIENTATION ? 4 : 3;
    if (array == SYSTEM_X) {
        row[0] = system->x[i], row[1] = system->y[i], row[2] = system->z[i];
        return width;
    }
    memcpy(row, (const double *)system_array(system, array) + width * i,
           (size_t)width * sizeof *row);
    return width;
}

/* Computes the change of a particle from one state to another; returns its square. */
static double change(const struct system *from, const struct system *to, enum system_array array,
                     int64_t i, double by[4])
{
    double old[4], size2 = 0;
    const int width = copy_row(from, array, i, old);
    copy_row(to, array, i, by);
    for (int d = 0; d < width; d++) {
        by[d] -= old[d];
        if (array == SYSTEM_X)
            by[d] = system_nearest(by[d], to->box[d]);
        size2 += by[d] * by[d];
    }
    return size2;
}

/* Returns the rounding error of one addition to a particle's velocity or spin. */
static double rounding_of(const struct moves *moves, enum system_array array, int64_t i)
{
    double row[4];
    copy_row(moves->expected, array, i, row);
    return fmax(moves->grid,
                moves->epsilon * sqrt(row[0] * row[0] + row[1] * row[1] + row[2] * row[2]));
}

/* Returns the expected error of the force on a particle or, with `torque`, of the torque. */
static double force_error(const struct moves *moves, bool torque, int64_t i)
{
    const struct reference *reference = moves->reference;
    const int64_t k = (torque ? reference->n : 0) + i;
    return moves->tolerance * reference->acting[k] + VERIFY_PARTICLE * reference->quantum +
           (reference->at_cutoff != NULL ? reference->at_cutoff[k] : 0);
}

/*
 * Returns the error of a particle's motion that is allowed for: it follows from rounding, from
 * expected errors of forces, and from `changes` of force and torque. Velocities contain the
 * rounding of positions that constraints correct; a quarter of it is allowed in each step.
 */
static double allowed(const struct moves *moves, enum system_array array, int64_t i,
                      const double changes[2])
{
    const struct particle_type *type = &moves->types[system_type(moves->found, i)];
    const double often = 4 * moves->steps, dt = moves->dt;
    double least = INFINITY;
    for (int d = 0; d < 3; d++)
        least = type->inertia[d] > 0 ? fmin(least, type->inertia[d]) : least;
    switch (array) {
    case SYSTEM_X:
        return often * moves->kept +
               moves->steps * dt * allowed(moves, SYSTEM_VELOCITY, i, changes);
    case SYSTEM_VELOCITY:
        return often * rounding_of(moves, array, i) +
               moves->steps * (moves->corrected / (4 * dt) +
                               dt / type->mass * (force_error(moves, false, i) + changes[0]));
    case SYSTEM_ORIENTATION:
        return often * moves->turn +
               moves->steps * dt / least * allowed(moves, SYSTEM_SPIN, i, changes);
    default:
        return often * rounding_of(moves, array, i) +
               moves->steps * dt * (force_error(moves, true, i) + changes[1]);
    }
}

/*
 * Returns the part of an error that is not allowed. If that exceeds `limit`, errors of the forces
 * due to rounded distances and orientations are also allowed.
 */
static double excess(struct moves *moves, enum system_array array, int64_t i, double off,
                     double limit)
{
    struct error error; /* nothing more is allowed if memory runs out */
    double changes[2] = {0};
    const double rest = off - allowed(moves, array, i, changes);
    const double *box = moves->found->box, edge = fmax(box[0], fmax(box[1], box[2]));
    if (rest <= limit || (moves->rounding.reference == NULL &&
                          !rounding_start(moves->reference, 4 * moves->place / edge,
                                          8 * moves->turn, &moves->rounding, &error)))
        return rest;
    rounding_changes(&moves->rounding, i, changes);
    return off - allowed(moves, array, i, changes);
}

/* Returns the change of a particle if the forces or torques on it did not cancel. */
static double change_by_acting(const struct moves *moves, enum system_array array, int64_t i)
{
    const struct reference *reference = moves->reference;
    const struct particle_type *type = &moves->types[system_type(moves->found, i)];
    const bool turns = array == SYSTEM_ORIENTATION || array == SYSTEM_SPIN;
    const double time = moves->steps * moves->dt,
                 inertia = fmax(type->inertia[0], type->inertia[2]);
    const double kick = time * reference->acting[turns ? reference->n + i : i];
    switch (array) {
    case SYSTEM_X:
        return time * kick / type->mass;
    case SYSTEM_VELOCITY:
        return kick / type->mass;
    case SYSTEM_ORIENTATION:
        return inertia > 0 ? time * kick / inertia : 0;
    default:
        return kick;
    }
}

/*
 * Returns the rounding error of a particle's velocity or spin after the steps, which may be the
 * same for all particles, as in a crystal at rest. Those of positions and orientations are not.
 */
static double steady_rounding(const struct moves *moves, enum system_array array, int64_t i)
{
    return array == SYSTEM_VELOCITY || array == SYSTEM_SPIN
               ? 4 * moves->steps * rounding_of(moves, array, i)
               : 0;
}

/*
 * Compares the changes of one quantity. If forces nearly cancel, as in a crystal at rest, all
 * changes are due to rounding, and have no gain.
 */
static void compare(struct moves *moves, enum system_array array, struct verification *verification)
{
    const int64_t n = moves->found->n;
    double by[4], off[4], all2 = 0, acting2 = 0, rest2 = 0, rounded = 0;
    struct gain sums = {0};
    for (int64_t i = 0; i < n; i++)
        all2 += change(moves->before, moves->expected, array, i, by);
    const double usual = sqrt(all2 / (double)n);
    for (int64_t i = 0; i < n; i++) {
        const double size2 = change(moves->before, moves->expected, array, i, by);
        const double off2 = change(moves->expected, moves->found, array, i, off);
        const double scale = sqrt(size2) + usual;
        const double rest = excess(moves, array, i, sqrt(off2), verify_moved_all * scale);
        if (!(rest <= 0)) {
            verification->moved_rel = larger(verification->moved_rel, rest / scale);
            rest2 += rest * rest;
        }
        double gained = 0;
        for (int d = 0; d < (array == SYSTEM_ORIENTATION ? 4 : 3); d++)
            gained += off[d] * by[d];
        gain_add(&sums, gained, size2);
        rounded += steady_rounding(moves, array, i) * sqrt(size2);
        const double most = change_by_acting(moves, array, i);
        acting2 += most * most;
    }
    if (gain_shows(&sums, acting2))
        verification->moved_all =
            larger(verification->moved_all,
                   larger(rest2 > 0 ? sqrt(rest2 / all2) : 0, gain_share(&sums, rounded)));
}

/* Compares the changes of all quantities. */
static void compare_all(const struct case_spec *spec, struct moves *moves,
                        struct verification *verification)
{
    const enum system_array quantities[] = {SYSTEM_X, SYSTEM_VELOCITY, SYSTEM_ORIENTATION,
                                            SYSTEM_SPIN};
    const struct precision_info *info = precision_info(spec->precision);
    const double *box = moves->found->box;
    moves->epsilon = info->state_size == sizeof(float) ? FLT_EPSILON : DBL_EPSILON;
    moves->grid = precision_spacing(info->state_bits);
    moves->kept = precision_place(spec->precision, info->state_size, box);
    moves->place = precision_place(spec->precision, info->real_size, box);
    moves->turn = info->real_size == sizeof(float) ? FLT_EPSILON : DBL_EPSILON;
    moves->corrected =
        moves->found->constraint_count + moves->found->site_count > 0 ? moves->place : 0;
    for (int k = 0; k < (spec->model->oriented ? 4 : 2); k++)
        compare(moves, quantities[k], verification);
}

/* Returns the error of the pressures, relative to the size of what they are the sum of. */
static double pressure_error(const struct moves *moves, const struct pressures *expected,
                             const struct pressures *found, bool oriented)
{
    const double *box = moves->expected->box, volume = box[0] * box[1] * box[2];
    const struct kinetic kinetic = kinetic_energies(moves->expected, moves->types, oriented);
    const double size = (2 * kinetic.translation + moves->reference->virial_size) / (3 * volume);
    if (found->count != expected->count)
        return INFINITY;
    if (found->count == 0)
        return 0;
    return larger(found->lateral - expected->lateral, found->normal - expected->normal) /
           ((double)found->count * size);
}

/* Compares pressures, and the rate of a Nose-Hoover thermostat. */
static void compare_baths(const struct case_spec *spec, const struct moves *moves,
                          const struct motion *motion, const struct motion_baths *expected,
                          const struct motion_baths *found, struct verification *verification)
{
    const struct thermostat *thermostat = &motion->thermostat;
    double error = 0;
    if (motion->barostat.interval > 0)
        error =
            pressure_error(moves, &expected->pressures, &found->pressures, spec->model->oriented);
    if (thermostat->interval > 0 && thermostat->kind == THERMOSTAT_NOSE_HOOVER)
        error = larger(error, (found->heat.rate - expected->heat.rate) * thermostat->time *
                                  thermostat->time /
                                  (moves->dt * fmax(moves->steps, thermostat->interval)));
    verification->bath_rel = fabs(error);
}

/* Returns consecutive numbers of particles, to be freed. */
static int32_t *numbers_from(int64_t first, int64_t n, struct error *error)
{
    int32_t *number = memory_allocate(n, sizeof *number, "numbers of particles", error);
    for (int64_t i = 0; number != NULL && i < n; i++)
        number[i] = (int32_t)(first + i);
    return number;
}

bool motion_goes_on(const struct case_spec *spec, const struct motion *motion,
                    const struct system *before, int64_t first, int64_t steps, struct error *error)
{
    const double longest = 0.4; /* share of the range; kernels refuse half of it or more */
    struct system moved = {0};
    struct source source = {.spec = spec, .system = &moved, .good = true};
    struct motion_baths baths;
    int32_t *number = numbers_from(first, before->n, error);
    const bool good =
        number != NULL && motion_copy(before, PRECISION_DOUBLE, &moved, error) &&
        move(motion, number, steps, longest * spec->range, &moved, &source, &baths, error);
    free(number);
    forget(&source);
    system_free(&moved);
    return good;
}

bool motion_check(const struct case_spec *spec, const struct motion *motion,
                  const struct system *before, int64_t first, int64_t steps,
                  const struct system *after, const struct motion_baths *baths, double tolerance,
                  struct verification *verification, struct error *error)
{
    struct particle_type types[FIELD_TYPES];
    struct motion_baths of_reference;
    struct system expected = {0};
    struct source source = {.spec = spec, .system = &expected, .good = true};
    int32_t *number = numbers_from(first, before->n, error);
    verification->moved_rel = verification->moved_all = verification->bath_rel = 0;
    bool good = number != NULL && motion_copy(before, PRECISION_DOUBLE, &expected, error);
    if (good &&
        !move(motion, number, steps, spec->range, &expected, &source, &of_reference, error)) {
        /* the backend made steps that are too long, or particles overlap */
        good = error->code == EXIT_USAGE;
        verification->moved_rel = INFINITY;
    } else if (good) {
        system_particle_types(after, spec->model, spec->constants, types);
        struct moves moves = {.before = before,
                              .expected = &expected,
                              .found = after,
                              .reference = &source.reference,
                              .types = types,
                              .steps = (double)steps,
                              .dt = motion->dt,
                              .tolerance = tolerance};
        compare_all(spec, &moves, verification);
        if (baths != NULL)
            compare_baths(spec, &moves, motion, &of_reference, baths, verification);
        rounding_end(&moves.rounding);
    }
    free(number);
    forget(&source);
    system_free(&expected);
    return good;
}

double motion_check_bytes(const struct system *system, const struct model *model)
{
    const double n = (double)system->n * sizeof(double), moving = model->oriented ? 6 : 3;
    return 2 * (system_bytes(system, model) + moving * n) + (moving + 4) * n +
           (double)system->n * sizeof(int32_t);
}

bool motion_copy(const struct system *from, enum precision precision, struct system *to,
                 struct error *error)
{
    if (!system_round(from, precision, to, error))
        return false;
    for (int a = SYSTEM_VELOCITY; a <= SYSTEM_SPIN; a++) {
        if (system_array(from, a) == NULL)
            continue;
        if (!system_add(to, a, error))
            return false;
        memcpy(system_array(to, a), system_array(from, a), system_array_bytes(from, a));
    }
    return true;
}
