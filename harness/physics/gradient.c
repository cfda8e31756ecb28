#include "harness/physics/gradient.h"

#include "harness/particles/type_rows.h"
#include "harness/physics/pair_samples.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

enum { AXES = 6 };

/* Step of numerical differences: a fraction of the distance, or radians. */
static const double difference_step = 1e-5;

/* Relative rounding error of an energy in double precision. */
static const double energy_rounding = 1e-14;

/*
 * Largest energy for which slopes are checked; the energy of overlapping particles may be larger
 * and overflow.
 */
static const double energy_most = 1e100;

/* A model and one pair of its particles. */
struct pair {
    const struct model *model;
    const double *constants, *row;
    struct pair_sample at;
};

/*
 * Names of the derivatives of the energy: 0 to 2 by the coordinates of q, 3 to 5 by rotations of p
 * about the axes.
 */
static const char *const names[AXES] = {"force on q along x",  "force on q along y",
                                        "force on q along z",  "torque on p about x",
                                        "torque on p about y", "torque on p about z"};

static double size_of(const double vector[3])
{
    return sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
}

static void cross(const double a[3], const double b[3], double product[3])
{
    for (int d = 0; d < 3; d++)
        product[d] = a[(d + 1) % 3] * b[(d + 2) % 3] - a[(d + 2) % 3] * b[(d + 1) % 3];
}

static double energy_of(const struct model *model, const struct pair_result *result)
{
    double sum = 0;
    for (int k = 0; k < model->term_count; k++)
        sum += result->terms[k];
    return sum;
}

static bool evaluate(const struct pair *pair, struct pair_result *result)
{
    *result = (struct pair_result){.branches = 0};
    return pair->model->pair(pair->constants, pair->row, &pair->at.p, &pair->at.q, pair->at.r,
                             result);
}

/* Returns the energy after moving q along an axis by `step`, or rotating p about it. */
static double energy_at(struct pair pair, int axis, double step)
{
    struct pair_result result;
    if (axis < 3)
        pair.at.r[axis] += step;
    else
        pair_samples_turn(pair.at.p.orientation, axis - 3, step);
    evaluate(&pair, &result);
    return energy_of(pair.model, &result);
}

static double slope_over(const struct pair *pair, int axis, double step)
{
    return (energy_at(*pair, axis, step) - energy_at(*pair, axis, -step)) / (2 * step);
}

/* Records a difference and a text about it, if it is above the tolerance and the largest so far. */
__attribute__((format(printf, 4, 5))) static void
keep_fault(struct gradient *gradient, double off, const struct pair *pair, const char *format, ...)
{
    char found[GRADIENT_FAULT / 2];
    va_list arguments;
    if (!(off > gradient_tolerance && off > gradient->worst))
        return;
    gradient->worst = off;
    va_start(arguments, format);
    vsnprintf(found, sizeof found, format, arguments);
    va_end(arguments);
    const struct particle_type *types = pair->model->types;
    snprintf(gradient->fault, sizeof gradient->fault, "at r = %.6g%s%s%s%s, %s", pair->at.distance,
             pair->model->type_count > 1 ? " of types " : "",
             pair->model->type_count > 1 ? types[pair->at.p.type].name : "",
             pair->model->type_count > 1 ? " and " : "",
             pair->model->type_count > 1 ? types[pair->at.q.type].name : "", found);
}

/*
 * Returns by how much the difference of two numbers exceeds `allowed`, relative to `size`.
 */
static double difference(double found, double expected, double allowed, double size)
{
    const double beyond = fabs(found - expected) - allowed;
    return isnan(beyond) ? INFINITY : size > 0 ? fmax(beyond, 0) / size : beyond > 0 ? INFINITY : 0;
}

/* Whether the model may cut off some types or orientations at a shorter distance than the range. */
static bool may_end_before(const struct model *model)
{
    return model->oriented || model->type_count > 1;
}

/* Whether a step of the differences may cross the range or a shorter cut-off of the pair. */
static bool is_at_end(struct pair pair)
{
    struct pair_result result;
    for (int d = 0; d < 3; d++)
        pair.at.r[d] *= 1 + 2 * difference_step;
    return may_end_before(pair.model) && !evaluate(&pair, &result);
}

static void check_slopes(const struct pair *pair, const struct pair_result *result,
                         struct gradient *gradient)
{
    const double energy = fabs(energy_of(pair->model, result));
    double found[AXES] = {0}, slope[AXES] = {0}, allowed[AXES] = {0};
    const int axes = pair->model->oriented ? AXES : 3;
    if (isfinite(energy) && is_at_end(*pair))
        return;
    for (int axis = 0; axis < axes; axis++) {
        const double step = difference_step * (axis < 3 ? pair->at.distance : 1);
        const double whole = slope_over(pair, axis, step), half = slope_over(pair, axis, step / 2);
        found[axis] = axis < 3 ? result->force[axis] : result->torque[axis - 3];
        slope[axis] = -(4 * half - whole) / 3;
        allowed[axis] = fabs(half - whole) + energy_rounding * energy / step;
    }
    const double force = fmax(size_of(result->force), size_of(slope));
    double moment = force * pair->at.distance;
    if (pair->model->oriented)
        moment = fmax(moment, fmax(size_of(result->torque), size_of(&slope[3])));
    for (int axis = 0; axis < axes; axis++) {
        const double off =
            difference(found[axis], slope[axis], allowed[axis], axis < 3 ? force : moment);
        gradient->slope = fmax(gradient->slope, off);
        keep_fault(gradient, off, pair, "the %s is %.6g, and the slope of the energy gives %.6g",
                   names[axis], found[axis], slope[axis]);
    }
}

/*
 * Compares a pair with the same pair with p and q exchanged: forces must be opposite, energies
 * equal, and the torques and the moment of the force must add up to zero.
 */
static void check_symmetry(const struct pair *pair, const struct pair_result *result,
                           struct gradient *gradient)
{
    struct pair exchanged = *pair;
    struct pair_result reversed;
    double moment[3];
    exchanged.at.p = pair->at.q;
    exchanged.at.q = pair->at.p;
    for (int d = 0; d < 3; d++)
        exchanged.at.r[d] = -pair->at.r[d];
    evaluate(&exchanged, &reversed);
    cross(pair->at.r, result->force, moment);
    const double force = size_of(result->force);
    const double arm = fmax(size_of(result->torque), force * pair->at.distance);
    const double energy = energy_of(pair->model, result);
    const double scale = fmax(fabs(energy), force * pair->at.distance);
    const struct {
        const char *name;
        double found, expected, size;
    } rows[] = {
        {"energy", energy_of(pair->model, &reversed), energy, scale},
        {"force along x", reversed.force[0], -result->force[0], force},
        {"force along y", reversed.force[1], -result->force[1], force},
        {"force along z", reversed.force[2], -result->force[2], force},
        {"torque about x", reversed.torque[0], -result->torque[0] - moment[0], arm},
        {"torque about y", reversed.torque[1], -result->torque[1] - moment[1], arm},
        {"torque about z", reversed.torque[2], -result->torque[2] - moment[2], arm},
    };
    const size_t count = sizeof rows / sizeof *rows - (pair->model->oriented ? 0 : 3);
    for (size_t k = 0; k < count; k++) {
        const double off = difference(rows[k].found, rows[k].expected, 0, rows[k].size);
        gradient->symmetry = fmax(gradient->symmetry, off);
        keep_fault(gradient, off, pair, "with p and q exchanged the %s is %.6g, expected %.6g",
                   rows[k].name, rows[k].found, rows[k].expected);
    }
}

enum {
    ON_LINE = 3, /* number of consecutive pairs on a line (of increasing distance) that are
                  * compared */
    TURNED = 8   /* one pair of this many on a line is compared with the pair in another
                  * direction */
};

/* State of the checks of a model. */
struct checking {
    const struct model *model;
    const double *constants;
    const struct type_rows *rows; /* coefficients of pairs of types; NULL: the model has none */
    double range;
    struct gradient *gradient;
    struct pair line[ON_LINE]; /* the last pairs of a line, the oldest first */
    struct pair_result on_line[ON_LINE];
    int lined; /* number of pairs of the line so far */
    struct random random;
    struct bonded_sample term[ON_LINE];           /* the last terms of a path, the oldest first */
    double bonded_energy[ON_LINE], work[ON_LINE]; /* energies of these terms, and work of their
                                                   * forces during a step */
    int64_t turns; /* number of pairs of point particles compared with the pair in another
                    * direction */
};

static struct pair pair_of(const struct checking *checking, const struct pair_sample *sample)
{
    return (struct pair){
        .model = checking->model,
        .constants = checking->constants,
        .row = pair_row(checking->rows, sample->p.type, sample->q.type),
        .at = *sample,
    };
}

static void visit(void *context, const struct pair_sample *sample)
{
    const struct checking *checking = context;
    struct gradient *gradient = checking->gradient;
    const struct model *model = checking->model;
    const bool called_beyond = !model->body || model->row_reals > 0;
    const struct pair pair = pair_of(checking, sample);
    struct pair_result result;
    if ((sample->distance > checking->range && !called_beyond) || !evaluate(&pair, &result))
        return;
    const double energy = energy_of(model, &result);
    if (sample->distance > checking->range) {
        gradient->slope = INFINITY;
        keep_fault(gradient, INFINITY, &pair,
                   "beyond the range of %.6g, a pair interacts with energy %.6g", checking->range,
                   energy);
    } else if (isfinite(energy) &&
               sample->distance >= checking->range * (1 - pair_samples_inside)) {
        gradient->jump = fabs(energy) > fabs(gradient->jump) ? energy : gradient->jump;
    } else if (!(fabs(energy) > energy_most)) {
        gradient->pairs++;
        if (sample->distance > checking->range / 2)
            gradient->outer = fmax(gradient->outer, fabs(energy));
        check_slopes(&pair, &result, gradient);
        check_symmetry(&pair, &result, gradient);
    }
}

/* Returns the component of the force on q away from p. */
static double outward(const struct pair *pair, const struct pair_result *result)
{
    double sum = 0;
    for (int d = 0; d < 3; d++)
        sum += result->force[d] * pair->at.r[d] / pair->at.distance;
    return sum;
}

/*
 * Compares a pair of point particles with the same pair in another direction. If energies or forces
 * differ, checks the slopes of both.
 */
static void check_turned(struct checking *checking, const struct pair *pair,
                         const struct pair_result *result)
{
    struct pair turned = *pair;
    struct pair_result found;
    pair_samples_direct(checking->turns++, pair->at.distance, &checking->random, turned.at.r);
    evaluate(&turned, &found);
    const double force = outward(pair, result) / pair->at.distance;
    const double size = fabs(outward(pair, result)), energy = energy_of(pair->model, result);
    double off = difference(energy_of(pair->model, &found), energy, 0,
                            fmax(fabs(energy), size * pair->at.distance));
    for (int d = 0; d < 3; d++)
        off = fmax(off, difference(found.force[d], force * turned.at.r[d], 0, size));
    if (off <= gradient_tolerance || fabs(energy) > energy_most)
        return;
    check_slopes(pair, result, checking->gradient);
    check_slopes(&turned, &found, checking->gradient);
}

/*
 * Whether the energy jumps between two successive pairs of a line: in exactly one interval it
 * changes by more than the largest force can explain. Records the jump.
 */
static bool check_jump(const struct checking *checking, const double force[ON_LINE], double most)
{
    struct gradient *gradient = checking->gradient;
    const struct model *model = checking->model;
    double energy[ON_LINE], integral[ON_LINE - 1], off[ON_LINE - 1];
    for (int k = 0; k < ON_LINE; k++)
        energy[k] = energy_of(model, &checking->on_line[k]);
    for (int k = 0; k + 1 < ON_LINE; k++) {
        const struct pair *pair = &checking->line[k];
        integral[k] = (pair[0].at.distance - pair[1].at.distance) / 2 * (force[k] + force[k + 1]);
        off[k] = difference(energy[k + 1] - energy[k], integral[k],
                            most + energy_rounding * fabs(energy[k]), most);
    }
    const int k = off[1] > 0;
    if (!(off[k] > 0 && off[1 - k] <= 0))
        return false;
    if (energy[k + 1] == 0 && may_end_before(model)) {
        gradient->jump = fabs(energy[k]) > fabs(gradient->jump) ? energy[k] : gradient->jump;
        return true;
    }
    gradient->slope = fmax(gradient->slope, off[k]);
    keep_fault(gradient, off[k], &checking->line[k],
               "the energy jumps by %.6g to that at %.6g, and the integral of the force gives %.6g",
               energy[k + 1] - energy[k], checking->line[k + 1].at.distance, integral[k]);
    return true;
}

/*
 * Compares the change of the energy along a line with the integral of the force, by Simpson's rule.
 * If they differ and the energy does not jump, checks the slopes of the pairs.
 */
static void visit_line(void *context, const struct pair_sample *sample)
{
    struct checking *checking = context;
    const int last = ON_LINE - 1;
    double force[ON_LINE], largest = 0;
    if (checking->lined > 0 && sample->distance < checking->line[last].at.distance)
        checking->lined = 0;
    for (int k = 0; k < last; k++) {
        checking->line[k] = checking->line[k + 1];
        checking->on_line[k] = checking->on_line[k + 1];
    }
    checking->line[last] = pair_of(checking, sample);
    evaluate(&checking->line[last], &checking->on_line[last]);
    checking->lined++;
    if (!checking->model->oriented && checking->lined % TURNED == 0)
        check_turned(checking, &checking->line[last], &checking->on_line[last]);
    for (int k = 0; k < ON_LINE && checking->lined >= ON_LINE; k++) {
        force[k] = outward(&checking->line[k], &checking->on_line[k]);
        largest = fmax(largest, fabs(force[k]));
    }
    const double first = energy_of(checking->model, &checking->on_line[0]);
    const double change = energy_of(checking->model, &checking->on_line[last]) - first;
    if (checking->lined < ON_LINE || !(fabs(first) <= energy_most))
        return;
    const double step = (sample->distance - checking->line[0].at.distance) / last;
    const double integral = -step / 3 * (force[0] + 4 * force[1] + force[2]);
    if (fabs(change - integral) <= gradient_tolerance * step * largest ||
        check_jump(checking, force, last * step * largest))
        return;
    for (int k = 0; k < ON_LINE; k++)
        check_slopes(&checking->line[k], &checking->on_line[k], checking->gradient);
}

/* --- bonded terms --- */

static double bonded_energy(const struct checking *checking, const struct bonded_sample *term,
                            struct bonded_result *result)
{
    double sum = 0;
    checking->model->bonded(checking->constants, term->form, term->member,
                            ((struct bonded_sample *)term)->r, result);
    for (int k = 0; k < checking->model->term_count; k++)
        sum += result->terms[k];
    return sum;
}

/* Returns the energy of a term after moving a member along an axis by `step`, or rotating it. */
static double bonded_energy_at(const struct checking *checking, struct bonded_sample term,
                               int member, int axis, double step)
{
    struct bonded_result result;
    if (axis >= 3)
        pair_samples_turn(term.member[member].orientation, axis - 3, step);
    if (axis < 3 && member > 0)
        term.r[member - 1][axis] += step;
    if (axis < 3 && member + 1 < checking->model->bonded_members)
        term.r[member][axis] -= step;
    return bonded_energy(checking, &term, &result);
}

/* Checks that the forces and torques on each member are slopes of the energy. */
static void visit_bonded(void *context, const struct bonded_sample *term)
{
    const struct checking *checking = context;
    struct gradient *gradient = checking->gradient;
    const int axes = checking->model->oriented ? AXES : 3;
    const int members = checking->model->bonded_members;
    double slope[MODEL_MEMBERS][AXES] = {{0}}, allowed[MODEL_MEMBERS][AXES] = {{0}};
    double force = 0, moment = 0, nearest = INFINITY;
    struct bonded_result result;
    const double energy = bonded_energy(checking, term, &result);
    for (int m = 1; m < members; m++)
        nearest = fmin(nearest, size_of(term->r[m - 1]));
    for (int m = 0; m < members; m++) {
        for (int axis = 0; axis < axes; axis++) {
            const double step = difference_step * (axis < 3 ? nearest : 1);
            double at[2];
            for (int half = 0; half < 2; half++) {
                const double by = step / (1 + half);
                at[half] = (bonded_energy_at(checking, *term, m, axis, by) -
                            bonded_energy_at(checking, *term, m, axis, -by)) /
                           (2 * by);
            }
            slope[m][axis] = -(4 * at[1] - at[0]) / 3;
            allowed[m][axis] = fabs(at[1] - at[0]) + energy_rounding * fabs(energy) / step;
        }
        force = fmax(force, fmax(size_of(result.force[m]), size_of(slope[m])));
        moment = fmax(moment, fmax(size_of(result.torque[m]), size_of(&slope[m][3])));
    }
    /* no check: the members are too far apart or too close for this form */
    if (!(fabs(energy) <= energy_most) || !isfinite(force + moment))
        return;
    moment = fmax(moment, force * nearest);
    for (int m = 0; m < members; m++)
        for (int axis = 0; axis < axes; axis++) {
            const double found = axis < 3 ? result.force[m][axis] : result.torque[m][axis - 3];
            const double off =
                difference(found, slope[m][axis], allowed[m][axis], axis < 3 ? force : moment);
            gradient->slope = fmax(gradient->slope, off);
            if (off > gradient_tolerance && gradient->fault[0] == '\0')
                snprintf(gradient->fault, sizeof gradient->fault,
                         "in a bonded term of form %d, the %s on member %d %s %c is %.6g, and the "
                         "slope of the energy gives %.6g",
                         term->form, axis < 3 ? "force" : "torque", m + 1,
                         axis < 3 ? "along" : "about", "xyz"[axis % 3], found, slope[m][axis]);
        }
}

/*
 * Compares the change of the energy along a path with the work of all forces and torques, as
 * visit_line does.
 */
static void visit_path(void *context, const struct bonded_step *step, bool first)
{
    struct checking *checking = context;
    const int last = ON_LINE - 1;
    double *energy = checking->bonded_energy, *work = checking->work, largest = 0;
    struct bonded_result result;
    checking->lined = first ? 1 : checking->lined + 1;
    for (int k = 0; k < last; k++) {
        checking->term[k] = checking->term[k + 1];
        energy[k] = energy[k + 1];
        work[k] = work[k + 1];
    }
    checking->term[last] = step->term;
    energy[last] = bonded_energy(checking, &step->term, &result);
    work[last] = 0;
    for (int m = 0; m < checking->model->bonded_members; m++)
        for (int d = 0; d < 3; d++) {
            const double spin = checking->model->oriented ? step->spin[m][d] : 0;
            const double of_force = result.force[m][d] * step->velocity[m][d];
            const double of_torque = spin != 0 ? result.torque[m][d] * spin : 0;
            work[last] += of_force + of_torque;
            largest = fmax(largest, fmax(fabs(of_force), fabs(of_torque)));
        }
    const double integral = -(work[0] + 4 * work[1] + work[2]) / 3;
    const double allowed = gradient_tolerance * largest + energy_rounding * fabs(energy[0]);
    if (checking->lined < ON_LINE || !(fabs(energy[0]) <= energy_most) ||
        fabs(energy[last] - energy[0] - integral) <= allowed)
        return;
    for (int k = 0; k < ON_LINE; k++)
        visit_bonded(checking, &checking->term[k]);
}

bool gradient_check(const struct model *model, const double *constants, double range,
                    struct gradient *gradient, struct error *error)
{
    struct checking checking = {.model = model,
                                .constants = constants,
                                .range = range,
                                .gradient = gradient,
                                .random = random_start(4, 0)};
    struct type_rows *rows = NULL;
    *gradient = (struct gradient){.pairs = 0};
    if (model->row_reals > 0) {
        rows = type_rows_create(model, constants, NULL, error);
        if (rows == NULL)
            return false;
    }
    checking.rows = rows;
    pair_samples(model, constants, range, visit, &checking);
    pair_lines(model, constants, range, visit_line, &checking);
    bonded_samples(model, constants, range, visit_bonded, &checking);
    bonded_paths(model, constants, range, visit_path, &checking);
    type_rows_release(rows);
    return true;
}
