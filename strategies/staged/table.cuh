/*
 * Builds the table of a block: the particles that may be in range of the block's particles. A
 * search down the tree finds the chunks (boxes of 32 particles) near the block. The table gets the
 * particles of these chunks that are near one of the block's own chunks.
 */
#ifndef PAIRLANES_STRATEGIES_STAGED_TABLE_CUH
#define PAIRLANES_STRATEGIES_STAGED_TABLE_CUH

#include "strategies/staged/boxes.cuh"

extern __shared__ int4 shared_memory[];

/** Largest number of chunks in a block. */
enum { OWN_CHUNKS = STAGED_PARTICLES / STAGED_CHUNK };

/**
 * Lists shared by the threads of a block. `waiting` reuses the memory of other lists after their
 * last use.
 */
struct shared_lists {
    vector4 *candidate; /* room + 1 positions of the table's particles, in the block's image */
    int *first;         /* place of the block's first particle in the table */
    int *lists, length; /* two lists of near_room boxes: the near boxes of a level and of the
                         * level below */
    unsigned *hits;     /* near_room words: bits of the near children or particles of each box */
    int *start;         /* near_room + 1 numbers of bits in `hits` before each element */
    char *waiting;      /* near eights of each warp, struct near_eights */

    __device__ __forceinline__ explicit shared_lists(const staged_build &a)
        : candidate(reinterpret_cast<vector4 *>(shared_memory)), length(a.near_room)
    {
        first = reinterpret_cast<int *>(candidate + a.room + 1);
        lists = first + STAGED_ALIGNED;
        hits = reinterpret_cast<unsigned *>(lists + 2 * length);
        start = reinterpret_cast<int *>(hits + a.near_room);
        waiting = reinterpret_cast<char *>(lists);
    }

    __device__ __forceinline__ int *near(int which) const
    {
        return lists + which * length;
    }
};

__device__ __forceinline__ vector4 frame_of(const staged_build &a, const bounds &block)
{
    const box_type &box = box_of(a);
    const REAL range = (REAL)a.range;
    vector4 frame = {cut_of(block.begin.x, block.end.x, range, box.edge[0]),
                     cut_of(block.begin.y, block.end.y, range, box.edge[1]),
                     cut_of(block.begin.z, block.end.z, range, box.edge[2]), 0};
    if (frame.x < 0 || frame.y < 0 || frame.z < 0)
        frame = {2 * box.edge[0], 2 * box.edge[1], 2 * box.edge[2], 1};
    return frame;
}

/** Boxes of the block's own chunks; centres in the periodic box and in the image of the block. */
struct own_chunks {
    vector4 centre[OWN_CHUNKS], seen[OWN_CHUNKS], half[OWN_CHUNKS];

    __device__ __forceinline__ void put(int k, const place &p, const box_type &box,
                                        const vector4 &frame)
    {
        centre[k] = {p.x.centre, p.y.centre, p.z.centre, 0};
        seen[k] = framed(box, frame, centre[k]);
        half[k] = {p.x.half, p.y.half, p.z.half, 0};
    }

    __device__ __forceinline__ place at(int k) const
    {
        return place_of(centre[k], half[k]);
    }

    __device__ __forceinline__ place seen_at(int k) const
    {
        return place_of(seen[k], half[k]);
    }

    __device__ __forceinline__ static place place_of(const vector4 &c, const vector4 &h)
    {
        return {{c.x, h.x}, {c.y, h.y}, {c.z, h.z}};
    }
};

/**
 * Fills start[0 … count] with the prefix sums of the number of bits in `hits`; returns the total.
 */
__device__ __forceinline__ int add_up(const shared_lists &s, int count)
{
    __syncthreads();
    if (WARP == 0) {
        int before = 0;
        for (int base = 0; base < count; base += 32) {
            const int k = base + LANE;
            const int bits = k < count ? __popc(s.hits[k]) : 0;
            int sum = bits;
            for (int distance = 1; distance < 32; distance *= 2) {
                const int lower = __shfl_up_sync(ALL_LANES, sum, distance);
                sum += (int)LANE >= distance ? lower : 0;
            }
            if (k < count)
                s.start[k] = before + sum - bits;
            before += __shfl_sync(ALL_LANES, sum, 31);
        }
        if (LANE == 0)
            s.start[count] = before;
    }
    __syncthreads();
    return s.start[count];
}

__device__ __forceinline__ unsigned lanes_below()
{
    return (1u << LANE) - 1;
}

/**
 * Writes the near children of the `count` boxes in list `from` to the other list, in order; returns
 * their number. Writes nothing if not all fit.
 */
__device__ __forceinline__ int descend(const staged_build &a, const shared_lists &s,
                                       const nearness &is_near, int level, int from, int count,
                                       const place &block)
{
    for (int k = WARP; k < count; k += WARPS) {
        const int child = s.near(from)[k] * STAGED_CHUNK + (int)LANE;
        bool near = child < a.boxes[level];
        if (near)
            near = is_near(block, place::of(box_of(a), bounds_at(a.box[level], child)));
        const unsigned hits = __ballot_sync(ALL_LANES, near);
        if (LANE == 0)
            s.hits[k] = hits;
    }
    const int found = add_up(s, count);
    if (found > a.near_room)
        return found;
    for (int k = WARP; k < count; k += WARPS)
        if (s.hits[k] >> LANE & 1)
            s.near(!from)[s.start[k] + __popc(s.hits[k] & lanes_below())] =
                s.near(from)[k] * STAGED_CHUNK + (int)LANE;
    __syncthreads();
    return found;
}

/** Fills list 1 with the chunks near a block; returns their number. */
__device__ __forceinline__ int find_chunks(const staged_build &a, const shared_lists &s,
                                           const nearness &is_near, const place &block)
{
    int count = (a.boxes[STAGED_LEVELS - 1] + STAGED_CHUNK - 1) / STAGED_CHUNK;
    for (int k = threadIdx.x; k < count; k += blockDim.x)
        s.near(0)[k] = k;
    __syncthreads();
#pragma unroll 1
    for (int level = STAGED_LEVELS - 1, from = 0; level >= 0; level--, from = !from) {
        count = descend(a, s, is_near, level, from, count, block);
        if (count > a.near_room)
            break;
    }
    return count;
}

static_assert(STAGED_LEVELS % 2 == 1, "the last level's boxes lie in near(1)");

/* --- tables --- */

/**
 * Returns the mask of a chunk's particles that are near any of the block's own chunks in `mine`.
 * Without IMAGE, positions are already in the block's image.
 */
template <bool IMAGE>
__device__ __forceinline__ unsigned near_of_chunk(const nearness &is_near, const own_chunks &own,
                                                  const vector4 &at, bool present, unsigned mine)
{
    bool near = !present; /* lanes without a particle are true, so that the vote can be unanimous */
    for (; mine != 0 && !__all_sync(ALL_LANES, near); mine &= mine - 1) {
        const place one = own.seen_at(__ffs((int)mine) - 1);
        near = near || (IMAGE ? is_near(one, at) : is_near.inside(one, at));
    }
    return __ballot_sync(ALL_LANES, near && present);
}

/** Sets hits[k], for each of `count` chunks, to the mask of the block's own chunks near chunk k. */
__device__ __forceinline__ void meet_own_chunks(const staged_build &a, const shared_lists &s,
                                                const nearness &is_near, const own_chunks &own,
                                                int chunks, int count)
{
    for (int k = threadIdx.x; k < count; k += blockDim.x) {
        const place one = place::of(box_of(a), bounds_at(a.box[0], s.near(1)[k]));
        unsigned mine = 0;
#pragma unroll 2
        for (int c = 0; c < chunks; c++)
            mine |= (is_near(one, own.at(c)) ? 1u : 0u) << c;
        s.hits[k] = mine;
    }
    __syncthreads();
}

/** Finds which particles of `count` chunks are in the table; returns their number. */
template <bool IMAGE>
__device__ __forceinline__ int choose_partners(const staged_build &a, const shared_lists &s,
                                               const nearness &is_near, const own_chunks &own,
                                               int chunks, int count, const vector4 &frame)
{
    meet_own_chunks(a, s, is_near, own, chunks, count);
    const auto particle = [&](int k) { return s.near(1)[k] * STAGED_CHUNK + (int)LANE; };
    const auto position = [&](int k) { return position_of(a, min(particle(k), a.n - 1)); };
    vector4 next = position(min((int)WARP, count - 1));
    for (int k = WARP; k < count; k += WARPS) {
        const vector4 at = framed(box_of(a), frame, next);
        next = position(min(k + (int)WARPS, count - 1)); /* loads the next position during the test
                                                          * of the current one */
        const unsigned hits = near_of_chunk<IMAGE>(is_near, own, at, particle(k) < a.n, s.hits[k]);
        if (LANE == 0)
            s.hits[k] = hits;
    }
    return add_up(s, count);
}

/** Writes the table, and stores the positions of its particles as candidates. */
__device__ __forceinline__ void write_table(const staged_build &a, const shared_lists &s, int count,
                                            int partners, const vector4 &frame)
{
    int *table = a.table + (long long)blockIdx.x * a.room;
    for (int k = WARP; k < count; k += WARPS) {
        if (!(s.hits[k] >> LANE & 1))
            continue;
        const int slot = s.start[k] + __popc(s.hits[k] & lanes_below());
        const int i = s.near(1)[k] * STAGED_CHUNK + (int)LANE;
        table[slot] = i;
        if (i == (int)blockIdx.x * a.particles)
            *s.first = slot;
        s.candidate[slot] = framed(box_of(a), frame, position_of(a, i));
    }
    const int place = partners / STAGED_GROUP * STAGED_GROUP + (int)threadIdx.x;
    if (threadIdx.x < STAGED_GROUP && place >= partners) /* tests read whole eights, so the last one
                                                          * is filled up */
        s.candidate[place] = {nowhere(), nowhere(), nowhere(), 0};
    if (threadIdx.x == 0) {
        table[partners] = a.n;
        a.partners[blockIdx.x] = partners;
        store_frame(a, frame);
    }
    __syncthreads();
}

#endif
