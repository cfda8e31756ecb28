/*
 * A block of particles holds their partners in shared memory:
 *
 *     for each place in the block's table, shared out among the threads
 *         staged[place] = position of that partner, in the image that is nearest to the block
 *     wait for all threads
 *     i, lane = quotient and remainder of the thread's number divided by LANES
 *     for each eight entries in the lane's share of the row of i
 *         sum += forces on i of the pairs (i, staged[entry])
 *     force[i] = sum over the lanes of the particle, by shuffles
 *
 * Consecutive particles share most of their partners, and each partner is read from memory once per
 * block. An entry is an index into the table: 16 bits are enough, and one load reads eight entries.
 * Periodic images are applied when partners are staged. Only if the partners of a block span the
 * periodic box does each pair compute its nearest image. Rows may be in bank order: lanes with
 * loads that are served together then read different banks (list.cu). With FUSED, the first lane
 * moves the particle instead of storing the force.
 */
#include "strategies/gpu_frame.cuh"
#include "strategies/gpu_pair_rows.cuh"
#include "strategies/staged/gpu_staged.h"
#include "strategies/staged/own_order.cuh"

/* Lanes of all particles of a block. If it has fewer threads, each takes several lanes in turn. */
enum { ALL_ROWS = PARTICLES * LANES };

extern __shared__ int4 shared_memory[];

/**
 * The partners of a block in shared memory. A load of 16 bytes per lane is served for eight lanes
 * at a time. There is no conflict if they read from different groups of four banks. The elements of
 * arrays have 16 bytes, so that successive places are in successive bank groups.
 */
struct staged_table {
    int4 *first;  /* x, y, z and type in single precision; x and y in double */
    void *second; /* z in double, followed by the type if there are bodies */
    int *index;   /* indices of oriented particles, because orientations are not staged */

    __device__ __forceinline__ explicit staged_table(int room)
        : first(shared_memory), second(shared_memory + room),
          index(reinterpret_cast<int *>(static_cast<char *>(second) + second_bytes() * room))
    {
    }

    __device__ __forceinline__ static constexpr int second_bytes()
    {
        return sizeof(REAL) == 4 ? 0 : HAS_BODIES ? 16 : 8;
    }

    __device__ __forceinline__ void put(int place, const vector4 &at, int i) const
    {
        if constexpr (sizeof(REAL) == 4) {
            reinterpret_cast<float4 *>(first)[place] =
                make_float4((float)at.x, (float)at.y, (float)at.z, placed((float)at.w));
        } else {
            reinterpret_cast<double2 *>(first)[place] = make_double2(at.x, at.y);
            if (HAS_BODIES)
                static_cast<double2 *>(second)[place] = make_double2(at.z, at.w);
            else
                static_cast<double *>(second)[place] = at.z;
        }
        if (HAS_ORIENTATION)
            index[place] = i;
    }

    __device__ __forceinline__ partner get(unsigned place) const
    {
        partner other = {0, {}, LOOK_UP};
        if constexpr (sizeof(REAL) == 4) {
            const float4 at = reinterpret_cast<const float4 *>(first)[place];
            other.at = {(REAL)at.x, (REAL)at.y, (REAL)at.z, (REAL)at.w};
        } else {
            const double2 low = reinterpret_cast<const double2 *>(first)[place];
            other.at = {(REAL)low.x, (REAL)low.y, 0, 0};
            if (HAS_BODIES) {
                const double2 high = static_cast<const double2 *>(second)[place];
                other.at.z = (REAL)high.x;
                other.at.w = (REAL)high.y;
            } else {
                other.at.z = (REAL) static_cast<const double *>(second)[place];
            }
        }
        if (HAS_ORIENTATION)
            other.i = index[place];
        return other;
    }
};

/** Evaluates the pair of a particle and a staged partner. */
template <bool BARE, typename Pair>
__device__ __forceinline__ void evaluate_staged(const gpu_arguments &a, const own_particle &self,
                                                const partner &other, const displacement &d,
                                                Pair &f)
{
    if constexpr (HAS_ROWS) {
        f.selected = a.terms;
        if constexpr (BARE)
            evaluate_bare(self, other, d, f);
        else
            evaluate_placed(a, self, other, d, f);
        select_virial(&f, d.x, d.y, d.z);
    } else {
        evaluate_pair(a, self, other, d, f);
    }
}

/* Number of partners that are read before the first of them is evaluated. */
enum { TOGETHER = COPIES >= 4 ? STAGED_GROUP : COPIES };

/** A group of eight entries of a row. */
struct staged_group {
    unsigned word[4];

    __device__ __forceinline__ explicit staged_group(const int4 &group)
        : word{(unsigned)group.x, (unsigned)group.y, (unsigned)group.z, (unsigned)group.w}
    {
    }

    __device__ __forceinline__ unsigned entry(int k) const
    {
        return word[k / 2] >> 16 * (k % 2) & 0xffff;
    }

    /** Removes the first TOGETHER entries. */
    __device__ __forceinline__ void advance()
    {
#pragma unroll
        for (int k = 0; k < 4; k++) {
            if (TOGETHER == 1)
                word[k] = word[k] >> 16 | (k < 3 ? word[min(k + 1, 3)] << 16 : 0);
            else
                word[k] = k + TOGETHER / 2 < 4 ? word[min(k + TOGETHER / 2, 3)] : 0;
        }
    }
};

template <bool ENERGY, bool IMAGE, bool BARE>
__device__ __forceinline__ total sum_row(const gpu_arguments &a, const staged_table &table,
                                         const int4 *row, int groups, const vector4 &at,
                                         const own_particle &self)
{
    row_sum sum;
    int4 next = groups > 0 ? __ldg(row) : int4{};
    for (int g = 0; g < groups; g++) {
        staged_group group(next);
        row += ALL_ROWS;
        if (g + 1 < groups)
            next = __ldg(row);
#pragma unroll 1
        for (int k = 0; k < STAGED_GROUP; k += TOGETHER, group.advance()) {
            partner other[TOGETHER];
#pragma unroll
            for (int c = 0; c < TOGETHER; c++)
                other[c] = table.get(group.entry(c));
#pragma unroll
            for (int c = 0; c < TOGETHER; c++) {
                const displacement d(box_of(a), at, other[c].at, IMAGE);
                row_pair<ENERGY> f;
                evaluate_staged<BARE>(a, self, other[c], d, f);
                sum.add<ENERGY>(f);
            }
        }
    }
    if (BARE)
        end_bare<ENERGY>(self, sum);
    end_row<ENERGY>(self, sum);
    return sum;
}

/** Stages the partners of the block. */
__device__ __forceinline__ void stage(const gpu_arguments &a, const staged_table &table,
                                      const vector4 &frame)
{
    const gpu_staged &s = neighbors_of<gpu_staged>(a);
    const int partners = __ldg(s.partners + blockIdx.x);
    const int *list = s.table + (long long)blockIdx.x * s.room;
    for (int place = threadIdx.x; place <= partners; place += BLOCK) {
        const int i = __ldg(list + place);
        table.put(place, framed(box_of(a), frame, load(a.position + i)), i);
    }
    stage_rows(a);
    __syncthreads();
}

/** Calls take(i, total) in one lane of each particle of the block. */
template <bool ENERGY, typename Take>
__device__ __forceinline__ void staged(const gpu_arguments &a, Take &&take)
{
    const gpu_staged &s = neighbors_of<gpu_staged>(a);
    const vector4 frame = load(s.frame + blockIdx.x);
    const staged_table table(s.room);
    stage(a, table, frame);
    order_own(a);
#pragma unroll 1
    for (int thread = threadIdx.x; thread < ALL_ROWS; thread += BLOCK) {
        const int own = own_at(thread / LANES), first = (int)blockIdx.x * PARTICLES + own;
        const bool present = first < a.n;
        const int i = present ? first : a.n - 1; /* extra lanes repeat the last particle, so that
                                                  * all lanes vote */
        const vector4 at = framed(box_of(a), frame, load(a.position + i));
        const own_particle self(a, i, at);
        const int count = present ? __ldg(s.count + i) : 0;
        const int groups = (count + STAGED_GROUP * LANES - 1) / (STAGED_GROUP * LANES);
        const int4 *row =
            s.row + (long long)blockIdx.x * s.stride * ALL_ROWS + own * LANES + thread % LANES;
        total sum;
        if (BARE_LAST && frame.w == 0 && __all_sync(ALL_LANES, is_bare(a, first, at)))
            sum = sum_row<ENERGY, false, BARE_LAST>(a, table, row, groups, at, self);
        else if (frame.w == 0)
            sum = sum_row<ENERGY, false, false>(a, table, row, groups, at, self);
        else
            sum = sum_row<ENERGY, true, false>(a, table, row, groups, at, self);
#pragma unroll
        for (int distance = LANES / 2; distance > 0; distance /= 2) {
            sum.components<ENERGY>([&](SUM &component) {
                component += __shfl_xor_sync(ALL_LANES, component, distance);
            });
        }
        if (present && thread % LANES == 0)
            take(i, sum);
    }
}

template <bool ENERGY> __device__ __forceinline__ void store_forces(const gpu_arguments &a)
{
    staged<ENERGY>(a, [&](int i, const total &sum) { sum.store(a.force + i, a.torque + i, true); });
}

GPU_KERNEL(force, store_forces)

#if FUSED
#include "strategies/gpu_fused.cuh"
FUSED_KERNELS(staged)
#endif
