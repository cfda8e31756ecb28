#include "harness/measure/observe/approach.h"

#include "harness/base/memory.h"
#include "harness/base/random.h"
#include "harness/particles/cells.h"
#include "harness/particles/topology.h"
#include "harness/physics/reference.h"

#include <math.h>
#include <stdlib.h>

enum { ATTEMPTS = 512, PAIRS = 64, CANDIDATES = 6 };

/* Search for pairs, in particles that are displaced one pair after the other. */
struct approach {
    const struct case_spec *spec;
    struct system *system;
    double most;
    struct cells cells;
    struct topology topology;
    bool *moved;      /* particles that are displaced already */
    int32_t *partner; /* candidates of a particle */
};

struct pair {
    int64_t i, j;
    double step[3]; /* displacement of i; that of j is the opposite */
};

/* Computes the displacement from particle i to j, and returns the distance. */
static double measure(const struct system *system, int64_t i, int64_t j, double r[3])
{
    r[0] = system_nearest(system->x[j] - system->x[i], system->box[0]);
    r[1] = system_nearest(system->y[j] - system->y[i], system->box[1]);
    r[2] = system_nearest(system->z[j] - system->z[i], system->box[2]);
    return sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
}

/* Returns the size of the force between two particles. */
static double force_between(const struct approach *a, int64_t i, int64_t j)
{
    const struct case_spec *spec = a->spec;
    struct pair_result result;
    double r[3];
    if (i == j || measure(a->system, i, j, r) >= spec->range ||
        topology_excludes(&a->topology, i, j) ||
        !reference_pair(a->system, spec->model, spec->constants, spec->range, i, j, r, &result))
        return 0;
    return sqrt(result.force[0] * result.force[0] + result.force[1] * result.force[1] +
                result.force[2] * result.force[2]);
}

/* Calls `visit` with the particles in the cells around particle i. */
static void around(const struct approach *a, int64_t i,
                   void (*visit)(const struct approach *a, int64_t i, int64_t j, void *context),
                   void *context)
{
    int64_t cell[CELLS_AROUND];
    const int count = cells_around(&a->cells, a->cells.cell[i], cell);
    for (int c = 0; c < count; c++)
        for (int64_t k = a->cells.start[cell[c]]; k < a->cells.start[cell[c] + 1]; k++)
            visit(a, i, a->cells.particle[k], context);
}

static void add_force(const struct approach *a, int64_t i, int64_t j, void *sum)
{
    *(double *)sum += force_between(a, i, j);
}

/* Returns the sum of the sizes of the forces on particle i. */
static double acting_on(const struct approach *a, int64_t i)
{
    struct reference_share share = {0};
    if (a->topology.start != NULL)
        reference_bonded(a->system, a->spec->model, a->spec->constants, &a->topology, i, &share);
    around(a, i, add_force, &share.acting[0]);
    return share.acting[0];
}

static void displace(struct system *system, const struct pair *pair, double sign)
{
    double *const coordinate[3] = {system->x, system->y, system->z};
    for (int d = 0; d < 3; d++) {
        coordinate[d][pair->i] += sign * pair->step[d];
        coordinate[d][pair->j] -= sign * pair->step[d];
    }
}

/* Particles near a particle, at distances between two bounds. */
struct shell {
    double low, high;
    int64_t count;
};

static void add_partner(const struct approach *a, int64_t i, int64_t j, void *context)
{
    struct shell *shell = context;
    double r[3];
    if (j == i || a->moved[j] || topology_excludes(&a->topology, i, j))
        return;
    const double distance = measure(a->system, i, j, r);
    if (distance > shell->low && distance < shell->high)
        a->partner[shell->count++] = (int32_t)j;
}

/*
 * Returns the share of the force of a pair, once it is displaced, in the forces on the more
 * strained of the two; 0 if the forces grow too much.
 */
static double try_pair(const struct approach *a, const struct pair *pair)
{
    const double before[2] = {acting_on(a, pair->i), acting_on(a, pair->j)};
    displace(a->system, pair, 1);
    const double force = force_between(a, pair->i, pair->j);
    const double after[2] = {acting_on(a, pair->i), acting_on(a, pair->j)};
    double share = 1;
    for (int k = 0; k < 2; k++)
        share = after[k] <= 4 * before[k] + 2 * force ? fmin(share, force / after[k]) : 0;
    displace(a->system, pair, -1);
    return share;
}

/*
 * Displaces particle i and that partner, of a few with distances in the shell, whose force has the
 * greatest share. Returns whether there was one.
 */
static bool approach_one(const struct approach *a, int64_t i, struct shell *shell,
                         struct random *random)
{
    struct pair best = {0};
    double most = 0;
    around(a, i, add_partner, shell);
    for (int k = 0; k < CANDIDATES && k < shell->count; k++) {
        struct pair pair = {i, a->partner[random_below(random, (uint32_t)shell->count)], {0}};
        const double distance = measure(a->system, i, pair.j, pair.step);
        for (int d = 0; d < 3; d++)
            pair.step[d] *= a->most / distance;
        const double share = try_pair(a, &pair);
        if (share > most) {
            most = share;
            best = pair;
        }
    }
    if (most > 0) {
        displace(a->system, &best, 1);
        a->moved[best.i] = a->moved[best.j] = true;
    }
    return most > 0;
}

static void approach_all(const struct approach *a)
{
    static const double shares[] = {0.55, 0.7, 0.85, 0.93};
    struct random random = random_start(1, (uint64_t)a->system->n);
    int found = 0;
    for (int k = 0; k < ATTEMPTS && found < PAIRS; k++) {
        const int64_t i = random_below(&random, (uint32_t)a->system->n);
        const double share = shares[found % (int)(sizeof shares / sizeof *shares)];
        struct shell shell = {a->spec->range + 2 * share * a->most,
                              a->spec->range + 2 * (share + 0.06) * a->most, 0};
        found += !a->moved[i] && approach_one(a, i, &shell, &random);
    }
}

bool approach_pairs(struct system *system, const struct case_spec *spec, double most,
                    struct error *error)
{
    struct approach a = {.spec = spec, .system = system, .most = most};
    const bool good =
        cells_build(system, spec->range + 2 * most, &a.cells, error) &&
        topology_build(system, &a.topology, error) &&
        (a.moved = memory_allocate_zeroed(system->n, sizeof *a.moved, "pairs", error)) != NULL &&
        (a.partner = memory_allocate(system->n, sizeof *a.partner, "pairs", error)) != NULL;
    if (good)
        approach_all(&a);
    system_wrap_all(system);
    free(a.moved);
    free(a.partner);
    topology_free(&a.topology);
    cells_free(&a.cells);
    return good;
}
