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
 *                 hits = bits of those within range of the particle
 *                 append these to its row
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
 * periodic box taken one box lower. Whichever is shorter tells where they lie. */
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

/** The squared range, with a slack for the rounding of bounds. */
__device__ __forceinline__ REAL reach2_of(const staged_build &a)
{
    const box_type &box = box_of(a);
    const REAL reach = (REAL)a.range + (REAL)4e-6 * max(box.edge[0], max(box.edge[1], box.edge[2]));
    return reach * reach;
}

__device__ __forceinline__ bool is_near(const staged_build &a, const place &one, const place &two)
{
    const box_type &box = box_of(a);
    const REAL x = one.x.gap(two.x.centre, two.x.half, box.edge[0]);
    const REAL y = one.y.gap(two.y.centre, two.y.half, box.edge[1]);
    const REAL z = one.z.gap(two.z.centre, two.z.half, box.edge[2]);
    return x * x + y * y + z * z < reach2_of(a);
}

__device__ __forceinline__ bool is_near(const staged_build &a, const place &one, const vector4 &at)
{
    const box_type &box = box_of(a);
    const REAL x = one.x.gap(at.x, 0, box.edge[0]);
    const REAL y = one.y.gap(at.y, 0, box.edge[1]);
    const REAL z = one.z.gap(at.z, 0, box.edge[2]);
    return x * x + y * y + z * z < reach2_of(a);
}

/** Chunks that a block has at most, and places that wait to be looked at by a warp. */
enum { OWN_CHUNKS = STAGED_PARTICLES / STAGED_CHUNK, WAITING = 64 };

/** The same of a position in the image that the bounds are in. */
__device__ __forceinline__ bool is_near_inside(const staged_build &a, const place &one,
                                               const vector4 &at)
{
    const REAL x = max(fabs(at.x - one.x.centre) - one.x.half, (REAL)0);
    const REAL y = max(fabs(at.y - one.y.centre) - one.y.half, (REAL)0);
    const REAL z = max(fabs(at.z - one.z.centre) - one.z.half, (REAL)0);
    return x * x + y * y + z * z < reach2_of(a);
}

/** What the threads of a block share. */
struct shared_lists {
    vector4 *candidate;    /* room + 1: the table's positions, in the block's image */
    int *lists, length;    /* two of near_room: boxes of a level within range, and those below */
    unsigned *hits, *mine; /* near_room each: of these, bits of what is near; and of the block's own
                              chunks those that they are near to */
    int *start;            /* near_room + 1: how many bits there are before */
    int *first;            /* 1: place of the block's first particle in the table */

    __device__ __forceinline__ explicit shared_lists(const staged_build &a)
        : candidate(reinterpret_cast<vector4 *>(shared_memory)), length(a.near_room)
    {
        lists = reinterpret_cast<int *>(candidate + a.room + 1);
        hits = reinterpret_cast<unsigned *>(lists + 2 * length);
        mine = hits + a.near_room;
        start = reinterpret_cast<int *>(mine + a.near_room);
        first = start + a.near_room + 1;
    }

    __device__ __forceinline__ int *near(int which) const
    {
        return lists + which * length;
    }
};

/** Where the block's own chunks lie. */
struct own_chunks {
    vector4 centre[OWN_CHUNKS], half[OWN_CHUNKS];

    __device__ __forceinline__ void put(int k, const place &p)
    {
        centre[k] = {p.x.centre, p.y.centre, p.z.centre, 0};
        half[k] = {p.x.half, p.y.half, p.z.half, 0};
    }

    __device__ __forceinline__ place at(int k) const
    {
        const vector4 c = centre[k], h = half[k];
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
__device__ __forceinline__ int descend(const staged_build &a, const shared_lists &s, int level,
                                       int from, int count, const place &block)
{
    for (int k = WARP; k < count; k += WARPS) {
        const int child = s.near(from)[k] * STAGED_CHUNK + (int)LANE;
        bool near = child < a.boxes[level];
        if (near)
            near = is_near(a, block, place::of(box_of(a), bounds_at(a.box[level], child)));
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
                                           const place &block)
{
    int count = (a.boxes[STAGED_LEVELS - 1] + STAGED_CHUNK - 1) / STAGED_CHUNK;
    for (int k = threadIdx.x; k < count; k += blockDim.x)
        s.near(0)[k] = k;
    __syncthreads();
#pragma unroll 1
    for (int level = STAGED_LEVELS - 1, from = 0; level >= 0; level--, from = !from) {
        count = descend(a, s, level, from, count, block);
        if (count > a.near_room)
            break;
    }
    return count;
}

static_assert(STAGED_LEVELS % 2 == 1, "the last level's boxes lie in near(1)");

/* --- tables --- */

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

/** The particles of a chunk that are near one of the block's own chunks, of which `mine` has the
 * bits. */
__device__ __forceinline__ unsigned near_of_chunk(const staged_build &a, const own_chunks &own,
                                                  const vector4 &at, bool present, unsigned mine)
{
    bool near = false;
    for (; mine != 0; mine &= mine - 1)
        near = near || is_near(a, own.at(__ffs(mine) - 1), at);
    return __ballot_sync(ALL_LANES, near && present);
}

/** Finds which particles of `count` chunks the table has; returns how many. */
__device__ __forceinline__ int choose_partners(const staged_build &a, const shared_lists &s,
                                               const own_chunks &own, int chunks, int count)
{
    for (int k = WARP; k < count; k += WARPS) {
        const int chunk = s.near(1)[k];
        const int i = chunk * STAGED_CHUNK + (int)LANE;
        bool near = (int)LANE < chunks;
        if (near)
            near = is_near(a, place::of(box_of(a), bounds_at(a.box[0], chunk)), own.at(LANE));
        const unsigned mine = __ballot_sync(ALL_LANES, near);
        const unsigned hits =
            near_of_chunk(a, own, load(a.position + min(i, a.n - 1)), i < a.n, mine);
        if (LANE == 0) {
            s.mine[k] = mine;
            s.hits[k] = hits;
        }
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
    int4 *row;
    long long step;   /* from one group of a lane to the next */
    int lanes, shift; /* lanes are a power of two */
    int limit;        /* groups that there is room for */
    unsigned word[4];
    int entries;

    __device__ __forceinline__ row_writer(const staged_build &a)
        : row(a.row + ((long long)blockIdx.x * a.stride * a.particles + threadIdx.x) * a.lanes),
          step((long long)a.particles * a.lanes), lanes(a.lanes), shift(__ffs(a.lanes) - 1),
          limit((int)a.stride * a.lanes), word{0, 0, 0, 0}, entries(0)
    {
    }

    __device__ __forceinline__ void operator()(unsigned entry)
    {
        word[0] = word[0] >> 16 | word[1] << 16;
        word[1] = word[1] >> 16 | word[2] << 16;
        word[2] = word[2] >> 16 | word[3] << 16;
        word[3] = word[3] >> 16 | entry << 16;
        if (++entries % STAGED_GROUP != 0)
            return;
        const int group = entries / STAGED_GROUP - 1;
        if (group < limit)
            row[(group >> shift) * step + (group & (lanes - 1))] =
                make_int4((int)word[0], (int)word[1], (int)word[2], (int)word[3]);
    }

    /** Fills up the last groups of all lanes; returns how many each has. */
    __device__ __forceinline__ int finish(unsigned padding)
    {
        while (entries % (STAGED_GROUP * lanes) != 0)
            (*this)(padding);
        return entries / (STAGED_GROUP * lanes);
    }
};

/** A particle, a lane of its warp, that looks for its partners in the table of its block. */
template <bool IMAGE, bool EXCLUDES> struct seeker {
    const staged_build &a;
    const shared_lists &s;
    unsigned short *waiting; /* of the warp: places near it that are yet to be looked at */
    vector4 at;
    int self; /* its own place */
    exclusions<EXCLUDES> excluded;

    /** Appends those of the first `count` waiting places, at most 32, that are in range. */
    __device__ __forceinline__ void look(row_writer &row, int count) const
    {
        const REAL range2 = (REAL)(a.range * a.range);
        const int *table = a.table + (long long)blockIdx.x * a.room;
        unsigned hits = 0;
        for (int base = 0; base < count; base += STAGED_GROUP) {
            const int4 eight = *reinterpret_cast<const int4 *>(waiting + base);
            const unsigned word[4] = {(unsigned)eight.x, (unsigned)eight.y, (unsigned)eight.z,
                                      (unsigned)eight.w};
            unsigned found = 0;
#pragma unroll
            for (int c = 0; c < STAGED_GROUP; c++) {
                const vector4 other = s.candidate[word[c / 2] >> 16 * (c % 2) & 0xffff];
                const displacement d(box_of(a), at, other, IMAGE);
                if (d.x * d.x + d.y * d.y + d.z * d.z < range2)
                    found |= 1u << c;
            }
            hits |= found << base;
        }
        for (; hits != 0; hits &= hits - 1) {
            const int slot = waiting[__ffs(hits) - 1];
            if (slot != self && (!EXCLUDES || !excluded.hold(table[slot])))
                row((unsigned)slot);
        }
    }

    /** Appends all partners; `own` is where the particles of the warp lie, and the place `padding`
     * nowhere. */
    __device__ __forceinline__ void seek(row_writer &row, int count, const place &own,
                                         int padding) const
    {
        int places = 0;
        for (int k = 0; k < count; k++) {
            if (!(s.mine[k] >> WARP & 1))
                continue;
            const int slot = s.start[k] + (int)LANE;
            const bool near =
                slot < s.start[k + 1] && (IMAGE ? is_near(a, own, s.candidate[slot])
                                                : is_near_inside(a, own, s.candidate[slot]));
            const unsigned votes = __ballot_sync(ALL_LANES, near);
            if (near)
                waiting[places + __popc(votes & lanes_below())] = (unsigned short)slot;
            places += __popc(votes);
            __syncwarp();
            if (places < 32)
                continue;
            look(row, 32);
            places -= 32;
            const unsigned short later = waiting[32 + LANE];
            __syncwarp();
            waiting[LANE] = later;
            __syncwarp();
        }
        if ((int)LANE >= places)
            waiting[LANE] = (unsigned short)padding;
        __syncwarp();
        look(row, places);
    }
};

/** Appends the partners of the thread's particle to its row. */
template <bool IMAGE, bool EXCLUDES>
__device__ __forceinline__ void find_partners(const staged_build &a, const shared_lists &s,
                                              int count, place own, int partners,
                                              const vector4 &frame, row_writer &row)
{
    __shared__ int4 waiting[OWN_CHUNKS][WAITING * sizeof(short) / sizeof(int4)];
    const box_type &box = box_of(a);
    const int first = blockIdx.x * a.particles;
    const int i = first + (int)threadIdx.x;
    vector4 at = {-nowhere(), -nowhere(), -nowhere(), 0};
    if (i < a.n)
        at = framed(box, frame, load(a.position + i));
    own.x.centre -= own.x.centre >= frame.x ? box.edge[0] : 0;
    own.y.centre -= own.y.centre >= frame.y ? box.edge[1] : 0;
    own.z.centre -= own.z.centre >= frame.z ? box.edge[2] : 0;
    const seeker<IMAGE, EXCLUDES> one = {a,
                                         s,
                                         reinterpret_cast<unsigned short *>(waiting[WARP]),
                                         at,
                                         *s.first + (int)threadIdx.x,
                                         exclusions<EXCLUDES>(a, min(i, a.n - 1))};
    one.seek(row, count, own, partners);
}

/** Tells the host what the block lacks room for, or would. */
__device__ __forceinline__ void tell_most(const staged_build &a, int which, int number, int room)
{
    /* it only grows: few have to wait for each other */
    if (number > *(volatile const int *)(a.most + which))
        atomicMax(a.most + which, number);
    if (number > room && a.halted != nullptr)
        *a.halted = LIST_OVERFLOW;
}

template <bool EXCLUDES> __device__ __forceinline__ void build_rows(const staged_build &a)
{
    __shared__ own_chunks own;
    const shared_lists s(a);
    const int first = blockIdx.x * (a.particles / STAGED_CHUNK);
    const int chunks = min(a.particles / STAGED_CHUNK, a.boxes[0] - first);
    const bounds block = join_boxes(a, 0, first, chunks);
    const vector4 frame = frame_of(a, block);
    if ((int)threadIdx.x < chunks)
        own.put(threadIdx.x, place::of(box_of(a), bounds_at(a.box[0], first + threadIdx.x)));
    const int count = find_chunks(a, s, place::of(box_of(a), block));
    if (threadIdx.x == 0)
        tell_most(a, 2, count, a.near_room);
    if (count > a.near_room)
        return;
    const int partners = choose_partners(a, s, own, chunks, count);
    if (threadIdx.x == 0)
        tell_most(a, 1, partners + 1, a.room);
    if (partners + 1 > a.room)
        return;
    write_table(a, s, count, partners, frame);

    row_writer row(a);
    const place mine = own.at(min((int)WARP, chunks - 1));
    if (frame.w != 0)
        find_partners<true, EXCLUDES>(a, s, count, mine, partners, frame, row);
    else
        find_partners<false, EXCLUDES>(a, s, count, mine, partners, frame, row);
    const int i = blockIdx.x * a.particles + (int)threadIdx.x;
    if (i >= a.n)
        return;
    a.count[i] = row.entries;
    tell_most(a, 0, row.finish((unsigned)partners), (int)a.stride);
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
    unsigned short *entry; /* eight of the thread a group */
    int *used, *wanted;    /* of a column, groups taken and its own entries */
    int step;              /* from one column to the next */

    __device__ __forceinline__ explicit ordering(const staged_build &a)
        : entry(reinterpret_cast<unsigned short *>(shared_memory + threadIdx.x)),
          used(reinterpret_cast<int *>(shared_memory + a.stride * blockDim.x) + threadIdx.x),
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
    for (int g = 0; g < groups; g++, row += step) {
        const int4 group = *row;
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
