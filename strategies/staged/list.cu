/*
 * Builds the tables and rows of `staged` on the device, of no cells: particles that follow one
 * another in memory lie side by side in space, so that boxes around 32 of them, around 32 such
 * boxes and around 32 of these are a tree that finds what is near a block. What it finds comes in
 * the order of memory, which makes reading the partners of a table coalesced.
 *
 *     for each block of particles
 *         chunks = boxes of 32 particles within range of the block, found down the tree
 *         table = particles of these within range of a box of 32 particles of the block
 *         for each 32 particles of the block, a lane each
 *             for each 32 places of the table within range of the box around them
 *                 hits = bits of those within range of the particle, which wait
 *                 while hits of a lane have waited for long: each lane appends one to its row
 *     for each row
 *         put its entries into the order of banks
 */
#include "strategies/gpu_types.cuh"
#include "strategies/staged/gpu_staged.h"

#include "harness/backend/cuda/device/list_arguments.h"

extern __shared__ int4 shared_memory[];

#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)
#define WARP   (threadIdx.x / 32)
#define WARPS  (blockDim.x / 32)
#define LANE   (threadIdx.x % 32)

/* --- boxes --- */

/** Where particles begin and end along an axis: as they are, and with the upper half of the
 * periodic box taken one box lower. Whichever is shorter tells where they lie. Both are kept, for
 * which one that is shows only when all have been joined: as they are, particles on both sides of a
 * face span the whole box, and one box lower those around its middle do. */
struct extent {
    REAL low, high, low_across, high_across;

    __device__ __forceinline__ static extent none()
    {
        const REAL far = (REAL)1e30;
        return {far, -far, far, -far};
    }

    __device__ __forceinline__ static extent of(REAL at, REAL edge, REAL half)
    {
        const REAL across = at >= half ? at - edge : at;
        return {at, at, across, across};
    }

    /** That of a box, which begins under 0 if it reaches across a face. */
    __device__ __forceinline__ static extent of(REAL begin, REAL end, REAL edge, REAL half)
    {
        extent e = {begin, end, begin, end};
        if (begin < 0) {
            e.low = end < 0 ? begin + edge : 0;
            e.high = end < 0 ? end + edge : edge;
        } else if (begin >= half) {
            e.low_across = begin - edge;
            e.high_across = end - edge;
        } else if (end > half) {
            e.low_across = -half;
            e.high_across = half;
        }
        return e;
    }

    /** That of the extents of all lanes. */
    __device__ __forceinline__ void join_warp()
    {
#pragma unroll
        for (int distance = 16; distance > 0; distance /= 2) {
            low = min(low, __shfl_xor_sync(ALL_LANES, low, distance));
            high = max(high, __shfl_xor_sync(ALL_LANES, high, distance));
            low_across = min(low_across, __shfl_xor_sync(ALL_LANES, low_across, distance));
            high_across = max(high_across, __shfl_xor_sync(ALL_LANES, high_across, distance));
        }
    }

    __device__ __forceinline__ bool is_across() const
    {
        return high_across - low_across < high - low;
    }

    __device__ __forceinline__ REAL begin() const
    {
        return is_across() ? low_across : low;
    }

    __device__ __forceinline__ REAL end() const
    {
        return is_across() ? high_across : high;
    }
};

/** A box along the axes. */
struct bounds {
    vector4 begin, end;
};

__device__ __forceinline__ bounds bounds_at(const vector4 *box, int k)
{
    return {load(box + 2 * k), load(box + 2 * k + 1)};
}

/** The bounds of what lies within the extents of all lanes. */
__device__ __forceinline__ bounds join_warp(extent x, extent y, extent z)
{
    x.join_warp();
    y.join_warp();
    z.join_warp();
    return {{x.begin(), y.begin(), z.begin(), 0}, {x.end(), y.end(), z.end(), 0}};
}

/** The bounds of `count` boxes of a level, at most one for each lane, from the box `first` on. */
__device__ __forceinline__ bounds join_boxes(const staged_build &a, int level, int first, int count)
{
    const box_type &box = box_of(a);
    extent x = extent::none(), y = x, z = x;
    if ((int)LANE < count && first + (int)LANE < a.boxes[level]) {
        const bounds b = bounds_at(a.box[level], first + LANE);
        x = extent::of(b.begin.x, b.end.x, box.edge[0], box.half[0]);
        y = extent::of(b.begin.y, b.end.y, box.edge[1], box.half[1]);
        z = extent::of(b.begin.z, b.end.z, box.edge[2], box.half[2]);
    }
    return join_warp(x, y, z);
}

__device__ __forceinline__ void store_bounds(vector4 *box, int k, const bounds &b)
{
    if (LANE == 0) {
        box[2 * k] = b.begin;
        box[2 * k + 1] = b.end;
    }
}

/** Boxes around particles, a warp each. */
extern "C" __global__ void bound_particles(const __grid_constant__ staged_build a)
{
    const box_type &box = box_of(a);
    const int i = THREAD;
    extent x = extent::none(), y = x, z = x;
    if (i < a.n) {
        const vector4 at = load(a.position + i);
        x = extent::of(at.x, box.edge[0], box.half[0]);
        y = extent::of(at.y, box.edge[1], box.half[1]);
        z = extent::of(at.z, box.edge[2], box.half[2]);
    }
    const bounds b = join_warp(x, y, z);
    if (i / STAGED_CHUNK < a.boxes[0])
        store_bounds(a.box[0], i / STAGED_CHUNK, b);
    if (i < 3)
        a.most[i] = 0;
}

/** Boxes around the boxes of a level, a warp each. */
__device__ __forceinline__ void bound_boxes(const staged_build &a, int level)
{
    const int k = THREAD / 32;
    const bounds b = join_boxes(a, level, k * STAGED_CHUNK, STAGED_CHUNK);
    if (k < a.boxes[level + 1])
        store_bounds(a.box[level + 1], k, b);
}

extern "C" __global__ void bound_chunks(const __grid_constant__ staged_build a)
{
    bound_boxes(a, 0);
}

extern "C" __global__ void bound_groups(const __grid_constant__ staged_build a)
{
    bound_boxes(a, 1);
}

/* --- what is near --- */

/** The centre and half of the width of bounds along an axis. */
struct span {
    REAL centre, half;

    __device__ __forceinline__ static span of(REAL begin, REAL end, REAL edge)
    {
        const REAL middle = (begin + end) / 2;
        return {middle < 0 ? middle + edge : middle, (end - begin) / 2};
    }

    /** How far another lies from it at least. */
    __device__ __forceinline__ REAL gap(REAL other_centre, REAL other_half, REAL edge) const
    {
        const REAL apart = other_centre > centre ? other_centre - centre : centre - other_centre;
        return max(min(apart, edge - apart) - half - other_half, (REAL)0);
    }
};

/** Bounds as others see them. */
struct place {
    span x, y, z;

    __device__ __forceinline__ static place of(const box_type &box, const bounds &b)
    {
        return {span::of(b.begin.x, b.end.x, box.edge[0]),
                span::of(b.begin.y, b.end.y, box.edge[1]),
                span::of(b.begin.z, b.end.z, box.edge[2])};
    }
};

/** What is near: what the box and the range make of it, once for all that is asked. */
struct nearness {
    REAL edge[3];
    REAL reach2; /* the squared range, with a slack for the rounding of bounds */

    __device__ __forceinline__ explicit nearness(const staged_build &a)
    {
        const box_type &box = box_of(a);
        for (int k = 0; k < 3; k++)
            edge[k] = box.edge[k];
        const REAL reach = (REAL)a.range + (REAL)4e-6 * max(edge[0], max(edge[1], edge[2]));
        reach2 = reach * reach;
    }

    __device__ __forceinline__ bool operator()(const place &one, const place &two) const
    {
        return within(one.x.gap(two.x.centre, two.x.half, edge[0]),
                      one.y.gap(two.y.centre, two.y.half, edge[1]),
                      one.z.gap(two.z.centre, two.z.half, edge[2]));
    }

    __device__ __forceinline__ bool operator()(const place &one, const vector4 &at) const
    {
        return within(one.x.gap(at.x, 0, edge[0]), one.y.gap(at.y, 0, edge[1]),
                      one.z.gap(at.z, 0, edge[2]));
    }

    /** Of a position in the image that the bounds are in. */
    __device__ __forceinline__ bool inside(const place &one, const vector4 &at) const
    {
        return within(max(fabs(at.x - one.x.centre) - one.x.half, (REAL)0),
                      max(fabs(at.y - one.y.centre) - one.y.half, (REAL)0),
                      max(fabs(at.z - one.z.centre) - one.z.half, (REAL)0));
    }

    __device__ __forceinline__ bool within(REAL x, REAL y, REAL z) const
    {
        return x * x + y * y + z * z < reach2;
    }
};

/** Chunks that a block has at most. */
enum { OWN_CHUNKS = STAGED_PARTICLES / STAGED_CHUNK };

/** What the threads of a block share. */
struct shared_lists {
    vector4 *candidate;      /* room + 1: the table's positions, in the block's image */
    staged_waiting *waiting; /* of each warp */
    int *lists, length;      /* two of near_room: boxes of a level within range, and those below */
    unsigned *hits;          /* near_room: of these, bits of what is near */
    int *start;              /* near_room + 1: how many bits there are before */
    int *first;              /* 1: place of the block's first particle in the table */

    __device__ __forceinline__ explicit shared_lists(const staged_build &a)
        : candidate(reinterpret_cast<vector4 *>(shared_memory)), length(a.near_room)
    {
        waiting = reinterpret_cast<staged_waiting *>(candidate + a.room + 1);
        lists = reinterpret_cast<int *>(waiting + WARPS);
        hits = reinterpret_cast<unsigned *>(lists + 2 * length);
        start = reinterpret_cast<int *>(hits + a.near_room);
        first = start + a.near_room + 1;
    }

    __device__ __forceinline__ int *near(int which) const
    {
        return lists + which * length;
    }
};

/** Where along an axis the block that lies from `begin` to `end` takes coordinates one box lower:
 * in the middle of what it does not reach. Beyond the box: it needs not; under 0: nowhere. */
__device__ __forceinline__ REAL cut_of(REAL begin, REAL end, REAL range, REAL edge)
{
    const REAL low = begin - range, high = end + range;
    if (low >= 0 && high <= edge)
        return 2 * edge;
    if (high - low > edge * (REAL)0.99999)
        return -1;
    return (high + low + (high > edge ? -edge : edge)) / 2;
}

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

__device__ __forceinline__ vector4 framed(const box_type &box, const vector4 &frame, vector4 at)
{
    at.x -= at.x >= frame.x ? box.edge[0] : 0;
    at.y -= at.y >= frame.y ? box.edge[1] : 0;
    at.z -= at.z >= frame.z ? box.edge[2] : 0;
    return at;
}

/** Where the block's own chunks lie, in the periodic box and in the image that the block sees. */
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

/** Fills start[0 … count] with the numbers of bits in hits before each, and of all. */
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
 * Replaces `count` boxes, near(from), by those of the level below that are near too, in order, in
 * the other half of near; returns how many. Of more than there is room for it writes none.
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

/** Fills near(1) with the chunks near a block; returns how many there are. */
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

/** The particles of a chunk that are near one of the block's own chunks, of which `mine` has the
 * bits; without IMAGE, at a position in the image that the block sees. */
template <bool IMAGE>
__device__ __forceinline__ unsigned near_of_chunk(const nearness &is_near, const own_chunks &own,
                                                  const vector4 &at, bool present, unsigned mine)
{
    bool near = false;
    for (; mine != 0; mine &= mine - 1) {
        const place one = own.seen_at(__ffs((int)mine) - 1);
        near = near || (IMAGE ? is_near(one, at) : is_near.inside(one, at));
    }
    return __ballot_sync(ALL_LANES, near && present);
}

/** Finds which particles of `count` chunks the table has; returns how many. */
template <bool IMAGE>
__device__ __forceinline__ int choose_partners(const staged_build &a, const shared_lists &s,
                                               const nearness &is_near, const own_chunks &own,
                                               int chunks, int count, const vector4 &frame)
{
    for (int k = WARP; k < count; k += WARPS) {
        const int chunk = s.near(1)[k];
        const int i = chunk * STAGED_CHUNK + (int)LANE;
        const vector4 at = framed(box_of(a), frame, load(a.position + min(i, a.n - 1)));
        bool near = (int)LANE < chunks;
        if (near)
            near = is_near(place::of(box_of(a), bounds_at(a.box[0], chunk)), own.at(LANE));
        const unsigned mine = __ballot_sync(ALL_LANES, near);
        const unsigned hits = near_of_chunk<IMAGE>(is_near, own, at, i < a.n, mine);
        if (LANE == 0)
            s.hits[k] = hits;
    }
    return add_up(s, count);
}

/** Farther away than anything, with squares that are numbers in single precision. */
__device__ __forceinline__ REAL nowhere()
{
    return (REAL)1e15;
}

/** Writes the table, and the positions of its particles as candidates. */
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
        s.candidate[slot] = framed(box_of(a), frame, load(a.position + i));
    }
    if (threadIdx.x == 0) {
        table[partners] = a.n;
        s.candidate[partners] = {nowhere(), nowhere(), nowhere(), 0};
        a.partners[blockIdx.x] = partners;
        a.frame[blockIdx.x] = frame;
    }
    __syncthreads();
}

/* --- rows --- */

/** Appends entries to the row of a particle, eight at a time, to its lanes by turns. */
struct row_writer {
    int4 *next;             /* where the next group belongs */
    long long step;         /* from the last lane's group to the next of the first lane */
    int lanes, left;        /* a power of two; groups that there is room for yet */
    int4 *later;            /* shared: two groups in turn, 32 places apart */
    unsigned entries, kept; /* appended; of these written to memory */

    __device__ __forceinline__ row_writer(const staged_build &a, staged_waiting &waiting)
        : next(a.row + ((long long)blockIdx.x * a.stride * a.particles + threadIdx.x) * a.lanes),
          step((long long)(a.particles - 1) * a.lanes + 1), lanes(a.lanes),
          left((int)a.stride * a.lanes), later(waiting.entries[0] + LANE), entries(0), kept(0)
    {
    }

    /** At most eight may be appended before those that are together are kept. */
    __device__ __forceinline__ void append(unsigned entry)
    {
        reinterpret_cast<unsigned short *>(
            later)[(entries & STAGED_GROUP) * STAGED_CHUNK + entries % STAGED_GROUP] =
            (unsigned short)entry;
        entries++;
    }

    /** Writes eight that are together to memory. */
    __device__ __forceinline__ void keep()
    {
        if (entries - kept < STAGED_GROUP)
            return;
        if (left > 0)
            *next = later[kept / STAGED_GROUP % 2 * STAGED_CHUNK];
        left--;
        next += (left & (lanes - 1)) != 0 ? 1 : step;
        kept += STAGED_GROUP;
    }

    /** Fills up the last groups of all lanes; returns how many each has. */
    __device__ __forceinline__ int finish(unsigned padding)
    {
        while (entries % (STAGED_GROUP * lanes) != 0) {
            append(padding);
            keep();
        }
        return entries / (STAGED_GROUP * lanes);
    }
};

/** Shifts bits to the left, and appends the sign of a number. */
__device__ __forceinline__ unsigned append_sign(unsigned bits, float number)
{
    return __funnelshift_l((unsigned)__float_as_int(number), bits, 1);
}

__device__ __forceinline__ unsigned append_sign(unsigned bits, double number)
{
    return __funnelshift_l((unsigned)(__double_as_longlong(number) >> 32), bits, 1);
}

/** A particle, a lane of its warp, that looks for its partners in the table of its block. */
template <bool IMAGE, bool EXCLUDES> struct seeker {
    const staged_build &a;
    const shared_lists &s;
    staged_waiting &waiting; /* of the warp */
    vector4 at;
    int self; /* its own place */
    exclusions<EXCLUDES> excluded;
    row_writer &row;
    REAL range2;

    /* words of 32 places near the warp that its lanes have looked at, and that this lane has begun
       to take hits from; those that are left of the last, from the highest bit on */
    unsigned looked, begun, hits;
    const unsigned short *places; /* of the word that these are left of */

    __device__ __forceinline__ seeker(const staged_build &arguments, const shared_lists &shared,
                                      staged_waiting &warp, const vector4 &position, int own, int i,
                                      row_writer &writer)
        : a(arguments), s(shared), waiting(warp), at(position), self(own), excluded(arguments, i),
          row(writer), range2((REAL)(arguments.range * arguments.range)), looked(0), begun(0),
          hits(0), places(warp.place[0])
    {
    }

    /** Finds which of the next 32 places are in range. */
    __device__ __forceinline__ void look()
    {
        const int4 *eight = reinterpret_cast<const int4 *>(waiting.place[looked % STAGED_WAITING]);
        unsigned found = 0;
#pragma unroll
        for (int k = STAGED_CHUNK / STAGED_GROUP - 1; k >= 0; k--) {
            const int4 e = eight[k];
            const unsigned two[4] = {(unsigned)e.x, (unsigned)e.y, (unsigned)e.z, (unsigned)e.w};
#pragma unroll
            for (int c = STAGED_GROUP - 1; c >= 0; c--) {
                const vector4 other = s.candidate[two[c / 2] >> 16 * (c % 2) & 0xffff];
                const displacement d(box_of(a), at, other, IMAGE);
                found = append_sign(found, d.x * d.x + (d.y * d.y + (d.z * d.z - range2)));
            }
        }
        waiting.hits[looked % STAGED_WAITING][LANE] = found;
        looked++;
    }

    /** Appends a hit, if any waits. */
    __device__ __forceinline__ void take()
    {
        if (hits == 0 && begun < looked) {
            places = waiting.place[begun % STAGED_WAITING];
            hits = waiting.hits[begun % STAGED_WAITING][LANE];
            begun++;
        }
        if (hits == 0)
            return;
        const int bit = 31 - __clz((int)hits);
        const int place = places[bit];
        hits ^= 1u << bit;
        if (place == self)
            return;
        if (EXCLUDES && excluded.hold(a.table[(long long)blockIdx.x * a.room + place]))
            return;
        row.append((unsigned)place);
    }

    /** Takes hits until each lane is done with all but `most` words. */
    __device__ __forceinline__ void catch_up(unsigned most)
    {
        while (__any_sync(ALL_LANES, looked - begun + (hits != 0) > most)) {
#pragma unroll
            for (int k = 0; k < STAGED_GROUP; k++)
                take();
            row.keep();
        }
    }

    /** Where the k-th place near the warp waits: the first of a word belongs to its highest bit. */
    __device__ __forceinline__ unsigned short *waiting_place(unsigned k) const
    {
        return &waiting.place[k / STAGED_CHUNK % STAGED_WAITING][31 - k % STAGED_CHUNK];
    }

    /** Appends all partners; `own` is where the particles of the warp lie. */
    __device__ __forceinline__ void seek(const nearness &is_near, const place &own, int partners)
    {
        unsigned found = 0; /* places near the warp */
        for (int base = 0; base < partners; base += STAGED_CHUNK) {
            const int slot = base + (int)LANE;
            const bool near = slot < partners && (IMAGE ? is_near(own, s.candidate[slot])
                                                        : is_near.inside(own, s.candidate[slot]));
            const unsigned votes = __ballot_sync(ALL_LANES, near);
            const unsigned k = found + __popc(votes & lanes_below());
            if (near)
                *waiting_place(k) = (unsigned short)slot;
            found += __popc(votes);
            __syncwarp();
            if (found / STAGED_CHUNK == looked)
                continue;
            look();
            catch_up(STAGED_WAITING - 2); /* two are filled next */
            __syncwarp();
        }
        if (LANE >= found % STAGED_CHUNK) /* the place behind the last is nowhere */
            *waiting_place(looked * STAGED_CHUNK + LANE) = (unsigned short)partners;
        __syncwarp();
        look();
        catch_up(0);
    }
};

/** Tells the host what the block lacks room for, or would. */
__device__ __forceinline__ void tell_most(const staged_build &a, int which, int number, int room)
{
    /* it only grows: few have to wait for each other */
    if (number > *(volatile const int *)(a.most + which))
        atomicMax(a.most + which, number);
    if (number > room && a.halted != nullptr)
        *a.halted = LIST_OVERFLOW;
}

/** Makes the block's table of the particles of `count` chunks, and the rows of its threads. */
template <bool IMAGE, bool EXCLUDES>
__device__ __forceinline__ void list_partners(const staged_build &a, const shared_lists &s,
                                              const nearness &is_near, const own_chunks &own,
                                              int chunks, int count, const vector4 &frame)
{
    const int partners = choose_partners<IMAGE>(a, s, is_near, own, chunks, count, frame);
    if (threadIdx.x == 0)
        tell_most(a, 1, partners + 1, a.room);
    if (partners + 1 > a.room)
        return;
    write_table(a, s, count, partners, frame);

    const int i = blockIdx.x * a.particles + (int)threadIdx.x;
    vector4 at = {-nowhere(), -nowhere(), -nowhere(), 0};
    if (i < a.n)
        at = framed(box_of(a), frame, load(a.position + i));
    row_writer row(a, s.waiting[WARP]);
    seeker<IMAGE, EXCLUDES> one(a, s, s.waiting[WARP], at, *s.first + (int)threadIdx.x,
                                min(i, a.n - 1), row);
    one.seek(is_near, own.seen_at(min((int)WARP, chunks - 1)), partners);
    if (i >= a.n)
        return;
    a.count[i] = (int)row.entries;
    tell_most(a, 0, row.finish((unsigned)partners), (int)a.stride);
}

template <bool EXCLUDES> __device__ __forceinline__ void build_rows(const staged_build &a)
{
    __shared__ own_chunks own;
    const shared_lists s(a);
    const nearness is_near(a);
    const int first = blockIdx.x * (a.particles / STAGED_CHUNK);
    const int chunks = min(a.particles / STAGED_CHUNK, a.boxes[0] - first);
    const bounds block = join_boxes(a, 0, first, chunks);
    const vector4 frame = frame_of(a, block);
    if ((int)threadIdx.x < chunks)
        own.put(threadIdx.x, place::of(box_of(a), bounds_at(a.box[0], first + threadIdx.x)),
                box_of(a), frame);
    const int count = find_chunks(a, s, is_near, place::of(box_of(a), block));
    if (threadIdx.x == 0)
        tell_most(a, 2, count, a.near_room);
    if (count > a.near_room)
        return;
    if (frame.w != 0)
        list_partners<true, EXCLUDES>(a, s, is_near, own, chunks, count, frame);
    else
        list_partners<false, EXCLUDES>(a, s, is_near, own, chunks, count, frame);
}

extern "C" __global__ void staged_rows(const __grid_constant__ staged_build a)
{
    build_rows<false>(a);
}

extern "C" __global__ void staged_rows_excluding(const __grid_constant__ staged_build a)
{
    build_rows<true>(a);
}

/* --- the order of banks --- */

/** A row while it is ordered. Entries of column c of thread t are to be in bank group (t + c) % 8:
 * neighboring lanes, and the eight entries of a group, then have different ones. All of it lies in
 * shared memory, where neighboring threads read neighboring words. */
struct ordering {
    unsigned short *entry;         /* eight of the thread a group */
    unsigned short *used, *wanted; /* of a column, groups taken and its own entries */
    int step;                      /* from one column to the next */

    __device__ __forceinline__ explicit ordering(const staged_build &a)
        : entry(reinterpret_cast<unsigned short *>(shared_memory + threadIdx.x)),
          used(reinterpret_cast<unsigned short *>(shared_memory + a.stride * blockDim.x) +
               threadIdx.x),
          wanted(used + STAGED_GROUP * blockDim.x), step((int)blockDim.x)
    {
    }

    __device__ __forceinline__ unsigned short &at(int group, int column) const
    {
        return entry[group * step * STAGED_GROUP + column];
    }
};

/** Calls visit(entry) for the entries of groups that are no padding. */
template <typename Visit>
__device__ __forceinline__ void visit_entries(const int4 *row, long long step, int groups,
                                              unsigned padding, Visit &&visit)
{
    int4 next = *row;
    for (int g = 0; g < groups; g++) {
        const int4 group = next;
        row += step;
        if (g + 1 < groups) /* on its way while this one is visited */
            next = *row;
        const unsigned word[4] = {(unsigned)group.x, (unsigned)group.y, (unsigned)group.z,
                                  (unsigned)group.w};
#pragma unroll
        for (int k = 0; k < STAGED_GROUP; k++) {
            const unsigned entry = word[k / 2] >> 16 * (k % 2) & 0xffff;
            if (entry != padding)
                visit(entry);
        }
    }
}

/** Puts the entries of each lane's row into the order of banks, as far as they go round: what a
 * column has too much of fills the others up. */
extern "C" __global__ void staged_order(const __grid_constant__ staged_build a)
{
    const int threads = a.particles * a.lanes;
    const long long thread = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    const int block = (int)(thread / threads), t = (int)(thread % threads);
    const int i = block * a.particles + t / a.lanes;
    if (i >= a.n || a.most[0] > a.stride || a.most[1] > a.room || a.most[2] > a.near_room)
        return;
    const int each = STAGED_GROUP * a.lanes;
    const int groups = (a.count[i] + each - 1) / each;
    if (groups == 0)
        return;
    const unsigned padding = (unsigned)a.partners[block];
    int4 *row = a.row + (long long)block * a.stride * threads + t;
    const ordering order(a);
    const int filling = (int)(padding | padding << 16);
    for (int g = 0; g < groups; g++)
        shared_memory[g * blockDim.x + threadIdx.x] = make_int4(filling, filling, filling, filling);
    for (int c = 0; c < STAGED_GROUP; c++)
        order.used[c * order.step] = order.wanted[c * order.step] = 0;
    visit_entries(row, threads, groups, padding,
                  [&](unsigned entry) { order.wanted[(entry - t) % STAGED_GROUP * order.step]++; });
    int hole = 0, next = order.wanted[0]; /* a column with room, and its group there */
    visit_entries(row, threads, groups, padding, [&](unsigned entry) {
        int column = (int)((entry - t) % STAGED_GROUP), g = order.used[column * order.step];
        if (g < groups) {
            order.used[column * order.step] = g + 1;
        } else {
            while (next >= groups)
                next = order.wanted[++hole * order.step];
            column = hole;
            g = next++;
        }
        order.at(g, column) = (unsigned short)entry;
    });
    for (int g = 0; g < groups; g++)
        row[(long long)g * threads] = shared_memory[g * blockDim.x + threadIdx.x];
}
