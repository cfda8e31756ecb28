/*
 * Searches the neighbors of a particle among all particles of its system, a warp per particle,
 * without cells. For a few thousand particles the tests take less time than launches that fill
 * cells. The interface equals walks.cuh's.
 */
#ifndef PAIRLANES_DEVICE_ALL_PARTICLES_CUH
#define PAIRLANES_DEVICE_ALL_PARTICLES_CUH

#include "harness/backend/cuda/device/candidates.cuh"

struct seeker {
    const list_arguments &a;
    struct {
        int i;
        candidate4 near;
    } self;
    unsigned present; /* mask of all threads of the warp */

    __device__ __forceinline__ bool leads() const
    {
        return threadIdx.x % LIST_LANES == 0;
    }

    /**
     * Returns the distance along an axis to the nearest image. Its rounding error is up to the
     * error of the box edge; the margin of the range covers it (cuda_lists.c).
     */
    __device__ __forceinline__ static DISTANCE across(DISTANCE from, DISTANCE to, DISTANCE edge)
    {
        const DISTANCE inside = fabs(from - to);
        return min(inside, edge - inside);
    }

    __device__ __forceinline__ bool is_near(const candidate4 &other) const
    {
        const auto &box = box_in<DISTANCE>(a);
        const DISTANCE dx = across(self.near.x, other.x, box.edge[0]);
        const DISTANCE dy = across(self.near.y, other.y, box.edge[1]);
        const DISTANCE dz = across(self.near.z, other.z, box.edge[2]);
        return dx * dx + dy * dy + dz * dz < distance_range2_of(a);
    }

    /**
     * Whether row i contains the pair with j. In half lists row i has the particles that follow i
     * cyclically, up to n / 2 of n.
     */
    template <bool HALF> __device__ __forceinline__ bool has(int n, int j) const
    {
        const int after = j < self.i ? j - self.i + n : j - self.i;
        return after != 0 && (!HALF || 2 * after < n || (2 * after == n && self.i < j));
    }

    /**
     * Calls visit(j, hit) for the particles, and visit.flush() after each. A lane loads several
     * particles before it tests the first, so that it waits for memory once.
     */
    template <bool HALF, bool EXCLUDES, typename Visit>
    __device__ __forceinline__ void seek(Visit &visit) const
    {
        enum { LOADED = 8 };
        const exclusions<EXCLUDES> excluded(a, self.i);
        const int each = a.grid[0], first = self.i / each * each;
        const int lane = (int)(threadIdx.x % LIST_LANES);
        for (int begin = 0; begin < each; begin += LOADED * LIST_LANES) {
            candidate4 other[LOADED];
#pragma unroll
            for (int c = 0; c < LOADED; c++) {
                const int k = min(begin + c * LIST_LANES + lane, each - 1);
                other[c] = candidate::of(a, load(a.position + first + k));
            }
#pragma unroll
            for (int c = 0; c < LOADED; c++) {
                const int k = begin + c * LIST_LANES + lane;
                const int j = first + k;
                visit(j, k < each && is_near(other[c]) && has<HALF>(each, j) && !excluded.hold(j));
                visit.flush();
            }
        }
    }
};

/** Calls take(seeker) for the warp's particle. */
template <typename Take>
__device__ __forceinline__ void for_particles(const list_arguments &a, Take &&take)
{
    const int i = (int)(((long long)blockIdx.x * blockDim.x + threadIdx.x) / LIST_LANES);
    if (i < a.n)
        take(seeker{a, {i, candidate::of(a, load(a.position + i))}, 0xffffffffu});
}

#endif
