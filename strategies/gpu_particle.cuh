/*
 * A particle, its partners and its sums, for models with and without bodies alike. A body is
 * derived from a particle's type and orientation by the model.
 */
#ifndef PAIRLANES_STRATEGIES_GPU_PARTICLE_CUH
#define PAIRLANES_STRATEGIES_GPU_PARTICLE_CUH

#include "strategies/gpu.cuh"
#include "strategies/gpu_exclusions.cuh"

/** Data of a particle in addition to its position; nothing in models without bodies. */
using body_type = struct OF_MODEL(_body);

/** Row of two types that the pair function reads; empty in models without rows. */
#if HAS_ROWS
using row_type = struct OF_MODEL(_row);
#else
using row_type = void;
#endif

/** Whether particles have bonded terms, and partners that they do not interact with as a pair. */
#ifdef HAS_EXCLUSIONS
enum { HAS_BONDED = true };
#else
enum { HAS_BONDED = false };
#endif

/**
 * The body of particle i, which is at `at`. Without `needs_orientation` a load is saved, and the
 * body is as if it were oriented along the axes of space.
 */
__device__ __forceinline__ body_type body_at(const gpu_arguments &a, int i, const vector4 &at,
                                             bool needs_orientation = true)
{
#if HAS_BODIES
    const MODEL_STRUCT &constants = model_constants();
    const int type = word_type(word_in(at.w)), charge = word_charge(word_in(at.w));
#if HAS_ORIENTATION
    /* Each of the two cases makes its own body: the compiler folds the one without orientation into
       constants, which it would not do with an orientation chosen by a condition. */
    if (needs_orientation) {
        const vector4 q = load(a.orientation + i);
        return OF_MODEL(_body_of)(&constants, type, charge, {q.x, q.y, q.z, q.w});
    }
#endif
    return OF_MODEL(_body_of)(&constants, type, charge, {1, 0, 0, 0});
#else
    return {};
#endif
}

/** A possible partner of a particle, in the form of a list or a patch. */
struct partner {
    int i;           /* its index */
    vector4 at;      /* its position and type */
    int interaction; /* the kind of their interaction, or LOOK_UP */
};

/** Whether bodies are worth making for a pair; pair functions without them look themselves. */
__device__ __forceinline__ bool in_range(const displacement &d)
{
    return !HAS_BODIES || d.x * d.x + d.y * d.y + d.z * d.z < (REAL)(CUTOFF * CUTOFF);
}

#if HAS_KINDS
/** Returns the type of a particle from its body. */
__device__ __forceinline__ auto type_of(const gpu_arguments &a, const vector4 &at)
{
    return body_at(a, 0, at, false).type;
}
#endif

#if HAS_KINDS
enum { TYPE_COUNT = OF_MODEL(_type_count) };

/** Returns the kind of interaction of most pairs, which has its own code. */
__device__ __forceinline__ int common_kind()
{
    return OF_MODEL(_common)(&model_constants());
}

/** Whether these constants leave no other: compilers know it. */
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

/** A particle whose pairs a thread evaluates. */
struct own_particle {
    body_type body;
#if HAS_KINDS
    /* The kinds of its interactions with each type, four bits each: the model's conditions on the
       types, evaluated again with every partner, would make lanes take different branches. */
    enum { BITS = 4 };
    static_assert(TYPE_COUNT * BITS <= 32 && MODEL_INTERACTIONS <= 1 << BITS,
                  "the kinds of all types have to fit in a word");
    unsigned kinds;
    /* The type with which it interacts in the common kind, or -1. */
    int common_type;
    /* Whether every particle of the warp has such a type: the common kind has its own code, and a
     * warp with particles of other types would execute both. */
    bool common;
#endif

    /** Particle i, which is at `at`. All 32 lanes of a warp have to call it together. */
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

    /** Creates a particle of an edge with a known kind of interaction. */
    __device__ __forceinline__ explicit own_particle(const body_type &known) : body(known)
    {
#if HAS_KINDS
        kinds = 0;
        common_type = -1;
        common = true;
#endif
    }

#if HAS_KINDS
    /** The kind of its interaction with a type. */
    __device__ __forceinline__ int interaction_with(int type) const
    {
        return (int)(kinds >> BITS * type) & ((1 << BITS) - 1);
    }
#endif
};

/** A particle whose list row a thread walks; with EXCLUSIONS the row holds excluded pairs, and the
 * thread tests which. */
#if EXCLUSIONS == EXCLUSIONS_USUAL
using list_particle = own_particle;
#else
struct list_particle : own_particle {
    tested_exclusions<HAS_BONDED> excluded;

    __device__ __forceinline__ list_particle(const gpu_arguments &a, int i, const vector4 &at)
        : own_particle(a, i, at), excluded(a, i)
    {
    }

    /** Whether a partner within the cut-off is excluded. */
    __device__ __forceinline__ bool is_parted_from(const gpu_arguments &a, const partner &other,
                                                   const displacement &d) const
    {
        return in_range(d) && excluded.hold(exclusion_index<HAS_BONDED>(a, other.i));
    }
};
#endif

#if HAS_ORIENTATION
/**
 * Returns the torque on q: that on both particles together is minus r x F. The torque of a central
 * force is zero, without rounding.
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
#endif

#include "strategies/pair_of_bodies.h"

#if HAS_KINDS
/** The force of a pair of bodies. */
__device__ __forceinline__ bool evaluate_bodies(const own_particle &self, const body_type &body,
                                                int interaction, const displacement &d,
                                                pair_force &f)
{
    return pair_of_bodies(&model_constants(), &self.body, &body, interaction, d.x, d.y, d.z, &f);
}

/** Evaluates a pair in range with a known kind of interaction. */
template <typename Found>
__device__ __forceinline__ bool evaluate_kind(const gpu_arguments &a, const own_particle &self,
                                              const partner &other, int interaction,
                                              const displacement &d, Found &found)
{
    const bool needs_orientation = (OF_MODEL(_orientations)(interaction) & ORIENTATION_Q) != 0;
    const body_type body = body_at(a, other.i, other.at, needs_orientation);
    return evaluate_bodies(self, body, interaction, d, found);
}

/** Evaluates a pair in range, with separate code for the interaction of most pairs. */
template <typename Found>
__device__ __forceinline__ bool evaluate_in_range(const gpu_arguments &a, const own_particle &self,
                                                  const partner &other, const displacement &d,
                                                  Found &found)
{
    const bool known = other.interaction != LOOK_UP;
    const int common = common_kind(); /* which makes the types constants */
    const bool in_common =
        known ? other.interaction == common
              : has_common_kind_alone() || word_type(word_in(other.at.w)) == self.common_type;
    if (self.common && in_common)
        return evaluate_kind(a, self, other, common, d, found);
    const int interaction = known ? other.interaction : self.interaction_with(type_of(a, other.at));
    return evaluate_kind(a, self, other, interaction, d, found);
}
#elif HAS_ROWS
/** Returns the row of two types. */
__device__ __forceinline__ const row_type *pair_row(const gpu_arguments &a, const body_type &p,
                                                    const body_type &q)
{
    return static_cast<const row_type *>(a.pair_rows) + a.types * p.type + q.type;
}

/** Returns the product of two charges for the pair function. */
__device__ __forceinline__ real charges_of(const body_type &p, const body_type &q)
{
    return product_of_charges(&model_constants(), p.charge, q.charge);
}

/** The force of a pair of bodies. */
__device__ __forceinline__ bool evaluate_bodies(const gpu_arguments &a, const body_type &p,
                                                const body_type &q, const displacement &d,
                                                pair_force &f)
{
    const row_type row = *pair_row(a, p, q);
    return model_pair(&model_constants(), &row, charges_of(p, q), d.x, d.y, d.z, &f);
}

/** The force of a pair in range. */
__device__ __forceinline__ bool evaluate_in_range(const gpu_arguments &a, const own_particle &self,
                                                  const partner &other, const displacement &d,
                                                  pair_force &f)
{
    return evaluate_bodies(a, self.body, body_at(a, other.i, other.at), d, f);
}
#elif HAS_BODIES
/** The force of a pair of bodies. */
__device__ __forceinline__ bool evaluate_bodies(const gpu_arguments &, const body_type &p,
                                                const body_type &q, const displacement &d,
                                                pair_force &f)
{
    return pair_of_bodies(&model_constants(), &p, &q, d.x, d.y, d.z, &f);
}

/** The force of a pair in range. */
__device__ __forceinline__ bool evaluate_in_range(const gpu_arguments &a, const own_particle &self,
                                                  const partner &other, const displacement &d,
                                                  pair_force &f)
{
    return evaluate_bodies(a, self.body, body_at(a, other.i, other.at), d, f);
}
#else
/** The force of a pair of points, which is zero out of range. */
__device__ __forceinline__ bool evaluate_in_range(const gpu_arguments &, const own_particle &,
                                                  const partner &, const displacement &d,
                                                  pair_force &f)
{
    return model_pair(&model_constants(), d.x, d.y, d.z, &f);
}
#endif

/**
 * Evaluates the pair of a particle and a partner, d the vector between them. Fills the force on the
 * partner, and energy and torque where the model has them, with zero if the two do not interact;
 * returns whether they do. A partner's body is made only if it is in range.
 */
__device__ __forceinline__ bool evaluate_pair(const gpu_arguments &a, const own_particle &self,
                                              const partner &other, const displacement &d,
                                              pair_force &f)
{
#if HAS_BODIES
    f = {};
    f.selected = a.terms;
    if (!in_range(d))
        return false;
    const bool interacts = evaluate_in_range(a, self, other, d, f);
#else
    f.selected = a.terms;
    const bool interacts = model_pair(&model_constants(), d.x, d.y, d.z, &f);
#endif
    select_virial(&f, d.x, d.y, d.z);
    return interacts;
}

__device__ __forceinline__ sum3 to_sums(const struct vector &v)
{
    return {to_sum(v.x), to_sum(v.y), to_sum(v.z)};
}

__device__ __forceinline__ sum3 plus(const sum3 &a, const sum3 &b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

/** Sums of a particle: forces on it, torques, energies. */
struct total {
    SUM x, y, z, energy;
#if HAS_ORIENTATION
    sum3 torque;
#endif

    __device__ __forceinline__ total() : x(0), y(0), z(0), energy(0)
    {
#if HAS_ORIENTATION
        torque = {0, 0, 0};
#endif
    }

    /** Contribution of a pair to particle p: the force on p is minus that on q. */
    __device__ __forceinline__ explicit total(const pair_force &f)
        : x(-to_sum(f.x)), y(-to_sum(f.y)), z(-to_sum(f.z)), energy(energy_to_sum(f.energy))
    {
#if HAS_ORIENTATION
        torque = to_sums(f.torque);
#endif
    }

    /** Contribution of a bonded term to a member. */
    __device__ __forceinline__ total(const struct vector &force, const struct vector &turns,
                                     SUM energy)
        : x(to_sum(force.x)), y(to_sum(force.y)), z(to_sum(force.z)), energy(energy)
    {
#if HAS_ORIENTATION
        torque = to_sums(turns);
#endif
    }

    /** Adds the contribution of a pair to particle p. */
    template <bool ENERGY> __device__ __forceinline__ void add(const pair_force &f)
    {
        x -= to_sum(f.x);
        y -= to_sum(f.y);
        z -= to_sum(f.z);
        if (ENERGY)
            energy += energy_to_sum(f.energy);
        turn(to_sums(torque_of(&f)));
    }

    /** Adds the partner q's share of a pair, d the vector to it. */
    __device__ __forceinline__ void add_back(const pair_force &f, const displacement &d)
    {
        x += to_sum(f.x);
        y += to_sum(f.y);
        z += to_sum(f.z);
        turn(to_sums(partner_torque(&f, d.x, d.y, d.z)));
    }

    /** Adds the sums of another part of the same particle's pairs. */
    template <bool ENERGY> __device__ __forceinline__ void add(const total &more)
    {
        x += more.x;
        y += more.y;
        z += more.z;
        if (ENERGY)
            energy += more.energy;
#if HAS_ORIENTATION
        torque = plus(torque, more.torque);
#endif
    }

    /** Adds a torque; particles without orientation have none. */
    __device__ __forceinline__ void turn(const sum3 &more)
    {
#if HAS_ORIENTATION
        torque = plus(torque, more);
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
        turn_by(torques);
    }

    /** Adds a torque that was stored before. */
    __device__ __forceinline__ void turn_by(const sum4 *stored)
    {
#if HAS_ORIENTATION
        const sum4 t = *stored;
        turn(sum3{t.x, t.y, t.z});
#endif
    }

    /** Calls visit(component) for each of the components that a kernel sums. */
    template <bool ENERGY, typename Visit> __device__ __forceinline__ void components(Visit &&visit)
    {
        visit(x);
        visit(y);
        visit(z);
        if (ENERGY)
            visit(energy);
#if HAS_ORIENTATION
        visit(torque.x);
        visit(torque.y);
        visit(torque.z);
#endif
    }

    /** Stores the sums; `half`: half of the energy is this particle's. */
    __device__ __forceinline__ void store(sum4 *force, sum4 *torques, bool half) const
    {
        *force = sum4{x, y, z, half ? energy / 2 : energy};
#if HAS_ORIENTATION
        *torques = sum4{torque.x, torque.y, torque.z, 0};
#endif
    }
};

#endif
