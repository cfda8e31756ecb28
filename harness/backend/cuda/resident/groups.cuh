/*
 * Builds lists inside a resident kernel. A group is a number of particles that are consecutive in
 * memory. A warp first tests the boxes around groups, then the particles of the groups in range.
 * The rows equal those from all_particles.cuh, whatever the order of particles. The search is fast
 * only if consecutive particles are close to each other.
 */
#ifndef PAIRLANES_RESIDENT_GROUPS_CUH
#define PAIRLANES_RESIDENT_GROUPS_CUH

enum { TOGETHER = 32 };

__device__ __forceinline__ int groups_of(int n)
{
    return (n + TOGETHER - 1) / TOGETHER;
}

/** Boxes around the groups of n particles: their centres, and half of their edges. */
struct boxes {
    candidate4 *middle, *half;

    __device__ __forceinline__ boxes(double *room, int n)
        : middle(reinterpret_cast<candidate4 *>(room)), half(middle + groups_of(n))
    {
    }
};

/** Computes the interval of a group's coordinates along an axis; called by a whole warp. */
template <typename T>
__device__ __forceinline__ void find_interval(T at, DISTANCE edge, T &middle, T &half)
{
    const DISTANCE first = __shfl_sync(ALL_LANES, (DISTANCE)at, 0);
    DISTANCE low = at - first;
    low += low > edge / 2 ? -edge : low < -edge / 2 ? edge : 0;
    DISTANCE high = low;
    for (int distance = 16; distance > 0; distance /= 2) {
        low = min(low, __shfl_xor_sync(ALL_LANES, low, distance));
        high = max(high, __shfl_xor_sync(ALL_LANES, high, distance));
    }
    const DISTANCE inside = first + (low + high) / 2;
    middle = inside + (inside < 0 ? edge : inside > edge ? -edge : 0);
    half = (high - low) / 2;
}

/** Computes the box around group g; called by a whole warp. */
__device__ __forceinline__ void find_group(const list_arguments &a, int g, const boxes &groups)
{
    const int lane = (int)threadIdx.x % 32;
    const candidate4 own = candidate::of(a, load(a.position + min(g * TOGETHER + lane, a.n - 1)));
    const auto &box = box_in<DISTANCE>(a);
    candidate4 middle = own, half = own;
    find_interval(own.x, box.edge[0], middle.x, half.x);
    find_interval(own.y, box.edge[1], middle.y, half.y);
    find_interval(own.z, box.edge[2], middle.z, half.z);
    if (lane == 0) {
        groups.middle[g] = middle;
        groups.half[g] = half;
    }
}

/**
 * Whether a particle may be in range of a particle of group g. A margin of a hundredth of the range
 * allows for the rounding of boxes.
 */
__device__ __forceinline__ bool may_be_near(const list_arguments &a, const candidate4 &at,
                                            const boxes &groups, int g)
{
    const auto &box = box_in<DISTANCE>(a);
    const candidate4 middle = groups.middle[g], half = groups.half[g];
    const DISTANCE none = 0;
    const DISTANCE x = max(seeker::across(at.x, middle.x, box.edge[0]) - half.x, none);
    const DISTANCE y = max(seeker::across(at.y, middle.y, box.edge[1]) - half.y, none);
    const DISTANCE z = max(seeker::across(at.z, middle.z, box.edge[2]) - half.z, none);
    return x * x + y * y + z * z < distance_range2_of(a) * (DISTANCE)1.02;
}

/** Builds the row of particle i; called by a whole warp. Returns whether it fits in memory. */
template <bool INTERLEAVED, bool EXCLUDES>
__device__ __forceinline__ bool build_row(const list_arguments &a, int i, const boxes &groups)
{
    enum { LOADED = 4 };
    const seeker one{a, {i, candidate::of(a, load(a.position + i))}, ALL_LANES};
    const exclusions<EXCLUDES> excluded(a, i);
    const int lane = (int)threadIdx.x % 32;
    row_writer<INTERLEAVED> row(a, i, ALL_LANES);
    for (int begin = 0; begin < groups_of(a.n); begin += 32) {
        const int g = min(begin + lane, groups_of(a.n) - 1);
        unsigned near =
            __ballot_sync(ALL_LANES, begin + lane == g && may_be_near(a, one.self.near, groups, g));
        while (near != 0) {
            candidate4 other[LOADED];
            int j[LOADED];
#pragma unroll
            for (int c = 0; c < LOADED; c++) {
                j[c] = near == 0 ? a.n : (begin + __ffs((int)near) - 1) * TOGETHER + lane;
                near &= near - 1;
                other[c] = candidate::of(a, load(a.position + min(j[c], a.n - 1)));
            }
#pragma unroll
            for (int c = 0; c < LOADED; c++) {
                row(j[c], j[c] < a.n && j[c] != i && one.is_near(other[c]) && !excluded.hold(j[c]));
                row.flush();
            }
        }
    }
    const int entries = row.finish(a.n);
    if (one.leads())
        a.count[i] = entries;
    return entries <= a.stride;
}

#endif
