/*
 * Walking a neighbor row that is stored by column, in groups of four entries: a warp reads 512
 * contiguous bytes of the list. A group is read while the one before it is visited. The padding of
 * the last one is visited, too: the particle n, which is far away.
 */
#ifndef PAIRLANES_STRATEGIES_GPU_COLUMNS_CUH
#define PAIRLANES_STRATEGIES_GPU_COLUMNS_CUH

#include "strategies/gpu.cuh"

/* Short pair functions with sums of 32 bits leave registers for the positions of the next group. */
#if defined(GATHERS_FIRST) && !defined(MODEL_BODY)
enum { GATHERS_AHEAD = sizeof(SUM) == 4 };
#else
enum { GATHERS_AHEAD = false };
#endif

/** Visits the row, COPIES gathers at a time. */
template <typename Visit>
__device__ __forceinline__ void visit_groups(const gpu_arguments &a, int i, Visit &&visit)
{
    const int count = __ldg(rows_of(a).count + i);
    const int4 *group = reinterpret_cast<const int4 *>(rows_of(a).entry) + i;
    const uchar4 *stored_group = reinterpret_cast<const uchar4 *>(rows_of(a).interaction) + i;
    int4 next = count > 0 ? __ldg(group) : int4{};
    for (int base = 0; base < count; base += 4, stored_group += a.n) {
        int4 four = next;
        group += a.n;
        if (base + 4 < count)
            next = __ldg(group);
        uchar4 ways = STORED ? __ldg(stored_group) : uchar4{};
#pragma unroll 1
        for (int k = 0; k < 4; k += COPIES) {
            int partner[COPIES], stored[COPIES];
            vector4 other[COPIES];
#pragma unroll
            for (int c = 0; c < COPIES; c++) {
                partner[c] = four.x;
                stored[c] = STORED ? ways.x : LOOK_UP;
                other[c] = load(a.position + partner[c]);
                four = int4{four.y, four.z, four.w, 0};
                ways = uchar4{ways.y, ways.z, ways.w, 0};
            }
#pragma unroll
            for (int c = 0; c < COPIES; c++)
                visit(partner[c], other[c], stored[c]);
        }
    }
}

/** The positions of a group. */
struct gathered {
    vector4 x, y, z, w;

    __device__ __forceinline__ gathered(const gpu_arguments &a, const int4 &group)
        : x(load(a.position + group.x)), y(load(a.position + group.y)),
          z(load(a.position + group.z)), w(load(a.position + group.w))
    {
    }
};

/** Visits the row, the positions of a group on their way while the one before is visited. */
template <typename Visit>
__device__ __forceinline__ void visit_gathered(const gpu_arguments &a, int i, Visit &&visit)
{
    const int count = __ldg(rows_of(a).count + i);
    if (count == 0)
        return;
    const int4 *group = reinterpret_cast<const int4 *>(rows_of(a).entry) + i;
    int4 next = __ldg(group);
    gathered coming(a, next);
    int4 later = count > 4 ? __ldg(group + a.n) : next;
    for (int base = 0; base < count; base += 4) {
        const int4 four = next;
        const gathered other = coming;
        group += a.n;
        next = later;
        if (base + 4 < count)
            coming = gathered(a, next);
        if (base + 8 < count)
            later = __ldg(group + a.n);
        visit(four.x, other.x, LOOK_UP);
        visit(four.y, other.y, LOOK_UP);
        visit(four.z, other.z, LOOK_UP);
        visit(four.w, other.w, LOOK_UP);
    }
}

/**
 * Calls visit(partner, its position, stored) for the row of particle i; `stored` is how the two
 * interact, if the list has it, or LOOK_UP.
 */
template <typename Visit>
__device__ __forceinline__ void visit_row(const gpu_arguments &a, int i, Visit &&visit)
{
    if (GATHERS_AHEAD)
        visit_gathered(a, i, visit);
    else
        visit_groups(a, i, visit);
}

#endif
