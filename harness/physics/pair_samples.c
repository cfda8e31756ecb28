#include "harness/physics/pair_samples.h"

#include "harness/particles/type_rows.h"

#include <math.h>
#include <string.h>

enum {
    DISTANCES = 64,
    BEYOND = 8,
    CUBE = 27,          /* number of directions to the corners, edges and faces of a cube (and the
                         * center itself) */
    PAIRS = 8192,       /* approximate number of pairs of particles with orientations */
    FINEST = 12500,     /* maximum number of distances on a line */
    ON_LINES = 4000000, /* maximum number of distances on all lines together */
    ON_PATHS = 100000   /* maximum number of steps on the paths of all bonded forms together */
};

void pair_samples_turn(double orientation[4], int axis, double angle)
{
    const int next = (axis + 1) % 3, last = (axis + 2) % 3;
    const double c = cos(angle / 2), s = sin(angle / 2);
    const double w = orientation[0], *v = &orientation[1];
    double turned[4] = {c * w - s * v[axis]};
    turned[1 + axis] = c * v[axis] + s * w;
    turned[1 + next] = c * v[next] - s * v[last];
    turned[1 + last] = c * v[last] + s * v[next];
    memcpy(orientation, turned, sizeof turned);
}

/* Returns a particle of a type, with a random orientation and charge. */
static struct particle random_particle(const struct model *model, int type, struct random *random)
{
    struct particle particle = {.type = type, .orientation = {1}};
    if (model->charged)
        particle.charge = (int)random_below(random, 2 * CHARGES_PER_E + 1) - CHARGES_PER_E;
    for (int axis = 0; axis < 3 && model->oriented; axis++)
        pair_samples_turn(particle.orientation, axis, 2 * random_normal(random));
    return particle;
}

/* Sets a vector to a random direction with a given length. */
static void random_vector(double distance, struct random *random, double r[3])
{
    double r2 = 0;
    for (int d = 0; d < 3; d++) {
        r[d] = random_normal(random);
        r2 += r[d] * r[d];
    }
    for (int d = 0; d < 3; d++)
        r[d] *= distance / sqrt(r2);
}

void pair_samples_direct(int64_t k, double distance, struct random *random, double r[3])
{
    const int64_t side = k / 2 % (CUBE - 1), place = side < CUBE / 2 ? side : side + 1;
    const double to[3] = {place % 3 - 1, place / 3 % 3 - 1, place / 9 - 1};
    const double length = sqrt(to[0] * to[0] + to[1] * to[1] + to[2] * to[2]);
    random_vector(distance, random, r);
    for (int d = 0; d < 3 && k % 2 != 0; d++)
        r[d] = to[d] * distance / length;
}

static void visit_at(struct pair_sample *pair, int64_t k, double distance, struct random *random,
                     pair_samples_visit *visit, void *context)
{
    pair_samples_direct(k, distance, random, pair->r);
    pair->distance = distance;
    visit(context, pair);
}

static bool is_there(const struct model *model, const double *constants, int type)
{
    return model->needs == NULL || model->needs(constants, type) == NULL;
}

void pair_samples(const struct model *model, const double *constants, double range,
                  pair_samples_visit *visit, void *context)
{
    const int types = model->type_count;
    const bool bodies = model->oriented || model->charged;
    const int turns = bodies ? 1 + PAIRS / (DISTANCES * types * types) : 1;
    struct pair_sample pair;
    int64_t direction = 0;
    for (int t = 0; t < turns * types * types; t++) {
        const int p = t / turns / types, q = t / turns % types;
        struct random random = random_start(1, (uint64_t)t);
        if (!is_there(model, constants, p) || !is_there(model, constants, q))
            continue;
        pair.p = random_particle(model, p, &random);
        pair.q = random_particle(model, q, &random);
        for (int k = 0; k < DISTANCES; k++)
            visit_at(&pair, direction++, range * (k + random_uniform(&random)) / DISTANCES, &random,
                     visit, context);
        visit_at(&pair, direction++, range * (1 - pair_samples_inside), &random, visit, context);
        for (int k = 1; k <= BEYOND; k++)
            visit_at(&pair, direction++, range * (1 + 0.05 * k), &random, visit, context);
    }
}

void pair_lines(const struct model *model, const double *constants, double range,
                pair_samples_visit *visit, void *context)
{
    const int types = model->type_count, share = ON_LINES / types / types;
    const int distances = share < FINEST ? share : FINEST;
    for (int t = 0; t < types * types; t++) {
        struct random random = random_start(3, (uint64_t)t);
        struct pair_sample pair;
        double direction[3];
        if (!is_there(model, constants, t / types) || !is_there(model, constants, t % types))
            continue;
        pair.p = random_particle(model, t / types, &random);
        pair.q = random_particle(model, t % types, &random);
        random_vector(1, &random, direction);
        for (int k = 1; k < distances; k++) {
            pair.distance = range * (k - 0.382) / distances; /* the offset avoids distances such as
                                                              * 2.5, where models have cut-offs */
            for (int d = 0; d < 3; d++)
                pair.r[d] = pair.distance * direction[d];
            visit(context, &pair);
        }
    }
}

/* Returns a term of members with random types, and random displacements of the same length. */
static struct bonded_sample random_term(const struct model *model, const double *constants,
                                        int form, struct random *random)
{
    struct bonded_sample term = {.form = form};
    for (int m = 0; m < model->bonded_members; m++) {
        int type;
        do
            type = (int)random_below(random, (uint64_t)model->type_count);
        while (!is_there(model, constants, type));
        term.member[m] = random_particle(model, type, random);
        if (m > 0)
            random_vector(1, random, term.r[m - 1]);
    }
    return term;
}

static int own_forms(const struct model *model)
{
    return model->bonded_members > 0 ? model->own_forms : 0;
}

void bonded_samples(const struct model *model, const double *constants, double range,
                    bonded_samples_visit *visit, void *context)
{
    for (int t = 0; t < DISTANCES * own_forms(model); t++) {
        struct random random = random_start(2, (uint64_t)t);
        struct bonded_sample term = random_term(model, constants, t / DISTANCES, &random);
        for (int m = 1; m < model->bonded_members; m++) {
            const double distance = range * (t % DISTANCES + random_uniform(&random)) / DISTANCES;
            for (int d = 0; d < 3; d++)
                term.r[m - 1][d] *= distance;
        }
        visit(context, &term);
    }
}

/* Moves a term with displacements of length 1 to a step of a path. */
static struct bonded_step step_at(const struct model *model, const struct bonded_sample *start,
                                  double range, int k, int steps)
{
    const double place = (k - 0.382) / steps, turn = 2 * acos(-1), angle = turn * place;
    struct bonded_step step = {.term = *start, .velocity = {{range / steps, 0, 0}}};
    for (int m = 0; m < model->bonded_members; m++) {
        const int axis = m % 3, next = (axis + 1) % 3, last = (axis + 2) % 3;
        if (model->oriented) {
            pair_samples_turn(step.term.member[m].orientation, axis, angle);
            step.spin[m][axis] = turn / steps;
        }
        if (m == 0)
            continue;
        double *r = step.term.r[m - 1], *velocity = step.velocity[m];
        const double *from = start->r[m - 1];
        r[next] = cos(angle) * from[next] - sin(angle) * from[last];
        r[last] = sin(angle) * from[next] + cos(angle) * from[last];
        velocity[axis] = r[axis];
        velocity[next] = r[next] - angle * r[last];
        velocity[last] = r[last] + angle * r[next];
        for (int d = 0; d < 3; d++) {
            r[d] *= range * place;
            velocity[d] = step.velocity[m - 1][d] + velocity[d] * range / steps;
        }
    }
    return step;
}

void bonded_paths(const struct model *model, const double *constants, double range,
                  bonded_path_visit *visit, void *context)
{
    const int forms = own_forms(model);
    const int steps = forms * FINEST < ON_PATHS ? FINEST : ON_PATHS / forms;
    for (int form = 0; form < forms; form++) {
        struct random random = random_start(5, (uint64_t)form);
        const struct bonded_sample start = random_term(model, constants, form, &random);
        for (int k = 1; k < steps; k++) {
            const struct bonded_step step = step_at(model, &start, range, k, steps);
            visit(context, &step, k == 1);
        }
    }
}

/* --- parameters that only change the energy --- */

/* Two sets of constants of a model, and whether they give the same forces and energies. */
struct two {
    const struct model *model;
    const double *constants[2];
    struct type_rows *rows[2];
    double range;
    bool same_forces, same_energies;
};

static bool are_equal(const double *a, const double *b, int count)
{
    for (int k = 0; k < count; k++)
        if (a[k] != b[k])
            return false;
    return true;
}

static void compare(void *context, const struct pair_sample *pair)
{
    struct two *two = context;
    struct pair_result result[2] = {{.branches = 0}, {.branches = 0}};
    if (!two->same_forces || pair->distance >= two->range)
        return;
    for (int k = 0; k < 2; k++)
        two->model->pair(two->constants[k], pair_row(two->rows[k], pair->p.type, pair->q.type),
                         &pair->p, &pair->q, pair->r, &result[k]);
    two->same_forces = are_equal(result[0].force, result[1].force, 3) &&
                       are_equal(result[0].torque, result[1].torque, 3);
    if (!are_equal(result[0].terms, result[1].terms, two->model->term_count))
        two->same_energies = false;
}

/* Whether a change of one parameter changes only energies. */
static bool one_is_of_the_energy(const struct model *model, const double *parameters,
                                 const double *others)
{
    double constants[2][MODEL_CONSTANTS];
    struct error error;
    struct two two = {.model = model,
                      .constants = {constants[0], constants[1]},
                      .range = model->range(parameters),
                      .same_forces = true,
                      .same_energies = true};
    bool good = model->range(others) == two.range &&
                model->derive(parameters, constants[0], &error) &&
                model->derive(others, constants[1], &error);
    for (int k = 0; k < 2 && good && model->row_reals > 0; k++) {
        two.rows[k] = type_rows_create(model, constants[k], NULL, &error);
        good = two.rows[k] != NULL;
    }
    if (good)
        pair_samples(model, constants[0], two.range, compare, &two);
    type_rows_release(two.rows[0]);
    type_rows_release(two.rows[1]);
    return good && two.same_forces && !two.same_energies;
}

bool pair_samples_energy_alone(const struct model *model, const double *parameters,
                               const double *others)
{
    double changed[MODEL_PARAMETERS];
    for (int k = 0; k < model->parameter_count; k++) {
        if (parameters[k] == others[k])
            continue;
        memcpy(changed, parameters, sizeof changed);
        changed[k] = others[k];
        if (!one_is_of_the_energy(model, parameters, changed))
            return false;
    }
    return true;
}
