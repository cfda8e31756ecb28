/*
 * Input of list building: particles in cell order, and the test whether two are neighbors.
 *
 * The test for the range uses type DISTANCE. If it is narrower than REAL, the candidates are stored
 * in it, which halves their bytes. The range then has a margin for rounding (cuda_lists.c). All
 * pairs within cut-off and skin are listed, and a few just beyond. Thus a list stays valid as long
 * as after an exact test.
 */
#ifndef PAIRLANES_DEVICE_CANDIDATES_CUH
#define PAIRLANES_DEVICE_CANDIDATES_CUH

#include "harness/backend/cuda/device/sorted.cuh"
#include "strategies/gpu_excluded.cuh"

/** Particles in cell order, in the type of the range test; w holds the index. */
template <bool NARROW> struct candidates {
    using vector = vector4;

    __device__ __forceinline__ static vector load_at(const list_arguments &a, int place)
    {
        return load(a.sorted_position + place);
    }

    __device__ __forceinline__ static vector of(const list_arguments &, const vector4 &exact)
    {
        return exact;
    }
};

template <> struct candidates<true> {
    using vector = float4;

    __device__ __forceinline__ static vector load_at(const list_arguments &a, int place)
    {
        return __ldg(reinterpret_cast<const float4 *>(a.sorted_position) + place);
    }

    __device__ __forceinline__ static vector of(const list_arguments &a, const vector4 &exact)
    {
        return narrowed(a, exact, 0);
    }
};

using candidate = candidates<(sizeof(DISTANCE) < sizeof(REAL))>;
using candidate4 = candidate::vector;

/** Returns the box in the precision T. */
template <typename T> __device__ __forceinline__ const auto &box_in(const list_arguments &a)
{
    if constexpr (sizeof(T) == 4)
        return a.box_single;
    else
        return a.box_double;
}

__device__ __forceinline__ DISTANCE distance_range2_of(const list_arguments &a)
{
    return sizeof(DISTANCE) == 4 ? (DISTANCE)a.range2_single : (DISTANCE)a.range2_double;
}

/**
 * Whether a half list stores the pair in the row of i. The particle with the lower z (then y, x,
 * index) has the pair. This distributes pairs evenly in a periodic box, and only the particle's own
 * layer of cells and those above it have to be searched.
 */
__device__ __forceinline__ bool above(DISTANCE dx, DISTANCE dy, DISTANCE dz, int i, int j)
{
    return dz > 0 || (dz == 0 && (dy > 0 || (dy == 0 && (dx > 0 || (dx == 0 && i < j)))));
}

/**
 * Position of a particle relative to candidates in one periodic image. Near a face, the larger of
 * the two coordinates is shifted. Subtracting the box edge from it is exact; adding it to the
 * smaller coordinate is not.
 */
struct image_frame {
    DISTANCE x, y, z;                /* position of the particle, possibly shifted */
    DISTANCE back_x, back_y, back_z; /* edge subtracted from the candidates' coordinates, or 0 */

    /**
     * Sets the shifts along an axis for candidates of a cell that lies below the box, above it, or
     * inside.
     */
    __device__ __forceinline__ static void move(int cell, int cells, DISTANCE edge, DISTANCE &place,
                                                DISTANCE &back)
    {
        back = cell < 0 ? edge : 0;
        place -= cell >= cells ? edge : 0;
    }
};

/** Whether a candidate is a neighbor of particle i. */
template <bool HALF, bool IMAGE, bool EXCLUDES>
__device__ __forceinline__ bool is_neighbor(const list_arguments &a, const image_frame &from, int i,
                                            const exclusions<EXCLUDES> &excluded,
                                            const candidate4 &other)
{
    const DISTANCE dx = (IMAGE ? (DISTANCE)other.x - from.back_x : (DISTANCE)other.x) - from.x;
    const DISTANCE dy = (IMAGE ? (DISTANCE)other.y - from.back_y : (DISTANCE)other.y) - from.y;
    const DISTANCE dz = (IMAGE ? (DISTANCE)other.z - from.back_z : (DISTANCE)other.z) - from.z;
    const int j = word_in(other.w);
    return dx * dx + dy * dy + dz * dz < distance_range2_of(a) &&
           (HALF ? above(dx, dy, dz, i, j) : true) && j != i && !excluded.hold(j);
}

/**
 * Returns the distance along an axis between a coordinate and a cell. Reduces it by a margin, so
 * that rounding never excludes a cell in range.
 */
__device__ __forceinline__ DISTANCE gap(DISTANCE coordinate, int cell, DISTANCE edge,
                                        DISTANCE slack)
{
    return max(max(cell * edge - coordinate, coordinate - (cell + 1) * edge) - slack, (DISTANCE)0);
}

#endif
