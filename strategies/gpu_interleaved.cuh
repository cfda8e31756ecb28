/*
 * Walks a row of an interleaved list. Such a list stores four entries of every particle, then the
 * next four of every particle, and so on. A warp with a lane per particle then reads 512 contiguous
 * bytes. Each group of four entries is loaded during the visit of the previous group. The padding
 * of the last group, the far-away particle n, is also visited.
 */
#ifndef PAIRLANES_STRATEGIES_GPU_INTERLEAVED_CUH
#define PAIRLANES_STRATEGIES_GPU_INTERLEAVED_CUH

#include "strategies/gpu_particle.cuh"

/* Load positions one group ahead: only short pair functions with 32-bit sums leave registers for
 * that. */
#if defined(GATHERS_FIRST) && !HAS_BODIES
enum { GATHERS_AHEAD = sizeof(SUM) == 4 };
#else
enum { GATHERS_AHEAD = false };
#endif

/** Visits the row of particle i; loads the positions of COPIES partners at a time. */
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
        uchar4 kinds = STORED ? __ldg(stored_group) : uchar4{};
#pragma unroll 1
        for (int k = 0; k < 4; k += COPIES) {
            partner other[COPIES];
#pragma unroll
            for (int c = 0; c < COPIES; c++) {
                other[c] = {four.x, load(a.position + four.x), STORED ? kinds.x : LOOK_UP};
                four = int4{four.y, four.z, four.w, 0};
                kinds = uchar4{kinds.y, kinds.z, kinds.w, 0};
            }
#pragma unroll
            for (int c = 0; c < COPIES; c++)
                visit(other[c]);
        }
    }
}

/** The positions of the four partners of a group. */
struct gathered {
    vector4 x, y, z, w;

    __device__ __forceinline__ gathered(const gpu_arguments &a, const int4 &group)
        : x(load(a.position + group.x)), y(load(a.position + group.y)),
          z(load(a.position + group.z)), w(load(a.position + group.w))
    {
    }
};

/** Visits the row of particle i; loads the positions of each group during the visit of the
 * previous group. */
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
        visit(partner{four.x, other.x, LOOK_UP});
        visit(partner{four.y, other.y, LOOK_UP});
        visit(partner{four.z, other.z, LOOK_UP});
        visit(partner{four.w, other.w, LOOK_UP});
    }
}

/** Calls visit(partner) for each entry in the row of particle i. */
template <typename Visit>
__device__ __forceinline__ void visit_row(const gpu_arguments &a, int i, Visit &&visit)
{
    if (GATHERS_AHEAD)
        visit_gathered(a, i, visit);
    else
        visit_groups(a, i, visit);
}

#endif
