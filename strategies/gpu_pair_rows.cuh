/*
 * Coefficient rows of all pairs of types, in shared memory, and evaluation of pairs with these
 * rows. For models with types but no orientation (MODEL_ROW). The harness defines ROW_TYPES, the
 * number of types; 0: too many for shared memory.
 */
#ifndef PAIRLANES_STRATEGIES_GPU_PAIR_ROWS_CUH
#define PAIRLANES_STRATEGIES_GPU_PAIR_ROWS_CUH

#include "strategies/gpu_particle.cuh"

#if HAS_ROWS
/*
 * Whether rows are in shared memory. The word of a particle then contains, instead of its type, the
 * offset in bytes of the type's row.
 */
enum { ROWS_SHARED = sizeof(REAL) == 4 && ROW_TYPES > 0 };
static_assert(!ROWS_SHARED || ROW_TYPES * sizeof(row_type) <= WORD_TYPES, "a word has the place");

/* Row stride of 2 mod 16 entries, so that rows start in different banks. */
enum { ROW_BANKS = 16, ROW_LENGTH = ROW_TYPES + (18 - ROW_TYPES % 16) % ROW_BANKS };

__shared__ row_type shared_rows[ROWS_SHARED ? ROW_TYPES * ROW_LENGTH : 1];

/** Copies the rows to shared memory; the caller has to synchronize the block afterwards. */
__device__ __forceinline__ void stage_rows(const gpu_arguments &a)
{
    for (int k = threadIdx.x; ROWS_SHARED && k < ROW_TYPES * ROW_TYPES; k += BLOCK)
        shared_rows[k / ROW_TYPES * ROW_LENGTH + k % ROW_TYPES] =
            static_cast<const row_type *>(a.pair_rows)[k];
}

/**
 * Returns a number that contains a particle's word. If rows are in shared memory, the offset of its
 * row replaces the type.
 */
template <typename Number> __device__ __forceinline__ Number placed(Number number)
{
    const int word = word_in(number);
    return ROWS_SHARED ? with_word<Number>(
                             word_of(word_type(word) * (int)sizeof(row_type), word_charge(word)))
                       : number;
}

/** Evaluates the pair of p and a partner; `placed` has converted the partner's word. */
__device__ __forceinline__ bool evaluate_placed(const gpu_arguments &a, const own_particle &p,
                                                const partner &other, const displacement &d,
                                                pair_force &f)
{
    if constexpr (ROWS_SHARED) {
        const int word = word_in(other.at.w);
        const auto *row = reinterpret_cast<const char *>(shared_rows + p.body.type * ROW_LENGTH);
        const row_type of = *reinterpret_cast<const row_type *>(row + word_type(word));
        const body_type q = {0, (real)word_charge(word)};
        return model_pair(&model_constants(), &of, charges_of(p.body, q), d.x, d.y, d.z, &f);
    }
    return evaluate_bodies(a, p.body, body_at(a, other.i, other.at), d, f);
}

/**
 * Whether a particle is bare: it has only a charge, all coefficients of its type are zero. Also
 * true past the last particle.
 */
__device__ __forceinline__ bool is_bare(const gpu_arguments &a, int i, const vector4 &at)
{
    const int type = word_type(word_in(at.w));
    const auto *row = reinterpret_cast<const int *>(shared_rows + type * ROW_LENGTH);
    int bits = 0;
    for (int k = 0; k < ROW_TYPES * (int)(sizeof(row_type) / sizeof(int)); k++)
        bits |= row[k] << 1; /* the shift drops the sign, so that -0 counts as zero */
    return i >= a.n || bits == 0;
}

/*
 * Whether a bare particle's sums are multiplied by its charge once, instead of each pair. Only with
 * 32-bit sums: sums in fixed point are equal in all strategies, and wider sums would be rounded
 * differently.
 */
enum { BARE_PARTS = sizeof(SUM) == 4 };

/**
 * Computes the force of a bare particle and a partner; if BARE_PARTS, without the bare particle's
 * charge.
 */
__device__ __forceinline__ bool evaluate_bare(const own_particle &p, const partner &other,
                                              const displacement &d, pair_force &f)
{
    const body_type q = {0, (real)word_charge(word_in(other.at.w))};
    const real charges = BARE_PARTS ? q.charge : charges_of(p.body, q);
    return model_pair(&model_constants(), nullptr, charges, d.x, d.y, d.z, &f);
}

/** Multiplies the sums of a bare particle by its charge, if BARE_PARTS. */
template <bool ENERGY> __device__ __forceinline__ void end_bare(const own_particle &p, total &sum)
{
    const REAL factor = product_of_charges(&model_constants(), p.body.charge, 1);
    if (BARE_PARTS)
        sum.components<ENERGY>([&](SUM &component) { component *= factor; });
}
#else
enum { ROWS_SHARED = false };

__device__ __forceinline__ void stage_rows(const gpu_arguments &)
{
}

template <typename Number> __device__ __forceinline__ Number placed(Number number)
{
    return number;
}

__device__ __forceinline__ bool evaluate_placed(const gpu_arguments &a, const own_particle &p,
                                                const partner &other, const displacement &d,
                                                pair_force &f)
{
    return evaluate_in_range(a, p, other, d, f);
}

__device__ __forceinline__ bool is_bare(const gpu_arguments &, int, const vector4 &)
{
    return false;
}

template <bool ENERGY> __device__ __forceinline__ void end_bare(const own_particle &, total &)
{
}
#endif

#endif
