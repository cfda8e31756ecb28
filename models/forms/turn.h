/*
 * The dihedral angle phi between the plane of members 0, 1, 2 and the plane of members 1, 2, 3, and
 * the forces of an energy U(phi). phi is 180 degrees in trans and 0 in cis (IUPAC). It increases if
 * member 3 turns clockwise, seen in the direction from member 1 to member 2. With a, b, c the
 * vectors from each member to the next, m = a x b and n = b x c,
 *
 *   cos phi = m . n / (|m| |n|),  sin phi = |b| a . n / (|m| |n|),
 *   F_0 = U' |b| m / m^2,  F_3 = -U' |b| n / n^2,  U' = dU/dphi,
 *   F_1 = -F_0 - (a . b / b^2) F_0 + (c . b / b^2) F_3,  F_2 = -F_0 - F_1 - F_3,
 *
 * without a division by sin phi: A. Blondel, M. Karplus, J. Comput. Chem. 17, 1132 (1996). If three
 * members are on a line, phi is undefined, and sine, cosine and forces are 0.
 */
#ifndef PAIRLANES_MODELS_FORMS_TURN_H
#define PAIRLANES_MODELS_FORMS_TURN_H

#include "models/forms/row.h"

struct form_turn {
    struct vector first, last; /* dphi/dr with respect to the positions of members 0 and 3 */
    real before, after;        /* a . b / b^2, c . b / b^2 */
    real cosine, sine;         /* cosine and sine of phi */
};

MODEL_FUNCTION struct form_turn form_turn_of(const struct vector *r)
{
    struct form_turn turn;
    struct vector a = r[0], b = r[1], c = r[2], m = cross(a, b), n = cross(b, c);
    real b2 = dot(b, b), per_b = reciprocal_sqrt(b2), length = b2 * per_b;
    real per_b2 = per_b * per_b;
    real per_m = reciprocal_sqrt(form_not_zero(dot(m, m)));
    real per_n = reciprocal_sqrt(form_not_zero(dot(n, n)));
    real per_mn = per_m * per_n;
    turn.cosine = dot(m, n) * per_mn;
    turn.sine = dot(a, n) * length * per_mn;
    turn.first = times(-length * per_m * per_m, m);
    turn.last = times(length * per_n * per_n, n);
    turn.before = dot(a, b) * per_b2;
    turn.after = dot(c, b) * per_b2;
    return turn;
}

/** Fills the forces of an energy U with dU/dphi = `slope`. */
MODEL_FUNCTION void form_twist(const struct form_turn *turn, real slope, struct form_force *f)
{
    f->force[0] = times(-slope, turn->first);
    f->force[3] = times(-slope, turn->last);
    struct vector shared = minus(times(turn->before, f->force[0]), times(turn->after, f->force[3]));
    f->force[1] = times(-1, plus(f->force[0], shared));
    f->force[2] = minus(shared, f->force[3]);
}

/** Fills forces and energy of K [1 + cos(n phi - d)]; `cosine` and `sine` are cos d and sin d. */
MODEL_FUNCTION void form_periodic(const struct form_turn *turn, real stiffness, real multiplicity,
                                  real cosine, real sine, struct form_force *f)
{
    real x = cosine, y = -sine; /* cos(k phi - d), sin(k phi - d) */
    for (int k = 0; k < (int)multiplicity; k++) {
        real next = x * turn->cosine - y * turn->sine;
        y = x * turn->sine + y * turn->cosine;
        x = next;
    }
    f->energy = stiffness * (1 + x);
    form_twist(turn, -stiffness * multiplicity * y, f);
}

#endif
