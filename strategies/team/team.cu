/*
 * LANES threads share the full list of a particle: they read it side by side, row by row, and add
 * up with shuffles. Warps away from the faces of the box skip the minimum image.
 *
 * ddcMD's eight threads per particle: X. Zhang et al., J. Chem. Phys. 153, 045103 (2020).
 */
#include "strategies/gpu_fused.cuh"

/* Gathers that a lane has under way at a time. */
enum { GATHERS = COPIES < 4 ? COPIES : LANES <= 4 ? 4 : 3 };

/* Whether a lane reads entries while it visits those before: short pair functions with sums as wide
   as their arithmetic are better off with the registers. */
#ifdef MODEL_BODY
enum { READS_AHEAD = true };
#else
enum { READS_AHEAD = sizeof(SUM) > sizeof(REAL) };
#endif

/** What a lane reads of a row at a time. */
struct entries {
    int partner[GATHERS], stored[GATHERS];

    /** Entries first, first + LANES, …; the particle n, which is far away, for those past the end.
     */
    __device__ __forceinline__ void read(const gpu_arguments &a, const int *row, int first,
                                         int count)
    {
#pragma unroll
        for (int k = 0; k < GATHERS; k++) {
            const int next = first + k * LANES;
            partner[k] = next < count ? __ldg(row + next) : a.n;
            stored[k] = LOOK_UP;
            if (STORED)
                stored[k] = next < count
                                ? __ldg(rows_of(a).interaction + (row - rows_of(a).entry) + next)
                                : 0;
        }
    }
};

/** Adds the pairs of the first ROUNDS entries. */
template <bool ENERGY, bool IMAGE, int ROUNDS>
__device__ __forceinline__ void add_entries(const gpu_arguments &a, const MODEL_STRUCT &constants,
                                            const vector4 &at, const self_type &self,
                                            const entries &current, total &sum)
{
    vector4 other[ROUNDS];
#pragma unroll
    for (int k = 0; k < ROUNDS; k++)
        other[k] = load(a.position + current.partner[k]);
#pragma unroll
    for (int k = 0; k < ROUNDS; k++) {
        REAL dx, dy, dz;
        pair_force f;
        separation(box_of(a), at, other[k], IMAGE, dx, dy, dz);
        meet(a, constants, self, current.partner[k], other[k], current.stored[k], dx, dy, dz, f);
        sum.add<ENERGY>(f);
    }
}

template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ total sum_lane(const gpu_arguments &a, int i, int lane,
                                          const vector4 &at)
{
    const MODEL_STRUCT &constants = model_constants();
    const self_type self(a, constants, i, at);
    const int count = __ldg(rows_of(a).count + i);
    const int *row = rows_of(a).entry + i * rows_of(a).stride;
    total sum;
    entries next;
    if (READS_AHEAD)
        next.read(a, row, lane, count);
    for (int base = 0; base < count; base += GATHERS * LANES) {
        if (!READS_AHEAD)
            next.read(a, row, base + lane, count);
        const entries current = next;
        if (READS_AHEAD)
            next.read(a, row, base + GATHERS * LANES + lane, count);
        /* many lanes leave few rounds, and the last ones should not gather for nothing; in small
           teams that would set the teams of a warp apart */
        const int left = count - base;
        if (LANES >= 16 && GATHERS > 1 && left <= LANES)
            add_entries<ENERGY, IMAGE, 1>(a, constants, at, self, current, sum);
        else if (LANES >= 16 && GATHERS > 2 && left <= 2 * LANES)
            add_entries<ENERGY, IMAGE, 2>(a, constants, at, self, current, sum);
        else
            add_entries<ENERGY, IMAGE, GATHERS>(a, constants, at, self, current, sum);
    }
    return sum;
}

/** Calls take(i, total) in one lane of each team. */
template <bool ENERGY, typename Take>
__device__ __forceinline__ void team(const gpu_arguments &a, Take &&take)
{
    const long long thread = (long long)blockIdx.x * BLOCK + threadIdx.x;
    const int lane = threadIdx.x % LANES;
    const bool present = thread / LANES < a.n;
    const int i = present ? (int)(thread / LANES) : a.n - 1;
    const vector4 at = load(a.position + i);
    total sum = __any_sync(0xffffffffu, near_face(box_of(a), at))
                    ? sum_lane<ENERGY, true>(a, i, lane, at)
                    : sum_lane<ENERGY, false>(a, i, lane, at);
    for (int distance = LANES / 2; distance > 0; distance /= 2) {
        sum.components<ENERGY>([&](SUM &component) {
            component += __shfl_xor_sync(0xffffffffu, component, distance);
        });
    }
    if (present && lane == 0)
        take(i, sum);
}

template <bool ENERGY> __device__ __forceinline__ void store_forces(const gpu_arguments &a)
{
    team<ENERGY>(a, [&](int i, const total &sum) { sum.store(a.force + i, a.torque + i, true); });
}

GPU_KERNEL(force, store_forces)
FUSED_KERNELS(team)
