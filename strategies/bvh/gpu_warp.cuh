/*
 * A warp of `bvh`: which particles it has, what it holds in shared memory, and what it sees.
 */
#ifndef PAIRLANES_STRATEGIES_BVH_GPU_WARP_CUH
#define PAIRLANES_STRATEGIES_BVH_GPU_WARP_CUH

#include "strategies/bvh/gpu_boxes.cuh"

enum {
    WARPS = BLOCK / WARP,
    OWN = WARP / LANES, /* particles of a warp */
    OWN_LEAVES = OWN / BVH_LEAF,
    FOUR = WARP / BVH_LEAF, /* leaves that are staged at a time */
};
static_assert(OWN_LEAVES >= 1 && OWN_LEAVES <= FOUR, "a warp has whole leaves, and a lane each");
static_assert(OWN * WARPS == PARTICLES, "a block has a warp for each group of particles");

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
    GROUP = BVH_GROUP, /* places whose bits a lane of a product has: a word for each particle */
    APART = WARP + 1,  /* vectors from one that is far from all to the next one */
};
static_assert(NEAR % WARP == 0 && NEAR > WARP, "a warp stages a particle per lane at a time");

/** A warp's. In front of the places of each word of bits, and behind the last ones of all lanes,
 * lies one that is far from all. */
struct warp_memory {
    vector4 at[ROOM];
    uint2 seen[GROUP / WARP][WARP + 2];   /* of a group of places: four banks apart, for each 32 */
    unsigned in_reach[OWN][WORDS];        /* of each particle, a bit for each place */
    unsigned leaf[BVH_LEAVES + 3 * FOUR]; /* near leaves, and … */
    unsigned open[BVH_OPEN];              /* … boxes: a level and an index */
    int index[NEEDS_INDEX ? ROOM : 1];

    /** What lies so many vectors from the begin. */
    __device__ __forceinline__ partner get(unsigned vectors) const
    {
        return {NEEDS_INDEX ? index[vectors] : 0, at[vectors], LOOK_UP};
    }

    __device__ __forceinline__ void put(unsigned vectors, const vector4 &position, int i)
    {
        at[vectors] = position;
        if (NEEDS_INDEX)
            index[vectors] = i;
    }

    __device__ __forceinline__ const vector4 &operator[](unsigned place) const
    {
        return at[vectors_to(place)];
    }

    static __device__ __forceinline__ unsigned vectors_to(unsigned place)
    {
        return place + place / WARP + 1;
    }
};
static_assert(NEAR / WARP + LANES <= WORDS, "each lane finds an end");
static_assert(sizeof(warp_memory) * WARPS <= BVH_SHARED(WARPS, LANES, sizeof(REAL), NEEDS_INDEX),
              "the launch gives as much");

extern __shared__ int4 shared_memory[];

__device__ __forceinline__ unsigned lanes_below()
{
    return (1u << LANE) - 1;
}

/** Appends the lanes' entries that are wanted to a list; returns how many it then has. */
__device__ __forceinline__ int append(unsigned *list, int count, bool wanted, unsigned entry)
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

    __device__ __forceinline__ warp_view(const gpu_arguments &a, warp_memory &memory,
                                         REAL per_reach, int group, const bounds &own)
        : a(a), memory(memory), per_reach(per_reach), edge(a, per_reach), group(group), own(own),
          image(a, own)
    {
    }

    __device__ __forceinline__ vector4 seen(int i) const
    {
        return image.seen(a, load(a.position + i));
    }
};

#endif
