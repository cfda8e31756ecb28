/* Input and output of a bonded form. */
#ifndef PAIRLANES_MODELS_FORMS_ROW_H
#define PAIRLANES_MODELS_FORMS_ROW_H

#include "models/forms/fixed.h"
#include "models/forms/kinds.h"
#include "models/model.h"
#include "models/vector.h"

/** Row of a bonded term: four numbers in the type of the pair arithmetic. */
struct form_row {
    MODEL_ALIGNED(FORM_NUMBERS * sizeof(real)) real k[FORM_NUMBERS];
};

struct form_force {
    struct vector force[FORM_MEMBERS]; /* force on each member */
    real energy;
    real coulomb; /* part of the energy that belongs to TERM_COULOMB_14; 0 except for PAIR_14 */
};

/**
 * Returns the larger of x and 1e-30, so that 1 / sqrt of the result is finite in every precision.
 */
MODEL_FUNCTION real form_not_zero(real x)
{
    const real least = (real)1e-30;
    return least < x ? x : least;
}

/**
 * Fills the forces of a bond. r is the vector from member 0 to member 1; `over_r` is the force on
 * member 1 divided by the length of r.
 */
MODEL_FUNCTION void form_stretch(struct vector r, real over_r, struct form_force *f)
{
    f->force[1] = times(over_r, r);
    f->force[0] = times(-1, f->force[1]);
}

#endif
