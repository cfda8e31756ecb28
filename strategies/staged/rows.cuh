/*
 * Builds the rows of a warp's particles, one per lane. Each lane finds the places of the table in
 * range of its particle, and sorts them into bank order.
 */
#ifndef PAIRLANES_STRATEGIES_STAGED_ROWS_CUH
#define PAIRLANES_STRATEGIES_STAGED_ROWS_CUH

#include "strategies/staged/table.cuh"

/** Shifts bits left by one, and appends the sign bit of a number. */
__device__ __forceinline__ unsigned append_sign(unsigned bits, float number)
{
    return __funnelshift_l((unsigned)__float_as_int(number), bits, 1);
}

/**
 * Returns the index of the first of `count` ascending numbers number(k) that is at least `least`.
 */
template <typename Number>
__device__ __forceinline__ int lower_bound(int count, int least, Number &&number)
{
    int low = 0;
    while (count > 0) {
        const int half = count / 2;
        const bool is_below = number(low + half) < least;
        low += is_below ? half + 1 : 0;
        count = is_below ? count - half - 1 : half;
    }
    return low;
}

/** Mask of the words of bank group 0: every eighth word. */
enum : unsigned { ONE_GROUP = 0x01010101 };

/**
 * Near places of a warp, in eights: eight consecutive places of the table, one per bank group.
 * Eights are in ascending order. Word 8 w + g has a bit for the place of bank group g in each of 32
 * eights, starting at eight 32 w. The highest bit belongs to the first eight.
 */
struct near_eights {
    unsigned short *first; /* first place of each eight */
    /* words with the hits of this lane, interleaved with the words of other lanes */
    unsigned *hits;
    int room, count;

    __device__ __forceinline__ near_eights(const staged_build &a, const shared_lists &s)
        : room(a.words * STAGED_CHUNK), count(0)
    {
        unsigned *bits = reinterpret_cast<unsigned *>(s.waiting + WARP * STAGED_WAITING(a.words));
        first = reinterpret_cast<unsigned short *>(bits + STAGED_GROUP * room);
        hits = bits + LANE;
    }

    __device__ __forceinline__ unsigned &hits_of(unsigned word) const
    {
        return hits[word * STAGED_CHUNK];
    }

    /** Returns the first place of eight k, which corresponds to the k-th bit from the highest. */
    __device__ __forceinline__ unsigned short &at(int k) const
    {
        return first[k ^ (STAGED_CHUNK - 1)];
    }

    /**
     * Appends the groups of eight places that contain a near place, among the 32 places that start
     * at `base`. Bit k of `votes` is set if place base + k is near.
     */
    __device__ __forceinline__ void append(int base, unsigned votes)
    {
        const int eight = base + (int)LANE * STAGED_GROUP;
        const bool near = LANE < STAGED_CHUNK / STAGED_GROUP &&
                          (votes >> LANE * STAGED_GROUP % STAGED_CHUNK & 0xff) != 0;
        const unsigned found = __ballot_sync(ALL_LANES, near);
        if (near)
            at(count + __popc(found & lanes_below())) = (unsigned short)eight;
        count += __popc(found);
    }

    /** Whether there may be too little room for the next 32 places. */
    __device__ __forceinline__ bool are_full() const
    {
        return count > room - STAGED_CHUNK / STAGED_GROUP;
    }
};

/** A stack of up to eight entries in registers. */
struct few_entries {
    unsigned word[4], count;

    __device__ __forceinline__ void append(unsigned entry)
    {
#pragma unroll
        for (int k = 3; k > 0; k--)
            word[k] = __funnelshift_l(word[k - 1], word[k], 16);
        word[0] = word[0] << 16 | entry;
        count++;
    }

    __device__ __forceinline__ unsigned take()
    {
        const unsigned entry = word[0] & 0xffff;
#pragma unroll
        for (int k = 0; k < 3; k++)
            word[k] = __funnelshift_r(word[k], word[k + 1], 16);
        word[3] >>= 16;
        count--;
        return entry;
    }
};

/**
 * Returns the bank group of the first entry in a lane's group of eight entries. In bank order,
 * lanes with loads that are served together start with different bank groups. Without bank order,
 * the bank group is a hash, and some lanes have the same group.
 */
__device__ __forceinline__ unsigned first_bank(const staged_build &a, unsigned thread, int group)
{
    if (a.banked)
        return thread % STAGED_GROUP;
    return (thread * 0x9e3779b1u + (unsigned)group * 0x85ebca77u) >> 29;
}

/**
 * Calls take(place) for each excluded partner of i that is in the block's table, with its place
 * there. Covers at most `most` excluded partners, starting at number `first`.
 */
template <typename Take>
__device__ __forceinline__ void for_excluded(const staged_build &a, int i, int first, int most,
                                             int partners, Take &&take)
{
    const int *table = a.table + (long long)blockIdx.x * a.room;
    const int own = min(i, a.n - 1), begin = a.excluded[own] + first;
    const int end = begin + min(a.excluded[own + 1] - begin, most);
#pragma unroll 1
    for (int k = begin; k < end; k++) {
        const int j = a.excluded[k];
        const int place = lower_bound(partners, j, [&](int p) { return table[p]; });
        if (place < partners && table[place] == j)
            take(place);
    }
}

/** Appends groups of eight entries to the row of a particle, to each of its lanes in turn. */
struct row_writer {
    const staged_build &a;
    int written = 0; /* groups written so far */

    __device__ __forceinline__ explicit row_writer(const staged_build &arguments) : a(arguments)
    {
    }

    /* the number of lanes is a power of two */
    __device__ __forceinline__ int lane() const
    {
        return written & (a.lanes - 1);
    }

    /** Returns the bank group of the first entry in the next group. */
    __device__ __forceinline__ unsigned first_bank() const
    {
        return ::first_bank(a, threadIdx.x * a.lanes + lane(), written);
    }

    __device__ __forceinline__ void append(const unsigned (&two)[4])
    {
        const int group = written >> (__ffs(a.lanes) - 1);
        if (group < a.stride)
            a.row[((blockIdx.x * a.stride + group) * a.particles + threadIdx.x) * a.lanes +
                  lane()] = make_int4((int)two[0], (int)two[1], (int)two[2], (int)two[3]);
        written++;
    }
};

/** A lane's particle, which searches for its partners in the table of its block. */
template <bool IMAGE, bool EXCLUDES> struct seeker {
    const staged_build &a;
    const shared_lists &s;
    vector4 at;
    int i, partners; /* index of the particle; number of partners in the table, which is also the
                        index of its dummy */
    REAL range2;
    near_eights near; /* near eights of the warp */
    row_writer row;
    int entries = 0;       /* entries of the row */
    int hits = 0;          /* number of hits among the near places */
    unsigned waiting = 0;  /* mask of the words that contain hits */
    few_entries left = {}; /* entries of earlier passes */
    int spare = 0;         /* remaining entries of padding */
    enum { APART = 4 };
    unsigned apart[APART / 2]; /* places of excluded partners, two per word; unused ones: the
                                * dummy */

    __device__ __forceinline__ seeker(const staged_build &arguments, const shared_lists &shared,
                                      const vector4 &position, int particle, int places)
        : a(arguments), s(shared), at(position), i(particle), partners(places),
          range2((REAL)(arguments.range * arguments.range)), near(arguments, shared), row(arguments)
    {
        if (!EXCLUDES)
            return;
        apart[0] = apart[1] = (unsigned)partners << 16 | (unsigned)partners;
        for_excluded(a, i, 0, APART, partners, [&](int place) {
            apart[1] = __funnelshift_l(apart[0], apart[1], 16);
            apart[0] = apart[0] << 16 | (unsigned)place;
        });
    }

    /**
     * Tests eight places, and appends the result of each as a bit to the word of its bank group.
     */
    __device__ __forceinline__ void look(const vector4 *eight,
                                         unsigned (&found)[STAGED_GROUP]) const
    {
#pragma unroll
        for (int g = 0; g < STAGED_GROUP; g++) {
            const displacement d(box_of(a), at, eight[g], IMAGE);
            found[g] = append_sign(found[g], d.x * d.x + (d.y * d.y + (d.z * d.z - range2)));
        }
    }

    /** Tests all near places of the warp. */
    __device__ __forceinline__ void look_at_all()
    {
#pragma unroll 1
        for (int k = 0; k < near.count; k += STAGED_CHUNK) {
            const int eights = min(near.count - k, (int)STAGED_CHUNK);
            unsigned found[STAGED_GROUP] = {};
#pragma unroll 1
            for (int e = 0; e < eights; e++)
                look(s.candidate + near.at(k + e), found);
#pragma unroll
            for (int g = 0; g < STAGED_GROUP; g++) {
                const unsigned word = k / STAGED_CHUNK * STAGED_GROUP + g;
                const unsigned bits = found[g] << (STAGED_CHUNK - eights);
                near.hits_of(word) = bits;
                hits += __popc(bits);
                waiting |= (bits != 0 ? 1u : 0u) << word;
            }
        }
    }

    /** Removes a place from the hits. */
    __device__ __forceinline__ void drop(int place)
    {
        const int group = place % STAGED_GROUP, eight = place - group;
        const int k = lower_bound(near.count, eight, [&](int e) { return (int)near.at(e); });
        if (k == near.count || (int)near.at(k) != eight)
            return;
        const unsigned word = k / STAGED_CHUNK * STAGED_GROUP + group;
        const unsigned bit = 1u << (STAGED_CHUNK - 1 - k % STAGED_CHUNK);
        if ((waiting >> word & 1) == 0 || (near.hits_of(word) & bit) == 0)
            return;
        take_bit(word, bit);
        hits--;
    }

    /** Removes the particle itself and its excluded partners from the hits. */
    __device__ __forceinline__ void drop_excluded()
    {
        drop(*s.first + (int)threadIdx.x);
        if (!EXCLUDES)
            return;
#pragma unroll 1
        for (int k = 0; k < APART; k++)
            drop((int)((k < 2 ? apart[0] : apart[1]) >> k % 2 * 16 & 0xffff));
        for_excluded(a, i, APART, a.n, partners, [&](int place) { drop(place); });
    }

    __device__ __forceinline__ void take_bit(unsigned word, unsigned bit)
    {
        unsigned &bits = near.hits_of(word);
        const unsigned rest = bits ^ bit;
        bits = rest;
        if (rest == 0)
            waiting ^= 1u << word;
    }

    /** Removes a hit from the words in the mask `words`, and returns its place. */
    __device__ __forceinline__ unsigned take_of(unsigned words)
    {
        const unsigned word = 31 - __clz((int)words);
        const unsigned k = 31 - __clz((int)near.hits_of(word));
        take_bit(word, 1u << k);
        const unsigned group = word % STAGED_GROUP, eights = word / STAGED_GROUP * STAGED_CHUNK;
        return near.first[eights + k] | group;
    }

    /**
     * Returns the next entry: a hit in the words `wanted`, otherwise padding if some is left,
     * otherwise any hit.
     */
    __device__ __forceinline__ unsigned take(unsigned wanted)
    {
        unsigned words = waiting & wanted;
        if (words == 0) {
            if (spare > 0) {
                spare--;
                return (unsigned)partners;
            }
            if (left.count > 0)
                return left.take();
            words = waiting;
        }
        return take_of(words);
    }

    /**
     * Appends hits to the row, in bank order as far as possible. Appends only full groups of eight,
     * except in the last call; keeps the remaining hits.
     */
    __device__ __forceinline__ void take_all(bool last)
    {
        const int found = hits + (int)left.count;
        int groups = found / STAGED_GROUP;
        if (last) {
            const int least = row.written + (found + STAGED_GROUP - 1) / STAGED_GROUP;
            groups = ((least + a.lanes - 1) & -a.lanes) - row.written;
            spare = STAGED_GROUP * groups - found;
        }
        entries += hits;
        hits = 0;
#pragma unroll 1
        for (; groups > 0; groups--) {
            unsigned wanted = ONE_GROUP << row.first_bank();
            unsigned two[4];
#pragma unroll
            for (int c = 0; c < STAGED_GROUP; c++) {
                const unsigned entry = take(wanted);
                two[c / 2] = c % 2 == 0 ? entry : two[c / 2] | entry << 16;
                wanted = __funnelshift_l(wanted, wanted, 1);
            }
            row.append(two);
        }
        while (waiting != 0)
            left.append(take_of(waiting));
    }

    /** Turns the near places listed so far into entries, and empties the list. */
    __device__ __forceinline__ void list(bool last)
    {
        __syncwarp();
        look_at_all();
        drop_excluded();
        if (i < a.n)
            take_all(last);
        near.count = 0;
        __syncwarp();
    }

    /**
     * Builds the row; `own` is the box around the warp's particles. Each of n passes takes every
     * n-th group of 32 places of the table. Each pass then contains partners for all lanes.
     */
    __device__ __forceinline__ void seek(const nearness &is_near, const place &own)
    {
        const int chunks = (partners + STAGED_CHUNK - 1) / STAGED_CHUNK;
        const int passes = min(a.passes, chunks);
        for (int pass = 0; pass < passes; pass++) {
#pragma unroll 1
            for (int chunk = pass; chunk < chunks; chunk += passes) {
                const int slot = chunk * STAGED_CHUNK + (int)LANE;
                const vector4 other = s.candidate[min(slot, partners)];
                near.append(chunk * STAGED_CHUNK,
                            __ballot_sync(ALL_LANES, IMAGE ? slot < partners && is_near(own, other)
                                                           : is_near.inside(own, other)));
                const bool ends = chunk + passes >= chunks;
                if (ends || near.are_full())
                    list(ends && pass == passes - 1);
            }
        }
    }
};

#endif
