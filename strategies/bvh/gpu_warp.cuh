/*
 * A warp of `bvh`: its particles, its shared memory, and its periodic image.
 */
#ifndef PAIRLANES_STRATEGIES_BVH_GPU_WARP_CUH
#define PAIRLANES_STRATEGIES_BVH_GPU_WARP_CUH

#include "strategies/bvh/gpu_boxes.cuh"
#include "strategies/gpu_exclusions.cuh"

enum {
    WARPS = BLOCK / WARP,
    OWN = WARP / LANES, /* particles of a warp */
    OWN_LEAVES = OWN / BVH_LEAF,
    FOUR = WARP / BVH_LEAF, /* leaves that are staged at a time */
};
static_assert(OWN_LEAVES >= 1 && OWN_LEAVES <= FOUR, "a warp has whole leaves, and a lane each");

#define OWN_PARTICLE (LANE % OWN) /* particle of a lane, among the warp's … */
#define SHARE        (LANE / OWN) /* number of the lane among those of its particle */

/* exclusions and orientations require a partner's index */
enum { NEEDS_INDEX = HAS_ORIENTATION || HAS_BONDED };

enum {
    NEAR = BVH_NEAR(LANES, sizeof(REAL)),
    ROOM = BVH_ROOM(LANES, sizeof(REAL)),
    WORDS = BVH_WORDS(LANES, sizeof(REAL)),
    GROUP = BVH_GROUP, /* places that are tested at a time */
    GROUP_WORDS = GROUP / WARP,
    WORDS_ROOM = BVH_WORDS_ROOM(LANES, sizeof(REAL)),
};
static_assert(NEAR >= OWN + BVH_AHEAD * WARP, "there is room for all that is staged at a time");

/**
 * Returns the number of words with the bits of `places` places: place k is bit 31 - k / words of
 * word k % words, so that neighbors are in different words, and words have similar numbers of
 * partners. The number is odd, so that the 32 places of a word are in different banks.
 */
__device__ __forceinline__ int words_of(int places)
{
    return (places + WARP - 1) / WARP | 1;
}

/**
 * Near boxes of a level above leaves, followed by as many empty boxes as a warp reads beyond the
 * last one. There is additional room for the boxes that are found at a time.
 */
struct near_level {
    enum : unsigned { NONE = 1u << 27 };
    enum { BEHIND = BVH_BESIDE / BVH_ARITY };

    unsigned box[BVH_BOXES + BVH_BESIDE];
};

/** Shared memory of a warp. */
struct warp_memory {
    union {
        vector4 at[ROOM];     /* positions; the last one is far from all */
        near_level levels[2]; /* used first: boxes found on the way down the tree */
    };
    /* two groups of places; two pairs of numbers are in different groups of four banks */
    alignas(16) unsigned seen[2][GROUP_WORDS][2][WARP + 4];
    unsigned in_reach[OWN][WORDS_ROOM]; /* a bit per place, for each particle */
    int index[NEEDS_INDEX ? ROOM : 1];

    __device__ __forceinline__ partner get(int place) const
    {
        return {NEEDS_INDEX ? index[place] : 0, at[place], LOOK_UP};
    }

    /** Returns the same for the place at an address. */
    __device__ __forceinline__ partner get_at(const char *address) const
    {
        const vector4 *const place = reinterpret_cast<const vector4 *>(address);
        return {NEEDS_INDEX ? index[place - at] : 0, *place, LOOK_UP};
    }

    __device__ __forceinline__ void put(int place, const vector4 &position, int i)
    {
        at[place] = position;
        if (NEEDS_INDEX)
            index[place] = i;
    }

    /** Appends places that are far from all particles: one for each of `words` words, and
     * another. */
    __device__ __forceinline__ void put_far(int words)
    {
        const partner far = get(ROOM - 1);
        if ((int)LANE <= words)
            put(WARP * words + (int)LANE, far.at, far.i);
    }
};
static_assert(WORDS < WORDS_ROOM && WORDS < WARP, "each lane finds an end");
static_assert(WARPS * sizeof(warp_memory) <= BVH_SHARED(WARPS, LANES, sizeof(REAL), NEEDS_INDEX),
              "the launch gives as much");

extern __shared__ int4 shared_memory[];

/** Returns the number of a warp's particles among those of all warps. */
__device__ __forceinline__ int group_of_warp()
{
    return (int)(blockIdx.x * WARPS + threadIdx.x / WARP);
}

/**
 * Returns a number that differs between lanes, in a form that the compiler keeps instead of
 * computing it again for each use.
 */
__device__ __forceinline__ unsigned kept(unsigned number)
{
    return __shfl_sync(ALL_LANES, number, (int)LANE);
}

/** Returns an address in such a form. */
__device__ __forceinline__ unsigned *kept(unsigned *address)
{
    return reinterpret_cast<unsigned *>(
        __shfl_sync(ALL_LANES, reinterpret_cast<unsigned long long>(address), (int)LANE));
}

/**
 * Returns the shared memory of the warp. It is called once for the list and again for the rest: a
 * single call for both makes the kernel 3 % slower at a million particles.
 */
__device__ __forceinline__ warp_memory &memory_of_warp()
{
    const unsigned offset = kept(threadIdx.x / WARP * (unsigned)sizeof(warp_memory));
    return *reinterpret_cast<warp_memory *>(reinterpret_cast<char *>(shared_memory) + offset);
}

/** Returns a bit for each lane before this one. */
__device__ __forceinline__ unsigned lanes_before()
{
    return kept((1u << LANE) - 1);
}

/**
 * Returns the index of a lane's particle in a group of the warp; a.n, which is far from all, if
 * there is none.
 */
__device__ __forceinline__ int own_index(const gpu_arguments &a, int group)
{
    return min(group * OWN + (int)OWN_PARTICLE, a.n);
}

/** The list of boxes near a warp: they contain all near particles. */
struct near_boxes {
    const unsigned *box;
    int boxes, shift; /* number of boxes; each has 1 << shift leaves */
    unsigned none;    /* empty box */
    int group, n;     /* number of the warp's particles, and of all particles */

    __device__ __forceinline__ int leaves() const
    {
        return boxes << shift;
    }

    /**
     * Returns the index of a lane's particle, with eight lanes per leaf, in the leaves from
     * `number` on; n, which is far from all, if there is none. With COARSE the boxes need not be
     * leaves, and the warp's own are among them.
     */
    template <bool COARSE> __device__ __forceinline__ int particle(int number) const
    {
        const int of_lane = number + (int)(LANE / BVH_LEAF);
        unsigned leaf;
        if constexpr (COARSE) {
            const unsigned in = of_lane >> shift < boxes ? box[of_lane >> shift] : none;
            leaf = (in << shift) + (of_lane & ((1 << shift) - 1));
            if (leaf / OWN_LEAVES == (unsigned)group)
                return n;
        } else {
            leaf = box[of_lane];
        }
        return min((int)(leaf * BVH_LEAF + LANE % BVH_LEAF), n);
    }
};

/** Common arguments of all steps of a warp. */
struct warp_view {
    const gpu_arguments &a;
    warp_memory &memory;
    REAL per_reach;
    period edge;
    near_boxes near;
    bounds own; /* the box around its particles */
    frame image;
    unsigned lanes_below;

    __device__ __forceinline__ warp_view(const gpu_arguments &a, const near_boxes &near,
                                         const bounds &own)
        : a(a), memory(memory_of_warp()), per_reach(1 / reach_of(a)), edge(a, per_reach),
          near(near), own(own), image(a, own), lanes_below(lanes_before())
    {
    }
};

#endif
