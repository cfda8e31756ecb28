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
#include "strategies/bvh/gpu_boxes.cuh"

/* All registers: shared memory has room for few blocks beside one another. */
#define LEAST_BLOCKS 1

enum {
    WARPS = BLOCK / WARP,
    OWN_LEAVES = PARTICLES / BVH_LEAF,
    WARP_LEAVES = OWN_LEAVES / WARPS,
    SHARES = WARP / BVH_LEAF, /* lanes of a particle */
};
static_assert(WARP_LEAVES >= 1 && WARP_LEAVES <= SHARES, "a warp stages its own particles at once");

#define OWN   (LANE % BVH_LEAF) /* the particle of a leaf that a lane has … */
#define SHARE (LANE / BVH_LEAF) /* … and which of the lanes that have it this is */

/* Exclusions and orientations are found by a partner's index. */
#ifdef MODEL_ORIENTED
enum { NEEDS_INDEX = true };
#else
enum { NEEDS_INDEX = HAS_BONDED };
#endif

/* --- the tree --- */

/** The box around the particles of a leaf. */
__device__ __forceinline__ bounds bound_leaf(const gpu_arguments &a, const period &edge,
                                             REAL per_reach, int leaf)
{
    const int first = leaf * BVH_LEAF;
    bounds one = {load(a.position + first), {0, 0, 0, 0}};
    one.centre = {one.centre.x * per_reach, one.centre.y * per_reach, one.centre.z * per_reach, 0};
    joint_bounds joint(one);
#pragma unroll
    for (int k = 1; k < BVH_LEAF; k++) {
        const vector4 at = load(a.position + min(first + k, a.n - 1));
        joint.add<true>(edge,
                        {{at.x * per_reach, at.y * per_reach, at.z * per_reach, 0}, {0, 0, 0, 0}});
    }
    return joint.all_inside(edge);
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
    int *arrived = tree.arrived + tree.level[level + 1].first + parent;
    __threadfence();
    const int before = atomicAdd(arrived, 1);
    const bool last =
        before + 1 == min(tree.level[level].boxes - parent * BVH_ARITY, (int)BVH_ARITY);
    if (last)
        *arrived = 0; /* for the next force call */
    __threadfence();
    return last;
}

/** A leaf each thread; of boxes above, the eight lanes that made the last box in one go on. */
template <bool ENERGY> __device__ __forceinline__ void bound(const gpu_arguments &a)
{
    const gpu_bvh &tree = tree_of(a);
    const REAL per_reach = 1 / reach_of(a);
    const period edge(a, per_reach);
    int level = 0, index = blockIdx.x * BLOCK + threadIdx.x;
    bool has = index < tree.level[0].boxes;
    bounds made = {};
    if (has) {
        made = bound_leaf(a, edge, per_reach, index);
        tree.box[2 * index] = made.centre;
        tree.box[2 * index + 1] = made.half;
    }
    const bool leads = LANE % BVH_ARITY == 0;
    while (__any_sync(ALL_LANES, has)) {
        made = join<BVH_ARITY>(edge, made, has);
        level++;
        index /= BVH_ARITY;
        bool last = false;
        if (has && leads) {
            vector4 *to = tree.box + 2 * (tree.level[level].first + index);
            to[0] = made.centre;
            to[1] = made.half;
            last = level < tree.top && arrives_last(tree, level, index);
        }
        last = __shfl_sync(ALL_LANES, (int)last, (int)(LANE - LANE % BVH_ARITY)) != 0;
        index = index / BVH_ARITY * BVH_ARITY + (int)(LANE % BVH_ARITY);
        has = last && index < tree.level[level].boxes;
        if (has) {
            const vector4 *from = tree.box + 2 * (tree.level[level].first + index);
            made = {load_fresh(from), load_fresh(from + 1)};
        }
    }
}

GPU_KERNEL(bound, bound)

/* --- shared memory --- */

/* What a warp holds at a time: leaves near the block, boxes yet to be opened, places near the warp,
   and partners of each of its leaves. */
enum {
    LEAVES = WARPS <= 8 ? 768 / WARPS : 64,
    OPEN = WARP + (BVH_LEVELS - 2) * (WARP - SHARES),
    NEAR = WARPS <= 4   ? 640
           : WARPS <= 8 ? 448
                        : 192,
    PARTNERS = WARPS <= 8 ? 320 : 160,
    FOUR = 4, /* partners that a lane reads at a time */
};

/** One warp's. Places are told by the bytes from the first to them. */
struct warp_lists {
    __align__(8) unsigned short partner[WARP_LEAVES][PARTNERS]; /* of each of its leaves */
    unsigned short near[NEAR];
    unsigned leaf[LEAVES + SHARES];
    unsigned open[OPEN]; /* a level and an index */
};

/* Shared memory that is left for partners, and how many a block is likely to have. */
enum {
    LEFT = (47 << 10) - WARPS * (int)sizeof(warp_lists) - OWN_LEAVES * (int)sizeof(bounds),
    ROOM = LEFT / (int)(sizeof(vector4) + (NEEDS_INDEX ? sizeof(int) : 0)),
    LIKELY = 384 + 8 * PARTICLES,
    SEGMENT = (ROOM < LIKELY ? ROOM : LIKELY) / WARPS / WARP * WARP, /* a warp's */
    STAGED = SEGMENT * WARPS,
};
static_assert(SEGMENT >= WARP, "a warp stages a particle per lane at a time");
static_assert(STAGED * sizeof(vector4) < 1 << 16, "16 bits tell all places apart");

struct shared_type {
    vector4 at[STAGED + 1]; /* the last one is far from all */
    warp_lists of[WARPS];
    bounds leaf[OWN_LEAVES]; /* as the block sees them */
    int index[NEEDS_INDEX ? STAGED + 1 : 1];
    int leaves[WARPS], staged[WARPS]; /* of each warp */
    /* it has leaves to find, or to stage; a wide load of one row takes no word of the other */
    __align__(16) int unfinished[2][(WARPS + 3) / 4 * 4];

    __device__ __forceinline__ const vector4 &at_bytes(unsigned bytes) const
    {
        return *reinterpret_cast<const vector4 *>(reinterpret_cast<const char *>(at) + bytes);
    }

    __device__ __forceinline__ partner get(unsigned bytes) const
    {
        return {NEEDS_INDEX ? index[bytes / sizeof(vector4)] : 0, at_bytes(bytes), LOOK_UP};
    }

    __device__ __forceinline__ void put(unsigned place, const vector4 &position, int i)
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

/** Appends the lanes' entries that are wanted to a list; returns how many it then has. */
template <typename Entry>
__device__ __forceinline__ int append(Entry *list, int count, bool wanted, unsigned entry)
{
    const unsigned votes = __ballot_sync(ALL_LANES, wanted);
    if (wanted)
        list[count + __popc(votes & lanes_below())] = (Entry)entry;
    return count + __popc(votes);
}

/** What all that a block does with what is near it needs to know. */
struct block_view {
    const gpu_arguments &a;
    shared_type &shared;
    REAL per_reach;
    period edge;
    bounds block; /* its own particles */
    frame image;
    unsigned warp;

    __device__ __forceinline__ block_view(const gpu_arguments &a, shared_type &shared,
                                          REAL per_reach, const bounds &block)
        : a(a), shared(shared), per_reach(per_reach), edge(a, per_reach), block(block),
          image(a, block), warp(threadIdx.x / WARP)
    {
    }

    __device__ __forceinline__ vector4 seen(int i) const
    {
        return image.seen(a, load(a.position + i));
    }

    __device__ __forceinline__ warp_lists &lists() const
    {
        return shared.of[warp];
    }
};

/* --- the walk down the tree --- */

/** How far a warp has got. It looks at 32 boxes of a level at a time, those in the last four boxes
 * that were found near. */
struct walk {
    enum { INDEX_BITS = 28 };

    int open; /* boxes near the block whose own boxes have not been looked at yet */

    /** Opens all of the tree, as if the boxes of its last level were in some of a next one. */
    __device__ __forceinline__ explicit walk(const block_view &view)
    {
        const gpu_bvh &tree = tree_of(view.a);
        open = (tree.level[tree.top].boxes + BVH_ARITY - 1) / BVH_ARITY;
        if ((int)LANE < open)
            view.lists().open[LANE] = (unsigned)(tree.top + 1) << INDEX_BITS | LANE;
        __syncwarp();
    }

    /** Lists near leaves that are not the block's own, while there is room for more; returns how
     * many. The boxes of a level are shared out among the warps by their number. */
    __device__ __forceinline__ int find(const block_view &view)
    {
        const gpu_bvh &tree = tree_of(view.a);
        warp_lists &lists = view.lists();
        const int shared_out = tree.top > 3 ? 3 : tree.top - 1;
        int count = 0;
        while (open > 0 && count + WARP <= LEAVES) {
            const unsigned last = lists.open[open - 1];
            const unsigned parent = lists.open[max(open - 1 - (int)SHARE, 0)];
            const bool opens = (int)SHARE < open && (parent ^ last) >> INDEX_BITS == 0;
            __syncwarp(); /* what is found is written over what has been read */
            open -= __popc(__ballot_sync(ALL_LANES, opens)) / BVH_ARITY;
            const unsigned level = (last >> INDEX_BITS) - 1;
            const unsigned child =
                (parent * BVH_ARITY & ((1u << INDEX_BITS) - 1)) + LANE % BVH_ARITY;
            const bvh_level at = tree.level[level];
            const unsigned others = level == shared_out ? WARPS - 1 : 0;
            const unsigned own = level == 0 ? blockIdx.x * OWN_LEAVES : ~0u - OWN_LEAVES;
            const vector4 *box = tree.box + 2 * (at.first + min(child, (unsigned)(at.boxes - 1)));
            const bool near = are_near(view.edge, view.block, {load(box), load(box + 1)}) &&
                              opens && child < (unsigned)at.boxes &&
                              ((child ^ view.warp) & others) == 0 && child - own >= OWN_LEAVES;
            unsigned *list = level == 0 ? lists.leaf + count : lists.open + open;
            const int found = append(list, 0, near, level << INDEX_BITS | child);
            count += level == 0 ? found : 0;
            open += level == 0 ? 0 : found;
            __syncwarp();
        }
        /* four are read at a time, and nothing lies in leaves behind the last one */
        if (LANE < SHARES)
            lists.leaf[count + LANE] = tree.level[0].boxes;
        return count;
    }
};

/* --- staging --- */

/** How far a warp has got with the leaves that all warps have listed, of which it stages every
 * WARPS-th four of each list. */
struct staging {
    unsigned list = 0, four;

    __device__ __forceinline__ explicit staging(unsigned warp) : four(warp)
    {
    }

    __device__ __forceinline__ bool is_done() const
    {
        return list == WARPS;
    }

    /** Stages what the box reaches, in the warp's segment from `count` on, until there is no more
     * or no more room; returns how many there are then. */
    template <bool IMAGE>
    __device__ __forceinline__ int go_on(const block_view &view, const bounds &box, int count)
    {
        const gpu_arguments &a = view.a;
        const unsigned segment = view.warp * SEGMENT;
        for (; list < WARPS; list++, four = (view.warp + list) % WARPS) {
            const unsigned leaves = view.shared.leaves[list];
            const unsigned *leaf = view.shared.of[list].leaf + SHARE;
            for (; four * SHARES < leaves; four += WARPS) {
                const int j = min((int)(leaf[four * SHARES] * BVH_LEAF + OWN), a.n);
                const vector4 at = view.seen(j);
                const bool keeps = reaches<IMAGE>(view.edge, box, view.per_reach, at);
                const unsigned kept = __ballot_sync(ALL_LANES, keeps);
                if (count + __popc(kept) > SEGMENT)
                    return count;
                if (keeps)
                    view.shared.put(segment + count + __popc(kept & lanes_below()), at, j);
                count += __popc(kept);
            }
        }
        return count;
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
    __device__ __forceinline__ bvh_particle(const block_view &view, int leaf)
        : i(min(leaf * BVH_LEAF + (int)OWN, view.a.n)), at(view.seen(i)), self(view.a, i, at),
          excluded(view.a, i)
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

/** The pairs of the particles of a leaf of the warp and the partners on its list. */
template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ void meet_partners(const block_view &view, unsigned leaf, int count,
                                              bvh_particle &own)
{
    enum { EACH = FOUR * SHARES };
    const unsigned short *list = view.lists().partner[leaf] + FOUR * SHARE;
#pragma unroll 1
    for (int k = 0; k < count; k += EACH) {
        if constexpr (COPIES < FOUR) {
#pragma unroll 1
            for (int e = k; e < k + FOUR; e++)
                own.meet<ENERGY, IMAGE>(view.a, view.shared.get(list[e]));
        } else {
            const int2 four = *reinterpret_cast<const int2 *>(list + k);
            own.meet<ENERGY, IMAGE>(view.a, view.shared.get((unsigned)four.x & 0xffff));
            own.meet<ENERGY, IMAGE>(view.a, view.shared.get((unsigned)four.x >> 16));
            own.meet<ENERGY, IMAGE>(view.a, view.shared.get((unsigned)four.y & 0xffff));
            own.meet<ENERGY, IMAGE>(view.a, view.shared.get((unsigned)four.y >> 16));
        }
    }
}

/** The pairs of the particles of a leaf, the first of which lies so many bytes from the first
 * place. */
template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ void meet_each_other(const block_view &view, unsigned first,
                                                bvh_particle &own)
{
#pragma unroll 1
    for (unsigned step = 1 + SHARE; step < BVH_LEAF; step += SHARES)
        own.meet<ENERGY, IMAGE>(
            view.a, view.shared.get(first + (OWN + step) % BVH_LEAF * (unsigned)sizeof(vector4)));
}

/** How far a warp has got with what all warps have staged. */
struct choosing {
    unsigned segment = 0, first = 0;

    /** Lists the places that a box reaches, while there is room for more, and fills the list up to
     * a multiple of 32 with the one that is far from all; returns how many it has without. */
    template <bool IMAGE>
    __device__ __forceinline__ int go_on(const block_view &view, const bounds &box)
    {
        unsigned short *list = view.lists().near;
        int count = 0;
        for (; segment < WARPS; segment++, first = 0) {
            const unsigned staged = view.shared.staged[segment];
            for (; first < staged && count + WARP <= NEAR; first += WARP) {
                const unsigned place =
                    (segment * SEGMENT + first + LANE) * (unsigned)sizeof(vector4);
                const bool near =
                    reaches<IMAGE>(view.edge, box, view.per_reach, view.shared.at_bytes(place));
                count = append(list, count, near, place);
            }
            if (first < staged)
                break;
        }
        if (count + (int)LANE < (count + WARP - 1) / WARP * WARP)
            list[count + LANE] = STAGED * sizeof(vector4);
        __syncwarp();
        return count;
    }
};

/**
 * Lists for each leaf of the warp those of the places near the warp, from the place `first` on that
 * list on, that its box reaches and that are not its own, while there is room for more, and fills
 * each list up to a multiple of what lanes read together. The warp's own leaves lie from so many
 * bytes on. Lane k learns how many partners leaf k has.
 */
template <bool IMAGE>
__device__ __forceinline__ int choose_partners(const block_view &view, unsigned own, int near,
                                               int &first)
{
    enum { EACH = FOUR * SHARES };
    warp_lists &lists = view.lists();
    bounds box[WARP_LEAVES]; /* in registers */
    int count[WARP_LEAVES];
#pragma unroll
    for (unsigned k = 0; k < WARP_LEAVES; k++) {
        box[k] = view.shared.leaf[view.warp * WARP_LEAVES + k];
        count[k] = 0;
    }
    bool room = true;
    for (; first < near && room; first += WARP) {
        const unsigned place = lists.near[first + LANE];
        const unsigned own_leaf = (place - own) / (unsigned)(BVH_LEAF * sizeof(vector4));
        const vector4 at = view.shared.at_bytes(place);
#pragma unroll
        for (unsigned k = 0; k < WARP_LEAVES; k++) {
            const bool wanted =
                reaches<IMAGE>(view.edge, box[k], view.per_reach, at) && own_leaf != k;
            count[k] = append(lists.partner[k], count[k], wanted, place);
            room = room && count[k] + WARP <= PARTNERS;
        }
    }
    int of_lane = 0;
#pragma unroll
    for (unsigned k = 0; k < WARP_LEAVES; k++) {
        if (count[k] + (int)LANE < (count[k] + EACH - 1) / EACH * EACH)
            lists.partner[k][count[k] + LANE] = STAGED * sizeof(vector4);
        of_lane = LANE == k ? count[k] : of_lane;
    }
    __syncwarp();
    return of_lane;
}

/** Evaluates the pairs of the warp's own leaves and all that is staged; `first`: for the first
 * time, when the particles of these leaves are at the begin of the warp's segment. */
template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ void evaluate(const block_view &view, const bounds &own, bool first)
{
    const unsigned leaf = view.warp * WARP_LEAVES;
    const unsigned own_first = (first ? view.warp * SEGMENT : STAGED + 1) * sizeof(vector4);
    choosing chosen;
    bool more = !first;
    do {
        const int near = chosen.go_on<IMAGE>(view, own);
        int next = 0;
        do {
            const int partners = choose_partners<IMAGE>(view, own_first, near, next);
#pragma unroll 1
            for (unsigned k = 0; k < WARP_LEAVES; k++) {
                bvh_particle particle(view, (int)(blockIdx.x * OWN_LEAVES + leaf + k));
                const int count = __shfl_sync(ALL_LANES, partners, (int)k);
                meet_partners<ENERGY, IMAGE>(view, k, count, particle);
                if (!more)
                    meet_each_other<ENERGY, IMAGE>(
                        view, own_first + k * BVH_LEAF * (unsigned)sizeof(vector4), particle);
                particle.store<ENERGY>(view.a, more);
            }
            more = true;
            __syncwarp();
        } while (next < near);
    } while (chosen.segment < WARPS);
}

/** The box around the leaves of a warp, where the block sees them. */
template <bool IMAGE> __device__ __forceinline__ bounds bound_warp(const block_view &view)
{
    const bounds *leaf = view.shared.leaf + view.warp * WARP_LEAVES;
    joint_bounds joint(leaf[0]);
    for (int k = 1; k < WARP_LEAVES; k++)
        if (leaf[k].half.x >= 0)
            joint.add<IMAGE>(view.edge, leaf[k]);
    return joint.all();
}

/** Stages and evaluates what is near the block, in turns where it is too much for one. */
template <bool ENERGY, bool IMAGE> __device__ __forceinline__ void meet_near(const block_view &view)
{
    enum { FIND, STAGE };
    shared_type &shared = view.shared;
    const unsigned warp = view.warp, segment = warp * SEGMENT;
    const bounds block = view.image.seen(view.edge, view.per_reach, view.block);
    const bounds own = bound_warp<IMAGE>(view);
    int staged = WARP_LEAVES * BVH_LEAF;
    if ((int)LANE < staged) {
        const int i = min((int)(blockIdx.x * PARTICLES + warp * staged + LANE), view.a.n);
        shared.put(segment + LANE, view.seen(i), i);
    }
    walk walking(view);
    bool first = true, finds, stages;
    do {
        const int leaves = walking.find(view);
        if (LANE == 0) {
            shared.leaves[warp] = leaves;
            shared.unfinished[FIND][warp] = walking.open > 0;
        }
        __syncthreads();
        finds = shared.is_unfinished(FIND);
        staging stage(warp);
        do {
            staged = stage.go_on<IMAGE>(view, block, staged);
            if (staged + (int)LANE < (staged + WARP - 1) / WARP * WARP)
                shared.at[segment + staged + LANE] = shared.at[STAGED];
            if (LANE == 0) {
                shared.staged[warp] = staged;
                shared.unfinished[STAGE][warp] = !stage.is_done();
            }
            __syncthreads();
            stages = shared.is_unfinished(STAGE);
            evaluate<ENERGY, IMAGE>(view, own, first);
            first = false;
            staged = 0;
            __syncthreads();
        } while (stages);
    } while (finds);
}

template <bool ENERGY> __device__ __forceinline__ void meet_block(const gpu_arguments &a)
{
    __shared__ shared_type shared;
    const gpu_bvh &tree = tree_of(a);
    const REAL per_reach = 1 / reach_of(a);
    const period edge(a, per_reach);
    const int leaf = (int)(blockIdx.x * OWN_LEAVES + LANE);
    const bool has = LANE < OWN_LEAVES && leaf < tree.level[0].boxes;
    bounds one = {};
    if (has)
        one = {load(tree.box + 2 * leaf), load(tree.box + 2 * leaf + 1)};
    const block_view view(a, shared, per_reach, join<WARP>(edge, one, has));
    const REAL nothing = (REAL)-1e15; /* half of the width of a leaf that reaches none */
    if (threadIdx.x < OWN_LEAVES)
        shared.leaf[threadIdx.x] = has ? view.image.seen(edge, per_reach, one)
                                       : bounds{{0, 0, 0, 0}, {nothing, nothing, nothing, 0}};
    if (threadIdx.x == 0)
        shared.put(STAGED, load(a.position + a.n), a.n);
    __syncthreads();
    if (view.image.image)
        meet_near<ENERGY, true>(view);
    else
        meet_near<ENERGY, false>(view);
}

GPU_KERNEL(force, meet_block)
