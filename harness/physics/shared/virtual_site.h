/*
 * Virtual sites are particles without mass. Their positions follow from up to three other
 * particles, the makers. Makers get the forces on sites. For C and CUDA C.
 *
 * The displacement of a site from the first maker is a u + b v + c u x v. u and v are the
 * displacements from the first maker to the second and the third. This includes GROMACS'
 * virtual_sites2, virtual_sites3 of functions 1 and 4, and virtual_sitesn of up to three. Forces
 * follow by the chain rule (H. J. C. Berendsen, W. F. van Gunsteren, in Molecular Liquids, Reidel
 * 1984).
 */
#ifndef PAIRLANES_DEVICE_VIRTUAL_SITE_H
#define PAIRLANES_DEVICE_VIRTUAL_SITE_H

#include "harness/physics/shared/shared.h"

enum { SITE_MAKERS = 3 };

/**
 * Mass of a virtual site in the integrator: so large that no force moves it. The mass 0 would cause
 * a division by 0.
 */
#define SITE_MASS 1e30

struct virtual_site {
    int site;
    int maker[SITE_MAKERS]; /* makers; if there are fewer than SITE_MAKERS, one occurs more than
                             * once */
    double a, b, c;         /* coefficients; c has the unit of an inverse length */
};

/** Computes the displacement of a virtual site from the first particle that defines it. */
SHARED_FUNCTION void virtual_site_place(const struct virtual_site *site, const double u[3],
                                        const double v[3], double place[3])
{
    for (int d = 0; d < 3; d++) {
        const int e = (d + 1) % 3, f = (d + 2) % 3;
        place[d] = site->a * u[d] + site->b * v[d] + site->c * (u[e] * v[f] - u[f] * v[e]);
    }
}

/** Computes the makers' shares of the force on a site. */
SHARED_FUNCTION void virtual_site_spread(const struct virtual_site *site, const double u[3],
                                         const double v[3], const double force[3],
                                         double part[SITE_MAKERS][3])
{
    for (int d = 0; d < 3; d++) {
        const int e = (d + 1) % 3, f = (d + 2) % 3;
        part[1][d] = site->a * force[d] + site->c * (v[e] * force[f] - v[f] * force[e]);
        part[2][d] = site->b * force[d] + site->c * (force[e] * u[f] - force[f] * u[e]);
        part[0][d] = force[d] - part[1][d] - part[2][d];
    }
}

#endif
