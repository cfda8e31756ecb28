/*
 * Vectors of four numbers, their loads and atomic adds, and the nearest periodic image, in the
 * precision that the unit compiles for.
 */
#ifndef PAIRLANES_STRATEGIES_GPU_TYPES_CUH
#define PAIRLANES_STRATEGIES_GPU_TYPES_CUH

#include "models/word.h"
#include "strategies/sums.h"

struct __align__(16) vector4
{
    REAL x, y, z, w;
};

struct __align__(16) sum4
{
    SUM x, y, z, w;
};

#include "strategies/gpu_arguments.h"

template <typename T> struct choose_box;
template <> struct choose_box<double> {
    using type = box_double;
};
template <> struct choose_box<float> {
    using type = box_single;
};
using box_type = choose_box<REAL>::type;

/** The box of a kernel's arguments in the unit's precision. */
template <typename Arguments> __device__ __forceinline__ const box_type &box_of(const Arguments &a)
{
    if constexpr (sizeof(REAL) == 4)
        return a.box_single;
    else
        return a.box_double;
}

/** Returns the data of a neighbor structure. */
template <typename Structure>
__device__ __forceinline__ const Structure &neighbors_of(const gpu_arguments &a)
{
    static_assert(sizeof(Structure) <= sizeof a.neighbors, "more room in gpu_arguments.h");
    return reinterpret_cast<const Structure &>(a.neighbors);
}

__device__ __forceinline__ const gpu_rows &rows_of(const gpu_arguments &a)
{
    return neighbors_of<gpu_rows>(a);
}

__device__ __forceinline__ const gpu_edges &edges_of(const gpu_arguments &a)
{
    return neighbors_of<gpu_edges>(a);
}

__device__ __forceinline__ const gpu_patches &patches_of(const gpu_arguments &a)
{
    return neighbors_of<gpu_patches>(a);
}

/** Reads a vector that no thread writes during the kernel, 16 bytes a load. */
__device__ __forceinline__ vector4 load(const vector4 *address)
{
    vector4 v;
    if constexpr (sizeof(REAL) == 4) {
        float4 all = __ldg(reinterpret_cast<const float4 *>(address));
        v = {(REAL)all.x, (REAL)all.y, (REAL)all.z, (REAL)all.w};
    } else {
        double2 low = __ldg(reinterpret_cast<const double2 *>(address));
        double2 high = __ldg(reinterpret_cast<const double2 *>(address) + 1);
        v = {(REAL)low.x, (REAL)low.y, (REAL)high.x, (REAL)high.y};
    }
    return v;
}

/** Converts between a number and the word stored in its bits. */
__device__ __forceinline__ int word_in(float number)
{
    return __float_as_int(number);
}

__device__ __forceinline__ int word_in(double number)
{
    return (int)__double_as_longlong(number);
}

template <typename Number> __device__ __forceinline__ Number with_word(int word)
{
    if constexpr (sizeof(Number) == sizeof(float))
        return (Number)__int_as_float(word);
    else
        return (Number)__longlong_as_double(word);
}

/** The lanes of a warp, for votes and shuffles that all of them take part in. */
enum : unsigned { ALL_LANES = 0xffffffffu };

/**
 * The particles that one does not interact with as a pair; none, at no cost, unless MIND. Up to
 * four are in registers. Of a longer row, which few particles have and none unless LONG, three are,
 * and the others are looked up: the last number is then below -1 and encodes the row.
 */
template <bool MIND, bool LONG = true> struct exclusions {
    const int *const &rows; /* a reference to the kernel's arguments, so that it takes no
                             * register */
    int4 four;

    template <typename Arguments>
    __device__ __forceinline__ exclusions(const Arguments &a, int i) : rows(a.excluded)
    {
        if (MIND) {
            four = make_int4(-1, -1, -1, -1);
            if (rows != nullptr && i < a.n) {
                const int begin = __ldg(rows + i);
                const int count = __ldg(rows + i + 1) - begin;
                four.x = count > 0 ? __ldg(rows + begin) : -1;
                four.y = count > 1 ? __ldg(rows + begin + 1) : -1;
                four.z = count > 2 ? __ldg(rows + begin + 2) : -1;
                four.w = LONG && count > 4 ? -2 - i : count > 3 ? __ldg(rows + begin + 3) : -1;
            }
        }
    }

    /** Takes over a particle that another thread has read: `first` are its `four`. */
    template <typename Arguments>
    __device__ __forceinline__ exclusions(const Arguments &a, const int4 &first)
        : rows(a.excluded), four(first)
    {
    }

    __device__ __forceinline__ bool hold(int j) const
    {
        return MIND && (j == four.x || j == four.y || j == four.z || j == four.w ||
                        (LONG && four.w < -1 && held_beyond(j)));
    }

    __device__ __forceinline__ bool held_beyond(int j) const
    {
        const int i = -2 - four.w;
        const int end = __ldg(rows + i + 1);
        bool held = false;
#pragma unroll 1
        for (int k = __ldg(rows + i) + 3; k < end && !held; k++)
            held = __ldg(rows + k) == j;
        return held;
    }
};

__device__ __forceinline__ void add_atomically(SUM *address, SUM value)
{
#if defined(FRACTION_BITS) && !defined(FIXED_MATH) /* the hardware only adds unsigned 64 bits */
    atomicAdd(reinterpret_cast<unsigned long long *>(address), (unsigned long long)value);
#else
    atomicAdd(address, value);
#endif
}

/**
 * Adds a force to memory that other threads add to, in one vector operation where the GPU has it.
 * With ENERGY, adds the energy too, and counts the add.
 */
template <bool ENERGY>
__device__ __forceinline__ void atomic_add(const gpu_arguments &a, sum4 *address, SUM x, SUM y,
                                           SUM z, SUM energy)
{
    if (ENERGY)
        atomicAdd(a.atomics, 1ULL);
#if __CUDA_ARCH__ >= 900 && !defined(FRACTION_BITS)
    if constexpr (sizeof(SUM) == 4) {
        atomicAdd(reinterpret_cast<float4 *>(address),
                  make_float4((float)x, (float)y, (float)z, ENERGY ? (float)energy : 0.0f));
        return;
    }
#endif
    add_atomically(&address->x, x);
    add_atomically(&address->y, y);
    add_atomically(&address->z, z);
    if (ENERGY)
        add_atomically(&address->w, energy);
}

/**
 * One component of the vector to the nearest periodic image, of coordinates in the box: a GPU
 * rounds quotients slowly. The coordinate near the far face is the one that moves: subtracting the
 * edge from it is exact, adding it to the other is not. A coordinate far outside the box stays
 * outside.
 */
template <typename T> __device__ __forceinline__ T nearest(T from, T to, T edge, T half)
{
    const T apart = to - from;
    return (apart > half ? to - edge : to) - (apart < -half ? from - edge : from);
}

/** The vector from one particle to another. */
struct displacement {
    REAL x, y, z;

    displacement() = default;

    /** The vector to the nearest periodic image if `image`, otherwise to the particle itself. */
    __device__ __forceinline__ displacement(const box_type &box, const vector4 &from,
                                            const vector4 &to, bool image)
        : x(image ? nearest(from.x, to.x, box.edge[0], box.half[0]) : to.x - from.x),
          y(image ? nearest(from.y, to.y, box.edge[1], box.half[1]) : to.y - from.y),
          z(image ? nearest(from.z, to.z, box.edge[2], box.half[2]) : to.z - from.z)
    {
    }
};

/** Whether a particle's neighbors may lie across a face of the box. */
__device__ __forceinline__ bool near_face(const box_type &box, const vector4 &p)
{
    return p.x < box.margin || p.x > box.edge[0] - box.margin || p.y < box.margin ||
           p.y > box.edge[1] - box.margin || p.z < box.margin || p.z > box.edge[2] - box.margin;
}

/**
 * Whether any particle of the warp has to mind periodic images; the others then do too, for lanes
 * that took different branches would wait for each other. All 32 lanes have to call it.
 */
template <typename Arguments>
__device__ __forceinline__ bool warp_needs_images(const Arguments &a, const vector4 &at)
{
    return __any_sync(ALL_LANES, near_face(box_of(a), at));
}

#endif
