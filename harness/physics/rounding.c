#include "harness/physics/rounding.h"

#include <math.h>

/* Evaluates a pair, whose result is zero beyond the range. */
static struct pair_result evaluate(const struct reference *of, int64_t i, int64_t j,
                                   const double r[3])
{
    struct pair_result result = {0};
    if (!reference_pair(of->system, of->model, of->constants, of->range, i, j, r, &result))
        result = (struct pair_result){0};
    return result;
}

/* Adds the changes of a pair over the displacements r ± off along each axis. */
static void add_pair(const struct reference *of, int64_t i, int64_t j, const double r[3],
                     double off, double changes[2])
{
    double force2 = 0, torque2 = 0;
    for (int axis = 0; axis < 3; axis++) {
        double at[3] = {r[0], r[1], r[2]};
        at[axis] = r[axis] + off;
        const struct pair_result far = evaluate(of, i, j, at);
        at[axis] = r[axis] - off;
        const struct pair_result near = evaluate(of, i, j, at);
        for (int d = 0; d < 3; d++) {
            const double force = (far.force[d] - near.force[d]) / 2;
            const double torque = (far.torque[d] - near.torque[d]) / 2;
            force2 += force * force;
            torque2 += torque * torque;
        }
    }
    changes[0] += sqrt(force2);
    changes[1] += sqrt(torque2);
}

void rounding_changes(const struct reference *reference, const struct topology *topology, int64_t i,
                      double share, double changes[2])
{
    const struct system *system = reference->system;
    const double range2 = reference->range * reference->range;
    changes[0] = changes[1] = 0;
    for (int64_t j = 0; j < system->n; j++) {
        double r[3], r2 = 0;
        if (j == i)
            continue;
        system_displacement(system, i, j, r);
        for (int d = 0; d < 3; d++)
            r2 += r[d] * r[d];
        if (r2 < range2 && !topology_excludes(topology, i, j))
            add_pair(reference, i, j, r, share * sqrt(r2), changes);
    }
}
