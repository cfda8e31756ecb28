/* A warp of `bvh`: own particles, shared memory, and periodic image. */
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

#define OWN_PARTICLE (LANE % OWN) /* number of the lane's particle in the warp */
#define SHARE        (LANE / OWN) /* number of the lane in the team of its particle */

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
 * Returns the number of words that hold a bit for each of `places` places. Place k is bit 31 - k /
 * words of word k % words. Neighboring places are in different words, which balances the words. The
 * number is odd, so that the 32 places of a word are in different banks.
 */
__device__ __forceinline__ int words_of(int places)
{
    return (places + WARP - 1) / WARP | 1;
}

/**
 * Near boxes of a level above the leaves, followed by empty boxes, because a warp reads past the
 * end. There is extra room for the boxes that one test finds.
 */
struct near_level {
    enum : unsigned { NONE = 1u << 27 };
    enum { BEHIND = BVH_BESIDE / BVH_ARITY };

    unsigned box[BVH_BOXES + BVH_BESIDE];
};

/** Shared memory of a warp. */
struct warp_memory {
    union {
        vector4 at[ROOM];     /* positions of partners; the last is a dummy far from all */
        near_level levels[2]; /* used earlier, during the search: near boxes of two levels */
    };
    /* positions in half precision, double-buffered; padded by four to avoid bank conflicts */
    alignas(16) unsigned seen[2][GROUP_WORDS][2][WARP + 4];
    unsigned in_reach[OWN][WORDS_ROOM]; /* bits of places, by own particle */
    int index[NEEDS_INDEX ? ROOM : 1];

    __device__ __forceinline__ partner get(int place) const
    {
        return {NEEDS_INDEX ? index[place] : 0, at[place], LOOK_UP};
    }

    /** Returns the partner with its position at an address. */
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

    /** Appends `words` + 1 dummies, which are far from all particles. */
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

/** Returns the number of the warp in the grid, which is the number of its group of particles. */
__device__ __forceinline__ int group_of_warp()
{
    return (int)(blockIdx.x * WARPS + threadIdx.x / WARP);
}

/**
 * Passes a number through a shuffle, so that the compiler keeps it in a register instead of
 * recomputing it for each use.
 */
__device__ __forceinline__ unsigned kept(unsigned number)
{
    return __shfl_sync(ALL_LANES, number, (int)LANE);
}

/** Passes an address through a shuffle, so that the compiler keeps it in a register. */
__device__ __forceinline__ unsigned *kept(unsigned *address)
{
    return reinterpret_cast<unsigned *>(
        __shfl_sync(ALL_LANES, reinterpret_cast<unsigned long long>(address), (int)LANE));
}

/**
 * Returns the shared memory of the warp. The search and the pairs both call it: sharing the result
 * of one call makes the kernel 3 % slower at a million particles.
 */
__device__ __forceinline__ warp_memory &memory_of_warp()
{
    const unsigned offset = kept(threadIdx.x / WARP * (unsigned)sizeof(warp_memory));
    return *reinterpret_cast<warp_memory *>(reinterpret_cast<char *>(shared_memory) + offset);
}

/** Returns a mask of the lanes before this lane. */
__device__ __forceinline__ unsigned lanes_before()
{
    return kept((1u << LANE) - 1);
}

/** Returns the index of a lane's own particle in a group; if it has none, the dummy a.n. */
__device__ __forceinline__ int own_index(const gpu_arguments &a, int group)
{
    return min(group * OWN + (int)OWN_PARTICLE, a.n);
}

/** The list of boxes near a warp, which contain all particles in its reach. */
struct near_boxes {
    const unsigned *box;
    int boxes, shift; /* number of boxes; each has 1 << shift leaves */
    unsigned none;    /* a number that stands for no box */
    int group, n;     /* number of the warp's group; number of all particles */

    __device__ __forceinline__ int leaves() const
    {
        return boxes << shift;
    }

    /**
     * Returns the index of the particle that a lane reads; if there is none, the dummy n. The
     * leaves start at `number`, with eight lanes per leaf. With COARSE, listed boxes may be larger
     * than leaves and may include the warp's own leaves.
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

/** Arguments that all steps of a warp share. */
struct warp_view {
    const gpu_arguments &a;
    warp_memory &memory;
    REAL per_reach;
    period edge;
    near_boxes near;
    bounds own; /* box around the warp's particles */
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
