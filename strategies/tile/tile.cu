/*
 * A block per pair of patches: a thread keeps a particle of the first patch in registers, the
 * particles of the second pass through shared memory, those out of reach of the whole first patch
 * left out. Each block writes an output array of its own; the second grid, `sum`, adds them up per
 * patch. With RECIPROCAL, each pair of patches comes once: in step s thread t meets partner
 * (t + s) mod BLOCK, so that no two threads add to one partner between two barriers.
 *
 * J. C. Phillips, Case Study: Molecular Dynamics, course S05, SC07 (2007); J. E. Stone et al.,
 * J. Comput. Chem. 28, 2618 (2007).
 */
#include "strategies/gpu_body.cuh"

/** The box of a patch, as its grid defines it. */
struct patch_box {
    REAL centre[3];
    REAL reach[3]; /* half the edges, widened by what rounding can misplace a particle by */

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

    /** Whether a particle may interact with one in the box. */
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

/** The place in shared memory of a thread's particle: the kept ones move up, in their order. */
__device__ __forceinline__ int compact(bool keep, int &kept)
{
    __shared__ int warp_kept[BLOCK / 32];
    const unsigned votes = __ballot_sync(0xffffffffu, keep);
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

/** Stores a vector, or adds it to what a block has stored before. */
__device__ __forceinline__ void put(sum4 *to, const sum4 &v, bool more)
{
    const sum4 before = more ? *to : sum4{0, 0, 0, 0};
    *to = sum4{v.x + before.x, v.y + before.y, v.z + before.z, 0};
}

/** What a partner gets back. */
struct reaction_type {
    sum4 force;
#ifdef MODEL_ORIENTED
    sum4 torque;
#endif

    __device__ __forceinline__ void add(const pair_force &f, REAL dx, REAL dy, REAL dz)
    {
        force.x += to_sum(f.x);
        force.y += to_sum(f.y);
        force.z += to_sum(f.z);
#ifdef MODEL_ORIENTED
        const struct vector back = partner_torque(&f, dx, dy, dz);
        torque.x += to_sum(back.x);
        torque.y += to_sum(back.y);
        torque.z += to_sum(back.z);
#endif
    }

    __device__ __forceinline__ void store(sum4 *forces, sum4 *torques, bool more) const
    {
        put(forces, force, more);
#ifdef MODEL_ORIENTED
        put(torques, torque, more);
#endif
    }
};

/** Where the outputs of forces end, and those of torques start. */
__device__ __forceinline__ sum4 *torque_outputs(const gpu_arguments &a)
{
    return a.scratch + patches_of(a).output_start[patches_of(a).pairs];
}

template <bool ENERGY> __device__ __forceinline__ void tile(const gpu_arguments &a)
{
    __shared__ vector4 partner[BLOCK];
    __shared__ reaction_type reaction[RECIPROCAL ? BLOCK : 1];
    __shared__ int index[BLOCK];
    const MODEL_STRUCT &constants = model_constants();
    const box_type &box = box_of(a);
    const int4 two = __ldg(patches_of(a).patch_pair + blockIdx.x);
    const bool same = two.x == two.y;
    const bool image = patches_of(a).minimum_image;
    const bool react = RECIPROCAL && !same;
    /* across a face, the patch at the far end moves by the edge of the box: that is exact */
    REAL shift_first[3], shift_second[3];
    const int digit[3] = {two.z % 3 - 1, two.z / 3 % 3 - 1, two.z / 9 - 1};
    for (int d = 0; d < 3; d++) {
        shift_first[d] = digit[d] > 0 ? -box.edge[d] : 0;
        shift_second[d] = digit[d] < 0 ? -box.edge[d] : 0;
    }
    const patch_box bounds(a, two.x, shift_first);
    const int first = patches_of(a).start[two.x];
    const int first_count = patches_of(a).start[two.x + 1] - first;
    const int second = patches_of(a).start[two.y];
    const int second_count = patches_of(a).start[two.y + 1] - second;
    const int thread = threadIdx.x;
    sum4 *output = a.scratch + patches_of(a).output_start[blockIdx.x];
    sum4 *torques = torque_outputs(a) + patches_of(a).output_start[blockIdx.x];

    for (int base = 0; base < first_count; base += BLOCK) {
        const int i = base + thread;
        const bool present = i < first_count;
        const int threads = min(first_count - base, BLOCK);
        vector4 at = {0, 0, 0, 0};
        int particle = a.n;
        if (present) {
            particle = patches_of(a).particle[first + i];
            at = shifted(load(a.position + particle), shift_first);
        }
        const self_type self(a, constants, particle, at);
        const exclusions<HAS_BONDED> excluded(a, particle);
        total sum;
        for (int next = 0; next < second_count; next += BLOCK) {
            const int j = next + thread;
            vector4 other = {0, 0, 0, 0};
            int origin = a.n;
            bool keep = false;
            if (j < second_count) {
                origin = patches_of(a).particle[second + j];
                other = shifted(load(a.position + origin), shift_second);
                keep = image || bounds.reaches(other);
            }
            int kept;
            const int place = compact(keep, kept);
            if (keep) {
                partner[place] = other;
                index[place] = origin;
                if (RECIPROCAL)
                    reaction[place] = {};
            }
            __syncthreads();
            if (react) {
                const int rounds = max(kept, threads);
                int slot = thread;
                for (int step = 0; step < rounds; step++) {
                    if (present && slot < kept && !excluded.hold(index[slot])) {
                        REAL dx, dy, dz;
                        pair_force f;
                        separation(box, at, partner[slot], image, dx, dy, dz);
                        if (meet(a, constants, self, index[slot], partner[slot], LOOK_UP, dx, dy,
                                 dz, f)) {
                            sum.add<ENERGY>(f);
                            reaction[slot].add(f, dx, dy, dz);
                        }
                    }
                    slot = slot + 1 == rounds ? 0 : slot + 1;
                    __syncthreads();
                }
                if (j < second_count) {
                    const long long place_of_j = first_count + j;
                    const reaction_type back = keep ? reaction[place] : reaction_type{};
                    back.store(output + place_of_j, torques + place_of_j, base > 0);
                }
            } else if (present) {
                for (int slot = 0; slot < kept; slot++) {
                    if ((same && index[slot] == particle) || excluded.hold(index[slot]))
                        continue;
                    REAL dx, dy, dz;
                    pair_force f;
                    separation(box, at, partner[slot], image, dx, dy, dz);
                    meet(a, constants, self, index[slot], partner[slot], LOOK_UP, dx, dy, dz, f);
                    sum.add<ENERGY>(f);
                }
            }
            __syncthreads();
        }
        if (present)
            sum.store(output + i, torques + i, !react);
    }
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
