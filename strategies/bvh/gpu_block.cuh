/*
 * A block of `bvh`, and a warp of it: which particles they have, what they hold in shared memory,
 * and what a warp sees.
 */
#ifndef PAIRLANES_STRATEGIES_BVH_GPU_BLOCK_CUH
#define PAIRLANES_STRATEGIES_BVH_GPU_BLOCK_CUH

#include "strategies/bvh/gpu_boxes.cuh"

enum {
    WARPS = BLOCK / WARP,
    OWN = WARP / LANES, /* particles of a warp */
    OWN_LEAVES = OWN / BVH_LEAF,
    BLOCK_LEAVES = OWN_LEAVES * WARPS, /* of the particles that a block has at a time */
    PARTS = PARTICLES / (OWN * WARPS), /* how often it has as many */
    FOUR = WARP / BVH_LEAF,            /* leaves that are staged at a time */
};
static_assert(OWN_LEAVES >= 1 && OWN_LEAVES <= FOUR, "a warp has whole leaves, and a lane each");
static_assert(OWN * WARPS * PARTS == PARTICLES, "a warp has a group of particles at a time");
static_assert(BLOCK_LEAVES <= WARP, "a lane has a leaf of the block's, at most");

#define OWN_PARTICLE (LANE % OWN) /* which of the warp's particles a lane has … */
#define SHARE        (LANE / OWN) /* … and which of its lanes this is */

/* Exclusions and orientations are found by a partner's index. */
#ifdef MODEL_ORIENTED
enum { NEEDS_INDEX = true };
#else
enum { NEEDS_INDEX = HAS_BONDED };
#endif

enum {
    NEAR = BVH_NEAR(LANES, sizeof(REAL)),
    ROOM = BVH_ROOM(LANES, sizeof(REAL)),
    WORDS = BVH_WORDS(LANES, sizeof(REAL)),
    GROUP = BVH_GROUP, /* places that are tested at a time */
    GROUP_WORDS = GROUP / WARP,
    WORDS_ROOM = BVH_WORDS_ROOM(LANES, sizeof(REAL)),
};
static_assert(NEAR % WARP == 0 && NEAR > WARP, "a warp stages a particle per lane at a time");

/** The words that have the bits of so many places: place k is bit k / words of word k % words, so
 * that neighbors are in different ones, and each has as many partners. An odd number, for 32 places
 * of a word to be in different banks. */
__device__ __forceinline__ int words_of(int places)
{
    return (places + WARP - 1) / WARP | 1;
}

/** A warp's. */
struct warp_memory {
    vector4 at[ROOM];                   /* WORDS that are far from all, then the places */
    uint2 seen[GROUP_WORDS][WARP + 2];  /* of a group of places: four banks apart, for a word */
    unsigned in_reach[OWN][WORDS_ROOM]; /* of each particle, a bit for each place */
    int index[NEEDS_INDEX ? ROOM : 1];
    unsigned leaf[BVH_LEAVES + BVH_BEHIND]; /* leaves near it */
    unsigned char box[BVH_BOXES];           /* which of the block's boxes are near it */

    /** What is at a place; those from -WORDS to -1 are far from all. */
    __device__ __forceinline__ partner get(int place) const
    {
        return {NEEDS_INDEX ? index[WORDS + place] : 0, at[WORDS + place], LOOK_UP};
    }

    __device__ __forceinline__ void put(int place, const vector4 &position, int i)
    {
        at[WORDS + place] = position;
        if (NEEDS_INDEX)
            index[WORDS + place] = i;
    }
};
static_assert(WORDS + LANES <= WORDS_ROOM, "each lane finds an end");
static_assert((BVH_AHEAD + 1) * FOUR <= BVH_BEHIND, "a warp reads no farther");

/** A block's. */
struct block_memory {
    warp_memory warp[WARPS];
    unsigned open[BVH_OPEN]; /* boxes near it that are to be opened: a level and an index */
    unsigned box[BVH_BOXES]; /* boxes above leaves that are near it */
    int found[WARPS];        /* boxes that each warp has found near at a time */
};
static_assert(sizeof(block_memory) <= BVH_SHARED(WARPS, LANES, sizeof(REAL), NEEDS_INDEX),
              "the launch gives as much");

extern __shared__ int4 shared_memory[];

__device__ __forceinline__ block_memory &memory_of_block()
{
    return *reinterpret_cast<block_memory *>(shared_memory);
}

__device__ __forceinline__ unsigned lanes_below()
{
    return (1u << LANE) - 1;
}

/** The index of a lane's particle, of a group of a warp's: a.n, which is far from all, if there is
 * none. */
__device__ __forceinline__ int own_index(const gpu_arguments &a, int group)
{
    return min(group * OWN + (int)OWN_PARTICLE, a.n);
}

/** Appends the lanes' entries that are wanted to a list; returns how many it then has. */
template <typename Entry>
__device__ __forceinline__ int append(Entry *list, int count, bool wanted, Entry entry)
{
    const unsigned votes = __ballot_sync(ALL_LANES, wanted);
    if (wanted)
        list[count + __popc(votes & lanes_below())] = entry;
    return count + __popc(votes);
}

/** What all that a warp does with what is near it needs to know. */
struct warp_view {
    const gpu_arguments &a;
    warp_memory &memory;
    REAL per_reach;
    period edge;
    int group; /* the number of the warp's particles among those of all warps */
    bounds own;
    frame image;

    __device__ __forceinline__ warp_view(const gpu_arguments &a, REAL per_reach, int group,
                                         const bounds &own)
        : a(a), memory(memory_of_block().warp[threadIdx.x / WARP]), per_reach(per_reach),
          edge(a, per_reach), group(group), own(own), image(a, own)
    {
    }

    /** Whether the warp has particles. */
    __device__ __forceinline__ bool has_any() const
    {
        return group * OWN < a.n;
    }
};

#endif
