/* Finds the staged places in reach of each particle of a `bvh` warp, and iterates over them. */
#ifndef PAIRLANES_STRATEGIES_BVH_GPU_IN_REACH_CUH
#define PAIRLANES_STRATEGIES_BVH_GPU_IN_REACH_CUH

#include "strategies/bvh/gpu_distances.cuh"
#include "strategies/bvh/gpu_warp.cuh"

/** The warp's own particles in the layout of tensor cores. */
struct tested_rows {
    enum {
        PRODUCTS = (OWN + 15) / 16, /* matrix products, for 16 particles each */
        ROWS = OWN < 16 ? 1 : 2,    /* particles of a product that a lane stores */
    };

    seen_rows of[PRODUCTS];

    /** Loads the own particles, which are at the first places. */
    __device__ __forceinline__ void set(const warp_view &view, const middle &from, float square)
    {
        const int most = view.a.n - view.near.group * OWN; /* number of particles from the warp's
                                                            * first particle to the last */
#pragma unroll
        for (int product = 0; product < PRODUCTS; product++) {
#pragma unroll
            for (int row = 0; row < 2; row++) {
                const int particle = 16 * product + 8 * row + (int)(LANE / 4);
                of[product].set(row, LANE % 4, from(view.memory.get(particle).at), square,
                                row < ROWS && particle < most);
            }
        }
    }

    /** Finds which places of a group are in reach of each particle, and stores the bits. */
    __device__ __forceinline__ void test(warp_memory &memory, int group) const
    {
        enum { PAIRS = 8 }; /* pairs of tiles; a tile has eight places */
        static_assert(GROUP == PAIRS * 16, "each sign has a bit");
        const unsigned g = LANE / 4, q = LANE % 4;
        /*
         * Lane 4 g + q loads place 16 (t % 2) + 8 (g % 2) + t / 2 of the 32 places of word g / 2
         * for tile t. The code below combines sign bits in this order.
         */
        const uint4 *others =
            reinterpret_cast<const uint4 *>(&memory.seen[group % 2][g / 2][q % 2][8 * (g % 2)]);
        const uint4 first = others[0], second = others[1], third = others[4], fourth = others[5];
        const unsigned even[PAIRS] = {first.x,  first.y,  first.z,  first.w,
                                      second.x, second.y, second.z, second.w};
        const unsigned odd[PAIRS] = {third.x,  third.y,  third.z,  third.w,
                                     fourth.x, fourth.y, fourth.z, fourth.w};
        unsigned far[PRODUCTS][ROWS] = {};
#pragma unroll
        for (int pair = 0; pair < PAIRS; pair++) {
#pragma unroll
            for (int product = 0; product < PRODUCTS; product++) {
                unsigned of_even[2], of_odd[2];
                multiply(of[product], even[pair], of_even);
                multiply(of[product], odd[pair], of_odd);
#pragma unroll
                for (int row = 0; row < ROWS; row++)
                    far[product][row] |= signs(of_even[row], of_odd[row]) & 0x01010101u << pair;
            }
        }
#pragma unroll
        for (int product = 0; product < PRODUCTS; product++)
#pragma unroll
            for (int row = 0; row < ROWS; row++)
                memory.in_reach[16 * product + 8 * row + g][GROUP_WORDS * group + q] =
                    ~far[product][row];
    }
};

/**
 * Converts a group of the `count` places to half precision, for the matrix product. The bits of all
 * places are in `words` words.
 */
__device__ __forceinline__ void see(warp_memory &memory, const middle &from, int group, int count,
                                    int words)
{
    enum { FAR = -60000 }; /* -|b|² / 2 of a place far from all particles */
#pragma unroll
    for (int k = 0; k < GROUP_WORDS; k++) {
        const int word = group * GROUP_WORDS + k, place = (WARP - 1 - (int)LANE) * words + word;
        const bool exists = word < words && place < count;
        const seen_place seen = from(memory.get(exists ? place : 0).at);
        memory.seen[group % 2][k][0][LANE] = exists ? halves(seen.x, seen.y) : 0;
        memory.seen[group % 2][k][1][LANE] =
            exists ? halves(seen.z, seen.square()) : halves(0, FAR);
    }
}

/**
 * Tests all `count` places and sets their bits, in `words` words. Loads each group during the test
 * of the previous group.
 */
__device__ __forceinline__ void test(warp_memory &memory, const tested_rows &own,
                                     const middle &from, int count, int words)
{
    see(memory, from, 0, count, words);
    __syncwarp();
    int group = 0;
    for (; (group + 1) * GROUP_WORDS < words; group++) {
        see(memory, from, group + 1, count, words);
        own.test(memory, group);
        __syncwarp();
    }
    own.test(memory, group);
    __syncwarp();
}

/** Sets the bits of all `count` places without a test, as if each place were in reach. */
__device__ __forceinline__ void take_all(warp_memory &memory, int count, int words)
{
    for (int word = (int)SHARE; word < words; word += LANES) {
        const int bits = max(count - word + words - 1, 0) / words;
        memory.in_reach[OWN_PARTICLE][word] = bits < WARP ? ~(~0u >> bits) : ~0u;
    }
    __syncwarp();
}

/** Iterates over the places with set bits, in every LANES-th word of a lane's particle. */
struct found_places {
    const warp_memory &memory;
    int words, word;     /* number of words, and index of the current word */
    unsigned bits, next; /* remaining bits of the current word; bits of the next word */
    const char *first;   /* address of the place of bit 0 */
    int stride;          /* distance between the places of successive bits, in bytes */

    /**
     * Starts at the lane's first word. With `own`, the first places are the warp's own particles;
     * clears the bit of the lane's particle itself.
     */
    __device__ __forceinline__ found_places(warp_memory &memory, int words, bool own)
        : memory(memory), words(words), word(min((int)SHARE, words)),
          stride((int)kept(-words * (unsigned)sizeof(vector4)))
    {
        unsigned *const from = memory.in_reach[OWN_PARTICLE];
        if (SHARE == 0) {
            from[words] = 0; /* end mark, after the last word */
            if (own)
                from[OWN_PARTICLE % words] &= ~(1u << (WARP - 1) >> OWN_PARTICLE / words);
        }
        memory.put_far(words);
        __syncwarp();
        bits = from[word];
        next = from[behind()];
        first = first_of_word();
    }

    __device__ __forceinline__ const char *first_of_word() const
    {
        return reinterpret_cast<const char *>(memory.at + word) - (WARP - 1) * stride;
    }

    __device__ __forceinline__ int behind() const
    {
        return min(word + LANES, words);
    }

    __device__ __forceinline__ bool is_done() const
    {
        return word >= words;
    }

    /**
     * Returns the next partner of the current word and clears its bit. If no bit is left, returns a
     * dummy far from all particles.
     */
    __device__ __forceinline__ partner take()
    {
        const int bit = WARP - 1 - __clz((int)bits); /* -1: no bit is left */
        unsigned taken;
        asm volatile("shl.b32 %0, %1, %2;" : "=r"(taken) : "r"(1), "r"(bit));
        bits -= taken;
        return memory.get_at(first + bit * stride);
    }

    /** Continues with the next word if the current one has no bits left. */
    __device__ __forceinline__ void go_on()
    {
        if (bits == 0) {
            word = behind();
            first = first_of_word();
            bits = next;
            next = memory.in_reach[OWN_PARTICLE][behind()];
        }
    }
};

#endif
