#include "harness/physics/gradient.h"

#include "harness/base/random.h"
#include "harness/particles/type_rows.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

enum { DISTANCES = 64, EVALUATIONS = 8192, BEYOND = 8, AXES = 6 };

/* Of the distance, or of a radian. */
static const double difference_step = 1e-5;

/* What the last digit of an energy may be off by, relative. */
static const double energy_rounding = 1e-14;

/* Of particles inside each other; what is above may overflow. */
static const double energy_most = 1e100;

/* A model and one pair of its particles. */
struct pair {
    const struct model *model;
    const double *constants, *row;
    struct particle p, q;
    double r[3], distance;
};

/* What coordinates 0 to 2 of q and 3 to 5, turns of p about the axes, do to the energy. */
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
    return pair->model->pair(pair->constants, pair->row, &pair->p, &pair->q, pair->r, result);
}

/* Turns a body about an axis of the space frame. */
static void turn(double orientation[4], int axis, double angle)
{
    const double c = cos(angle / 2), s = sin(angle / 2);
    const double w = orientation[0], *v = &orientation[1];
    double about[3] = {0}, across[3];
    about[axis] = s;
    cross(about, v, across);
    const double turned[4] = {c * w - s * v[axis], c * v[0] + w * about[0] + across[0],
                              c * v[1] + w * about[1] + across[1],
                              c * v[2] + w * about[2] + across[2]};
    for (int k = 0; k < 4; k++)
        orientation[k] = turned[k];
}

/* The energy where q has moved, or p has turned, by `step`. */
static double energy_at(struct pair pair, int axis, double step)
{
    struct pair_result result;
    if (axis < 3)
        pair.r[axis] += step;
    else
        turn(pair.p.orientation, axis - 3, step);
    evaluate(&pair, &result);
    return energy_of(pair.model, &result);
}

static double slope_over(const struct pair *pair, int axis, double step)
{
    return (energy_at(*pair, axis, step) - energy_at(*pair, axis, -step)) / (2 * step);
}

__attribute__((format(printf, 3, 4))) static void
keep_fault(struct gradient *gradient, const struct pair *pair, const char *format, ...)
{
    char found[GRADIENT_FAULT / 2];
    va_list arguments;
    if (gradient->fault[0] != '\0')
        return;
    va_start(arguments, format);
    vsnprintf(found, sizeof found, format, arguments);
    va_end(arguments);
    const struct particle_type *types = pair->model->types;
    snprintf(gradient->fault, sizeof gradient->fault, "at r = %.6g%s%s%s%s, %s", pair->distance,
             pair->model->type_count > 1 ? " of types " : "",
             pair->model->type_count > 1 ? types[(int)pair->p.type].name : "",
             pair->model->type_count > 1 ? " and " : "",
             pair->model->type_count > 1 ? types[(int)pair->q.type].name : "", found);
}

/* Records a difference of two numbers beyond what is `allowed`, relative to a size. */
static double difference(double found, double expected, double allowed, double size)
{
    const double beyond = fabs(found - expected) - allowed;
    return isnan(beyond) ? INFINITY : size > 0 ? fmax(beyond, 0) / size : beyond > 0 ? INFINITY : 0;
}

static void check_slopes(const struct pair *pair, const struct pair_result *result,
                         struct gradient *gradient)
{
    const double energy = fabs(energy_of(pair->model, result));
    double found[AXES], slope[AXES], allowed[AXES];
    const int axes = pair->model->oriented ? AXES : 3;
    for (int axis = 0; axis < axes; axis++) {
        const double step = difference_step * (axis < 3 ? pair->distance : 1);
        const double whole = slope_over(pair, axis, step), half = slope_over(pair, axis, step / 2);
        found[axis] = axis < 3 ? result->force[axis] : result->torque[axis - 3];
        slope[axis] = -(4 * half - whole) / 3;
        allowed[axis] = fabs(half - whole) + energy_rounding * energy / step;
    }
    const double force = fmax(size_of(result->force), size_of(slope));
    double moment = force * pair->distance;
    if (pair->model->oriented)
        moment = fmax(moment, fmax(size_of(result->torque), size_of(&slope[3])));
    for (int axis = 0; axis < axes; axis++) {
        const double off =
            difference(found[axis], slope[axis], allowed[axis], axis < 3 ? force : moment);
        gradient->slope = fmax(gradient->slope, off);
        if (off > gradient_tolerance)
            keep_fault(gradient, pair, "the %s is %.6g, and the slope of the energy gives %.6g",
                       names[axis], found[axis], slope[axis]);
    }
}

/* Action and reaction: forces are opposite, energies equal, and the torques with the moment of the
 * force add up to zero. */
static void check_symmetry(const struct pair *pair, const struct pair_result *result,
                           struct gradient *gradient)
{
    struct pair exchanged = *pair;
    struct pair_result reversed;
    double moment[3];
    exchanged.p = pair->q;
    exchanged.q = pair->p;
    for (int d = 0; d < 3; d++)
        exchanged.r[d] = -pair->r[d];
    evaluate(&exchanged, &reversed);
    cross(pair->r, result->force, moment);
    const double force = size_of(result->force);
    const double arm = fmax(size_of(result->torque), force * pair->distance);
    const double energy = energy_of(pair->model, result);
    const double scale = fmax(fabs(energy), force * pair->distance);
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
        if (off > gradient_tolerance)
            keep_fault(gradient, pair, "with p and q exchanged the %s is %.6g, expected %.6g",
                       rows[k].name, rows[k].found, rows[k].expected);
    }
}

/* A vector of a length in a random direction. */
static void random_vector(double length, struct random *random, double r[3])
{
    for (int d = 0; d < 3; d++)
        r[d] = random_normal(random);
    const double size = size_of(r);
    for (int d = 0; d < 3; d++)
        r[d] *= length / size;
}

/* A particle of a type, with a random orientation and charge. */
static struct particle random_particle(const struct model *model, int type, struct random *random)
{
    struct particle particle = {.type = type, .orientation = {1}};
    if (model_takes_charges(model)) /* as system_kind writes it */
        particle.type += ldexp(random_below(random, 1 << 20), -20);
    for (int axis = 0; axis < 3 && model->oriented; axis++)
        turn(particle.orientation, axis, 2 * random_normal(random));
    return particle;
}

static void check_at(struct pair *pair, double distance, struct random *random,
                     struct gradient *gradient)
{
    struct pair_result result;
    random_vector(distance, random, pair->r);
    pair->distance = distance;
    if (!evaluate(pair, &result) || fabs(energy_of(pair->model, &result)) > energy_most)
        return;
    gradient->pairs++;
    check_slopes(pair, &result, gradient);
    check_symmetry(pair, &result, gradient);
}

/* The energy just inside of the range, and nothing beyond it where models are called there. */
static void check_end(struct pair *pair, double range, struct random *random,
                      struct gradient *gradient)
{
    struct pair_result result;
    const bool called_beyond = !pair->model->body || pair->model->row_reals > 0;
    random_vector(range * (1 - 1e-9), random, pair->r);
    if (evaluate(pair, &result) && fabs(energy_of(pair->model, &result)) > fabs(gradient->jump))
        gradient->jump = energy_of(pair->model, &result);
    for (int k = 1; k <= BEYOND && called_beyond; k++) {
        pair->distance = range * (1 + 0.05 * k);
        random_vector(pair->distance, random, pair->r);
        if (!evaluate(pair, &result))
            continue;
        gradient->slope = INFINITY;
        keep_fault(gradient, pair,
                   "beyond the range of %.6g, the pair interacts with an energy of %.6g", range,
                   energy_of(pair->model, &result));
    }
}

static void check_types(struct pair *pair, int p, int q, int turns, double range,
                        struct gradient *gradient)
{
    struct random random = random_start(1, (uint64_t)p * MODEL_TYPES + (uint64_t)q);
    for (int t = 0; t < turns; t++) {
        pair->p = random_particle(pair->model, p, &random);
        pair->q = random_particle(pair->model, q, &random);
        for (int k = 0; k < DISTANCES; k++)
            check_at(pair, range * (k + random_uniform(&random)) / DISTANCES, &random, gradient);
        check_end(pair, range, &random, gradient);
    }
}

bool gradient_check(const struct model *model, const double *constants, double range,
                    struct gradient *gradient, struct error *error)
{
    struct pair pair = {.model = model, .constants = constants};
    struct type_rows *rows = NULL;
    const int types = model->type_count;
    const int turns = !model->oriented && !model_takes_charges(model)
                          ? 1
                          : 1 + EVALUATIONS / (DISTANCES * types * types);
    *gradient = (struct gradient){.pairs = 0};
    if (model->row_reals > 0) {
        rows = type_rows_create(model, constants, NULL, error);
        if (rows == NULL)
            return false;
    }
    for (int p = 0; p < types; p++)
        for (int q = 0; q < types; q++) {
            if (model->needs != NULL &&
                (model->needs(constants, p) != NULL || model->needs(constants, q) != NULL))
                continue;
            pair.row = rows != NULL ? pair_row(rows, p, q) : NULL;
            check_types(&pair, p, q, turns, range, gradient);
        }
    type_rows_release(rows);
    return true;
}
