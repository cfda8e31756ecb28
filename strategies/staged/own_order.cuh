/*
 * Order in which the threads of `staged` take the particles of a block. Particles of some types are
 * bare: they have only a charge, such as hydrogen of water, and their pairs need less work. A warp
 * saves this work only if all its particles are bare. Types alternate along the curve that orders
 * particles. Therefore bare particles are moved to the end of the block.
 *
 * The bank order of a row depends on the position of its lanes among eight (list.cu). Therefore,
 * with four lanes per particle, particles with even numbers take even places as long as some are
 * left.
 */
#ifndef PAIRLANES_STRATEGIES_STAGED_OWN_ORDER_CUH
#define PAIRLANES_STRATEGIES_STAGED_OWN_ORDER_CUH

#include "strategies/gpu_pair_rows.cuh"

/*
 * Requires four lanes per particle: with fewer, reordered threads would read many more sectors of
 * memory per load of rows.
 */
enum { BARE_LAST = BARE_ROWS && ROWS_SHARED && LANES >= 4 };

/* Kinds of particles: 2 for a bare particle, plus 1 if its number is odd and parity matters. */
enum { OWN_KINDS = 4, OWN_WARPS = BARE_LAST ? PARTICLES / 32 : 1 };
enum : unsigned { ODD_LANES = LANES == 4 ? 0xaaaaaaaa : 0 };

struct own_order {
    unsigned short particle[BARE_LAST ? PARTICLES : 1]; /* number of the particle at each place */
    int count[OWN_WARPS][OWN_KINDS];                    /* particles of each kind among each 32 */
};

__shared__ own_order ordered_own;

/**
 * Returns the mask of lanes with a bare particle; `own` is the number of the lane's particle in the
 * block.
 */
__device__ __forceinline__ unsigned bare_lanes(const gpu_arguments &a, int own)
{
    const int i = (int)blockIdx.x * PARTICLES + own;
    return __ballot_sync(ALL_LANES, is_bare(a, i, load(a.position + min(i, a.n - 1))));
}

/** Returns the mask of lanes with particles of a kind. */
__device__ __forceinline__ unsigned lanes_of_kind(unsigned bare, int kind)
{
    return (kind / 2 ? bare : ~bare) & (kind % 2 ? ODD_LANES : ~ODD_LANES);
}

/** Computes the order; called by all threads of the block. */
__device__ __forceinline__ void order_own(const gpu_arguments &a)
{
    if (!BARE_LAST)
        return;
    for (int own = threadIdx.x; own < PARTICLES; own += BLOCK) {
        const unsigned bare = bare_lanes(a, own);
        if (own % 32 < OWN_KINDS)
            ordered_own.count[own / 32][own % 32] = __popc(lanes_of_kind(bare, own % 32));
    }
    __syncthreads();
    for (int own = threadIdx.x; own < PARTICLES; own += BLOCK) {
        const unsigned bare = bare_lanes(a, own), lane = own % 32;
        const int kind = 2 * (bare >> lane & 1) + (ODD_LANES >> lane & 1);
        int all[OWN_KINDS] = {0, 0, 0, 0};
        int before = __popc(lanes_of_kind(bare, kind) & ((1u << lane) - 1));
        for (int warp = 0; warp < OWN_WARPS; warp++) {
            for (int k = 0; k < OWN_KINDS; k++)
                all[k] += ordered_own.count[warp][k];
            before += warp < own / 32 ? ordered_own.count[warp][kind] : 0;
        }
        /* even and odd particles alternate while there are both */
        const int first = kind < 2 ? 0 : all[0] + all[1];
        const int both = kind < 2 ? min(all[0], all[1]) : min(all[2], all[3]);
        const int place = before < both ? 2 * before + ((kind ^ first) & 1) : both + before;
        ordered_own.particle[first + place] = (unsigned short)own;
    }
    __syncthreads();
}

/** Returns the number of the block's particle at a place in the order. */
__device__ __forceinline__ int own_at(int place)
{
    return BARE_LAST ? ordered_own.particle[place] : place;
}

#endif
