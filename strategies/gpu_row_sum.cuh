/*
 * Sums that a model defines (MODEL_SUMS). After the last pair of a particle, its force and torque
 * are computed from them. A pair is evaluated only when it is added to the sums. Not used for
 * energies, nor if sums have a wider type than pairs. gpu_particle.cuh includes this file.
 */
#ifndef PAIRLANES_STRATEGIES_GPU_ROW_SUM_CUH
#define PAIRLANES_STRATEGIES_GPU_ROW_SUM_CUH

/** A pair that is evaluated when it is added. */
struct pair_to_add {
    const gpu_arguments *a;
    const own_particle *self;
    partner other;
    displacement d;
};

__device__ __forceinline__ void evaluate_pair(const gpu_arguments &a, const own_particle &self,
                                              const partner &other, const displacement &d,
                                              pair_to_add &pair)
{
    pair.a = &a;
    pair.self = &self;
    pair.other = other;
    pair.d = d;
}

/** Adds a pair of bodies (`evaluate_in_range`). */
__device__ __forceinline__ bool evaluate_bodies(const own_particle &self, const body_type &body,
                                                int interaction, const displacement &d,
                                                struct OF_MODEL(_sums) & pairs)
{
    OF_MODEL(_add)(&model_constants(), &self.body, &body, interaction, d.x, d.y, d.z, &pairs);
    return true;
}

/** A total that contains the sums of the model until the row ends. */
struct total_of_model : total {
    struct OF_MODEL(_sums) pairs = {};

    using total::add;

    template <bool ENERGY> __device__ __forceinline__ void add(const pair_to_add &pair)
    {
        if (in_range(pair.d))
            evaluate_in_range(*pair.a, *pair.self, pair.other, pair.d, pairs);
    }
};

template <bool ENERGY>
__device__ __forceinline__ void end_row(const own_particle &self, total_of_model &sum)
{
    if constexpr (!ENERGY) {
        pair_force f = {};
        OF_MODEL(_add_up)(&self.body, &sum.pairs, &f);
        static_cast<total &>(sum) = total(f);
    }
}

enum { SUMS_OF_MODEL = sizeof(SUM) == sizeof(REAL) && MODEL_SUMS(all_constants) };

template <bool BY_MODEL, typename Others, typename Models> struct choose {
    using type = Others;
};
template <typename Others, typename Models> struct choose<true, Others, Models> {
    using type = Models;
};
using row_sum = choose<SUMS_OF_MODEL, total, total_of_model>::type;
template <bool ENERGY>
using row_pair = typename choose<SUMS_OF_MODEL && !ENERGY, pair_force, pair_to_add>::type;

#endif
