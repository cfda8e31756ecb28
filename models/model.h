/*
 * Base of every model header. A model compiles as C11 and as CUDA C, once per precision: the unit
 * that includes it defines REAL. From a model `m` of points the kernels use
 *   struct m_constants    the constants of the pair function, all of type `real`;
 *   m_pair(c, dx, dy, dz, f)   r = r_q - r_p; fills force on q and energy, zero if there are none,
 *                              and returns whether the pair interacts. r is never zero.
 * Macros that a model defines before it includes this file say what else there is: types,
 * orientation, kinds of interaction, bonded terms (models/README.md). With MODEL_DESCRIBE defined,
 * the header also gives the harness its description `m_model`.
 */
#ifndef PAIRLANES_MODELS_MODEL_H
#define PAIRLANES_MODELS_MODEL_H

#include "models/real.h"
#include "models/special_values.h"

#if defined(MODEL_ORIENTED) || defined(MODEL_ROW)
#include "models/vector.h"
#endif

enum { ORIENTATION_P = 1, ORIENTATION_Q = 2 };

/** The power of two that a pair function of MODEL_IN_UNITS multiplies its energies by, which rounds
 * nothing. */
#if defined(MODEL_IN_UNITS) && defined(FRACTION_BITS) && !defined(FIXED_MATH)
#define UNITS ((real)(1ULL << FRACTION_BITS))
#else
#define UNITS 1
#endif

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

#ifdef FRACTION_BITS
#include "models/fixed_sums.h"
#elif defined(SUM)
/** Converts a component of a pair's force or torque for the sum. */
MODEL_FUNCTION SUM to_sum(real value)
{
    return (SUM)value;
}

MODEL_FUNCTION SUM energy_to_sum(real energy)
{
    return (SUM)energy;
}
#endif

#ifndef MODEL_DESCRIBE
/** Replaces the pair's energy by the virial, if that is selected. */
MODEL_FUNCTION void select_virial(struct pair_force *f, real dx, real dy, real dz)
{
    if (f->selected == TERMS_VIRIAL)
        f->energy = f->x * dx + f->y * dy + f->z * dz;
}
#endif

#if defined(MODEL_BONDED) || defined(BONDED_MOST)
#include "models/bonded.h"
#endif

#endif
