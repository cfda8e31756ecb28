/*
 * No list, but a bounding volume hierarchy: boxes around each eight particles that follow one
 * another in memory, leaves, around each eight leaves, and so on. The kernel `bound` makes them
 * anew for every force call, a thread per leaf. Then in `force`, for each warp, which has OWN
 * particles that follow one another, 32 / OWN lanes each,
 *
 *     for each leaf near the box around these, found down the tree
 *         for each of its eight particles in reach of the box
 *             near[place] = its position, in the image that is nearest to the box
 *     in_reach[particle] = a bit for each place: whether it is in reach of that particle, 16
 *         particles and eight places at a time, by tensor cores
 *     for each bit that is set of the words that a lane has of its particle's
 *         sum += force on particle of the pair (particle, near[place])
 *     force[particle] = sum over its lanes, by shuffles
 *
 * Hardly any pair beyond the cut-off is evaluated, and a test costs a warp a fraction of an
 * instruction. As images are taken when partners are staged, pairs need none; only a warp whose
 * reach surrounds the box takes nearest images pair by pair, of all places. What does not fit in
 * shared memory is staged, tested and evaluated in turns. It pays where particles that are near in
 * memory are near in space, too.
 *
 * Trees of boxes: M. P. Howard et al., Comput. Phys. Commun. 203, 45 (2016); boxes around particles
 * that follow one another: P. Eastman, V. S. Pande, J. Comput. Chem. 31, 1268 (2010).
 */
#include "strategies/bvh/gpu_bound.cuh"
#include "strategies/bvh/gpu_in_reach.cuh"
#include "strategies/bvh/gpu_walk.cuh"

/* All registers: shared memory has room for few warps beside one another. */
#define LEAST_BLOCKS 1

/** The particle of a lane. */
struct bvh_particle {
    int i; /* a.n, which is far from all, if there is none */
    vector4 at;
    own_particle self;
    tested_exclusions<HAS_BONDED> excluded;
    total sum;

    /** All 32 lanes of a warp have to make theirs together. */
    __device__ __forceinline__ explicit bvh_particle(const warp_view &view)
        : i(min(view.group * OWN + (int)OWN_PARTICLE, view.a.n)), at(view.seen(i)),
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

/** Evaluates the pairs of the lanes' particles with the places in their reach. */
template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ void meet_found(const warp_view &view, found_places found,
                                           bvh_particle &own)
{
    enum { AT_A_TIME = 2 }; /* of a word */
    while (__any_sync(ALL_LANES, !found.is_done()) != 0) {
        if constexpr (COPIES < AT_A_TIME) {
#pragma unroll 1
            for (int k = 0; k < AT_A_TIME; k++)
                own.meet<ENERGY, IMAGE>(view.a, found.take());
            found.go_on();
        } else {
            const partner one = found.take();
            const partner two = found.take();
            found.go_on();
            own.meet<ENERGY, IMAGE>(view.a, one);
            own.meet<ENERGY, IMAGE>(view.a, two);
        }
    }
}

/** All pairs of the warp's particles, in turns where they are too many for one. */
template <bool ENERGY, bool IMAGE> __device__ __forceinline__ void meet_near(const warp_view &view)
{
    warp_memory &memory = view.memory;
    const bounds own = view.image.seen(view.edge, view.per_reach, view.own);
    bvh_particle particle(view);
    if (SHARE == 0)
        memory.put(warp_memory::vectors_to(OWN_PARTICLE), particle.at, particle.i);
    if (LANE * APART < ROOM)
        memory.put(LANE * APART, load(view.a.position + view.a.n), view.a.n);
    walk walking(view);
    const middle from = {view.per_reach, own.centre};
    const float farthest = 1 + (float)max(own.half.x, max(own.half.y, own.half.z));
    const bool tests = HAS_PRODUCTS && !IMAGE && farthest < SEEN_FARTHEST;
    const tested_rows rows(view, from, near_square(farthest));
    int near = OWN, leaves = 0, next = 0;
    bool first = true, more;
    do {
        if (next >= leaves) {
            leaves = walking.find(view);
            next = 0;
        }
        near = stage<IMAGE>(view, own, leaves, next, near);
        more = next < leaves || walking.open > 0;
        if (more && near + WARP <= NEAR)
            continue;
        if (tests)
            test(memory, rows, from, near);
        else
            take_all(memory, near);
        meet_found<ENERGY, IMAGE>(view, {memory, (near + WARP - 1) / WARP, first}, particle);
        first = false;
        near = 0;
        __syncwarp();
    } while (more);
    particle.store<ENERGY>(view.a);
}

template <bool ENERGY> __device__ __forceinline__ void meet_group(const gpu_arguments &a)
{
    const gpu_bvh &tree = tree_of(a);
    const int warp = (int)(threadIdx.x / WARP), group = (int)blockIdx.x * WARPS + warp;
    if (group * OWN >= a.n)
        return;
    const REAL per_reach = 1 / reach_of(a);
    const int leaf = group * OWN_LEAVES + (int)(LANE % OWN_LEAVES);
    const vector4 *box = tree.box + 2 * min(leaf, tree.level[0].boxes - 1);
    const bounds own = join<OWN_LEAVES>(period(a, per_reach), {load(box), load(box + 1)},
                                        leaf < tree.level[0].boxes);
    const warp_view view(a, reinterpret_cast<warp_memory *>(shared_memory)[warp], per_reach, group,
                         own);
    if (view.image.nearest)
        meet_near<ENERGY, true>(view);
    else
        meet_near<ENERGY, false>(view);
}

GPU_KERNEL(bound, bound)
GPU_KERNEL(force, meet_group)
