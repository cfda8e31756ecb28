/*
 * Builds the rows of 32 particles with a team of warps, for systems with too few particles for one
 * warp per 32. Each warp searches some of the eight bank groups of the table's places. Hits (places
 * in range) are counted before any is written, so that the position of each hit in the row is
 * known. The n-th hit of a bank group goes to the n-th group of eight entries, to the column where
 * the particle's lane reads that bank group. If a bank group has more hits than there are groups of
 * eight, the surplus fills holes left by bank groups with fewer hits.
 */
#ifndef PAIRLANES_STRATEGIES_STAGED_BANK_ROWS_CUH
#define PAIRLANES_STRATEGIES_STAGED_BANK_ROWS_CUH

#include "strategies/staged/rows.cuh"

enum {
    OWN_BANKS = STAGED_GROUP / STAGED_TEAM,     /* bank groups of a warp */
    CHUNK_EIGHTS = STAGED_CHUNK / STAGED_GROUP, /* number of eights in 32 places */
};

/** Lists shared by the warps that build the rows of 32 particles. */
struct team_lists {
    unsigned *hits; /* bits of the places in range: for each 32 near eights, a word per bank group
                       and lane */
    unsigned short *tally;  /* number of hits of each bank group and lane */
    unsigned short *eight;  /* first place of each near eight; every 32 are in reverse order */
    unsigned short *before; /* number of near eights before each chunk of 32 places */
    unsigned char *near;    /* bits of the near eights among each 32 places */

    __device__ __forceinline__ team_lists(const staged_build &a, const shared_lists &s)
    {
        char *own = s.waiting + WARP / STAGED_TEAM * STAGED_TEAM_BYTES(a.words, a.room);
        hits = reinterpret_cast<unsigned *>(own);
        tally = reinterpret_cast<unsigned short *>(hits + a.words * STAGED_GROUP * STAGED_CHUNK);
        eight = tally + STAGED_GROUP * STAGED_CHUNK;
        before = eight + a.words * STAGED_CHUNK;
        near = reinterpret_cast<unsigned char *>(before + STAGED_TEAM_CHUNKS(a.room));
    }

    __device__ __forceinline__ unsigned short &tally_of(int bank) const
    {
        return tally[bank * STAGED_CHUNK + (int)LANE];
    }

    __device__ __forceinline__ unsigned &hits_of(int word, int bank) const
    {
        return hits[(word * STAGED_GROUP + bank) * STAGED_CHUNK + (int)LANE];
    }

    /**
     * Returns the first place of near eight k, which corresponds to the k-th bit from the highest.
     */
    __device__ __forceinline__ unsigned short &at(int k) const
    {
        return eight[k ^ (STAGED_CHUNK - 1)];
    }
};

/**
 * Returns the mask of eights that contain near places; `votes` is a vote of the lanes on 32 places.
 */
__device__ __forceinline__ unsigned near_of_places(unsigned votes)
{
    unsigned near = 0;
#pragma unroll
    for (int k = 0; k < CHUNK_EIGHTS; k++)
        near |= ((votes >> STAGED_GROUP * k & 0xff) != 0 ? 1u : 0u) << k;
    return near;
}

/**
 * Lists the eights of places near the team's particles, for all warps of the team, until the list
 * is full. Returns the total number, including eights that do not fit.
 */
template <bool IMAGE>
__device__ __forceinline__ int find_eights(const staged_build &a, const shared_lists &s,
                                           const team_lists &team, const nearness &is_near,
                                           const place &own, int partners)
{
    const int chunks = (partners + STAGED_CHUNK - 1) / STAGED_CHUNK;
    for (int k = WARP % STAGED_TEAM; k < chunks; k += STAGED_TEAM) {
        const int slot = k * STAGED_CHUNK + (int)LANE;
        const vector4 there = s.candidate[min(slot, partners)];
        const unsigned votes = __ballot_sync(
            ALL_LANES, IMAGE ? slot < partners && is_near(own, there) : is_near.inside(own, there));
        if (LANE == 0)
            team.near[k] = (unsigned char)near_of_places(votes);
    }
    __syncthreads();
    int count = 0;
    for (int base = 0; base < chunks; base += 32) {
        const int k = base + (int)LANE;
        const unsigned near = k < chunks ? team.near[k] : 0;
        int sum = __popc(near);
        for (int distance = 1; distance < 32; distance *= 2) {
            const int lower = __shfl_up_sync(ALL_LANES, sum, distance);
            sum += (int)LANE >= distance ? lower : 0;
        }
        int next = count + sum - __popc(near);
        count += __shfl_sync(ALL_LANES, sum, 31);
        if (k >= chunks || WARP % STAGED_TEAM != 0)
            continue;
        team.before[k] = (unsigned short)next;
#pragma unroll
        for (int e = 0; e < CHUNK_EIGHTS; e++) {
            if ((near >> e & 1) == 0)
                continue;
            if (next < a.words * STAGED_CHUNK)
                team.at(next) = (unsigned short)(k * STAGED_CHUNK + e * STAGED_GROUP);
            next++;
        }
    }
    __syncthreads();
    return count;
}

/** The row of a particle; its entries may be written in any order. */
struct bank_row {
    const staged_build &a;
    int thread; /* number, in the force kernel's block, of the particle's first lane */

    __device__ __forceinline__ bank_row(const staged_build &arguments, int own)
        : a(arguments), thread(own * arguments.lanes)
    {
    }

    /** Writes an entry of bank group `bank` into group `group` of eight entries. */
    __device__ __forceinline__ void put(int group, int bank, unsigned entry) const
    {
        const int lane = group & (a.lanes - 1), nth = group >> (__ffs(a.lanes) - 1);
        const int column = (bank - (int)first_bank(a, thread + lane, group)) & (STAGED_GROUP - 1);
        if (nth < a.stride)
            reinterpret_cast<unsigned short *>(
                a.row + ((blockIdx.x * a.stride + nth) * a.particles * a.lanes + thread +
                         lane))[column] = (unsigned short)entry;
    }
};

/**
 * Iterates over the holes of a row. A hole is a column in a group of eight for which no entry of
 * its bank group is left.
 */
struct bank_hole {
    const team_lists &team;
    int groups, bank, nth;

    /** Starts at hole number `before`. */
    __device__ __forceinline__ bank_hole(const team_lists &lists, int eights, int before)
        : team(lists), groups(eights), bank(0), nth(lists.tally_of(0))
    {
        advance(before);
    }

    __device__ __forceinline__ bool is_one() const
    {
        return bank < STAGED_GROUP;
    }

    /** Advances by `by` holes. */
    __device__ __forceinline__ void advance(int by)
    {
        while (is_one()) {
            const int holes = max(groups - nth, 0);
            if (by < holes)
                break;
            by -= holes;
            bank++;
            nth = team.tally_of(min(bank, STAGED_GROUP - 1));
        }
        nth += by;
    }
};

/** A particle of a team; it has a lane in each warp of the team. */
template <bool IMAGE, bool EXCLUDES> struct bank_seeker {
    const staged_build &a;
    const shared_lists &s;
    const team_lists &team;
    vector4 at;
    int i, own, partners; /* index of the particle; its number in the block; places in the
                           * block's table */
    int eights;           /* number of eights near the team's particles */
    int first;            /* first bank group of the warp */

    __device__ __forceinline__ bank_seeker(const staged_build &arguments,
                                           const shared_lists &shared, const team_lists &lists,
                                           const vector4 &position, int particle, int of_block,
                                           int places, int near)
        : a(arguments), s(shared), team(lists), at(position), i(particle), own(of_block),
          partners(places), eights(near), first((int)(WARP % STAGED_TEAM) * OWN_BANKS)
    {
    }

    /** Finds the places in range in the warp's bank groups. */
    __device__ __forceinline__ void look()
    {
        const REAL range2 = (REAL)(a.range * a.range);
#pragma unroll 1
        for (int k = 0; k < eights; k += STAGED_CHUNK) {
            const int count = min(eights - k, (int)STAGED_CHUNK);
            unsigned found[OWN_BANKS] = {};
#pragma unroll 4
            for (int e = 0; e < count; e++) {
                const vector4 *eight = s.candidate + team.at(k + e) + first;
#pragma unroll
                for (int g = 0; g < OWN_BANKS; g++) {
                    const displacement d(box_of(a), at, eight[g], IMAGE);
                    found[g] =
                        append_sign(found[g], d.x * d.x + (d.y * d.y + (d.z * d.z - range2)));
                }
            }
#pragma unroll
            for (int g = 0; g < OWN_BANKS; g++)
                team.hits_of(k / STAGED_CHUNK, first + g) = found[g] << (STAGED_CHUNK - count);
        }
    }

    /** Removes a place from the hits, if its bank group belongs to the warp. */
    __device__ __forceinline__ void drop(int place)
    {
        const int bank = place % STAGED_GROUP, eight = place % STAGED_CHUNK / STAGED_GROUP;
        const unsigned near = team.near[place / STAGED_CHUNK];
        if (bank - first < 0 || bank - first >= OWN_BANKS || (near >> eight & 1) == 0)
            return;
        const int k = team.before[place / STAGED_CHUNK] + __popc(near & ((1u << eight) - 1));
        if (k < eights)
            team.hits_of(k / STAGED_CHUNK, bank) &= ~(1u << (STAGED_CHUNK - 1 - k % STAGED_CHUNK));
    }

    /** Removes the particle itself and its excluded partners from the hits. */
    __device__ __forceinline__ void drop_excluded()
    {
        if (i < a.n)
            drop(*s.first + own);
        if (EXCLUDES)
            for_excluded(a, i, 0, a.n, partners, [&](int place) { drop(place); });
    }

    __device__ __forceinline__ int words() const
    {
        return (eights + STAGED_CHUNK - 1) / STAGED_CHUNK;
    }

    __device__ __forceinline__ void count_hits()
    {
#pragma unroll
        for (int g = 0; g < OWN_BANKS; g++) {
            int hits = 0;
            for (int word = 0; word < words(); word++)
                hits += __popc(team.hits_of(word, first + g));
            team.tally_of(first + g) = (unsigned short)(i < a.n ? hits : 0);
        }
    }

    /**
     * Writes the entries of the warp's bank groups, and every STAGED_TEAM-th padding entry. Returns
     * the number of entries of the row.
     */
    __device__ __forceinline__ int write_row(int &groups) const
    {
        int entries = 0, surplus = 0, before = 0;
#pragma unroll
        for (int bank = 0; bank < STAGED_GROUP; bank++)
            entries += team.tally_of(bank);
        groups = ((entries + STAGED_GROUP - 1) / STAGED_GROUP + a.lanes - 1) & -a.lanes;
#pragma unroll
        for (int bank = 0; bank < STAGED_GROUP; bank++) {
            const int more = max(team.tally_of(bank) - groups, 0);
            before += bank < first ? more : 0;
            surplus += more;
        }
        const bank_row row(a, own);
        bank_hole hole(team, groups, before);
#pragma unroll 1
        for (int bank = first; bank < first + OWN_BANKS; bank++)
            write_bank(row, bank, hole);
        for (bank_hole rest(team, groups, surplus + (int)WARP % STAGED_TEAM); rest.is_one();
             rest.advance(STAGED_TEAM))
            row.put(rest.nth, rest.bank, (unsigned)partners);
        return entries;
    }

    /** Writes the entries of a bank group. */
    __device__ __forceinline__ void write_bank(const bank_row &row, int bank, bank_hole &hole) const
    {
        const int hits = team.tally_of(bank);
        unsigned bits = 0;
        int word = -1;
#pragma unroll 1
        for (int nth = 0; nth < hits; nth++) {
            while (bits == 0)
                bits = team.hits_of(++word, bank);
            const unsigned bit = 31 - __clz((int)bits);
            bits ^= 1u << bit;
            const unsigned entry = team.eight[word * STAGED_CHUNK + (int)bit] | bank;
            if (nth < hole.groups) {
                row.put(nth, bank, entry);
            } else {
                row.put(hole.nth, hole.bank, entry);
                hole.advance(1);
            }
        }
    }
};

#endif
