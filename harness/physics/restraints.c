#include "harness/physics/restraints.h"

void restraints_add(const struct system *system, struct force_sums *forces)
{
    for (int64_t k = 0; k < system->restraint_count; k++) {
        const int64_t i = system->restraint[k].member;
        const double at[3] = {system->x[i], system->y[i], system->z[i]};
        double force[3];
        const double energy = restraint_force(&system->restraint[k], at, system->box, force);
        for (int d = 0; d < 3; d++)
            forces->force[3 * i + d] += force[d];
        forces->energy[i] += forces->virial ? -2 * energy : energy;
    }
}

double restraints_energy(const struct system *system)
{
    double sum = 0;
    for (int64_t k = 0; k < system->restraint_count; k++) {
        const int64_t i = system->restraint[k].member;
        const double at[3] = {system->x[i], system->y[i], system->z[i]};
        double force[3];
        sum += restraint_force(&system->restraint[k], at, system->box, force);
    }
    return sum;
}
