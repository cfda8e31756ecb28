/*
 * Base of every GPU kernel: particles, partners, pairs and sums. For models with bodies it includes
 * gpu_bodies.cuh; otherwise it defines the same names for points. NVRTC compiles a kernel for each
 * case; the model, precision and tuning values are macros (strategies/README.md).
 */
#ifndef PAIRLANES_STRATEGIES_GPU_PARTICLE_CUH
#define PAIRLANES_STRATEGIES_GPU_PARTICLE_CUH

#include "strategies/gpu_types.cuh"

#include MODEL_HEADER

#include "models/defaults.h"

/* Not a local variable, because its tables would then be in the local memory of every thread.
 * The compiler folds constants that are read at a fixed index into instructions; others are read
 * through the constant cache. */
static __device__ constexpr MODEL_STRUCT all_constants = {MODEL_CONSTANTS};

/** Returns the model's constants. */
__device__ __forceinline__ const MODEL_STRUCT &model_constants()
{
    return all_constants;
}

/** Whether an enqueued step has found that its list is no longer valid. The next kernels then do
 * nothing (harness/backend/cuda/cuda_steps.h). */
__device__ __forceinline__ bool halted(const gpu_arguments &a)
{
    return a.halted != nullptr && *a.halted != 0;
}

/** Data of a particle in addition to its position; empty in models without bodies. */
using body_type = struct OF_MODEL(_body);

/** A possible partner of a particle, from a list or a patch. */
struct partner {
    int i;           /* index of the particle */
    vector4 at;      /* position, and type in w */
    int interaction; /* kind of interaction of the pair, or LOOK_UP */
};

/*
 * COPIES: number of list entries that a thread loads at a time; also the number of pair function
 * copies. LEAST_BLOCKS: number of blocks that the assembler has to fit on a multiprocessor. 1
 * allows a thread to use all registers; strategies request it by GATHERS_FIRST to overlap the loads
 * of a group. 0 leaves the choice to the assembler.
 */
#if HAS_BODIES
#include "strategies/gpu_bodies.cuh"
#else
enum { COPIES = MODEL_COPIES(all_constants) };
#ifdef GATHERS_FIRST
enum { LEAST_BLOCKS = sizeof(REAL) == 4 };
#else
enum { LEAST_BLOCKS = 0 };
#endif

/** Returns an empty body, because points have none. */
__device__ __forceinline__ body_type body_at(const gpu_arguments &, int, const vector4 &,
                                             bool = true)
{
    return {};
}

/** The own particle of a thread: the thread evaluates its pairs. */
struct own_particle {
    body_type body;

    __device__ __forceinline__ own_particle(const gpu_arguments &, int, const vector4 &) : body{}
    {
    }

    /** Creates the first particle of an edge. */
    __device__ __forceinline__ explicit own_particle(const body_type &known) : body(known)
    {
    }
};

/** Always true, because the pair function of points tests whether a pair is in range. */
__device__ __forceinline__ bool in_range(const displacement &)
{
    return true;
}

/** Computes the force of a pair of points, which is zero out of range. */
__device__ __forceinline__ bool evaluate_in_range(const gpu_arguments &, const own_particle &,
                                                  const partner &, const displacement &d,
                                                  pair_force &f)
{
    return model_pair(&model_constants(), d.x, d.y, d.z, &f);
}

/** Evaluates the pair of a particle and a partner with displacement d. Fills `f`, with zeros if
 * the two do not interact; returns whether they interact. */
__device__ __forceinline__ bool evaluate_pair(const gpu_arguments &a, const own_particle &self,
                                              const partner &other, const displacement &d,
                                              pair_force &f)
{
    f.selected = a.terms;
    const bool interacts = evaluate_in_range(a, self, other, d, f);
    select_virial(&f, d.x, d.y, d.z);
    return interacts;
}
#endif

#ifndef EXCLUSIONS
/** Own particle of a thread that walks a row; the row contains no excluded pairs. */
using list_particle = own_particle;
#endif

__device__ __forceinline__ sum3 to_sums(const struct vector &v)
{
    return {to_sum(v.x), to_sum(v.y), to_sum(v.z)};
}

/** Sums for a particle: forces, torques and energies. */
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

    /** Creates the contribution of one pair to particle p; the force on p is minus the force on
     * q. */
    __device__ __forceinline__ explicit total(const pair_force &f)
        : x(-to_sum(f.x)), y(-to_sum(f.y)), z(-to_sum(f.z)), energy(energy_to_sum(f.energy))
    {
#if HAS_ORIENTATION
        torque = to_sums(f.torque);
#endif
    }

    /** Adds the contribution of one pair to particle p. */
    template <bool ENERGY> __device__ __forceinline__ void add(const pair_force &f)
    {
        x -= to_sum(f.x);
        y -= to_sum(f.y);
        z -= to_sum(f.z);
        if (ENERGY)
            energy += energy_to_sum(f.energy);
        turn(to_sums(torque_of(&f)));
    }

    /** Adds the sums over other pairs of the same particle. */
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

    /** Adds a torque; does nothing for particles without orientation. */
    __device__ __forceinline__ void turn(const sum3 &more)
    {
#if HAS_ORIENTATION
        torque = plus(torque, more);
#endif
    }

    /** Adds sums that an earlier kernel has stored in memory. */
    __device__ __forceinline__ void add(const sum4 *force, const sum4 *torques)
    {
        const sum4 f = *force;
        x += f.x;
        y += f.y;
        z += f.z;
        energy += f.w;
        turn_by(torques);
    }

    /** Adds a torque that an earlier kernel has stored in memory. */
    __device__ __forceinline__ void turn_by(const sum4 *stored)
    {
#if HAS_ORIENTATION
        const sum4 t = *stored;
        turn(sum3{t.x, t.y, t.z});
#endif
    }

    /** Calls visit(component) for each component of the sums. */
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

    /** Stores the sums in memory; if `half`, only half of the energy, because partners store the
     * other half. */
    __device__ __forceinline__ void store(sum4 *force, sum4 *torques, bool half) const
    {
        *force = sum4{x, y, z, half ? energy / 2 : energy};
#if HAS_ORIENTATION
        *torques = sum4{torque.x, torque.y, torque.z, 0};
#endif
    }
};

/*
 * A thread sums over the pairs of one particle as follows:
 *
 *     row_sum sum
 *     for each pair
 *         row_pair<ENERGY> f
 *         evaluate_pair(…, f)
 *         sum.add<ENERGY>(f)
 *     end_row<ENERGY>(self, sum)
 *
 * row_sum is `total` if the model does not define other sums (gpu_row_sum.cuh).
 */
/** Computes the total from the sum over a particle's pairs; does nothing if the sum is a total. */
template <bool ENERGY> __device__ __forceinline__ void end_row(const own_particle &, const total &)
{
}

#if HAS_SUMS
#include "strategies/gpu_row_sum.cuh"
#else
using row_sum = total;
template <bool ENERGY> using row_pair = pair_force;
#endif

/** Defines the kernel `name`, and its twin that also sums energies, from
 * function<energy>(arguments). */
#define GPU_KERNEL(name, function)                                                                 \
    extern "C" __global__ void __launch_bounds__(BLOCK, LEAST_BLOCKS)                              \
        name(const __grid_constant__ gpu_arguments arguments)                                      \
    {                                                                                              \
        if (!halted(arguments))                                                                    \
            function<false>(arguments);                                                            \
    }                                                                                              \
    extern "C" __global__ void __launch_bounds__(BLOCK, LEAST_BLOCKS)                              \
        name##_energy(const __grid_constant__ gpu_arguments arguments)                             \
    {                                                                                              \
        if (!halted(arguments))                                                                    \
            function<true>(arguments);                                                             \
    }

#endif
