/*
 * What each two types of particles have together, in shared memory, for models of types without
 * orientation whose strategies evaluate pairs everywhere. Such a model may define
 *
 *   MODEL_EVERYWHERE  if m_pair may be called beyond the range too, and gives zero there: lanes
 * then take no branch, and the pairs of several partners are evaluated together; MODEL_PACKED how
 * many types it has, if what pairs need of a body can be told by an int beside them. Then also, for
 * single precision, struct m_mixture, what two types have together; m_mixture_of_types(c, p, q);
 * m_packed(code)  the int, of a particle's code: of its type, sizeof(struct m_mixture) times the
 * type; m_met(row, packed, self)  what pairs need of the body, and of `self`, whose type's mixtures
 * are in the row; m_is_bare(c, type)  whether all mixtures of a type are nothing, so that its pairs
 * take less work; m_met_bare(packed, part)  what the pairs of such a body need of the other, with
 * `part` without the factor m_bare_factor(c, bare).
 */
#ifndef PAIRLANES_STRATEGIES_GPU_MIXTURES_CUH
#define PAIRLANES_STRATEGIES_GPU_MIXTURES_CUH

#include "strategies/gpu_particle.cuh"

#ifdef MODEL_PACKED
enum { PACKED = sizeof(REAL) == 4 };

using mixture_type = struct OF_MODEL(_mixture);

/* Rows whose first entries are in banks of their own: 2 of 16 that serve a load, and so on. */
enum { MIXTURE_BANKS = 16, MIXTURE_ROW = MODEL_PACKED + (18 - MODEL_PACKED % 16) % MIXTURE_BANKS };

__shared__ mixture_type mixtures[PACKED ? MODEL_PACKED * MIXTURE_ROW : 1];

/** Fills the table; the block has to wait for its threads. */
__device__ __forceinline__ void stage_mixtures()
{
    for (int k = threadIdx.x; PACKED && k < MODEL_PACKED * MODEL_PACKED; k += BLOCK) {
        const int p = k / MODEL_PACKED, q = k % MODEL_PACKED;
        mixtures[p * MIXTURE_ROW + q] = OF_MODEL(_mixture_of_types)(&model_constants(), p, q);
    }
}

/** The code of a particle as it is kept in shared memory: its place in the rows. */
template <typename Code> __device__ __forceinline__ Code packed_code(Code code)
{
    return PACKED ? with_word<Code>(OF_MODEL(_packed)(word_in(code))) : code;
}

/** What a pair needs of the body with this packed code, and of `self`, whose mixtures tell it. */
__device__ __forceinline__ body_type met_body(REAL code, body_type &self)
{
    return OF_MODEL(_met)(mixtures + self.type * MIXTURE_ROW, word_in(code), &self);
}
#else
__device__ __forceinline__ void stage_mixtures()
{
}

template <typename Code> __device__ __forceinline__ Code packed_code(Code code)
{
    return code;
}
#endif

#endif
