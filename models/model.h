/*
 * Base of every model header. A model compiles as C11 and as CUDA C, once per precision; the file
 * that includes it defines REAL. Kernels use these names of a model `m` of points:
 *   struct m_constants    the constants of the pair function, all of type `real`;
 *   m_pair(c, dx, dy, dz, f)   with r = r_q - r_p: fills the force on q and the energy (or zeros)
 *                              and returns whether the pair interacts. r is never zero.
 * A model with types, orientation, kinds of interaction or bonded terms defines macros before it
 * includes this file (models/README.md). If MODEL_DESCRIBE is defined, the header also defines the
 * description `m_model` for the harness.
 */
#ifndef PAIRLANES_MODELS_MODEL_H
#define PAIRLANES_MODELS_MODEL_H

#include "models/real.h"
#include "models/special_values.h"

#if defined(MODEL_ORIENTED) || defined(MODEL_ROW)
#include "models/vector.h"
#endif

enum { ORIENTATION_P = 1, ORIENTATION_Q = 2 };

/** Factor for energies in pair functions with MODEL_IN_UNITS, which compute in units of sums. It
 * is a power of two, so that the product is exact. */
#if defined(MODEL_IN_UNITS) && defined(FRACTION_BITS) && !defined(FIXED_MATH)
#define UNITS ((real)(1ULL << FRACTION_BITS))
#else
#define UNITS 1
#endif

/** Returns 1 / sqrt(x). On a GPU, uses the instruction RECIPROCAL_SQRT if the precision defines
 * it. */
MODEL_FUNCTION real reciprocal_sqrt(real x)
{
#if defined(__CUDACC__) && defined(RECIPROCAL_SQRT)
    return RECIPROCAL_SQRT(x);
#else
    return 1 / sqrt(x);
#endif
}

/** Energies and branches. The reference collects the energy of each term and the branches of each
 * pair. Kernels sum the energies of the selected terms. */
#ifdef MODEL_DESCRIBE
#define MODEL_DETAILS                                                                              \
    real terms[12];                                                                                \
    unsigned branches;
#define ADD_ENERGY(f, term, value) ((f)->terms[term] += (value), (f)->energy += (value))
#define BRANCH(f, branch)          ((f)->branches |= 1U << (branch))
#else
#define MODEL_DETAILS              unsigned selected; /* bit k: `energy` includes term k */
#define ADD_ENERGY(f, term, value) ((f)->energy += if_selected((f)->selected, (term), (value)))
#define BRANCH(f, branch)          ((void)(f), (void)(branch))

/* Returns `value` if the term is selected, otherwise 0. A function makes compilers select a value:
 * a condition around the addition would remain a branch in kernels without energy. */
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
/** Converts a component of a pair's force or torque to the type of sums. */
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
/** Replaces the energy of a pair by its virial, if the virial is selected. */
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
