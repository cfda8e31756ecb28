/*
 * A bonded term. Its form is from the model or from models/forms/. For systems with terms of
 * models/forms/ the harness compiles kernels with these macros:
 *
 *   FORMS_USED   set of the forms in the system, one bit each
 *   BONDED_MOST  largest number of members of a term
 *   FORM_TERM    the model's energy term for each kind of energy in models/forms/kinds.h
 */
#ifndef PAIRLANES_STRATEGIES_BONDED_TERM_H
#define PAIRLANES_STRATEGIES_BONDED_TERM_H

#include "models/defaults.h"

#ifdef FORMS_USED
#include "models/forms/form.h"

/** Adds the energy of a term to the selected energy terms. */
MODEL_FUNCTION void add_form_energy(int form, const struct form_force *of, struct bonded_force *f)
{
    const int form_term[FORM_TERMS] = {FORM_TERM};
    const int term[FORMS] = {
#define FORM(NAME, name, members, rows, term, flops, special) term,
#include "models/forms/list.h"
#undef FORM
    };
    ADD_ENERGY(f, form_term[term[form]], UNITS * (of->energy - of->coulomb));
    ADD_ENERGY(f, form_term[TERM_COULOMB_14], UNITS * of->coulomb);
}

/**
 * Computes the energy of a term and the forces on its members. `kind` is the word of its entry in
 * the topology (harness/particles/topology.h) without the role. `rows` has the coefficients of all
 * bonded terms; r[k] is the displacement from member k to k + 1. The caller zeroes f.
 */
MODEL_FUNCTION void evaluate_term(const MODEL_STRUCT *c, const void *rows, int kind,
                                  const body_type *bodies, const struct vector *r,
                                  struct bonded_force *f)
{
    const int form = (kind & 31) - OWN_FORMS;
#ifdef MODEL_BONDED
    if (form < 0) {
        model_bonded(c, kind, bodies, r, f);
        return;
    }
#else
    (void)c;
    (void)bodies;
#endif
    struct form_force of;
    form_evaluate(form, (const struct form_row *)rows + (kind >> 5), r, &of);
    MODEL_UNROLL
    for (int m = 0; m < BONDED_MOST; m++)
        f->force[m] = times(UNITS, of.force[m]);
    add_form_energy(form, &of, f);
}

#else
#define evaluate_term(c, rows, kind, bodies, r, f) model_bonded(c, kind, bodies, r, f)
#endif

/**
 * Replaces the term's energy by the virial, if it is selected. r[k] is the displacement from member
 * k to k + 1.
 */
MODEL_FUNCTION void select_bonded_virial(struct bonded_force *f, const struct vector r[])
{
    if (f->selected != TERMS_VIRIAL)
        return;
    struct vector from_first = r[0];
    f->energy = dot(from_first, f->force[1]);
    for (int m = 2; m < BONDED_MOST; m++) {
        from_first = plus(from_first, r[m - 1]);
        f->energy += dot(from_first, f->force[m]);
    }
}

#endif
