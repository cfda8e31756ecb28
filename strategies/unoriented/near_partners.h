/*
 * Gathers the partners of a particle within the cut-off from its row into contiguous arrays for
 * vector loops. The arrays include the words (type and charge) of partners. For models with types
 * but no orientation, in which one function evaluates all pairs.
 */
#ifndef PAIRLANES_STRATEGIES_UNORIENTED_NEAR_PARTNERS_H
#define PAIRLANES_STRATEGIES_UNORIENTED_NEAR_PARTNERS_H

#include "strategies/particle.h"
#include "strategies/simd.h"

/** Largest number of partners that are gathered at a time; they fit in the first-level cache. */
enum { NEAR_MOST = 1024 };

/** Displacements to partners, and words of the partners (models/word.h). */
struct near_partners {
    REAL x[NEAR_MOST + LANES], y[NEAR_MOST + LANES], z[NEAR_MOST + LANES], word[NEAR_MOST + LANES];
    int count;
} __attribute__((aligned(64)));

/* Stores the lanes within the cut-off contiguously; returns their number. */
#define DEFINE_NEAR(many, type)                                                                    \
    static inline int near_##many(const type *const from[4], type cutoff2, type *const to[4])      \
    {                                                                                              \
        int kept = 0;                                                                              \
        for (int k = 0; k < LANES; k += many##_width) {                                            \
            many##_mask keep = many##_first(many##_width);                                         \
            many far2 = {0};                                                                       \
            for (int d = 0; d < 3; d++) {                                                          \
                many at = many##_load(keep, from[d] + k);                                          \
                far2 += at * at;                                                                   \
            }                                                                                      \
            many##_mask within = many##_below(keep, far2, cutoff2);                                \
            for (int d = 0; d < 4; d++)                                                            \
                many##_store(to[d] + kept, within, many##_load(keep, from[d] + k));                \
            kept += __builtin_popcount(within);                                                    \
        }                                                                                          \
        return kept;                                                                               \
    }
DEFINE_NEAR(doubles, double)
DEFINE_NEAR(floats, float)
#undef DEFINE_NEAR

#define NEAR_REALS(from, ...)                                                                      \
    _Generic((from)[0], const double *: near_doubles, const float *: near_floats)(from, __VA_ARGS__)

/**
 * Finds the partners in range among `count` entries that start at `place`. `count` is a multiple of
 * LANES and at most NEAR_MOST.
 */
INLINE void near_partners_find(const struct cpu_arguments *a, const struct box_frame *v, int axes,
                               int64_t place, int count, struct near_partners *partners)
{
    partners->count = 0;
    for (int64_t at = place; at < place + count; at += LANES) {
        struct lanes to;
        lanes_load(&to, (const REAL *)a->position, rows_of(a)->entry + at);
#pragma omp simd
        for (int k = 0; k < LANES; k++) {
            to.x[k] = FRAME_X(v, to.x[k], axes);
            to.y[k] = FRAME_Y(v, to.y[k], axes);
            to.z[k] = FRAME_Z(v, to.z[k], axes);
        }
        const int end = partners->count;
        const REAL *const from[4] = {to.x, to.y, to.z, to.w};
        REAL *const behind[4] = {partners->x + end, partners->y + end, partners->z + end,
                                 partners->word + end};
        partners->count += NEAR_REALS(from, (REAL)(a->cutoff * a->cutoff), behind);
    }
    for (int k = partners->count; k % LANES != 0; k++) {
        partners->x[k] = partners->y[k] = partners->z[k] = (REAL)a->cutoff;
        partners->word[k] = 0;
    }
}

#endif
