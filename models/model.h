/*
 * What every model header starts from. A model compiles as C11 and as CUDA C, once per precision:
 * the unit that includes it defines REAL. Of a model `m` the kernels use
 *   struct m_constants    the constants of the pair function, all of type `real`;
 *   m_pair(c, dx, dy, dz, f)   r = r_q - r_p; fills force on q and energy, zero if there are none,
 *                              and returns whether the pair interacts. r is never zero.
 * A model defines before it includes this file
 *   MODEL_BODY      if a particle is more than its position. Then also
 *                     struct m_body                   what a particle is;
 *                     m_body_of(c, type, charge, quaternion)  makes it from what memory holds, the
 *                                                     charge in 1 / CHARGES_PER_E (models/word.h);
 *                     m_pair(c, p, q, dx, dy, dz, f)  takes the bodies of both particles. It is
 *                                                     only called within the model's range;
 *   MODEL_ORIENTED  (a MODEL_BODY) if particles have orientation. Then m_pair fills the torque on p
 *                   too; that on q is -torque - r x F, for angular momentum is conserved;
 *   MODEL_INTERACTIONS
 *                   (a MODEL_BODY with a member `type`) if the types of a pair decide between that
 *                   many kinds of interaction. Then also
 *                     m_interaction(c, type_p, type_q)  which of them, from 0;
 *                     m_reversed(interaction)           that of q and p;
 *                     m_orientations(interaction)       whose orientations it asks for: a set of
 *                                                       ORIENTATION_P and ORIENTATION_Q;
 *                     m_pair(c, p, q, interaction, dx, dy, dz, f)  takes it, however it is known;
 *                     MODEL_TYPE_COUNT                  how many types there are;
 *                     MODEL_COMMON(c)                   the kind of most pairs, which has code of
 *                                                       its own on a GPU;
 *   MODEL_PAIR_TABLE
 *                   (of MODEL_INTERACTIONS) the member of the constants, four numbers of each two
 *                   types, that kernels of a GPU load for pairs of another kind than MODEL_COMMON:
 *                   [MODEL_TYPE_COUNT type_p + type_q]. Left out: none. The replay counts these
 *                   loads;
 *   MODEL_SPECIAL   the name of a constant that is 0 or 1, if kernels are to be compiled for each
 *                   of the two;
 *   MODEL_COPIES(c) the copies of the pair function that a loop on a GPU may hold: 1, 2, or 4 if it
 *                   is left out. Some 700 instructions fit the innermost cache;
 *   MODEL_UNEVEN    (a MODEL_BODY) if pairs of one way to interact do too different things for the
 *                   lanes of a CPU's vectors to go through all of them together;
 *   MODEL_MAY_INTERACT
 *                   (a MODEL_BODY) if the pair function is long, and few of the pairs in range
 *                   interact. Then also
 *                     m_may_interact(c, p, q, dx, dy, dz)  true of every pair that does, and of few
 *                                                       others: the short test by which kernels
 *                                                       with a queue choose whom to evaluate. It
 *                                                       is asked of pairs out of range, too;
 *   MODEL_VARIANTS  how many variants of the pair function there are, 8 at most, if loops of a CPU
 *                   over types alone are to be compiled for each. Then also, in its kernels,
 *                     m_variant(c)    which of them these constants take, from 0;
 *                     m_settle(c, v)  writes into the constants that they take v, so that the
 *                                     compiler knows;
 *   MODEL_TABLE     if kernels look up numbers that follow from the constants, by the address that
 *                   the harness leaves in their variable `pairlanes_table`. Then also, where
 *                   MODEL_DESCRIBE is defined,
 *                     m_table_size(c)           how many there are, 0 if there is no table;
 *                     m_table_fill(c, numbers)  fills them, in double precision;
 *                     m_table_error(c)          what forces by them may be off by, relative;
 *   MODEL_IN_UNITS  if forces and energies come multiplied by UNITS: where sums are in fixed point
 *                   the pair function has them in units of its sums then, by constants that carry
 *                   the factor, and none of their components is multiplied by it any more;
 *   MODEL_SUMS(c)   (of MODEL_INTERACTIONS and MODEL_ORIENTED) whether kernels of a GPU that meet
 * the partners of a particle one after another, without energies, may leave to the end what all its
 * pairs have in common. Then also struct m_sums    what is summed until then, of `real` alone, zero
 * at first; m_add(c, p, q, interaction, dx, dy, dz, sums)  adds a pair, as m_pair has it;
 *                     m_add_up(p, sums, f)  fills the force on all partners and the torque on p;
 *   MODEL_ROW       if the pair function reads numbers of the two types and the product of the two
 *                   charges, and nothing else of the particles. Then also
 *                     struct m_row        the numbers, 2 or 4 of type `real`, aligned together;
 *                     m_pair(c, row, charges, dx, dy, dz, f)  takes the row of the types of p and
 *                                         q. It is zero beyond the cut-off, but for kernels of a
 *                                         CPU, which do not ask there;
 *                   `row` and `mix` of the description make rows of coefficients;
 *   MODEL_CHARGES   (of MODEL_ROW) if particles may have charges: the name of the constant that
 *                   `charges` come multiplied by, q_p q_q in 1 / CHARGES_PER_E^2 (models/word.h).
 *                   Left out: there are none, and `charges` is 0;
 *   MODEL_BARE      (of MODEL_CHARGES) if the pair function has less to do where a type has rows of
 *                   zeros with all: `row` may be NULL then, and forces and energies are `charges`
 *                   times what follows from the distance;
 *   MODEL_BONDED    if it has forms of bonded terms of its own: the members of a term, at most.
 *                   Those of models/forms/ are no business of the model. Then also
 *                     m_bonded(c, form, bodies, r, f)  r[k] is the vector from member k to k + 1;
 *                     m_bonded(c, form, row, charges, r, f)  of MODEL_ROW takes those of the first
 *                                         two members; `row14` of the description makes the row.
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

/* This is a function, so that compilers see a choice between two values. Written out as a
   conditional around the addition, it would stay a branch in kernels that have no energy. */
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
    struct vector torque; /* on p, about its centre, in the space frame */
#ifdef FRACTION_BITS
    struct vector partner_torque; /* that on q, which strategies/pair_of_bodies.h fills */
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
