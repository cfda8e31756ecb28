/*
 * No list, but a bounding volume hierarchy: boxes around each eight particles that follow one
 * another in memory, leaves, around each eight leaves, and so on. The kernel `bound` makes them
 * anew for every force call, a thread per leaf. In `force` a block has PARTICLES particles that
 * follow one another, and its warps OWN of these each, 32 / OWN lanes a particle:
 *
 *     boxes = those around leaves that are near the box around the block's particles, found down
 *         the tree by all threads
 *     for each leaf in these boxes near the box around the warp's particles
 *         for each of its eight particles in reach of that box
 *             near[place] = its position, in the image that is nearest to the box
 *     in_reach[particle] = a bit for each place: whether it is in reach of that particle, 16
 *         particles and eight places at a time, by tensor cores
 *     for each bit that is set of the words that a lane has of its particle's
 *         sum += force on particle of the pair (particle, near[place])
 *     force[particle] = sum over its lanes, by shuffles
 *
 * Warps wait for one another only on the way down the tree. Hardly any pair beyond the cut-off is
 * evaluated, and a test costs a warp a fraction of an instruction. As images are taken when
 * partners are staged, pairs need none; only a warp whose reach surrounds the box takes nearest
 * images pair by pair, of all places. What does not fit in shared memory is found, staged, tested
 * and evaluated in turns. It pays where particles that are near in memory are near in space, too.
 *
 * Trees of boxes: M. P. Howard et al., Comput. Phys. Commun. 203, 45 (2016); boxes around particles
 * that follow one another: P. Eastman, V. S. Pande, J. Comput. Chem. 31, 1268 (2010).
 */
#include "strategies/bvh/gpu_bound.cuh"
#include "strategies/bvh/gpu_in_reach.cuh"
#include "strategies/bvh/gpu_stage.cuh"
#include "strategies/bvh/gpu_walk.cuh"

/* All registers: shared memory has room for few warps beside one another. */
#define LEAST_BLOCKS 1

/** The particle of a lane. */
struct bvh_particle {
    int i;
    vector4 at;
    own_particle self;
    tested_exclusions<HAS_BONDED> excluded;
    total sum;

    /** All 32 lanes of a warp have to make theirs together. */
    __device__ __forceinline__ bvh_particle(const warp_view &view, const vector4 &position)
        : i(own_index(view.a, view.group)), at(view.image.seen(view.a, position)),
          self(view.a, i, at), excluded(view.a, i)
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

    /** Adds up what its lanes have, and stores it. */
    template <bool ENERGY> __device__ __forceinline__ void store(const gpu_arguments &a)
    {
#pragma unroll
        for (int distance = OWN; distance < WARP; distance *= 2) {
            sum.components<ENERGY>([&](SUM &component) {
                component += __shfl_xor_sync(ALL_LANES, component, distance);
            });
        }
        if (SHARE == 0 && i < a.n)
            sum.store(a.force + i, a.torque + i, true);
    }
};

/** Evaluates the pairs of the lanes' particles with the places in their reach, two of a word at a
 * time; of points, while the next two are read. */
template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ void meet_found(const warp_view &view, found_places found,
                                           bvh_particle &own)
{
    if constexpr (COPIES < 4) {
        while (__any_sync(ALL_LANES, !found.is_done()) != 0) {
#pragma unroll 1
            for (int k = 0; k < 2; k++)
                own.meet<ENERGY, IMAGE>(view.a, found.take());
            found.go_on();
        }
    } else {
        partner one = found.take(), two = found.take();
        found.go_on();
        while (__any_sync(ALL_LANES, !found.is_done()) != 0) {
#pragma unroll
            for (int k = 0; k < 2; k++) { /* the vote takes as long as a few more places */
                const partner next = found.take(), behind = found.take();
                found.go_on();
                own.meet<ENERGY, IMAGE>(view.a, one);
                own.meet<ENERGY, IMAGE>(view.a, two);
                one = next;
                two = behind;
            }
        }
        own.meet<ENERGY, IMAGE>(view.a, one);
        own.meet<ENERGY, IMAGE>(view.a, two);
    }
}

/** What a warp has of its own. */
struct own_group {
    bvh_particle particle;
    bounds box; /* around its particles, as the image has them */
    middle from;
    float farthest; /* along an axis, from the middle */
    tested_rows rows;
    bool staged; /* the first places are its own particles' */

    __device__ __forceinline__ own_group(const warp_view &view, const vector4 &at)
        : particle(view, at),
          box(view.image.seen(view.edge, view.per_reach, view.own)), from{view.per_reach,
                                                                          box.centre},
          farthest(1 + (float)max(box.half.x, max(box.half.y, box.half.z))), staged(true)
    {
        if (SHARE == 0)
            view.memory.put(OWN_PARTICLE, particle.at, particle.i);
        if (LANE < WORDS)
            view.memory.put((int)LANE - WORDS, load(view.a.position + view.a.n), view.a.n);
        __syncwarp();
        rows.set(view, from, near_square(farthest));
    }
};

/** The pairs of a warp's particles with those in so many boxes near the block; in turns where they
 * are too many for one. */
template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ void meet_near(const warp_view &view, int boxes, own_group &own)
{
    warp_memory &memory = view.memory;
    const bool tests = HAS_PRODUCTS && !IMAGE && own.farthest < SEEN_FARTHEST;
    descent down(view, boxes);
    int near = own.staged ? OWN : 0, leaves = 0, next = 0;
    bool more;
    do {
        if (next >= leaves) {
            leaves = down.find(view);
            next = 0;
        }
        near = stage<IMAGE>(view, own.box, leaves, next, near);
        more = next < leaves || down.next < down.boxes;
        if (more && near + WARP <= NEAR)
            continue;
        const int words = words_of(near);
        if (tests)
            test(memory, own.rows, own.from, near, words);
        else
            take_all(memory, near, words);
        meet_found<ENERGY, IMAGE>(view, {memory, words, own.staged}, own.particle);
        own.staged = false;
        near = 0;
        __syncwarp();
    } while (more);
}

/** All pairs of the particles that the block has at a time. */
template <bool ENERGY> __device__ __forceinline__ void meet_part(const gpu_arguments &a, int part)
{
    const gpu_bvh &tree = tree_of(a);
    const REAL per_reach = 1 / reach_of(a);
    const period edge(a, per_reach);
    walk walking(tree);
    const int group = part * WARPS + (int)(threadIdx.x / WARP);
    /* all loads are under way before the first is waited for */
    const leaves_of_lanes<OWN_LEAVES> of_warp(tree, group * OWN_LEAVES);
    const leaves_of_lanes<BLOCK_LEAVES> of_block(tree, part * BLOCK_LEAVES);
    const vector4 at = load(a.position + own_index(a, group));
    const warp_view view(a, per_reach, group, of_warp.joined(edge));
    const bounds block_box = of_block.joined(edge);
    own_group own(view, at);
    do {
        const int boxes = walking.find(edge, block_box);
        if (view.has_any() && view.image.nearest)
            meet_near<ENERGY, true>(view, boxes, own);
        else if (view.has_any())
            meet_near<ENERGY, false>(view, boxes, own);
        if (walking.open > 0)
            __syncthreads(); /* all have read the boxes */
    } while (walking.open > 0);
    own.particle.store<ENERGY>(a);
}

template <bool ENERGY> __device__ __forceinline__ void meet_block(const gpu_arguments &a)
{
#pragma unroll 1
    for (int part = 0; part < PARTS; part++) {
        if (part > 0)
            __syncthreads();
        meet_part<ENERGY>(a, (int)blockIdx.x * PARTS + part);
    }
}

GPU_KERNEL(bound, bound)
GPU_KERNEL(force, meet_block)
