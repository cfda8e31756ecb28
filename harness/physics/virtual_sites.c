#include "harness/physics/virtual_sites.h"

#include "harness/physics/state.h"

#include <math.h>

bool virtual_sites_check(const struct system *system, enum removal removal, struct error *error)
{
    return system->site_count == 0 || removal == REMOVAL_NONE ||
           error_set(error, EXIT_USAGE,
                     "%s has virtual sites, which have no part in the common motion that com %s "
                     "removes: expected com none",
                     system->source, removal_name(removal));
}

/** Computes the displacements from a site's first maker to its other makers. */
static void look(const struct system *system, const struct virtual_site *site, double u[3],
                 double v[3])
{
    system_displacement(system, site->maker[0], site->maker[1], u);
    system_displacement(system, site->maker[0], site->maker[2], v);
}

void virtual_sites_place(const struct constrained_step *step, struct system *system, int64_t *stale)
{
    for (int64_t k = 0; k < system->site_count; k++) {
        const struct virtual_site *site = &system->site[k];
        double *const axis[3] = {system->x, system->y, system->z};
        double u[3], v[3], place[3], from_listed2 = 0;
        look(system, site, u, v);
        virtual_site_place(site, u, v, place);
        for (int d = 0; d < 3; d++) {
            double *at = &axis[d][site->site];
            *at = state_coordinate(step->grid, step->single, axis[d][site->maker[0]] + place[d],
                                   system->box[d]);
            const double off =
                step->listed != NULL
                    ? system_nearest(*at - step->listed[d][site->site], system->box[d])
                    : 0;
            from_listed2 += off * off;
        }
        *stale += !(from_listed2 <= step->limit2);
    }
}

double virtual_sites_error(const struct system *system)
{
    double largest = 0;
    for (int64_t k = 0; k < system->site_count; k++) {
        const struct virtual_site *site = &system->site[k];
        double u[3], v[3], place[3], r[3], off2 = 0, size2 = 0;
        look(system, site, u, v);
        virtual_site_place(site, u, v, place);
        system_displacement(system, site->maker[0], site->site, r);
        for (int d = 0; d < 3; d++) {
            off2 += (r[d] - place[d]) * (r[d] - place[d]);
            size2 += u[d] * u[d];
        }
        largest = off2 <= largest * largest * size2 ? largest : sqrt(off2 / size2);
    }
    return largest;
}

void virtual_sites_stop(struct system *system)
{
    for (int64_t k = 0; k < system->site_count; k++)
        for (int d = 0; d < 3; d++)
            system->velocity[3 * (int64_t)system->site[k].site + d] = 0;
}

void virtual_sites_spread(const struct system *system, double *force)
{
    for (int64_t k = 0; k < system->site_count; k++) {
        const struct virtual_site *site = &system->site[k];
        double *of_site = force + 3 * (int64_t)site->site;
        double u[3], v[3], part[SITE_MAKERS][3];
        look(system, site, u, v);
        virtual_site_spread(site, u, v, of_site, part);
        for (int d = 0; d < 3; d++) {
            of_site[d] = 0;
            for (int m = 0; m < SITE_MAKERS; m++)
                force[3 * (int64_t)site->maker[m] + d] += part[m][d];
        }
    }
}

void virtual_sites_spread_sizes(const struct system *system, double *size)
{
    for (int64_t k = 0; k < system->site_count; k++) {
        const struct virtual_site *site = &system->site[k];
        double u[3], v[3], part[SITE_MAKERS][3], most2[SITE_MAKERS] = {0};
        look(system, site, u, v);
        for (int axis = 0; axis < 3; axis++) {
            double unit[3] = {0};
            unit[axis] = 1;
            virtual_site_spread(site, u, v, unit, part);
            for (int m = 0; m < SITE_MAKERS; m++)
                for (int d = 0; d < 3; d++)
                    most2[m] += part[m][d] * part[m][d];
        }
        for (int m = 0; m < SITE_MAKERS; m++)
            size[site->maker[m]] += sqrt(most2[m]) * size[site->site];
        size[site->site] = 0;
    }
}
