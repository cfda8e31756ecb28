/*
 * Order in which the threads of `staged` take the particles of a block. Some types of a model may
 * be bare: their pairs need less work with any other type, such as hydrogen of water, which has
 * only a charge. A warp with only bare particles skips the rest of the work. Types alternate along
 * the curve, so that no warp would have only bare particles; therefore these come last.
 *
 * The bank order of a row depends on the place of its lanes among eight (list.cu). With four lanes
 * per particle, a particle with an even number therefore takes an even place, while there are any.
 */
#ifndef PAIRLANES_STRATEGIES_STAGED_OWN_ORDER_CUH
#define PAIRLANES_STRATEGIES_STAGED_OWN_ORDER_CUH

#include "strategies/gpu_pair_rows.cuh"

/* Fewer lanes would read rows out of order, from many more sectors of memory. */
enum { BARE_LAST = BARE_ROWS && ROWS_SHARED && LANES >= 4 };

/* A particle's kind is 2 if it is bare, and 1 more if its number is odd and parity matters. */
enum { OWN_KINDS = 4, OWN_WARPS = BARE_LAST ? PARTICLES / 32 : 1 };
enum : unsigned { ODD_LANES = LANES == 4 ? 0xaaaaaaaa : 0 };

struct own_order {
    unsigned short particle[BARE_LAST ? PARTICLES : 1]; /* particles of the block, by place */
    int count[OWN_WARPS][OWN_KINDS];                    /* number of each 32 */
};

__shared__ own_order ordered_own;

/**
 * Returns the mask of lanes of the warp with bare particles of the block; a lane's particle is
 * number `own`.
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

/** Finds the order; all threads of the block take part. */
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
        /* even and odd ones in turn, while there are both */
        const int first = kind < 2 ? 0 : all[0] + all[1];
        const int both = kind < 2 ? min(all[0], all[1]) : min(all[2], all[3]);
        const int place = before < both ? 2 * before + ((kind ^ first) & 1) : both + before;
        ordered_own.particle[first + place] = (unsigned short)own;
    }
    __syncthreads();
}

/** Returns the block's particle at a place. */
__device__ __forceinline__ int own_at(int place)
{
    return BARE_LAST ? ordered_own.particle[place] : place;
}

#endif
