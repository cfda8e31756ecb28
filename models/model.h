/*
 * What every model header starts from. A model compiles as C11 and as CUDA C, once per precision:
 * the unit that includes it defines REAL. Of a model `m` the kernels use
 *   struct m_constants    the constants of the pair function, all of type `real`;
 *   m_pair(c, dx, dy, dz, f)   r = r_q - r_p; fills force on q and energy, zero if there are none,
 *                              and returns whether the pair interacts. r is never zero.
 * That is all of a model of points, such as models/lj.h. Ten macros, which a model defines before
 * it includes this file, say what else there is. What a model leaves out it has by
 * models/defaults.h.
 *
 * Five say what particles are and what the pair function takes:
 *
 *   MODEL_ROW       Particles have types, and the pair function reads numbers of two types.
 *                     struct m_row        2 or 4 numbers of type `real`, aligned together;
 *                     m_pair(c, row, charges, dx, dy, dz, f)  takes the row of the types of p and
 *                                         q. It is zero beyond the cut-off, but for kernels of a
 *                                         CPU, which do not ask there.
 *                   `row` and `mix` of the description make rows of coefficients.
 *                   Example: eps and sigma of each two types, models/polyethylene.h.
 *   MODEL_CHARGES   (of MODEL_ROW) Particles may have charges: the name of the constant that
 *                   `charges` comes multiplied by, q_p q_q in 1 / CHARGES_PER_E^2 (models/word.h).
 *                   Left out: `charges` is 0.
 *                   Example: #define MODEL_CHARGES coulomb, models/martini.h.
 *   MODEL_ORIENTED  Particles have orientation.
 *                     struct m_body       what the pair function takes of a particle;
 *                     m_body_of(c, type, charge, quaternion)  makes it from what memory holds, the
 *                                         charge in 1 / CHARGES_PER_E;
 *                     m_pair(c, p, q, dx, dy, dz, f)  takes two bodies within the range of the
 *                                         model. It fills the torque on p, too; that on q is
 *                                         -torque - r x F, for angular momentum is conserved.
 *                   Example: spheres with patches, models/patchy.h.
 *   MODEL_INTERACTIONS  (of MODEL_ORIENTED, with a member `type` of m_body) How many kinds of
 *                   interaction there are, between which the types of a pair decide. The lanes of a
 *                   CPU's vectors take pairs of one kind together; without kinds pairs of bodies
 *                   are evaluated one after another.
 *                     m_type_count        a constant: how many types there are;
 *                     m_interaction(c, type_p, type_q)  the kind, from 0;
 *                     m_common(c)         that of most pairs, which has code of its own on a GPU;
 *                     m_reversed(interaction)       that of q and p;
 *                     m_orientations(interaction)   whose orientations it asks for: a set of
 *                                         ORIENTATION_P and ORIENTATION_Q;
 *                     m_pair(c, p, q, interaction, dx, dy, dz, f)  takes the kind, too.
 *                   Example: charges and dipoles of beads, models/brahms/bead.h.
 *   MODEL_BONDED    (of MODEL_ROW or MODEL_ORIENTED) The members, at most, of bonded terms whose
 *                   forms are the model's own. Those of models/forms/ need no code of the model.
 *                     m_bonded(c, form, bodies, r, f)  r[k] is the vector from member k to k + 1;
 *                     m_bonded(c, form, charges, r, f)  of MODEL_ROW takes the product of the
 *                                         charges of the first two members.
 *                   Example: #define MODEL_BONDED 2, the backbone of models/oxdna.h.
 *
 * Five make a model faster. Without one of them its results are the same:
 *
 *   MODEL_COPIES(c) The copies of the pair function that a loop on a GPU may hold: 1, 2 or 4. Some
 *                   700 instructions fit the innermost cache.
 *                   Example: 1 for sticky water, whose pair function is long, models/brahms.h.
 *   MODEL_MAY_INTERACT  (of MODEL_ORIENTED) The pair function is long, and few of the pairs in
 *                   range interact.
 *                     m_may_interact(c, p, q, dx, dy, dz)  true of every pair that does, and of few
 *                                         others: the short test by which kernels with a queue
 *                                         choose whom to evaluate. It is asked of pairs out of
 *                                         range, too.
 *                   Example: the distances of sites of two nucleotides, models/oxdna/pair.h.
 *   MODEL_VARIANTS  The constants choose between that many variants of the pair function, 8 at
 *                   most, and loops of a CPU are compiled for each. Of MODEL_ORIENTED they are two.
 *                     m_variant(c)        the variant, from 0;
 *                     m_settle(c, v)      writes into the constants what variant v says, so that
 *                                         the compiler knows it.
 *                   Example: Ewald, reaction field or tables, models/allatom/ways.h.
 *   MODEL_SUMS(c)   (of MODEL_INTERACTIONS) Whether kernels of a GPU that take the partners of a
 *                   particle one after another, without energies, may leave to the end what all its
 *                   pairs have in common.
 *                     struct m_sums       what is summed until then: `real` alone, 0 at first;
 *                     m_add(c, p, q, interaction, dx, dy, dz, sums)  adds a pair;
 *                     m_add_up(p, sums, f)  fills the force on all partners and the torque on p.
 *                   Example: the field at a dipole, models/brahms/sums.h.
 *   MODEL_IN_UNITS  Forces and energies come multiplied by UNITS (models/real.h): where sums are in
 *                   fixed point, constants of the pair function carry the factor, and components of
 *                   forces are not multiplied by it one by one.
 *                   Example: UNITS * c->force12, models/lj.h.
 *
 * A bonded term excludes no pair: excluded pairs are listed by themselves.
 * A model that describes several energy terms adds to each with ADD_ENERGY(f, term, value).
 * With MODEL_DESCRIBE defined, the header also gives the harness its description `m_model`.
 */
#ifndef PAIRLANES_MODELS_MODEL_H
#define PAIRLANES_MODELS_MODEL_H

#include "models/real.h"
#include "models/vector.h"

enum { ORIENTATION_P = 1, ORIENTATION_Q = 2 };

/** 1 / sqrt(x): on a GPU by the instruction that the precision names, if it names one. */
MODEL_FUNCTION real reciprocal_sqrt(real x)
{
#if defined(__CUDACC__) && defined(RECIPROCAL_SQRT)
    return RECIPROCAL_SQRT(x);
#else
    return 1 / sqrt(x);
#endif
}

/**
 * The reference asks for each term's energy and for the branches that a pair took; kernels for the
 * energy of the terms that they select.
 */
#ifdef MODEL_DESCRIBE
#define MODEL_DETAILS                                                                              \
    real terms[12];                                                                                \
    unsigned branches;
#define ADD_ENERGY(f, term, value) ((f)->terms[term] += (value), (f)->energy += (value))
#define BRANCH(f, branch)          ((f)->branches |= 1U << (branch))
#else
#define MODEL_DETAILS              unsigned selected; /* bit k: energy is that of term k, too */
#define ADD_ENERGY(f, term, value) ((f)->energy += if_selected((f)->selected, (term), (value)))
#define BRANCH(f, branch)          ((void)(f), (void)(branch))

/*
 * A function, so that compilers see a choice between two values. A conditional around the addition
 * would stay a branch in kernels without energy.
 */
MODEL_FUNCTION real if_selected(unsigned selected, int term, real value)
{
    return selected >> term & 1 ? value : (real)0;
}
#endif

/** The force on particle q of a pair, and the pair's energy. */
struct pair_force {
    real x, y, z;
    real energy;
#ifdef MODEL_ORIENTED
    struct vector torque; /* torque on p, about its centre, in the space frame */
#ifdef FRACTION_BITS
    struct vector partner_torque; /* torque on q, set by strategies/pair_of_bodies.h */
#endif
#endif
    MODEL_DETAILS
};

/* Members of a bonded term, at most; the harness says how many if some are of models/forms/. */
#if defined(MODEL_BONDED) && !defined(BONDED_MOST)
#define BONDED_MOST MODEL_BONDED
#endif

#ifdef BONDED_MOST
/** The forces and torques on the members of a bonded term. */
struct bonded_force {
    struct vector force[BONDED_MOST], torque[BONDED_MOST];
    real energy;
    MODEL_DETAILS
};
#endif

#endif
