/*
 * A team of LANES threads per particle, with a full list with contiguous rows:
 *
 *     i, lane = quotient and remainder of the thread's number divided by LANES
 *     for each k = lane, lane + LANES, lane + 2 LANES ... in the row of i
 *         sum += force on i of the pair (i, entry k)
 *     sum = sum over the lanes of the team, by shuffles
 *     in the first lane: force[i] = sum
 *
 * A team reads neighboring entries of one row at a time. With FUSED, the first lane moves the
 * particle by the sum instead of storing it.
 *
 * X. Zhang et al., J. Chem. Phys. 153, 045103 (2020), ddcMD: eight threads per particle.
 */
#include "strategies/gpu_particle.cuh"

#ifdef EXCLUSIONS
#include "strategies/gpu_exclusions.cuh"
#endif

/* Number of partners that a lane loads the positions of at a time. */
enum { GATHERS = COPIES < 4 ? COPIES : LANES <= 4 ? 4 : 3 };

/*
 * Whether a lane loads the next entries before it evaluates the current ones. False for short pair
 * functions if sums are no wider than their arithmetic: gathers then use the registers.
 */
enum { READS_AHEAD = HAS_BODIES || sizeof(SUM) > sizeof(REAL) };

/** Entries of a row that a lane reads at a time. */
struct entries {
    int i[GATHERS], interaction[GATHERS];

    /** Reads entries first, first + LANES, …; past the end of the row, the far-away particle n. */
    __device__ __forceinline__ void read(const gpu_arguments &a, const int *row, int first,
                                         int count)
    {
#pragma unroll
        for (int k = 0; k < GATHERS; k++) {
            const int next = first + k * LANES;
            i[k] = next < count ? __ldg(row + next) : a.n;
            interaction[k] = LOOK_UP;
            if (STORED)
                interaction[k] =
                    next < count ? __ldg(rows_of(a).interaction + (row - rows_of(a).entry) + next)
                                 : 0;
        }
    }
};

/** Adds the pairs of the first ROUNDS entries. */
template <bool ENERGY, bool IMAGE, int ROUNDS>
__device__ __forceinline__ void add_entries(const gpu_arguments &a, const vector4 &at,
                                            const list_particle &self, const entries &current,
                                            row_sum &sum)
{
    partner other[ROUNDS];
#pragma unroll
    for (int k = 0; k < ROUNDS; k++)
        other[k] = {current.i[k], load(a.position + current.i[k]), current.interaction[k]};
#pragma unroll
    for (int k = 0; k < ROUNDS; k++) {
#ifdef EXCLUSIONS
        if (self.is_parted_from(a, other[k], displacement(box_of(a), at, other[k].at, IMAGE)))
            continue;
#endif
        row_pair<ENERGY> f;
        evaluate_pair(a, self, other[k], displacement(box_of(a), at, other[k].at, IMAGE), f);
        sum.add<ENERGY>(f);
    }
}

template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ total sum_lane(const gpu_arguments &a, int i, int lane,
                                          const vector4 &at)
{
    const list_particle self(a, i, at);
    const int count = __ldg(rows_of(a).count + i);
    const int *row = rows_of(a).entry + i * rows_of(a).stride;
    row_sum sum;
    entries next;
    if (READS_AHEAD)
        next.read(a, row, lane, count);
    for (int base = 0; base < count; base += GATHERS * LANES) {
        if (!READS_AHEAD)
            next.read(a, row, base + lane, count);
        const entries current = next;
        if (READS_AHEAD)
            next.read(a, row, base + GATHERS * LANES + lane, count);
        /*
         * large teams skip loads past the end of the row in their last rounds. The many small teams
         * of a warp do not, because they would diverge
         */
        const int left = count - base;
        if (LANES >= 16 && GATHERS > 1 && left <= LANES)
            add_entries<ENERGY, IMAGE, 1>(a, at, self, current, sum);
        else if (LANES >= 16 && GATHERS > 2 && left <= 2 * LANES)
            add_entries<ENERGY, IMAGE, 2>(a, at, self, current, sum);
        else
            add_entries<ENERGY, IMAGE, GATHERS>(a, at, self, current, sum);
    }
    end_row<ENERGY>(self, sum);
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
    total sum = warp_needs_images(a, at) ? sum_lane<ENERGY, true>(a, i, lane, at)
                                         : sum_lane<ENERGY, false>(a, i, lane, at);
    for (int distance = LANES / 2; distance > 0; distance /= 2) {
        sum.components<ENERGY>(
            [&](SUM &component) { component += __shfl_xor_sync(ALL_LANES, component, distance); });
    }
    if (present && lane == 0)
        take(i, sum);
}

template <bool ENERGY> __device__ __forceinline__ void store_forces(const gpu_arguments &a)
{
    team<ENERGY>(a, [&](int i, const total &sum) { sum.store(a.force + i, a.torque + i, true); });
}

GPU_KERNEL(force, store_forces)

#if FUSED
#include "strategies/gpu_fused.cuh"
FUSED_KERNELS(team)
#endif
