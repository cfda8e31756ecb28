#include "harness/physics/rounding.h"

#include "harness/physics/shared/rotation.h"

#include <math.h>
#include <string.h>

/* Evaluates a pair; its result is zero beyond the range. */
static struct pair_result evaluate(const struct reference *of, int64_t i, int64_t j,
                                   const double r[3])
{
    struct pair_result result = {0};
    if (!reference_pair(of->system, of->model, of->constants, of->range, i, j, r, &result))
        result = (struct pair_result){0};
    return result;
}

/* Adds the squared half difference of two vectors to `square`. */
static void add_square(const double far[3], const double near[3], double *square)
{
    for (int d = 0; d < 3; d++)
        *square += (far[d] - near[d]) * (far[d] - near[d]) / 4;
}

/* Turns particle i about an axis of space; returns its previous orientation. */
static void turn(const struct system *system, int64_t i, int axis, double angle, double before[4])
{
    double by[4] = {cos(angle / 2)}, *const q = &system->orientation[4 * i];
    by[axis + 1] = sin(angle / 2);
    memcpy(before, q, 4 * sizeof *q);
    rotation_product(by, before, q);
}

/* Evaluates a pair after turning its first particle about an axis. */
static struct pair_result evaluate_turned(const struct reference *of, int64_t i, int64_t j,
                                          const double r[3], int axis, double angle)
{
    double kept[4];
    turn(of->system, i, axis, angle, kept);
    const struct pair_result result = evaluate(of, i, j, r);
    memcpy(&of->system->orientation[4 * i], kept, sizeof kept);
    return result;
}

/*
 * Adds the changes of a pair's force and torque. Its displacement r changes by ± off along each
 * axis, and particle i is turned about each axis.
 */
static void add_pair(const struct rounding *rounding, int64_t i, int64_t j, const double r[3],
                     const double off[3], double changes[2])
{
    const struct reference *of = rounding->reference;
    double squares[2] = {0};
    for (int axis = 0; axis < 3; axis++) {
        double at[3] = {r[0], r[1], r[2]};
        at[axis] = r[axis] + off[axis];
        const struct pair_result far = evaluate(of, i, j, at);
        at[axis] = r[axis] - off[axis];
        const struct pair_result near = evaluate(of, i, j, at);
        add_square(far.force, near.force, &squares[0]);
        add_square(far.torque, near.torque, &squares[1]);
    }
    for (int axis = 0; axis < 3 && rounding->turn > 0; axis++) {
        const struct pair_result far = evaluate_turned(of, i, j, r, axis, rounding->turn);
        const struct pair_result near = evaluate_turned(of, i, j, r, axis, -rounding->turn);
        add_square(far.force, near.force, &squares[0]);
        add_square(far.torque, near.torque, &squares[1]);
    }
    for (int k = 0; k < 2; k++)
        changes[k] += sqrt(squares[k]);
}

/* Adds the force and torque of a pair at the range, which rounding may put in or out of it. */
static void add_jump(const struct reference *of, int64_t i, int64_t j, const double r[3], double r2,
                     double changes[2])
{
    const double inside = of->range * (1 - 1e-9) / sqrt(r2);
    const struct pair_result at =
        evaluate(of, i, j, (double[]){inside * r[0], inside * r[1], inside * r[2]});
    const double force2 =
        at.force[0] * at.force[0] + at.force[1] * at.force[1] + at.force[2] * at.force[2];
    const double torque2 =
        at.torque[0] * at.torque[0] + at.torque[1] * at.torque[1] + at.torque[2] * at.torque[2];
    changes[0] += sqrt(force2);
    changes[1] += sqrt(torque2);
}

/* Adds the changes for a partner j, which a search in cells found. */
static void add_partner(const struct rounding *rounding, int64_t i, int64_t j, double changes[2])
{
    const struct reference *of = rounding->reference;
    const struct system *system = of->system;
    double r[3], off[3], r2 = 0;
    if (j == i || topology_excludes(&rounding->topology, i, j))
        return;
    system_displacement(system, i, j, r);
    for (int d = 0; d < 3; d++)
        r2 += r[d] * r[d];
    if (r2 >= of->range * of->range * (1 + 4 * rounding->share))
        return;
    for (int d = 0; d < 3; d++)
        off[d] = rounding->share * fmax(sqrt(r2), system->box[d] / 2);
    if (rounding->jumps && fabs(sqrt(r2) - of->range) <= fmax(off[0], fmax(off[1], off[2])))
        add_jump(of, i, j, r, r2, changes);
    add_pair(rounding, i, j, r, off, changes);
}

/* Evaluates the bonded terms of particle i after displacing it along an axis. */
static struct reference_share bonded_at(const struct rounding *rounding, int64_t i, int axis,
                                        double by)
{
    const struct reference *of = rounding->reference;
    double *const coordinate[3] = {of->system->x, of->system->y, of->system->z};
    const double kept = coordinate[axis][i];
    struct reference_share share = {0};
    coordinate[axis][i] = kept + by;
    reference_bonded(of->system, of->model, of->constants, &rounding->topology, i, &share);
    coordinate[axis][i] = kept;
    return share;
}

/* Evaluates the bonded terms of particle i, turned about an axis. */
static struct reference_share bonded_turned(const struct rounding *rounding, int64_t i, int axis,
                                            double angle)
{
    const struct reference *of = rounding->reference;
    struct reference_share share = {0};
    double kept[4];
    turn(of->system, i, axis, angle, kept);
    reference_bonded(of->system, of->model, of->constants, &rounding->topology, i, &share);
    memcpy(&of->system->orientation[4 * i], kept, sizeof kept);
    return share;
}

static void add_bonded(const struct rounding *rounding, int64_t i, double changes[2])
{
    double squares[2] = {0};
    for (int axis = 0; axis < (rounding->turn > 0 ? 6 : 3); axis++) {
        const bool turns = axis >= 3;
        const double off =
            turns ? rounding->turn : rounding->share * rounding->reference->system->box[axis] / 2;
        const struct reference_share far =
            (turns ? bonded_turned : bonded_at)(rounding, i, axis % 3, off);
        const struct reference_share near =
            (turns ? bonded_turned : bonded_at)(rounding, i, axis % 3, -off);
        add_square(far.force, near.force, &squares[0]);
        add_square(far.torque, near.torque, &squares[1]);
    }
    for (int k = 0; k < 2; k++)
        changes[k] += sqrt(squares[k]);
}

bool rounding_start(const struct reference *reference, double share, double angle,
                    struct rounding *rounding, struct error *error)
{
    *rounding = (struct rounding){
        .reference = reference, .share = share, .turn = reference->torque != NULL ? angle : 0};
    if (topology_build(reference->system, &rounding->topology, error) &&
        cells_build(reference->system, reference->range * (1 + 4 * share), &rounding->cells, error))
        return true;
    rounding_end(rounding);
    return false;
}

void rounding_changes(const struct rounding *rounding, int64_t i, double changes[2])
{
    const struct cells *cells = &rounding->cells;
    int64_t around[CELLS_AROUND];
    const int count = cells_around(cells, cells->cell[i], around);
    changes[0] = changes[1] = 0;
    if (rounding->topology.start != NULL)
        add_bonded(rounding, i, changes);
    for (int k = 0; k < count; k++)
        for (int64_t p = cells->start[around[k]]; p < cells->start[around[k] + 1]; p++)
            add_partner(rounding, i, cells->particle[p], changes);
}

void rounding_end(struct rounding *rounding)
{
    topology_free(&rounding->topology);
    cells_free(&rounding->cells);
    *rounding = (struct rounding){0};
}
