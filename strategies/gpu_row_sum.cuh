/*
 * What a thread sums over the pairs of one particle. A model may have sums of its own for that
 * (MODEL_SUMS), from which force and torque follow when all pairs are added; it has none for
 * energies, and what is summed wider than it is computed is summed pair by pair.
 */
#ifndef PAIRLANES_STRATEGIES_GPU_ROW_SUM_CUH
#define PAIRLANES_STRATEGIES_GPU_ROW_SUM_CUH

#include "strategies/gpu_particle.cuh"

/** Adds the pair of a particle and a partner, d the vector between them, to the former's sum. */
template <bool ENERGY>
__device__ __forceinline__ void add_pair(const gpu_arguments &a, const own_particle &self,
                                         const partner &other, const displacement &d, total &sum)
{
    pair_force f;
    evaluate_pair(a, self, other, d, f);
    sum.add<ENERGY>(f);
}

/** Ends the sum of a particle's pairs. */
template <bool ENERGY> __device__ __forceinline__ void end_row(const own_particle &, const total &)
{
}

#if defined(MODEL_SUMS) && !defined(FRACTION_BITS)
struct total_of_model : total {
    struct OF_MODEL(_sums) pairs = {}; /* instead of the total, where no energies are summed */
};

/** Adds a pair of bodies (`evaluate_in_range`). */
__device__ __forceinline__ bool evaluate_bodies(const own_particle &self, const body_type &body,
                                                int interaction, const displacement &d,
                                                struct OF_MODEL(_sums) & pairs)
{
    OF_MODEL(_add)(&model_constants(), &self.body, &body, interaction, d.x, d.y, d.z, &pairs);
    return true;
}

template <bool ENERGY>
__device__ __forceinline__ void add_pair(const gpu_arguments &a, const own_particle &self,
                                         const partner &other, const displacement &d,
                                         total_of_model &sum)
{
    if constexpr (ENERGY)
        add_pair<ENERGY>(a, self, other, d, static_cast<total &>(sum));
    else if (in_range(d))
        evaluate_in_range(a, self, other, d, sum.pairs);
}

template <bool ENERGY>
__device__ __forceinline__ void end_row(const own_particle &self, total_of_model &sum)
{
    if constexpr (!ENERGY) {
        pair_force f = {};
        OF_MODEL(_add_up)(&self.body, &sum.pairs, &f);
        static_cast<total &>(sum) = total(f);
    }
}

template <bool BY_MODEL> struct choose_row_sum {
    using type = total;
};
template <> struct choose_row_sum<true> {
    using type = total_of_model;
};
using row_sum = choose_row_sum<sizeof(SUM) == sizeof(REAL) && MODEL_SUMS(all_constants)>::type;
#else
using row_sum = total;
#endif

#endif
