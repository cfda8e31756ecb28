/*
 * No list, but a bounding volume hierarchy: boxes around each eight particles that follow one
 * another in memory, leaves, around each eight leaves, and so on. The kernel `bound` makes them
 * anew for every force call, a thread per leaf. Then in `force`, for each block of PARTICLES
 * particles that follow one another,
 *
 *     for each near leaf, found down the tree by all warps
 *         for each of its eight particles in reach of the block
 *             staged[place] = its position, in the image that is nearest to the block
 *     wait for all threads
 *     for each warp of the block, which has PARTICLES / (BLOCK / 32) of its particles
 *         near = places in reach of the box around these
 *         for each leaf of the warp, its eight particles in each eight of the lanes
 *             partners = places of near in reach of the leaf's box
 *             for each four of these, one for each eight lanes
 *                 sum += force on particle of the pair (particle, staged[partner])
 *             sum += forces of the leaf's particles on each other, in a loop of its own
 *             force[particle] = sum over the four lanes of the particle, by shuffles
 *
 * Eight lanes read the same partner, so that a load from shared memory is served without conflict.
 * As images are taken when partners are staged, pairs need none; only a block whose reach surrounds
 * the box takes nearest images pair by pair. What does not fit in shared memory is staged and
 * evaluated in turns. It pays where particles that are near in memory are near in space, too.
 *
 * Trees of boxes: M. P. Howard et al., Comput. Phys. Commun. 203, 45 (2016); boxes around particles
 * that follow one another: P. Eastman, V. S. Pande, J. Comput. Chem. 31, 1268 (2010).
 */
#include "strategies/gpu_particle.cuh"

#include "strategies/bvh/gpu_bvh.h"

enum {
    WARP = 32,
    WARPS = BLOCK / WARP,
    OWN_LEAVES = PARTICLES / BVH_LEAF,
    WARP_LEAVES = OWN_LEAVES / WARPS,
    SHARES = WARP / BVH_LEAF, /* lanes of a particle */
};
static_assert(WARP_LEAVES >= 1 && WARP_LEAVES <= SHARES, "a warp stages its own particles at once");

#define LANE  ((int)threadIdx.x % WARP)
#define OWN   (LANE % BVH_LEAF) /* the particle of a leaf that a lane has … */
#define SHARE (LANE / BVH_LEAF) /* … and which of the lanes that have it this is */

/* Exclusions and orientations are found by a partner's index. */
#ifdef MODEL_ORIENTED
enum { NEEDS_INDEX = true };
#else
enum { NEEDS_INDEX = HAS_BONDED };
#endif

__device__ __forceinline__ const gpu_bvh &tree_of(const gpu_arguments &a)
{
    return neighbors_of<gpu_bvh>(a);
}

/* --- boxes --- */

/** Up to which distance boxes and particles are near: the cut-off, with a slack for rounding. */
__device__ __forceinline__ REAL reach_of(const gpu_arguments &a)
{
    const box_type &box = box_of(a);
    return (REAL)CUTOFF + (REAL)4e-6 * max(box.edge[0], max(box.edge[1], box.edge[2]));
}

/** From 0 to 1; in single precision a part of the operation before. */
__device__ __forceinline__ REAL clamped(REAL x)
{
    return min(max(x, (REAL)0), (REAL)1);
}

/** A coordinate from another, to the nearest image. */
__device__ __forceinline__ REAL wrapped(REAL apart, REAL edge)
{
    return apart > edge / 2 ? apart - edge : apart < -edge / 2 ? apart + edge : apart;
}

/** Where something lies along an axis, from a coordinate that it is seen from. */
struct span {
    REAL low, high;

    __device__ __forceinline__ void add(REAL from, REAL to)
    {
        low = min(low, from);
        high = max(high, to);
    }

    /** That of `lanes` lanes. */
    __device__ __forceinline__ void join(int lanes)
    {
        for (int distance = lanes / 2; distance > 0; distance /= 2)
            add(__shfl_xor_sync(ALL_LANES, low, distance),
                __shfl_xor_sync(ALL_LANES, high, distance));
    }

    __device__ __forceinline__ REAL half() const
    {
        return (high - low) / 2;
    }

    /** The centre, within the periodic box. */
    __device__ __forceinline__ REAL centre(REAL seen_from, REAL edge) const
    {
        const REAL at = seen_from + (low + high) / 2;
        return at < 0 ? at + edge : at >= edge ? at - edge : at;
    }
};

/** A box around particles, in units of the reach. */
struct bounds {
    vector4 centre, half;
};

/** The edges of the periodic box, in units of the reach. */
struct period {
    REAL x, y, z;

    __device__ __forceinline__ explicit period(const gpu_arguments &a)
        : x(box_of(a).edge[0] / reach_of(a)), y(box_of(a).edge[1] / reach_of(a)),
          z(box_of(a).edge[2] / reach_of(a))
    {
    }
};

/** The box around those that each `LANES_JOINED` lanes have; the first of these has one. */
template <int LANES_JOINED>
__device__ __forceinline__ bounds join(const period &edge, const bounds &one, bool has)
{
    const int first = LANE - LANE % LANES_JOINED;
    const vector4 from = {__shfl_sync(ALL_LANES, one.centre.x, first),
                          __shfl_sync(ALL_LANES, one.centre.y, first),
                          __shfl_sync(ALL_LANES, one.centre.z, first), 0};
    const vector4 half = {__shfl_sync(ALL_LANES, one.half.x, first),
                          __shfl_sync(ALL_LANES, one.half.y, first),
                          __shfl_sync(ALL_LANES, one.half.z, first), 0};
    span x = {-half.x, half.x}, y = {-half.y, half.y}, z = {-half.z, half.z};
    if (has) {
        const REAL dx = wrapped(one.centre.x - from.x, edge.x);
        const REAL dy = wrapped(one.centre.y - from.y, edge.y);
        const REAL dz = wrapped(one.centre.z - from.z, edge.z);
        x.add(dx - one.half.x, dx + one.half.x);
        y.add(dy - one.half.y, dy + one.half.y);
        z.add(dz - one.half.z, dz + one.half.z);
    }
    x.join(LANES_JOINED);
    y.join(LANES_JOINED);
    z.join(LANES_JOINED);
    return {{x.centre(from.x, edge.x), y.centre(from.y, edge.y), z.centre(from.z, edge.z), 0},
            {x.half(), y.half(), z.half(), 0}};
}

/** The box around the particles of a leaf. */
__device__ __forceinline__ bounds bound_leaf(const gpu_arguments &a, const period &edge, int leaf)
{
    const int first = leaf * BVH_LEAF;
    const REAL per_reach = 1 / reach_of(a);
    const vector4 one = load(a.position + first);
    const vector4 from = {one.x * per_reach, one.y * per_reach, one.z * per_reach, 0};
    span x = {0, 0}, y = x, z = x;
#pragma unroll
    for (int k = 1; k < BVH_LEAF; k++) {
        const vector4 at = load(a.position + min(first + k, a.n - 1));
        const REAL dx = wrapped(at.x * per_reach - from.x, edge.x);
        const REAL dy = wrapped(at.y * per_reach - from.y, edge.y);
        const REAL dz = wrapped(at.z * per_reach - from.z, edge.z);
        x.add(dx, dx);
        y.add(dy, dy);
        z.add(dz, dz);
    }
    return {{x.centre(from.x, edge.x), y.centre(from.y, edge.y), z.centre(from.z, edge.z), 0},
            {x.half(), y.half(), z.half(), 0}};
}

/** Reads a vector that another block has written during the kernel. */
__device__ __forceinline__ vector4 load_fresh(const vector4 *address)
{
    const volatile vector4 *v = address;
    return {v->x, v->y, v->z, v->w};
}

/** Whether box `index` of a level is the last to be made of those in a box of the next level. */
__device__ __forceinline__ bool arrives_last(const gpu_bvh &tree, int level, int index)
{
    const int parent = index / BVH_ARITY;
    int *arrived = tree.arrived + tree.first[level + 1] + parent;
    __threadfence();
    const int before = atomicAdd(arrived, 1);
    const bool last = before + 1 == min(tree.boxes[level] - parent * BVH_ARITY, (int)BVH_ARITY);
    if (last)
        *arrived = 0; /* for the next force call */
    __threadfence();
    return last;
}

/** A leaf each thread; of boxes above, the eight lanes that made the last box in one go on. */
template <bool ENERGY> __device__ __forceinline__ void bound(const gpu_arguments &a)
{
    const gpu_bvh &tree = tree_of(a);
    const period edge(a);
    int level = 0, index = blockIdx.x * BLOCK + threadIdx.x;
    bool has = index < tree.boxes[0];
    bounds made = {};
    if (has) {
        made = bound_leaf(a, edge, index);
        tree.box[2 * index] = made.centre;
        tree.box[2 * index + 1] = made.half;
    }
    while (__any_sync(ALL_LANES, has)) {
        made = join<BVH_ARITY>(edge, made, has);
        level++;
        index /= BVH_ARITY;
        bool last = false;
        if (has && LANE % BVH_ARITY == 0) {
            vector4 *to = tree.box + 2 * (tree.first[level] + index);
            to[0] = made.centre;
            to[1] = made.half;
            last = level < tree.top && arrives_last(tree, level, index);
        }
        last = __shfl_sync(ALL_LANES, (int)last, LANE - LANE % BVH_ARITY) != 0;
        index = index / BVH_ARITY * BVH_ARITY + LANE % BVH_ARITY;
        has = last && index < tree.boxes[level];
        if (has) {
            const vector4 *from = tree.box + 2 * (tree.first[level] + index);
            made = {load_fresh(from), load_fresh(from + 1)};
        }
    }
}

GPU_KERNEL(bound, bound)

/* --- what is near --- */

/** How far two lie apart along an axis, beyond half of their widths. */
template <bool IMAGE>
__device__ __forceinline__ REAL gap(REAL one, REAL two, REAL halves, REAL edge)
{
    const REAL apart = fabs(one - two);
    return clamped((IMAGE ? min(apart, edge - apart) : apart) - halves);
}

__device__ __forceinline__ bool within(REAL x, REAL y, REAL z)
{
    return x * x + y * y + z * z < 1;
}

/** Whether particles of two boxes may be within the cut-off. */
__device__ __forceinline__ bool are_near(const period &edge, const bounds &one, const bounds &two)
{
    return within(gap<true>(one.centre.x, two.centre.x, one.half.x + two.half.x, edge.x),
                  gap<true>(one.centre.y, two.centre.y, one.half.y + two.half.y, edge.y),
                  gap<true>(one.centre.z, two.centre.z, one.half.z + two.half.z, edge.z));
}

/** Whether a particle may be within the cut-off of one in a box. */
template <bool IMAGE>
__device__ __forceinline__ bool reaches(const period &edge, const bounds &box, REAL per_reach,
                                        const vector4 &at)
{
    return within(gap<IMAGE>(at.x * per_reach, box.centre.x, box.half.x, edge.x),
                  gap<IMAGE>(at.y * per_reach, box.centre.y, box.half.y, edge.y),
                  gap<IMAGE>(at.z * per_reach, box.centre.z, box.half.z, edge.z));
}

/**
 * The image that a block sees: from `cut` on, coordinates along an axis are one box lower. Where
 * that could round them, or what is in reach surrounds the box, pairs need their nearest images.
 */
struct frame {
    REAL cut[3];
    bool image;

    __device__ __forceinline__ frame(const gpu_arguments &a, const bounds &block) : image(false)
    {
        const REAL centre[3] = {block.centre.x, block.centre.y, block.centre.z};
        const REAL half[3] = {block.half.x, block.half.y, block.half.z};
#pragma unroll
        for (int d = 0; d < 3; d++) {
            const REAL edge = box_of(a).edge[d], reach = reach_of(a);
            const REAL low = (centre[d] - half[d] - 1) * reach;
            const REAL high = (centre[d] + half[d] + 1) * reach;
            cut[d] = 2 * edge;
            if (low < 0)
                cut[d] = (high + low + edge) / 2;
            else if (high > edge)
                cut[d] = (high + low - edge) / 2;
            image |= high - low > edge * (REAL)0.999 || (high > edge && low < edge * (REAL)0.501);
        }
        for (int d = 0; d < 3; d++)
            cut[d] = image ? 2 * box_of(a).edge[d] : cut[d];
    }

    __device__ __forceinline__ vector4 seen(const gpu_arguments &a, vector4 at) const
    {
        const box_type &box = box_of(a);
        at.x -= at.x >= cut[0] ? box.edge[0] : 0;
        at.y -= at.y >= cut[1] ? box.edge[1] : 0;
        at.z -= at.z >= cut[2] ? box.edge[2] : 0;
        return at;
    }

    /** The same of a box. */
    __device__ __forceinline__ bounds seen(const period &edge, REAL per_reach, bounds b) const
    {
        b.centre.x -= b.centre.x >= cut[0] * per_reach ? edge.x : 0;
        b.centre.y -= b.centre.y >= cut[1] * per_reach ? edge.y : 0;
        b.centre.z -= b.centre.z >= cut[2] * per_reach ? edge.z : 0;
        return b;
    }
};

/* --- shared memory --- */

/* What a warp holds at a time: leaves near the block, boxes yet to be opened, places near the warp,
   and partners of one of its leaves. */
enum {
    LEAVES = WARPS <= 8 ? 768 / WARPS : 64,
    OPEN = WARP + (BVH_LEVELS - 2) * (WARP - SHARES),
    NEAR = WARPS <= 4 ? 640 : WARPS <= 8 ? 448 : 192,
    PARTNERS = WARPS <= 8 ? 320 : 160,
};

/** One warp's. */
struct warp_lists {
    unsigned short partner[PARTNERS]; /* bytes to the places that hold them */
    unsigned short near[NEAR];
    int leaf[LEAVES];
    unsigned open[OPEN]; /* a level and an index */
};

/* Shared memory that is left for partners, and how many a block is likely to have. */
enum {
    LEFT = (47 << 10) - WARPS * (int)sizeof(warp_lists) - OWN_LEAVES * (int)sizeof(bounds),
    ROOM = LEFT / (int)(sizeof(vector4) + (NEEDS_INDEX ? sizeof(int) : 0)),
    LIKELY = 384 + 10 * PARTICLES,
    SEGMENT = (ROOM < LIKELY ? ROOM : LIKELY) / WARPS, /* a warp's */
    STAGED = SEGMENT * WARPS,
};
static_assert(SEGMENT > WARP, "a warp stages a particle per lane at a time");
static_assert(STAGED * sizeof(vector4) < 1 << 16, "16 bits tell all places apart");

struct shared_type {
    vector4 at[STAGED + 1]; /* the last one is far from all */
    warp_lists of[WARPS];
    bounds leaf[OWN_LEAVES]; /* as the block sees them */
    int index[NEEDS_INDEX ? STAGED + 1 : 1];
    int leaves[WARPS], staged[WARPS]; /* of each warp */
    int unfinished[2][WARPS];         /* it has leaves to find, or to stage */

    /** The partner that lies so many bytes from the first. */
    __device__ __forceinline__ partner get(unsigned bytes) const
    {
        const vector4 *place =
            reinterpret_cast<const vector4 *>(reinterpret_cast<const char *>(at) + bytes);
        return {NEEDS_INDEX ? index[bytes / sizeof(vector4)] : 0, *place, LOOK_UP};
    }

    __device__ __forceinline__ void put(int place, const vector4 &position, int i)
    {
        at[place] = position;
        if (NEEDS_INDEX)
            index[place] = i;
    }

    /** Whether any warp is not done with one of the two; all have to be asked together. */
    __device__ __forceinline__ bool is_unfinished(int which) const
    {
        int any = 0;
        for (int warp = 0; warp < WARPS; warp++)
            any |= unfinished[which][warp];
        return any != 0;
    }
};

__device__ __forceinline__ unsigned lanes_below()
{
    return (1u << LANE) - 1;
}

/* --- the walk down the tree --- */

/**
 * How far a warp has got. It looks at 32 boxes of a level at a time: those of the last level in
 * their order, then those in the last ones that were found near.
 */
struct walk {
    enum { INDEX_BITS = 28 };

    int roots = 0; /* boxes of the last level that have been looked at */
    int open = 0;  /* boxes near the block whose own boxes have not been looked at yet */

    __device__ __forceinline__ bool is_done(const gpu_bvh &tree) const
    {
        return open == 0 && roots >= tree.boxes[tree.top];
    }

    /** Adds near leaves to the list of a warp, of those that are not the block's own, while it has
     * room for more. The boxes of a level are shared out among the warps by their number. */
    __device__ __forceinline__ void find(const gpu_bvh &tree, const period &edge,
                                         const bounds &block, warp_lists &lists, int warp,
                                         int &count)
    {
        const int shared_out = tree.top > 2 ? 2 : tree.top - 1;
        while (count + WARP <= LEAVES && !is_done(tree)) {
            int level = tree.top, child = roots + LANE;
            bool near = true;
            if (open == 0) {
                roots += WARP;
            } else {
                const unsigned parent = lists.open[max(open - 1 - SHARE, 0)];
                const unsigned last = __shfl_sync(ALL_LANES, parent, 0) >> INDEX_BITS;
                near = SHARE < open && parent >> INDEX_BITS == last;
                open -= __popc(__ballot_sync(ALL_LANES, near)) / BVH_ARITY;
                level = (int)last - 1;
                child = (int)(parent & ((1u << INDEX_BITS) - 1)) * BVH_ARITY + LANE % BVH_ARITY;
            }
            near = near && child < tree.boxes[level] &&
                   (level != shared_out || child % WARPS == warp) && (level > 0 || !is_own(child));
            if (near) {
                const vector4 *box = tree.box + 2 * (tree.first[level] + child);
                near = are_near(edge, block, {load(box), load(box + 1)});
            }
            const unsigned found = __ballot_sync(ALL_LANES, near);
            const int place = __popc(found & lanes_below());
            if (near && level == 0)
                lists.leaf[count + place] = child;
            else if (near)
                lists.open[open + place] = (unsigned)level << INDEX_BITS | (unsigned)child;
            (level == 0 ? count : open) += __popc(found);
            __syncwarp();
        }
    }

    /** Whether a leaf is the block's own. */
    static __device__ __forceinline__ bool is_own(int leaf)
    {
        return leaf / OWN_LEAVES == (int)blockIdx.x;
    }
};

/* --- staging --- */

/** How far a warp has got with the leaves of all warps, of which it stages four at a time. */
struct staging {
    int from = 0;  /* the warp whose leaves they are */
    int first = 0; /* of these, what stands before them in fours */
    int four;

    __device__ __forceinline__ explicit staging(int warp) : four(warp)
    {
    }

    /** Fours of leaves of a warp. */
    static __device__ __forceinline__ int fours(int leaves)
    {
        return (leaves + SHARES - 1) / SHARES;
    }

    __device__ __forceinline__ bool is_done(const shared_type &shared)
    {
        while (from < WARPS && four - first >= fours(shared.leaves[from]))
            first += fours(shared.leaves[from++]);
        return from == WARPS;
    }

    /** Stages what is in reach of the block, until there is no more or no more room. */
    template <bool IMAGE>
    __device__ __forceinline__ void go_on(const gpu_arguments &a, const period &edge,
                                          const bounds &block, const frame &seen,
                                          shared_type &shared, int warp, int &count)
    {
        const REAL per_reach = 1 / reach_of(a);
        while (!is_done(shared)) {
            const int k = (four - first) * SHARES + SHARE;
            const bool has = k < shared.leaves[from];
            const int j = has ? shared.of[from].leaf[k] * BVH_LEAF + OWN : a.n;
            const vector4 at = seen.seen(a, load(a.position + min(j, a.n)));
            const bool keeps = j < a.n && reaches<IMAGE>(edge, block, per_reach, at);
            const unsigned kept = __ballot_sync(ALL_LANES, keeps);
            if (count + __popc(kept) > SEGMENT)
                break;
            if (keeps)
                shared.put(warp * SEGMENT + count + __popc(kept & lanes_below()), at, j);
            count += __popc(kept);
            four += WARPS;
        }
    }
};

/* --- pairs --- */

/** A particle of a leaf, which four lanes have. */
struct bvh_particle {
    int i; /* a.n, which is far from all, if there is none */
    vector4 at;
    own_particle self;
    tested_exclusions<HAS_BONDED> excluded;
    total sum;

    /** All 32 lanes of a warp have to make theirs together. */
    __device__ __forceinline__ bvh_particle(const gpu_arguments &a, const frame &seen, int leaf)
        : i(min(leaf * BVH_LEAF + OWN, a.n)), at(seen.seen(a, load(a.position + i))),
          self(a, i, at), excluded(a, i)
    {
    }

    /** Adds the pair with a partner. */
    template <bool ENERGY, bool IMAGE>
    __device__ __forceinline__ void meet(const gpu_arguments &a, const partner &other)
    {
        const displacement d(box_of(a), at, other.at, IMAGE);
        if (HAS_BONDED && in_range(d) && excluded.hold(exclusion_index<HAS_BONDED>(a, other.i)))
            return;
        pair_force f;
        evaluate_pair(a, self, other, d, f);
        sum.add<ENERGY>(f);
    }

    /** Adds up what its lanes have, and stores it; `more`: adds it to what was stored before. */
    template <bool ENERGY> __device__ __forceinline__ void store(const gpu_arguments &a, bool more)
    {
#pragma unroll
        for (int distance = BVH_LEAF; distance < WARP; distance *= 2) {
            sum.components<ENERGY>([&](SUM &component) {
                component += __shfl_xor_sync(ALL_LANES, component, distance);
            });
        }
        if (SHARE > 0 || i >= a.n)
            return;
        if (more) {
            total before;
            before.add(a.force + i, a.torque + i);
            sum.x += before.x;
            sum.y += before.y;
            sum.z += before.z;
            sum.energy += 2 * before.energy; /* half of it was stored */
#ifdef MODEL_ORIENTED
            sum.torque = plus(sum.torque, before.torque);
#endif
        }
        sum.store(a.force + i, a.torque + i, true);
    }
};

/* Partners of a lane that are read before the first of them is evaluated, of four. */
enum { FOUR = 4, TOGETHER = COPIES < FOUR ? COPIES : FOUR };

/** Four entries of 16 bits. */
struct four_entries {
    unsigned low, high;

    __device__ __forceinline__ explicit four_entries(const unsigned short *list)
    {
        const int2 both = *reinterpret_cast<const int2 *>(list);
        low = (unsigned)both.x;
        high = (unsigned)both.y;
    }

    __device__ __forceinline__ unsigned entry(int k) const
    {
        return (k < 2 ? low : high) >> 16 * (k % 2) & 0xffff;
    }

    /** Drops the first TOGETHER. */
    __device__ __forceinline__ void advance()
    {
        low = TOGETHER == 1 ? low >> 16 | high << 16 : high;
        high = TOGETHER == 1 ? high >> 16 : 0;
    }
};

/** The pairs of the particles of a leaf and the partners on the warp's list. */
template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ void meet_partners(const gpu_arguments &a, const shared_type &shared,
                                              warp_lists &lists, int count, bvh_particle &own)
{
    enum { EACH = FOUR * SHARES };
    if (count + LANE < (count + EACH - 1) / EACH * EACH)
        lists.partner[count + LANE] = STAGED * sizeof(vector4);
    __syncwarp();
#pragma unroll 1
    for (int base = 0; base < count; base += EACH) {
        four_entries four(lists.partner + base + FOUR * SHARE);
#pragma unroll 1
        for (int k = 0; k < FOUR; k += TOGETHER, four.advance()) {
            partner other[TOGETHER];
#pragma unroll
            for (int c = 0; c < TOGETHER; c++)
                other[c] = shared.get(four.entry(c));
#pragma unroll
            for (int c = 0; c < TOGETHER; c++)
                own.meet<ENERGY, IMAGE>(a, other[c]);
        }
    }
    __syncwarp();
}

/** The pairs of the particles of a leaf, which lie in shared memory from the place `first` on. */
template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ void meet_each_other(const gpu_arguments &a, const shared_type &shared,
                                                int first, bvh_particle &own)
{
#pragma unroll 1
    for (int step = 1 + SHARE; step < BVH_LEAF; step += SHARES)
        own.meet<ENERGY, IMAGE>(a, shared.get((first + (OWN + step) % BVH_LEAF) * sizeof(vector4)));
}

/** What a warp has to do with what all warps have staged. */
template <bool IMAGE> struct chooser {
    const gpu_arguments &a;
    const period edge;
    shared_type &shared;
    warp_lists &lists;
    REAL per_reach;

    __device__ __forceinline__ chooser(const gpu_arguments &a, shared_type &shared, int warp)
        : a(a), edge(a), shared(shared), lists(shared.of[warp]), per_reach(1 / reach_of(a))
    {
    }

    /** Appends the lanes' entries that are wanted to a list; returns how many it then has. */
    __device__ __forceinline__ int append(unsigned short *list, int count, bool wanted,
                                          int entry) const
    {
        const unsigned votes = __ballot_sync(ALL_LANES, wanted);
        if (wanted)
            list[count + __popc(votes & lanes_below())] = (unsigned short)entry;
        return count + __popc(votes);
    }

    /** Fills the list of places near the warp's own leaves from the place (from, first) of what
     * has been staged on; returns how many it has. */
    __device__ __forceinline__ int choose_near(const bounds &own, int &from, int &first) const
    {
        int count = 0;
        while (from < WARPS && count + WARP <= NEAR) {
            const int place = from * SEGMENT + first + LANE;
            const bool has = first + LANE < shared.staged[from];
            const bool wanted =
                has && reaches<IMAGE>(edge, own, per_reach, shared.at[has ? place : STAGED]);
            count = append(lists.near, count, wanted, place);
            first += WARP;
            if (first >= shared.staged[from]) {
                from++;
                first = 0;
            }
        }
        __syncwarp();
        return count;
    }

    /** Fills the list of partners of a leaf, which lies from the place `own_first` on, from the
     * place `first` of those near on; returns how many it has. */
    __device__ __forceinline__ int choose_partners(const bounds &leaf, int own_first, int near,
                                                   int &first) const
    {
        int count = 0;
        for (; first < near && count + WARP <= PARTNERS; first += WARP) {
            const bool has = first + LANE < near;
            const int place = has ? lists.near[first + LANE] : STAGED;
            const bool wanted = has && (unsigned)(place - own_first) >= BVH_LEAF &&
                                reaches<IMAGE>(edge, leaf, per_reach, shared.at[place]);
            count = append(lists.partner, count, wanted, place * (int)sizeof(vector4));
        }
        return count;
    }
};

/** Evaluates the pairs of the warp's own leaves and all that is staged; `first`: for the first
 * time, when the particles of these leaves are at the begin of the warp's segment. */
template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ void evaluate(const gpu_arguments &a, const frame &seen,
                                         const bounds &own, shared_type &shared, int warp,
                                         bool first)
{
    const chooser<IMAGE> choose(a, shared, warp);
    int from = 0, next = 0;
    bool more = !first;
    do {
        const int near = choose.choose_near(own, from, next);
#pragma unroll 1
        for (int k = 0; k < WARP_LEAVES; k++) {
            const int leaf = warp * WARP_LEAVES + k;
            const int own_first = first ? warp * SEGMENT + k * BVH_LEAF : STAGED + 1;
            bvh_particle particle(a, seen, blockIdx.x * OWN_LEAVES + leaf);
            for (int begin = 0; begin < near;) {
                const int count = choose.choose_partners(shared.leaf[leaf], own_first, near, begin);
                meet_partners<ENERGY, IMAGE>(a, shared, choose.lists, count, particle);
            }
            if (!more)
                meet_each_other<ENERGY, IMAGE>(a, shared, own_first, particle);
            particle.store<ENERGY>(a, more);
        }
        more = true;
    } while (from < WARPS);
}

/** Stages and evaluates what is near the block, in turns where it is too much for one. */
template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ void meet_near(const gpu_arguments &a, const frame &seen,
                                          const bounds &block, const bounds &own,
                                          shared_type &shared)
{
    enum { FIND, STAGE };
    const gpu_bvh &tree = tree_of(a);
    const period edge(a);
    const bounds seen_block = seen.seen(edge, 1 / reach_of(a), block);
    const int warp = threadIdx.x / WARP;
    int staged = WARP_LEAVES * BVH_LEAF;
    if (LANE < staged) {
        const int i = min((int)blockIdx.x * PARTICLES + warp * staged + LANE, a.n);
        shared.put(warp * SEGMENT + LANE, seen.seen(a, load(a.position + i)), i);
    }
    walk walking;
    bool first = true, finds, stages;
    do {
        int leaves = 0;
        walking.find(tree, edge, block, shared.of[warp], warp, leaves);
        if (LANE == 0) {
            shared.leaves[warp] = leaves;
            shared.unfinished[FIND][warp] = !walking.is_done(tree);
        }
        __syncthreads();
        finds = shared.is_unfinished(FIND);
        staging stage(warp);
        do {
            stage.go_on<IMAGE>(a, edge, seen_block, seen, shared, warp, staged);
            const bool done = stage.is_done(shared);
            if (LANE == 0) {
                shared.staged[warp] = staged;
                shared.unfinished[STAGE][warp] = !done;
            }
            __syncthreads();
            stages = shared.is_unfinished(STAGE);
            evaluate<ENERGY, IMAGE>(a, seen, own, shared, warp, first);
            first = false;
            staged = 0;
            __syncthreads();
        } while (stages);
    } while (finds);
}

/** The box around the leaves of a warp, where the block sees them. */
__device__ __forceinline__ bounds bound_warp(const period &edge, const shared_type &shared,
                                             int warp)
{
    const bounds *leaf = shared.leaf + warp * WARP_LEAVES;
    const vector4 from = leaf[0].centre;
    span x = {-leaf[0].half.x, leaf[0].half.x}, y = {-leaf[0].half.y, leaf[0].half.y},
         z = {-leaf[0].half.z, leaf[0].half.z};
    for (int k = 1; k < WARP_LEAVES; k++) {
        if (leaf[k].half.x < 0)
            break;
        const REAL dx = wrapped(leaf[k].centre.x - from.x, edge.x);
        const REAL dy = wrapped(leaf[k].centre.y - from.y, edge.y);
        const REAL dz = wrapped(leaf[k].centre.z - from.z, edge.z);
        x.add(dx - leaf[k].half.x, dx + leaf[k].half.x);
        y.add(dy - leaf[k].half.y, dy + leaf[k].half.y);
        z.add(dz - leaf[k].half.z, dz + leaf[k].half.z);
    }
    return {{from.x + (x.low + x.high) / 2, from.y + (y.low + y.high) / 2,
             from.z + (z.low + z.high) / 2, 0},
            {x.half(), y.half(), z.half(), 0}};
}

template <bool ENERGY> __device__ __forceinline__ void meet_block(const gpu_arguments &a)
{
    __shared__ shared_type shared;
    const gpu_bvh &tree = tree_of(a);
    const period edge(a);
    const int leaf = blockIdx.x * OWN_LEAVES + LANE;
    const bool has = LANE < OWN_LEAVES && leaf < tree.boxes[0];
    bounds own = {};
    if (has)
        own = {load(tree.box + 2 * leaf), load(tree.box + 2 * leaf + 1)};
    const bounds block = join<WARP>(edge, own, has);
    const frame seen(a, block);
    const REAL nothing = (REAL)-1e15; /* no particle is near a leaf without any */
    if (threadIdx.x < OWN_LEAVES)
        shared.leaf[threadIdx.x] = has ? seen.seen(edge, 1 / reach_of(a), own)
                                       : bounds{{0, 0, 0, 0}, {nothing, nothing, nothing, 0}};
    if (threadIdx.x == 0)
        shared.put(STAGED, load(a.position + a.n), a.n);
    __syncthreads();
    const bounds of_warp = bound_warp(edge, shared, threadIdx.x / WARP);
    if (seen.image)
        meet_near<ENERGY, true>(a, seen, block, of_warp, shared);
    else
        meet_near<ENERGY, false>(a, seen, block, of_warp, shared);
}

GPU_KERNEL(force, meet_block)
