/*
 * Bodies and their pairs. A model derives a body from a particle's type and orientation. Not used
 * for models of points: gpu_particle.cuh defines the same names for points.
 */
#ifndef PAIRLANES_STRATEGIES_GPU_BODIES_CUH
#define PAIRLANES_STRATEGIES_GPU_BODIES_CUH

#include "strategies/gpu_word.cuh"

/*
 * One copy, because several copies of a long pair function would not fit the instruction cache.
 * With sums in fixed point, the two bodies of a pair have a fixed order. This makes the function
 * twice as long.
 */
#ifdef FRACTION_BITS
enum { COPIES = MODEL_COPIES(all_constants) > 1 ? MODEL_COPIES(all_constants) / 2 : 1 };
#else
enum { COPIES = MODEL_COPIES(all_constants) };
#endif

/* 1 lets threads use all registers: long pair functions and 64-bit sums would spill otherwise. */
enum { LEAST_BLOCKS = sizeof(SUM) == 8 || COPIES == 1 };

/** Type of the coefficient row that the pair function reads; empty in models without rows. */
#if HAS_ROWS
using row_type = struct OF_MODEL(_row);
#else
using row_type = void;
#endif

/**
 * Makes the body of particle i at position `at`. Without `needs_orientation` the orientation is not
 * loaded, and the body's axes are the axes of space.
 */
__device__ __forceinline__ body_type body_at(const gpu_arguments &a, int i, const vector4 &at,
                                             bool needs_orientation = true)
{
    const MODEL_STRUCT &constants = model_constants();
    const int type = word_type(word_in(at.w)), charge = word_charge(word_in(at.w));
#if HAS_ORIENTATION
    /*
     * Two calls, because the compiler folds the call with the fixed orientation into constants. It
     * would not do so if a condition chose the orientation for a single call.
     */
    if (needs_orientation) {
        const vector4 q = load(a.orientation + i);
        return OF_MODEL(_body_of)(&constants, type, charge, {q.x, q.y, q.z, q.w});
    }
#endif
    return OF_MODEL(_body_of)(&constants, type, charge, {1, 0, 0, 0});
}

/** Whether a pair is in range; bodies are made only for pairs in range. */
__device__ __forceinline__ bool in_range(const displacement &d)
{
    return d.x * d.x + d.y * d.y + d.z * d.z < (REAL)(CUTOFF * CUTOFF);
}

#if HAS_KINDS
/** Returns the type of the particle at `at`. */
__device__ __forceinline__ auto type_of(const gpu_arguments &a, const vector4 &at)
{
    return body_at(a, 0, at, false).type;
}
#endif

#if HAS_KINDS
enum { TYPE_COUNT = OF_MODEL(_type_count) };

/** Returns the model's most common kind of interaction, for which kernels have separate code. */
__device__ __forceinline__ int common_kind()
{
    return OF_MODEL(_common)(&model_constants());
}

/** Whether all pairs of types have the common kind of interaction; folded at compile time. */
__device__ __forceinline__ bool has_common_kind_alone()
{
    bool alone = true;
#pragma unroll
    for (int types = 0; types < TYPE_COUNT * TYPE_COUNT; types++)
        alone = alone && OF_MODEL(_interaction)(&model_constants(), types / TYPE_COUNT,
                                                types % TYPE_COUNT) == common_kind();
    return alone;
}
#endif

/** The own particle of a thread: the thread evaluates its pairs. */
struct own_particle {
    body_type body;
#if HAS_KINDS
    /*
     * `kinds`: the particle's kind of interaction with each type, four bits per type. Lanes would
     * diverge if they evaluated the model's conditions on types for each partner.
     */
    enum { BITS = 4 };
    static_assert(TYPE_COUNT * BITS <= 32 && MODEL_INTERACTIONS <= 1 << BITS,
                  "the kinds of all types have to fit in a word");
    unsigned kinds;
    /* type with which it has the common kind of interaction; -1: none */
    int common_type;
    /*
     * true if each particle of the warp has such a type. Only then is the separate code for the
     * common kind used; otherwise the warp would execute both versions
     */
    bool common;
#endif

    /** Creates particle i at position `at`. All 32 lanes of a warp have to call it together. */
    __device__ __forceinline__ own_particle(const gpu_arguments &a, int i, const vector4 &at)
        : body(body_at(a, i, at))
    {
#if HAS_KINDS
        const MODEL_STRUCT &constants = model_constants();
        kinds = 0;
#pragma unroll
        for (int type = 0; type < TYPE_COUNT; type++)
            kinds |= (unsigned)OF_MODEL(_interaction)(&constants, body.type, type) << BITS * type;
        common_type = -1;
#pragma unroll
        for (int type = 0; type < TYPE_COUNT; type++)
            if (interaction_with(type) == common_kind())
                common_type = type;
        common = has_common_kind_alone() || __all_sync(ALL_LANES, common_type >= 0);
#endif
    }

    /** Creates the first particle of an edge; its kind of interaction is already known. */
    __device__ __forceinline__ explicit own_particle(const body_type &known) : body(known)
    {
#if HAS_KINDS
        kinds = 0;
        common_type = -1;
        common = true;
#endif
    }

#if HAS_KINDS
    /** Returns the particle's kind of interaction with a type. */
    __device__ __forceinline__ int interaction_with(int type) const
    {
        return (int)(kinds >> BITS * type) & ((1 << BITS) - 1);
    }
#endif
};

#if HAS_ORIENTATION
__device__ __forceinline__ sum3 plus(const sum3 &a, const sum3 &b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

/**
 * Returns the torque on q: the torques on p and q add up to -r x F. For a central force the result
 * is exactly zero.
 */
__device__ __forceinline__ struct vector balancing_torque(const pair_force *f, real dx, real dy,
                                                          real dz)
{
    const struct vector r = vector(dx, dy, dz), force = vector(f->x, f->y, f->z);
    const struct vector both = plus(f->torque, cross(r, force));
    const real rounding = sizeof(real) == 4 ? (real)3e-7 : (real)6e-16;
    const bool central = dot(f->torque, f->torque) == 0 &&
                         dot(both, both) <= rounding * rounding * dot(r, r) * dot(force, force);
    return times(central ? 0 : -1, both);
}

#include "strategies/pair_of_bodies.h"
#endif

#if HAS_KINDS
/** Computes the force of a pair of bodies. */
__device__ __forceinline__ bool evaluate_bodies(const own_particle &self, const body_type &body,
                                                int interaction, const displacement &d,
                                                pair_force &f)
{
    return pair_of_bodies(&model_constants(), &self.body, &body, interaction, d.x, d.y, d.z, &f);
}

/** Evaluates a pair in range with the kind of interaction `interaction`. */
template <typename Found>
__device__ __forceinline__ bool evaluate_kind(const gpu_arguments &a, const own_particle &self,
                                              const partner &other, int interaction,
                                              const displacement &d, Found &found)
{
    const bool needs_orientation = (OF_MODEL(_orientations)(interaction) & ORIENTATION_Q) != 0;
    const body_type body = body_at(a, other.i, other.at, needs_orientation);
    return evaluate_bodies(self, body, interaction, d, found);
}

/** Evaluates a pair in range, with separate code for the common kind of interaction. */
template <typename Found>
__device__ __forceinline__ bool evaluate_in_range(const gpu_arguments &a, const own_particle &self,
                                                  const partner &other, const displacement &d,
                                                  Found &found)
{
    const bool known = other.interaction != LOOK_UP;
    const int common = common_kind(); /* a constant, so that the compiler specializes
                                       * evaluate_kind */
    const bool in_common =
        known ? other.interaction == common
              : has_common_kind_alone() || word_type(word_in(other.at.w)) == self.common_type;
    if (self.common && in_common)
        return evaluate_kind(a, self, other, common, d, found);
    const int interaction = known ? other.interaction : self.interaction_with(type_of(a, other.at));
    return evaluate_kind(a, self, other, interaction, d, found);
}
#elif HAS_ROWS
/** Returns the coefficient row of the types of p and q. */
__device__ __forceinline__ const row_type *pair_row(const gpu_arguments &a, const body_type &p,
                                                    const body_type &q)
{
    return static_cast<const row_type *>(a.pair_rows) + a.types * p.type + q.type;
}

/** Returns the product of the charges of p and q, in the form that the pair function expects. */
__device__ __forceinline__ real charges_of(const body_type &p, const body_type &q)
{
    return product_of_charges(&model_constants(), p.charge, q.charge);
}

/** Computes the force of a pair of bodies. */
__device__ __forceinline__ bool evaluate_bodies(const gpu_arguments &a, const body_type &p,
                                                const body_type &q, const displacement &d,
                                                pair_force &f)
{
    const row_type row = *pair_row(a, p, q);
    return model_pair(&model_constants(), &row, charges_of(p, q), d.x, d.y, d.z, &f);
}

/** Computes the force of a pair in range. */
__device__ __forceinline__ bool evaluate_in_range(const gpu_arguments &a, const own_particle &self,
                                                  const partner &other, const displacement &d,
                                                  pair_force &f)
{
    return evaluate_bodies(a, self.body, body_at(a, other.i, other.at), d, f);
}
#else
/** Computes the force of a pair of bodies. */
__device__ __forceinline__ bool evaluate_bodies(const gpu_arguments &, const body_type &p,
                                                const body_type &q, const displacement &d,
                                                pair_force &f)
{
    return pair_of_bodies(&model_constants(), &p, &q, d.x, d.y, d.z, &f);
}

/** Computes the force of a pair in range. */
__device__ __forceinline__ bool evaluate_in_range(const gpu_arguments &a, const own_particle &self,
                                                  const partner &other, const displacement &d,
                                                  pair_force &f)
{
    return evaluate_bodies(a, self.body, body_at(a, other.i, other.at), d, f);
}
#endif

/**
 * Evaluates the pair of a particle and a partner with displacement d. Fills `f`, with zeros if the
 * two do not interact; returns whether they interact. Makes the partner's body only if the partner
 * is in range.
 */
__device__ __forceinline__ bool evaluate_pair(const gpu_arguments &a, const own_particle &self,
                                              const partner &other, const displacement &d,
                                              pair_force &f)
{
    f = {};
    f.selected = a.terms;
    if (!in_range(d))
        return false;
    const bool interacts = evaluate_in_range(a, self, other, d, f);
    select_virial(&f, d.x, d.y, d.z);
    return interacts;
}

#endif
