/*
 * Tests of kernels whether a pair is excluded, if no list leaves it out: in rows of excluded
 * partners, or with EXCLUSIONS = EXCLUSIONS_STRINGS in bit strings,
 *
 *     d = index of j - index of i
 *     excluded = |d| <= reach of i and bit (place of i + d) of the strings
 *
 * by the particles' indices in their initial order. The molecules of one kind share strings, which
 * are in constant memory.
 *
 * J. E. Stone et al., J. Comput. Chem. 28, 2618 (2007); J. C. Phillips, course S05, SC07 (2007).
 */
#ifndef PAIRLANES_STRATEGIES_GPU_EXCLUSIONS_CUH
#define PAIRLANES_STRATEGIES_GPU_EXCLUSIONS_CUH

#include "strategies/gpu_excluded.cuh"
#include "strategies/gpu_particle.cuh"

/* Values of the macro EXCLUSIONS; not defined: in rows, unless lists leave such pairs out. */
#define EXCLUSIONS_ROWS    1
#define EXCLUSIONS_STRINGS 2

/** Whether particles have bonded terms, and partners that they do not interact with as a pair. */
#ifdef HAS_EXCLUSIONS
enum { HAS_BONDED = true };
#else
enum { HAS_BONDED = false };
#endif

#if EXCLUSIONS == EXCLUSIONS_STRINGS

/** Filled by the harness (harness/particles/exclusion_strings.h). */
extern "C" {
__constant__ unsigned pairlanes_exclusions[EXCLUSION_WORDS] = {0};
}

/** Excluded partners, with the interface of struct exclusions. */
template <bool MIND> struct tested_exclusions {
    int4 own;

    __device__ __forceinline__ tested_exclusions(const gpu_arguments &a, int i)
    {
        if (MIND)
            own = a.strings == nullptr ? make_int4(0, 0, -1, 0) : __ldg(a.strings + i);
    }

    /** Whether the particle with this index, by exclusion_index, is excluded. */
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

/** Returns the number by which `hold` identifies particle j. */
template <bool MIND> __device__ __forceinline__ int exclusion_index(const gpu_arguments &a, int j)
{
    return MIND && a.strings != nullptr ? __ldg(&a.strings[j].x) : j;
}

#else

/*
 * Looking up long rows puts a branch into the loop over pairs: kernels have it only if a case has
 * such rows.
 */
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
 * A particle whose row a thread walks. The row contains excluded pairs, for which the thread tests.
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
