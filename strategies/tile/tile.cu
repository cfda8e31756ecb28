/*
 * A block per pair of patches instead of a list; patches are the cells of a grid into which the
 * particles are sorted:
 *
 *     (P, Q) = patch pair[number of the block]
 *     for each particle i of P, one per thread, in registers
 *         for each BLOCK particles of Q
 *             copy those in reach of P into shared memory
 *             for each copied particle j
 *                 sum += force on i of the pair (i, j)
 *         output[block][i] = sum
 *
 * A second kernel, `sum`, runs with a block per patch:
 *
 *     force[i] = sum of output[block][i] over the blocks that have the patch of i
 *
 * With RECIPROCAL each pair of patches occurs once. The block also sums the forces on the particles
 * of Q in shared memory and writes them. In step s thread t evaluates its pair with partner (t + s)
 * mod (number of partners or threads). Two threads then never add to one partner between two
 * barriers.
 *
 * J. C. Phillips, Case Study: Molecular Dynamics, course S05, SC07 (2007), "Each Block Gets a Pair
 * of Patches" and "What About Reciprocal Forces?"; J. E. Stone et al., J. Comput. Chem. 28, 2618
 * (2007).
 */
#include "strategies/gpu_exclusions.cuh"
#include "strategies/gpu_reaction.cuh"

/** The box of a patch, as its grid defines it. */
struct patch_box {
    REAL centre[3];
    REAL reach[3]; /* half the edges, plus the largest rounding error of a coordinate */

    __device__ __forceinline__ patch_box(const gpu_arguments &a, int patch, const REAL *shift)
    {
        const int *grid = patches_of(a).grid;
        const int cell[3] = {patch % grid[0], patch / grid[0] % grid[1],
                             patch / (grid[0] * grid[1])};
        for (int d = 0; d < 3; d++) {
            const REAL edge = box_of(a).edge[d] / grid[d];
            centre[d] = edge * (cell[d] + (REAL)0.5) + shift[d];
            reach[d] = edge / 2 + box_of(a).edge[d] * (REAL)1e-6;
        }
    }

    /** Whether a particle may interact with some particle in the box. */
    __device__ __forceinline__ bool reaches(const vector4 &p) const
    {
        const REAL x = max(fabs(p.x - centre[0]) - reach[0], (REAL)0);
        const REAL y = max(fabs(p.y - centre[1]) - reach[1], (REAL)0);
        const REAL z = max(fabs(p.z - centre[2]) - reach[2], (REAL)0);
        return x * x + y * y + z * z < (REAL)CUTOFF * (REAL)CUTOFF;
    }
};

__device__ __forceinline__ vector4 shifted(const vector4 &p, const REAL *shift)
{
    return vector4{p.x + shift[0], p.y + shift[1], p.z + shift[2], p.w};
}

/**
 * Returns the place in shared memory for a thread's particle: kept particles are stored
 * contiguously, in order. Sets `kept` to their number in the block.
 */
__device__ __forceinline__ int compact(bool keep, int &kept)
{
    __shared__ int warp_kept[BLOCK / 32];
    const unsigned votes = __ballot_sync(ALL_LANES, keep);
    const int lane = threadIdx.x % 32;
    if (BLOCK == 32) {
        kept = __popc(votes);
        return __popc(votes & ((1u << lane) - 1));
    }
    if (lane == 0)
        warp_kept[threadIdx.x / 32] = __popc(votes);
    __syncthreads();
    int place = __popc(votes & ((1u << lane) - 1));
    kept = 0;
    for (int warp = 0; warp < BLOCK / 32; warp++) {
        place += warp < threadIdx.x / 32 ? warp_kept[warp] : 0;
        kept += warp_kept[warp];
    }
    return place;
}

/** Returns the address of the torque outputs, which follow the force outputs. */
__device__ __forceinline__ sum4 *torque_outputs(const gpu_arguments &a)
{
    return a.scratch + patches_of(a).output_start[patches_of(a).pairs];
}

/** The pair of patches of a block. */
struct patch_pair {
    REAL shift_first[3], shift_second[3]; /* shifts that are added to coordinates */
    int patch;                            /* the first patch */
    int first, first_count;   /* particles of the first patch, in the order of patches */
    int second, second_count; /* particles of the second patch */
    bool same;                /* true if both patches are the same */
    bool react;               /* true: forces on partners are also stored */
    sum4 *output, *torques;

    __device__ __forceinline__ explicit patch_pair(const gpu_arguments &a)
    {
        const gpu_patches &patches = patches_of(a);
        const int4 two = __ldg(patches.patch_pair + blockIdx.x);
        /*
         * if the patches are on both sides of a face of the box, the patch at the far end is
         * shifted down by a box length. Subtracting the box length from coordinates close to it is
         * exact
         */
        const int digit[3] = {two.z % 3 - 1, two.z / 3 % 3 - 1, two.z / 9 - 1};
        for (int d = 0; d < 3; d++) {
            shift_first[d] = digit[d] > 0 ? -box_of(a).edge[d] : 0;
            shift_second[d] = digit[d] < 0 ? -box_of(a).edge[d] : 0;
        }
        patch = two.x;
        first = patches.start[two.x];
        first_count = patches.start[two.x + 1] - first;
        second = patches.start[two.y];
        second_count = patches.start[two.y + 1] - second;
        same = two.x == two.y;
        react = RECIPROCAL && !same;
        output = a.scratch + patches.output_start[blockIdx.x];
        torques = torque_outputs(a) + patches.output_start[blockIdx.x];
    }
};

/** Partners of the block's threads, in shared memory. */
struct staged_partners {
    vector4 at[BLOCK];
    int index[BLOCK];
#if EXCLUSIONS == EXCLUSIONS_STRINGS
    int excluded_by[BLOCK]; /* index of each partner for exclusion tests */
#endif
    reaction<sum4> back[RECIPROCAL ? BLOCK : 1]; /* sums of the forces on the partners */

    __device__ __forceinline__ partner operator[](int slot) const
    {
        return {index[slot], at[slot], LOOK_UP};
    }

    /** Returns the index of a partner for exclusion tests. */
    __device__ __forceinline__ int exclusion_index_of(int slot) const
    {
#if EXCLUSIONS == EXCLUSIONS_STRINGS
        return excluded_by[slot];
#else
        return index[slot];
#endif
    }
};

/** The partner that a thread has staged. */
struct staged_place {
    int place; /* index among the staged partners, if kept */
    bool keep; /* true if the partner is in reach of the first patch */
};

/**
 * Stages the particles in reach of the first patch, among BLOCK particles of the second patch that
 * start at number `next`. Sets `kept` to the number of staged particles.
 */
__device__ __forceinline__ staged_place stage(const gpu_arguments &a, const patch_pair &pair,
                                              const patch_box &bounds, int next,
                                              staged_partners &staged, int &kept)
{
    const int j = next + threadIdx.x;
    vector4 other = {0, 0, 0, 0};
    int origin = a.n;
    bool keep = false;
    if (j < pair.second_count) {
        origin = patches_of(a).particle[pair.second + j];
        other = shifted(load(a.position + origin), pair.shift_second);
        keep = patches_of(a).minimum_image || bounds.reaches(other);
    }
    const int place = compact(keep, kept);
    if (keep) {
        staged.at[place] = other;
        staged.index[place] = origin;
#if EXCLUSIONS == EXCLUSIONS_STRINGS
        staged.excluded_by[place] = exclusion_index<HAS_BONDED>(a, origin);
#endif
        if (RECIPROCAL)
            staged.back[place] = {};
    }
    __syncthreads();
    return {place, keep};
}

/** The particle of the first patch that a thread keeps in registers. */
struct tile_particle {
    bool present;
    int i; /* index; n if the thread has no particle */
    vector4 at;

    __device__ __forceinline__ tile_particle(const gpu_arguments &a, const patch_pair &pair,
                                             int place)
        : present(place < pair.first_count), i(a.n), at{0, 0, 0, 0}
    {
        if (present) {
            i = patches_of(a).particle[pair.first + place];
            at = shifted(load(a.position + i), pair.shift_first);
        }
    }
};

/** Adds the forces of `kept` partners to the sums of the thread's particle. */
template <bool ENERGY>
__device__ __forceinline__ void add_partners(const gpu_arguments &a, const patch_pair &pair,
                                             const tile_particle &own, const own_particle &self,
                                             const tested_exclusions<HAS_BONDED> &excluded,
                                             const staged_partners &staged, int kept, total &sum)
{
    const bool image = patches_of(a).minimum_image;
    for (int slot = 0; slot < kept; slot++) {
        if ((pair.same && staged.index[slot] == own.i) ||
            excluded.hold(staged.exclusion_index_of(slot)))
            continue;
        pair_force f;
        evaluate_pair(a, self, staged[slot],
                      displacement(box_of(a), own.at, staged.at[slot], image), f);
        sum.add<ENERGY>(f);
    }
}

/**
 * Adds the forces of `kept` partners to the sums of the thread's particle. Adds the forces on the
 * partners to the partners' sums. In each round, each thread of the block takes a different
 * partner.
 */
template <bool ENERGY>
__device__ __forceinline__ void add_both(const gpu_arguments &a, const tile_particle &own,
                                         const own_particle &self,
                                         const tested_exclusions<HAS_BONDED> &excluded,
                                         staged_partners &staged, int kept, int rounds, total &sum)
{
    const bool image = patches_of(a).minimum_image;
    int slot = threadIdx.x;
    for (int round = 0; round < rounds; round++) {
        if (own.present && slot < kept && !excluded.hold(staged.exclusion_index_of(slot))) {
            const displacement d(box_of(a), own.at, staged.at[slot], image);
            pair_force f;
            if (evaluate_pair(a, self, staged[slot], d, f)) {
                sum.add<ENERGY>(f);
                staged.back[slot].add(f, d);
            }
        }
        slot = slot + 1 == rounds ? 0 : slot + 1;
        __syncthreads();
    }
}

/**
 * Evaluates the pairs of BLOCK particles of the first patch with all particles of the second patch.
 * The BLOCK particles start at number `base`, one per thread.
 */
template <bool ENERGY>
__device__ __forceinline__ void add_second_patch(const gpu_arguments &a, const patch_pair &pair,
                                                 const patch_box &bounds, int base,
                                                 staged_partners &staged)
{
    const tile_particle own(a, pair, base + threadIdx.x);
    const own_particle self(a, own.i, own.at);
    const tested_exclusions<HAS_BONDED> excluded(a, own.i);
    total sum;
    for (int next = 0; next < pair.second_count; next += BLOCK) {
        int kept;
        const staged_place mine = stage(a, pair, bounds, next, staged, kept);
        if (pair.react) {
            const int threads = min(pair.first_count - base, BLOCK);
            add_both<ENERGY>(a, own, self, excluded, staged, kept, max(kept, threads), sum);
            const int j = next + threadIdx.x;
            if (j < pair.second_count) {
                const long long place = pair.first_count + j;
                const reaction<sum4> back = mine.keep ? staged.back[mine.place] : reaction<sum4>{};
                back.store(pair.output + place, pair.torques + place, base > 0);
            }
        } else if (own.present) {
            add_partners<ENERGY>(a, pair, own, self, excluded, staged, kept, sum);
        }
        __syncthreads();
    }
    if (own.present) {
        const int i = base + threadIdx.x;
        sum.store(pair.output + i, pair.torques + i, !pair.react);
    }
}

template <bool ENERGY> __device__ __forceinline__ void tile(const gpu_arguments &a)
{
    __shared__ staged_partners staged;
    const patch_pair pair(a);
    const patch_box bounds(a, pair.patch, pair.shift_first);
    for (int base = 0; base < pair.first_count; base += BLOCK)
        add_second_patch<ENERGY>(a, pair, bounds, base, staged);
}

GPU_KERNEL(force, tile)

template <bool ENERGY> __device__ __forceinline__ void sum_patch(const gpu_arguments &a)
{
    const int patch = blockIdx.x;
    const int start = patches_of(a).start[patch];
    const int count = patches_of(a).start[patch + 1] - start;
    const sum4 *torques = torque_outputs(a);
    for (int t = threadIdx.x; t < count; t += BLOCK) {
        total all;
        for (int k = patches_of(a).sum_start[patch]; k < patches_of(a).sum_start[patch + 1]; k++) {
            const long long place = patches_of(a).sum_place[k] + t;
            all.add(a.scratch + place, torques + place);
        }
        const int i = patches_of(a).particle[start + t];
        all.store(a.force + i, a.torque + i, false);
    }
}

GPU_KERNEL(sum, sum_patch)
