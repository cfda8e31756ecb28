/* Input and output of a bonded form. */
#ifndef PAIRLANES_MODELS_FORMS_ROW_H
#define PAIRLANES_MODELS_FORMS_ROW_H

#include "models/forms/fixed.h"
#include "models/forms/kinds.h"
#include "models/model.h"
#include "models/vector.h"

/** Row of a bonded term: four numbers, in the precision's type. */
struct form_row {
    MODEL_ALIGNED(FORM_NUMBERS * sizeof(real)) real k[FORM_NUMBERS];
};

struct form_force {
    struct vector force[FORM_MEMBERS]; /* force on each member */
    real energy;
    real coulomb; /* part of the energy that is TERM_COULOMB_14; other forms than PAIR_14: 0 */
};

/** Returns x, or 1e-30 if x is less, whose 1 / sqrt is finite in each precision. */
MODEL_FUNCTION real form_not_zero(real x)
{
    const real least = (real)1e-30;
    return least < x ? x : least;
}

/** Fills the forces along r, from member 0 to member 1; `over_r` is that on member 1 over r. */
MODEL_FUNCTION void form_stretch(struct vector r, real over_r, struct form_force *f)
{
    f->force[1] = times(over_r, r);
    f->force[0] = times(-1, f->force[1]);
}

#endif
