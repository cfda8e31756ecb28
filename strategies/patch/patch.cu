/*
 * A block per pair of neighboring patches instead of a list. Patches are the cells of a grid, at
 * least as long as the cut-off. In a liquid, at the usual cut-offs, a patch has hundreds of
 * particles. It forms pairs with itself and 26 others:
 *
 *     (P, Q) = patch pair[number of the block]
 *     for each OWN * BLOCK particles of P, OWN per thread, in registers
 *         for each STAGED particles of Q
 *             copy them into shared memory
 *             for each copied particle j, the same for all threads
 *                 for each particle i of the thread
 *                     if i and j are within the cut-off
 *                         sum[i] += force on i of the pair (i, j)
 *         output[block][i] = sum[i]
 *     the same with P and Q swapped
 *
 * A second kernel, `sum`, runs with a block per patch:
 *
 *     force[i] = sum of output[block][i] over the blocks that have the patch of i, in their order
 *
 * With TEST 0 there is no branch around the pair function: it is evaluated for all pairs, and pairs
 * beyond the cut-off add zero. With RECIPROCAL 1 the patches are not swapped: the block sums the
 * forces on the particles of Q in shared memory. In step s thread t takes partner (t + s) mod
 * (number of partners or threads). Two threads then never add to one partner between two barriers.
 *
 * J. C. Phillips, Case Study: Molecular Dynamics, course S05, SC07 (2007), "Each Block Gets a Pair
 * of Patches" to "Register Pressure Is Severe"; J. E. Stone et al., J. Comput. Chem. 28, 2618
 * (2007).
 */
#include "strategies/gpu_exclusions.cuh"
#include "strategies/gpu_reaction.cuh"

/* A thread may use all registers, so that the data of its particles are not spilled. */
#define LEAST_BLOCKS 1

/* STAGED particles and their sums fit into 48 KiB of shared memory in every precision. */
enum {
    WARP = 32,
    MOST_STAGED = 512,
    STAGED = BLOCK * OWN < MOST_STAGED ? BLOCK * OWN : MOST_STAGED
};

/** A patch of the block's pair, in the periodic image that the block uses. */
struct seen_patch {
    int first, count; /* particles of the patch, in the order of patches */
    int images; /* image of the second patch: a digit of base 3 per axis, which is 1 plus a shift of
                 * -1, 0 or 1 box lengths */
    int far;    /* value of a digit for which this patch is at the far end of the box */
    long long output; /* index of the first force that the block writes for this patch */

    __device__ __forceinline__ seen_patch(const gpu_arguments &a, int patch, int images, int far)
        : first(patches_of(a).start[patch]), count(patches_of(a).start[patch + 1] - first),
          images(images), far(far), output(patches_of(a).output_start[blockIdx.x])
    {
    }

    __device__ __forceinline__ int particle(const gpu_arguments &a, int place) const
    {
        return patches_of(a).particle[first + place];
    }

    /**
     * Returns the position of particle i of the patch. If the patches are on both sides of a face
     * of the box, the patch at the far end is shifted down by a box length. Subtracting the box
     * length from coordinates close to it is exact.
     */
    __device__ __forceinline__ vector4 at(const gpu_arguments &a, int i) const
    {
        const vector4 p = load(a.position + i);
        const auto &edge = box_of(a).edge;
        return {images % 3 == far ? p.x - edge[0] : p.x,
                images / 3 % 3 == far ? p.y - edge[1] : p.y,
                images / 9 == far ? p.z - edge[2] : p.z, p.w};
    }
};

/** Returns the address of the torque outputs, which follow the force outputs. */
__device__ __forceinline__ sum4 *torque_outputs(const gpu_arguments &a)
{
    return a.scratch + patches_of(a).output_start[patches_of(a).pairs];
}

/** Particles of the partner patch in shared memory. */
struct staged_partners {
    vector4 at[STAGED];
    int index[STAGED];
#if EXCLUSIONS == EXCLUSIONS_STRINGS
    int excluded_by[STAGED]; /* index of each partner for exclusion tests */
#endif
    reaction<sum3> sum[RECIPROCAL ? STAGED : 1]; /* sums of the forces on the partners */

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

/** A particle that a thread keeps in registers. */
struct kept_particle {
    int i; /* index of the particle; none: the dummy a.n */
    vector4 at;
    own_particle self;
    tested_exclusions<HAS_BONDED> excluded;
    total sum;

    /** Creates a thread's particle. All 32 lanes of a warp have to call it together. */
    __device__ __forceinline__ kept_particle(const gpu_arguments &a, const seen_patch &patch,
                                             int place, int end)
        : i(place < end ? patch.particle(a, place) : a.n),
          at(i < a.n ? patch.at(a, i) : load(a.position + a.n)), self(a, i, at), excluded(a, i)
    {
    }

    /** Evaluates the pair with a partner; returns false if the partner gets no force. */
    __device__ __forceinline__ bool meets(const gpu_arguments &a, const partner &other,
                                          int exclusion_index, displacement &d, pair_force &f) const
    {
        const bool within = d.x * d.x + d.y * d.y + d.z * d.z < (REAL)(CUTOFF * CUTOFF);
#if TEST
        return within && other.i != i && !excluded.hold(exclusion_index) &&
               evaluate_pair(a, self, other, d, f);
#else
        /*
         * the pair function must not be called beyond the cut-off: farther pairs get a smaller
         * distance, and their result is discarded
         */
        const bool counts = within && other.i != i && !excluded.hold(exclusion_index);
        d.x = counts ? d.x : (REAL)(0.875 * CUTOFF);
        d.y = counts ? d.y : 0;
        d.z = counts ? d.z : 0;
        f = {};
        f.selected = a.terms;
        evaluate_in_range(a, self, other, d, f);
        select_virial(&f, d.x, d.y, d.z);
        if (!counts)
            f = {};
        return true;
#endif
    }
};

/** The N particles that a thread keeps; consecutive ones are `stride` places apart in the patch. */
template <int N> struct kept_particles {
    kept_particle first;
    kept_particles<N - 1> others;

    __device__ __forceinline__ kept_particles(const gpu_arguments &a, const seen_patch &patch,
                                              int place, int stride, int end)
        : first(a, patch, place, end), others(a, patch, place + stride, stride, end)
    {
    }

    /** Calls visit(particle) for each particle. */
    template <typename Visit> __device__ __forceinline__ void each(Visit &&visit)
    {
        visit(first);
        others.each(visit);
    }

    /** Stores the sums in the outputs, starting at index `place`. */
    __device__ __forceinline__ void store(const gpu_arguments &a, long long place, int stride,
                                          bool half) const
    {
        if (first.i != a.n)
            first.sum.store(a.scratch + place, torque_outputs(a) + place, half);
        others.store(a, place + stride, stride, half);
    }
};

template <> struct kept_particles<0> {
    __device__ __forceinline__ kept_particles(const gpu_arguments &, const seen_patch &, int, int,
                                              int)
    {
    }

    template <typename Visit> __device__ __forceinline__ void each(Visit &&)
    {
    }

    __device__ __forceinline__ void store(const gpu_arguments &, long long, int, bool) const
    {
    }
};

/** Adds the forces of `count` partners to the sums of a thread's particles. */
template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ void meet_in_turn(const gpu_arguments &a, kept_particles<OWN> &own,
                                             const staged_partners &staged, int count)
{
#pragma unroll(COPIES > OWN ? COPIES / OWN : 1)
    for (int slot = 0; slot < count; slot++) {
        const partner other = staged[slot];
        own.each([&](kept_particle &mine) {
            displacement d(box_of(a), mine.at, other.at, IMAGE);
            pair_force f;
            if (mine.meets(a, other, staged.exclusion_index_of(slot), d, f))
                mine.sum.add<ENERGY>(f);
        });
    }
}

/**
 * Adds the forces of `count` partners to the sums of a thread's particles. Adds the forces on the
 * partners to the partners' sums. In each step, each of the `threads` threads takes a different
 * partner.
 */
template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ void meet_in_steps(const gpu_arguments &a, kept_particles<OWN> &own,
                                              staged_partners &staged, int count, int threads)
{
    const int steps = max(count, threads);
    const bool takes_part = threadIdx.x < threads;
    int slot = threadIdx.x;
    for (int step = 0; step < steps; step++) {
        if (takes_part && slot < count) {
            const partner other = staged[slot];
            own.each([&](kept_particle &mine) {
                displacement d(box_of(a), mine.at, other.at, IMAGE);
                pair_force f;
                if (mine.meets(a, other, staged.exclusion_index_of(slot), d, f)) {
                    mine.sum.add<ENERGY>(f);
                    staged.sum[slot].add(f, d);
                }
            });
        }
        slot = slot + 1 == steps ? 0 : slot + 1;
        __syncthreads();
    }
}

/**
 * Computes the forces of `partners` on the particles of `patch`. `react`: also the forces on
 * `partners`.
 */
template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ void sweep(const gpu_arguments &a, const seen_patch &patch,
                                      const seen_patch &partners, bool react,
                                      staged_partners &staged)
{
    const int thread = threadIdx.x;
    for (int base = 0; base < patch.count; base += OWN * BLOCK) {
        /* particles are divided among whole warps, so that only the last warp has idle lanes */
        const int left = min(patch.count - base, OWN * BLOCK);
        const int threads = (left + OWN * WARP - 1) / (OWN * WARP) * WARP;
        const bool takes_part = thread < threads;
        kept_particles<OWN> own(a, patch, base + thread, threads, takes_part ? base + left : 0);
        for (int next = 0; next < partners.count; next += STAGED) {
            const int count = min(partners.count - next, (int)STAGED);
            for (int slot = thread; slot < count; slot += BLOCK) {
                const int j = partners.particle(a, next + slot);
                staged.index[slot] = j;
                staged.at[slot] = partners.at(a, j);
#if EXCLUSIONS == EXCLUSIONS_STRINGS
                staged.excluded_by[slot] = exclusion_index<HAS_BONDED>(a, j);
#endif
                if (RECIPROCAL)
                    staged.sum[slot] = {};
            }
            __syncthreads();
            if (RECIPROCAL && react) {
                meet_in_steps<ENERGY, IMAGE>(a, own, staged, count, threads);
                for (int slot = thread; slot < count; slot += BLOCK) {
                    const long long place = partners.output + next + slot;
                    staged.sum[slot].store(a.scratch + place, torque_outputs(a) + place, base > 0);
                }
            } else if (takes_part) {
                meet_in_turn<ENERGY, IMAGE>(a, own, staged, count);
            }
            __syncthreads();
        }
        own.store(a, patch.output + base + thread, threads, !react);
    }
}

template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ void meet(const gpu_arguments &a, staged_partners &staged)
{
    const int4 pair = __ldg(patches_of(a).patch_pair + blockIdx.x);
    const bool same = pair.x == pair.y;
    seen_patch patch(a, pair.x, pair.z, 2), partners(a, pair.y, pair.z, 0);
    partners.output += patch.count;
    /* if a patch is empty, its sweep would not write the outputs of its partners */
    const bool react = RECIPROCAL && !same && patch.count > 0;
    /* not unrolled: both directions share one copy of the pair function */
#pragma unroll 1
    for (int turns = same || react ? 1 : 2; turns > 0; turns--) {
        sweep<ENERGY, IMAGE>(a, patch, partners, react, staged);
        const seen_patch swapped = patch;
        patch = partners;
        partners = swapped;
    }
}

template <bool ENERGY> __device__ __forceinline__ void meet_patches(const gpu_arguments &a)
{
    __shared__ staged_partners staged;
    if (patches_of(a).minimum_image)
        meet<ENERGY, true>(a, staged);
    else
        meet<ENERGY, false>(a, staged);
}

GPU_KERNEL(force, meet_patches)

template <bool ENERGY> __device__ __forceinline__ void sum_patch(const gpu_arguments &a)
{
    const gpu_patches &patches = patches_of(a);
    const int first = patches.start[blockIdx.x];
    const int count = patches.start[blockIdx.x + 1] - first;
    const sum4 *torques = torque_outputs(a);
    for (int t = threadIdx.x; t < count; t += BLOCK) {
        total all;
        for (int k = patches.sum_start[blockIdx.x]; k < patches.sum_start[blockIdx.x + 1]; k++) {
            const long long place = patches.sum_place[k] + t;
            all.add(a.scratch + place, torques + place);
        }
        const int i = patches.particle[first + t];
        all.store(a.force + i, a.torque + i, false);
    }
}

GPU_KERNEL(sum, sum_patch)
