/*
 * Which of the places that a warp of `bvh` has staged are in reach of which of its particles: a bit
 * for each, and how lanes take these.
 */
#ifndef PAIRLANES_STRATEGIES_BVH_GPU_IN_REACH_CUH
#define PAIRLANES_STRATEGIES_BVH_GPU_IN_REACH_CUH

#include "strategies/bvh/gpu_block.cuh"
#include "strategies/bvh/gpu_distances.cuh"

/** The warp's own particles, as tensor cores take them. */
struct tested_rows {
    enum {
        PRODUCTS = (OWN + 15) / 16, /* of sixteen particles each */
        ROWS = OWN < 16 ? 1 : 2,    /* particles of a product that a lane has numbers of */
    };

    seen_rows of[PRODUCTS];

    /** They are at the first places. */
    __device__ __forceinline__ void set(const warp_view &view, const middle &from, float square)
    {
        const int most = view.a.n - view.group * OWN; /* particles that there are */
#pragma unroll
        for (int product = 0; product < PRODUCTS; product++) {
#pragma unroll
            for (int row = 0; row < 2; row++) {
                const int particle = 16 * product + 8 * row + (int)(LANE / 4);
                if (row < ROWS && particle < most)
                    of[product].set(row, LANE % 4, from(view.memory.get(particle).at), square);
                else
                    of[product].set_none(row);
            }
        }
    }

    /** Sets the bits of the places of a group, whose numbers are in `seen`. */
    __device__ __forceinline__ void test(warp_memory &memory, int group) const
    {
        enum { PAIRS = GROUP / 16 }; /* of tiles, of eight places each */
        const unsigned g = LANE / 4, q = LANE % 4;
        /* of tile t, lane 4 g + q takes the place that is 16 (t % 2) + 8 (g % 2) + t / 2 of the
           32 of word g / 2, as bits of signs are put together below */
        const unsigned *others =
            reinterpret_cast<const unsigned *>(&memory.seen[g / 2][8 * (g % 2)]) + q % 2;
        unsigned far[PRODUCTS][ROWS] = {};
#pragma unroll
        for (int pair = 0; pair < PAIRS; pair++) {
            const unsigned even = others[2 * pair], odd = others[2 * (16 + pair)];
#pragma unroll
            for (int product = 0; product < PRODUCTS; product++) {
                unsigned first[2], second[2];
                multiply(of[product], even, first);
                multiply(of[product], odd, second);
#pragma unroll
                for (int row = 0; row < ROWS; row++)
                    far[product][row] |= signs(first[row], second[row]) & 0x01010101u << pair;
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

/** Numbers of a group of places, of `count` that there are, in so many words. */
__device__ __forceinline__ void see(warp_memory &memory, const middle &from, int group, int count,
                                    int words)
{
    enum { FAR = -60000 }; /* -|b|² / 2 of what is far from all */
#pragma unroll
    for (int k = 0; k < GROUP_WORDS; k++) {
        const int word = group * GROUP_WORDS + k, place = (int)LANE * words + word;
        uint2 numbers = {0, halves(0, FAR)};
        if (word < words && place < count) {
            const seen_place seen = from(memory.get(place).at);
            numbers = {halves(seen.x, seen.y), halves(seen.z, seen.square())};
        }
        memory.seen[k][LANE] = numbers;
    }
}

/** Sets the bits of all of `count` places, in so many words. */
__device__ __forceinline__ void test(warp_memory &memory, const tested_rows &own,
                                     const middle &from, int count, int words)
{
    for (int group = 0; group * GROUP_WORDS < words; group++) {
        __syncwarp();
        see(memory, from, group, count, words);
        __syncwarp();
        own.test(memory, group);
    }
    __syncwarp();
}

/** Sets the bits of all of `count` places, as if they were in reach of all particles. */
__device__ __forceinline__ void take_all(warp_memory &memory, int count, int words)
{
    for (int word = (int)SHARE; word < words; word += LANES) {
        const int bits = max(count - word + words - 1, 0) / words;
        memory.in_reach[OWN_PARTICLE][word] = bits < WARP ? (1u << bits) - 1 : ~0u;
    }
    __syncwarp();
}

/** The places of the bits that a lane takes: it has every LANES-th word of its particle's. */
struct found_places {
    const warp_memory &memory;
    const unsigned *word, *end; /* that which it has got to, and where there are no more */
    int words;
    int first;           /* the place of its first bit; from the end on the last word's */
    unsigned bits, next; /* of its bits, those that have not been taken; those of the next word */

    /** Of so many words; `own`: the first places are the warp's own particles'. */
    __device__ __forceinline__ found_places(warp_memory &memory, int words, bool own)
        : memory(memory), words(words), first(min((int)SHARE, words - 1))
    {
        unsigned *const from = memory.in_reach[OWN_PARTICLE];
        from[words + SHARE] = 0; /* behind the last words of the lanes */
        if (own && SHARE == 0)
            from[OWN_PARTICLE % words] &= ~(1u << OWN_PARTICLE / words);
        __syncwarp();
        word = from + SHARE;
        end = from + words;
        bits = *word;
        next = word[LANES];
    }

    __device__ __forceinline__ bool is_done() const
    {
        return word >= end;
    }

    /** Takes a place, or one that is far from all. */
    __device__ __forceinline__ partner take()
    {
        const int bit = 31 - __clz((int)bits); /* -1: what lies in front of the places */
        unsigned taken;
        asm volatile("shl.b32 %0, %1, %2;" : "=r"(taken) : "r"(1), "r"(bit));
        bits -= taken;
        return memory.get(bit * words + first);
    }

    /** Goes on to the next word where this one has no more. */
    __device__ __forceinline__ void go_on()
    {
        const bool over = bits == 0 && !is_done();
        bits = over ? next : bits;
        first = min(first + (over ? (int)LANES : 0), words - 1);
        word += over ? LANES : 0;
        next = word[LANES];
    }
};

#endif
