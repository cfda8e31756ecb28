/* A particle and its pairs, for models with and without bodies alike. */
#ifndef PAIRLANES_STRATEGIES_GPU_BODY_CUH
#define PAIRLANES_STRATEGIES_GPU_BODY_CUH

#include "strategies/gpu.cuh"

/** What a particle is beside its position; nothing in models without bodies. */
#ifdef MODEL_BODY
using body_type = struct OF_MODEL(_body);
#else
struct body_type {
};
#endif

/** Whether particles have bonded terms, and partners that they do not meet as a pair. */
#ifdef MODEL_BONDED
enum { HAS_BONDED = true };
#else
enum { HAS_BONDED = false };
#endif

/**
 * The body of particle i, which is at `at`; without `turned`, which saves a load, as if it had the
 * orientation of the space frame.
 */
__device__ __forceinline__ body_type body_at(const gpu_arguments &a, const MODEL_STRUCT &constants,
                                             int i, const vector4 &at, bool turned = true)
{
#ifdef MODEL_BODY
#ifdef MODEL_ORIENTED
    if (turned) { /* both ways make a body: of none the compiler makes constants */
        const vector4 q = load(a.orientation + i);
        return OF_MODEL(_body_of)(&constants, at.w, {q.x, q.y, q.z, q.w});
    }
#endif
    return OF_MODEL(_body_of)(&constants, at.w, {1, 0, 0, 0});
#else
    return {};
#endif
}

/** Whether bodies are worth making for a pair; pair functions without them look themselves. */
__device__ __forceinline__ bool in_range(REAL dx, REAL dy, REAL dz)
{
#ifdef MODEL_BODY
    return dx * dx + dy * dy + dz * dz < (REAL)(CUTOFF * CUTOFF);
#else
    return true;
#endif
}

#ifdef MODEL_INTERACTIONS
/** How the types of two particles have them interact. */
__device__ __forceinline__ int interaction_of(const gpu_arguments &a, const MODEL_STRUCT &constants,
                                              const body_type &self, const vector4 &other)
{
    return OF_MODEL(_interaction)(&constants, self.type,
                                  body_at(a, constants, 0, other, false).type);
}
#endif

/** Whether the kernel is built for fewer types than the model has. */
__device__ __forceinline__ bool is_special(const MODEL_STRUCT &constants)
{
#ifdef MODEL_SPECIAL
    return constants.MODEL_SPECIAL != 0;
#else
    return false;
#endif
}

/** A particle that is to meet partners. */
struct self_type {
    body_type body;
#ifdef MODEL_INTERACTIONS
    /* How it interacts with each type, in four bits: a model's conditions on the types, met anew
       with every partner, would take a warp apart. */
    enum { BITS = 4 };
    static_assert(MODEL_TYPE_COUNT * BITS <= 32 && MODEL_INTERACTIONS <= 1 << BITS, "for a word");
    unsigned ways;
    /* The type with which it interacts in MODEL_COMMON, as positions carry it, or none. */
    REAL common_type;
    /* Whether all of the warp have one: MODEL_COMMON has code of its own, and mixed warps would go
       through both. */
    bool common;
#endif

    __device__ __forceinline__ self_type(const gpu_arguments &a, const MODEL_STRUCT &constants,
                                         int i, const vector4 &at)
        : body(body_at(a, constants, i, at))
    {
#ifdef MODEL_INTERACTIONS
        ways = 0;
#pragma unroll
        for (int type = 0; type < MODEL_TYPE_COUNT; type++)
            ways |= (unsigned)OF_MODEL(_interaction)(&constants, body.type, type) << BITS * type;
        common_type = -1;
#pragma unroll
        for (int type = 0; type < MODEL_TYPE_COUNT; type++)
            if (interaction_with(type) == MODEL_COMMON(constants))
                common_type = type;
        common = is_special(constants) || __all_sync(__activemask(), common_type >= 0);
#endif
    }

    /** Whose interactions are known as they come. */
    __device__ __forceinline__ explicit self_type(const body_type &known) : body(known)
    {
#ifdef MODEL_INTERACTIONS
        ways = 0;
        common_type = -1;
        common = true;
#endif
    }

#ifdef MODEL_INTERACTIONS
    __device__ __forceinline__ int interaction_with(int type) const
    {
        return (int)(ways >> BITS * type) & ((1 << BITS) - 1);
    }
#endif
};

#ifdef MODEL_ORIENTED
/** The torque on q: that on both is minus r x F. Of a central force it is zero, not rounding. */
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
#endif

#include "strategies/pair_of_bodies.h"

#ifdef MODEL_INTERACTIONS
/** The force of a pair in range that interacts in a known way. */
__device__ __forceinline__ bool meet_as(const gpu_arguments &a, const MODEL_STRUCT &constants,
                                        const body_type &self, int partner, const vector4 &other,
                                        int interaction, REAL dx, REAL dy, REAL dz, pair_force &f)
{
    const bool turned = (OF_MODEL(_orientations)(interaction) & ORIENTATION_Q) != 0;
    const body_type body = body_at(a, constants, partner, other, turned);
    return pair_of_bodies(&constants, &self, &body, interaction, dx, dy, dz, &f);
}
#endif

/**
 * The force between `self` and a partner at `other`, d the vector to it; zero if they do not
 * interact. `stored` is how they do, or LOOK_UP. A partner's body is made only if it is in range.
 */
__device__ __forceinline__ bool meet(const gpu_arguments &a, const MODEL_STRUCT &constants,
                                     const self_type &self, int partner, const vector4 &other,
                                     int stored, REAL dx, REAL dy, REAL dz, pair_force &f)
{
#ifdef MODEL_BODY
    f = {};
    f.selected = a.terms;
    if (!in_range(dx, dy, dz))
        return false;
#ifdef MODEL_INTERACTIONS
    bool interacts;
    const bool known = stored != LOOK_UP;
    const int common = MODEL_COMMON(constants); /* the types are constants then */
    const bool in_common =
        known ? stored == common : is_special(constants) || other.w == self.common_type;
    if (self.common && in_common) {
        interacts = meet_as(a, constants, self.body, partner, other, common, dx, dy, dz, f);
    } else {
        const int interaction =
            known ? stored : self.interaction_with(body_at(a, constants, 0, other, false).type);
        interacts = meet_as(a, constants, self.body, partner, other, interaction, dx, dy, dz, f);
    }
#else
    const body_type body = body_at(a, constants, partner, other);
    const bool interacts = pair_of_bodies(&constants, &self.body, &body, dx, dy, dz, &f);
#endif
#else
    f.selected = a.terms;
    const bool interacts = pair(&constants, dx, dy, dz, &f);
#endif
    select_virial(&f, dx, dy, dz);
    return interacts;
}

/** The same for an edge, for which both bodies are made. */
__device__ __forceinline__ bool meet_edge(const gpu_arguments &a, const MODEL_STRUCT &constants,
                                          const int2 &ends, const vector4 &from, const vector4 &to,
                                          int stored, REAL dx, REAL dy, REAL dz, pair_force &f)
{
    if (!in_range(dx, dy, dz))
        return false;
#ifdef MODEL_INTERACTIONS
    const body_type bare = body_at(a, constants, ends.x, from, false);
    const int interaction = stored != LOOK_UP ? stored : interaction_of(a, constants, bare, to);
    const bool turned = (OF_MODEL(_orientations)(interaction) & ORIENTATION_P) != 0;
    const self_type self(body_at(a, constants, ends.x, from, turned));
#else
    const int interaction = stored;
    const self_type self(body_at(a, constants, ends.x, from));
#endif
    return meet(a, constants, self, ends.y, to, interaction, dx, dy, dz, f);
}

#ifdef MODEL_ORIENTED
__device__ __forceinline__ sum3 to_sums(const struct vector &v)
{
    return {to_sum(v.x), to_sum(v.y), to_sum(v.z)};
}

__device__ __forceinline__ sum3 plus(const sum3 &a, const sum3 &b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
#endif

/** The sums of a particle: of the forces on it, of the torques, of energies. */
struct total {
    SUM x, y, z, energy;
#ifdef MODEL_ORIENTED
    sum3 torque;
#endif

    __device__ __forceinline__ total() : x(0), y(0), z(0), energy(0)
    {
#ifdef MODEL_ORIENTED
        torque = {0, 0, 0};
#endif
    }

    /** What p gets of a pair: the force on p is minus that on q. */
    __device__ __forceinline__ explicit total(const pair_force &f)
        : x(-to_sum(f.x)), y(-to_sum(f.y)), z(-to_sum(f.z)), energy(energy_to_sum(f.energy))
    {
#ifdef MODEL_ORIENTED
        torque = to_sums(f.torque);
#endif
    }

    /** Adds what p gets of a pair. */
    template <bool ENERGY> __device__ __forceinline__ void add(const pair_force &f)
    {
        x -= to_sum(f.x);
        y -= to_sum(f.y);
        z -= to_sum(f.z);
        if (ENERGY)
            energy += energy_to_sum(f.energy);
#ifdef MODEL_ORIENTED
        torque = plus(torque, to_sums(f.torque));
#endif
    }

    /** Adds sums that were stored before. */
    __device__ __forceinline__ void add(const sum4 *force, const sum4 *torques)
    {
        const sum4 f = *force;
        x += f.x;
        y += f.y;
        z += f.z;
        energy += f.w;
#ifdef MODEL_ORIENTED
        const sum4 t = *torques;
        torque = plus(torque, sum3{t.x, t.y, t.z});
#endif
    }

    /** Calls visit(component) for each that a kernel sums. */
    template <bool ENERGY, typename Visit> __device__ __forceinline__ void components(Visit &&visit)
    {
        visit(x);
        visit(y);
        visit(z);
        if (ENERGY)
            visit(energy);
#ifdef MODEL_ORIENTED
        visit(torque.x);
        visit(torque.y);
        visit(torque.z);
#endif
    }

    /** Stores the sums; `half`: half of the energy is this particle's. */
    __device__ __forceinline__ void store(sum4 *force, sum4 *torques, bool half) const
    {
        *force = sum4{x, y, z, half ? energy / 2 : energy};
#ifdef MODEL_ORIENTED
        *torques = sum4{torque.x, torque.y, torque.z, 0};
#endif
    }
};

#endif
