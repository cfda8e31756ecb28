#include "harness/physics/reference_of_steps.h"

#include "harness/base/memory.h"
#include "harness/physics/restraints.h"
#include "harness/physics/virtual_sites.h"

#include <math.h>
#include <stdlib.h>

/* Whether only the kernels' forces move the particles. */
static bool is_plain(const struct system *system)
{
    return system->restraint_count + system->site_count == 0;
}

/* Copies forces from arrays of each coordinate to vectors; with `back`, copies the vectors to the
 * arrays. */
static void copy(struct reference *reference, double *force, bool back)
{
    double *const row[3] = {reference->x, reference->y, reference->z};
    for (int64_t i = 0; i < reference->n; i++)
        for (int d = 0; d < 3; d++)
            *(back ? &row[d][i] : &force[3 * i + d]) = back ? force[3 * i + d] : row[d][i];
}

/* Adds the absolute values of the restraints' forces to the sums for particles. */
static void add_sizes(const struct system *system, double *acting)
{
    for (int64_t k = 0; k < system->restraint_count; k++) {
        const int64_t i = system->restraint[k].member;
        const double at[3] = {system->x[i], system->y[i], system->z[i]};
        double f[3];
        restraint_force(&system->restraint[k], at, system->box, f);
        acting[i] += sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]);
    }
}

double reference_of_steps_bytes(const struct system *system)
{
    return is_plain(system) ? 0 : 7 * (double)system->n * sizeof(double);
}

bool reference_of_steps(const struct system *system, struct reference *reference,
                        struct error *error)
{
    const int64_t n = reference->n;
    if (is_plain(system))
        return true;
    double *rows = memory_allocate_zeroed(4 * n, sizeof *rows, "reference forces", error);
    if (rows == NULL)
        return false;
    struct force_sums sums = {.force = rows, .energy = rows + 3 * n};
    if (reference->of_pairs == NULL) {
        reference->of_pairs = memory_allocate(3 * n, sizeof(double), "reference forces", error);
        if (reference->of_pairs == NULL) {
            free(rows);
            return false;
        }
        copy(reference, reference->of_pairs, false);
    }
    copy(reference, sums.force, false);
    restraints_add(system, &sums);
    add_sizes(system, reference->acting);
    virtual_sites_spread(system, sums.force);
    virtual_sites_spread(system, reference->of_pairs);
    virtual_sites_spread_sizes(system, reference->acting);
    virtual_sites_spread_sizes(system, reference->at_cutoff);
    copy(reference, sums.force, true);
    free(rows);
    return true;
}
