/* The pair function: vdw and coulomb, or the force from a table. */
#ifndef PAIRLANES_MODELS_ALLATOM_PAIR_H
#define PAIRLANES_MODELS_ALLATOM_PAIR_H

#include "models/allatom/coulomb.h"

/** Returns the force of a pair divided by r, from the values of the table at its distance. */
MODEL_FUNCTION real allatom_looked_up(const struct allatom_row *row, real charges,
                                      struct looked_up found)
{
    if (!row)
        return charges * found.c;
    return row->repulsion * found.a + row->attraction * found.b + charges * found.c;
}

/**
 * Returns the force of a pair divided by r: from a table, or `direct`, the force computed without a
 * table.
 */
MODEL_FUNCTION real allatom_over_r(const struct allatom_constants *c, const struct allatom_row *row,
                                   real charges, real r2, real direct)
{
    /* only GPU kernels have a texture unit; the harness evaluates directly */
#ifdef ALLATOM_KERNEL
    const real way = allatom_way(c);
    if (way >= ALLATOM_LINEAR) {
        struct looked_up found;
        if (way == ALLATOM_LINEAR)
            found = linear_lookup(reciprocal_sqrt(r2));
#ifdef __CUDACC__
        else if (way == ALLATOM_TEXTURE)
            found = texture_lookup(reciprocal_sqrt(r2));
#endif
        else /* strategies may evaluate pairs beyond the table; they drop the result */
            found = cubic_lookup(r2 < c->cutoff2 ? r2 : c->cutoff2);
        return allatom_looked_up(row, charges, found);
    }
#else
    (void)c;
    (void)row;
    (void)charges;
    (void)r2;
#endif
    return direct;
}

MODEL_FUNCTION bool allatom_pair(const struct allatom_constants *c, const struct allatom_row *row,
                                 real charges, real dx, real dy, real dz, struct pair_force *f)
{
    const struct allatom_distance d = allatom_distance_of(c, dx * dx + dy * dy + dz * dz);
    struct allatom_share vdw = allatom_vdw(c, row, d.r2, d.per_r2);
    struct allatom_share coulomb = allatom_coulomb(c, charges, &d);
    real over_r = allatom_over_r(c, row, charges, d.r2, vdw.over_r + coulomb.over_r);
    /* CPU kernels drop the result beyond the cut-off */
#if defined(ALLATOM_KERNEL) && !defined(__CUDACC__)
    const bool near = true;
#else
    const bool near = d.r2 < c->cutoff2;
#endif
    over_r = near ? over_r : (real)0;
    f->x = over_r * dx;
    f->y = over_r * dy;
    f->z = over_r * dz;
    f->energy = 0;
    ADD_ENERGY(f, ALLATOM_TERM_VDW, near ? vdw.energy : (real)0);
    ADD_ENERGY(f, ALLATOM_TERM_COULOMB, near ? coulomb.energy : (real)0);
    return near;
}

#endif
