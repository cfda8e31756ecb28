/*
 * Test whether a pair is excluded, for kernels whose lists contain excluded pairs. It searches the
 * rows of excluded partners or, with EXCLUSIONS = EXCLUSIONS_STRINGS, looks up a bit string:
 *
 *     d = index of j - index of i
 *     excluded = |d| <= reach of i and bit (place of i + d) of the strings
 *
 * Indices are positions in the initial order of particles. Molecules of the same kind share bit
 * strings, which are in constant memory.
 *
 * J. E. Stone et al., J. Comput. Chem. 28, 2618 (2007); J. C. Phillips, course S05, SC07 (2007).
 */
#ifndef PAIRLANES_STRATEGIES_GPU_EXCLUSIONS_CUH
#define PAIRLANES_STRATEGIES_GPU_EXCLUSIONS_CUH

#include "strategies/gpu_excluded.cuh"
#include "strategies/gpu_particle.cuh"

/*
 * Values of the macro EXCLUSIONS. If it is not defined, lists leave out excluded pairs, and kernels
 * without lists search rows.
 */
#define EXCLUSIONS_ROWS    1
#define EXCLUSIONS_STRINGS 2

/** Whether particles have bonded terms and excluded partners. */
#ifdef HAS_EXCLUSIONS
enum { HAS_BONDED = true };
#else
enum { HAS_BONDED = false };
#endif

#if EXCLUSIONS == EXCLUSIONS_STRINGS

/** The bit strings, which the harness fills (harness/particles/exclusion_strings.h). */
extern "C" {
__constant__ unsigned pairlanes_exclusions[EXCLUSION_WORDS] = {0};
}

/** Excluded partners of a particle as a bit string, with the interface of struct exclusions. */
template <bool MIND> struct tested_exclusions {
    int4 own;

    __device__ __forceinline__ tested_exclusions(const gpu_arguments &a, int i)
    {
        if (MIND)
            own = a.strings == nullptr ? make_int4(0, 0, -1, 0) : __ldg(a.strings + i);
    }

    /** Whether the particle with this index is excluded; exclusion_index returns the index. */
    __device__ __forceinline__ bool hold(int index) const
    {
        if (!MIND)
            return false;
        const int apart = index - own.x;
        if (apart < -own.z || apart > own.z)
            return false;
        const int bit = own.y + apart;
        return (pairlanes_exclusions[bit / 32] >> bit % 32 & 1) != 0;
    }
};

/** Returns the index of particle j that `hold` expects: its index in the initial order. */
template <bool MIND> __device__ __forceinline__ int exclusion_index(const gpu_arguments &a, int j)
{
    return MIND && a.strings != nullptr ? __ldg(&a.strings[j].x) : j;
}

#else

/* Long rows need a branch in the loop over pairs. It is compiled only for cases with such rows. */
#ifndef LONG_EXCLUSIONS
#define LONG_EXCLUSIONS false
#endif

template <bool MIND> using tested_exclusions = exclusions<MIND, LONG_EXCLUSIONS>;

template <bool MIND> __device__ __forceinline__ int exclusion_index(const gpu_arguments &, int j)
{
    return j;
}

#endif

#ifdef EXCLUSIONS
/**
 * Own particle of a thread that walks a row. The row contains excluded pairs, so the thread tests
 * each pair.
 */
struct list_particle : own_particle {
    tested_exclusions<HAS_BONDED> excluded;

    __device__ __forceinline__ list_particle(const gpu_arguments &a, int i, const vector4 &at)
        : own_particle(a, i, at), excluded(a, i)
    {
    }

    /** Whether a partner within the cut-off is excluded. */
    __device__ __forceinline__ bool is_parted_from(const gpu_arguments &a, const partner &other,
                                                   const displacement &d) const
    {
        return in_range(d) && excluded.hold(exclusion_index<HAS_BONDED>(a, other.i));
    }
};
#endif

#endif
