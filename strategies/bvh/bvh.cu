/*
 * A bounding volume hierarchy instead of a list: boxes around eight consecutive particles each
 * (leaves), around eight leaves each, and so on. The kernel `bound` rebuilds them in every force
 * call, with a thread per leaf. In the kernel `force` each warp works independently on OWN
 * consecutive particles, with 32 / OWN lanes per particle:
 *
 *     leaves = the leaves near the box around its particles, found down the tree
 *     for each particle of these leaves that is in reach of that box
 *         near[place] = its position, in the image that is nearest to the box
 *     in_reach[particle] = a bit for each place that is in reach of that particle, found for 16
 *         particles and eight places at a time, by tensor cores
 *     for each bit that is set in the lane's share of its particle's words
 *         sum += force on particle of the pair (particle, near[place])
 *     force[particle] = sum over its lanes, by shuffles
 *
 * Hardly any pair beyond the cut-off is evaluated, and a test costs less than one instruction of a
 * warp. Periodic images are applied when partners are staged, so pairs need no further test for
 * them. A warp computes nearest images pair by pair, without the test, only in two cases: its reach
 * spans the periodic box, or it has too many near leaves to list. Places that do not fit in shared
 * memory are staged, tested and evaluated in several passes. The strategy is fast if particles that
 * are near in memory are also near in space.
 *
 * Trees of boxes: M. P. Howard et al., Comput. Phys. Commun. 203, 45 (2016); boxes around
 * consecutive particles: P. Eastman, V. S. Pande, J. Comput. Chem. 31, 1268 (2010).
 */
#include "strategies/bvh/gpu_bound.cuh"
#include "strategies/bvh/gpu_find.cuh"
#include "strategies/bvh/gpu_in_reach.cuh"
#include "strategies/bvh/gpu_stage.cuh"

/* All registers may be used, because shared memory has room for only a few warps. */
#define LEAST_BLOCKS 1

/** A lane's own particle and the sums of its pairs. */
struct bvh_particle {
    int i;
    vector4 at;
    own_particle self;
    tested_exclusions<HAS_BONDED> excluded;
    row_sum sum;

    /** Finds the particle of a lane. All 32 lanes of a warp have to call it together. */
    __device__ __forceinline__ bvh_particle(const warp_view &view, const vector4 &position)
        : i(own_index(view.a, view.near.group)), at(view.image.seen(view.a, position)),
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
        row_pair<ENERGY> f;
        evaluate_pair(a, self, other, d, f);
        sum.add<ENERGY>(f);
    }

    /** Sums the forces of a particle's lanes, and stores the sum. */
    template <bool ENERGY> __device__ __forceinline__ void store(const gpu_arguments &a)
    {
        end_row<ENERGY>(self, sum);
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

/**
 * Evaluates the pairs of the lanes' particles with the places in their reach, two at a time. For
 * points, the next two places are read during the evaluation.
 */
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
            for (int k = 0; k < 2; k++) { /* two per vote, because a vote costs as much as a few
                                           * useless places */
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

/** The own particles of a warp, and the box around them. */
struct own_group {
    bvh_particle particle;
    bounds box; /* box around the particles, in the warp's periodic image */
    middle from;
    float farthest; /* largest distance of a partner from the middle along an axis, in units of the
                       reach */
    tested_rows rows;

    __device__ __forceinline__ own_group(const warp_view &view, const vector4 &at,
                                         const vector4 &far)
        : particle(view, at),
          box(view.image.seen(view.edge, view.per_reach, view.own)), from{view.per_reach,
                                                                          box.centre},
          farthest(1 + (float)max(box.half.x, max(box.half.y, box.half.z)))
    {
        if (SHARE == 0)
            view.memory.put(OWN_PARTICLE, particle.at, particle.i);
        if (LANE == 0)
            view.memory.put(ROOM - 1, far, view.a.n);
        __syncwarp();
        rows.set(view, from, near_square(farthest));
    }
};

/**
 * Evaluates the pairs of a warp's particles with the particles in its listed boxes. Makes several
 * passes if they do not fit in shared memory.
 */
template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ void meet_near(const warp_view &view, particles_ahead<IMAGE> &ahead,
                                          own_group &own)
{
    warp_memory &memory = view.memory;
    const bool tests = HAS_PRODUCTS && !IMAGE && own.farthest < SEEN_FARTHEST;
    int near = OWN, next = 0; /* the first places are the warp's own particles */
    bool first = true;
    while (true) {
        near = stage(view, own.box, ahead, next, near);
        const int words = words_of(near);
        if (tests)
            test(memory, own.rows, own.from, near, words);
        else
            take_all(memory, near, words);
        meet_found<ENERGY, IMAGE>(view, {memory, words, first}, own.particle);
        if (next >= view.near.leaves())
            break;
        __syncwarp();
        first = false;
        near = 0;
        ahead.read_indices(view.near, next);
        ahead.read_positions(view.a);
    }
}

/** Evaluates all pairs of a warp's particles. */
template <bool ENERGY> __device__ __forceinline__ void meet_group(const gpu_arguments &a)
{
    const int group = group_of_warp();
    if (group * OWN >= a.n)
        return;
    const bounds box = own_box(tree_of(a), group);
    const vector4 at = load(a.position + own_index(a, group)), far = load(a.position + a.n);
    const near_boxes near = find_near(a, group, box, memory_of_warp().levels);
    particles_ahead<false> ahead;
    ahead.read_indices(near, 0);
    ahead.read_positions(a);
    const warp_view view(a, near, box);
    own_group own(view, at, far);
    if (view.image.nearest || near.shift > 0) {
        particles_ahead<true> coarse;
        coarse.read_indices(near, 0);
        coarse.read_positions(a);
        meet_near<ENERGY, true>(view, coarse, own);
    } else {
        meet_near<ENERGY, false>(view, ahead, own);
    }
    own.particle.store<ENERGY>(a);
}

GPU_KERNEL(bound, bound)
GPU_KERNEL(force, meet_group)
