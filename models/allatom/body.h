/* An atom as kernels have it, out of its code, and what two of them have together. */
#ifndef PAIRLANES_MODELS_ALLATOM_BODY_H
#define PAIRLANES_MODELS_ALLATOM_BODY_H

#include "models/allatom/types.h"

/** What two types have together for the Lennard-Jones interaction. */
struct allatom_mixture {
    MODEL_ALIGNED(2 * sizeof(real))
    real repulsion;  /* 12 times 4 eps sigma^12 */
    real attraction; /* 6 times 4 eps sigma^6 */
};

MODEL_FUNCTION struct allatom_mixture allatom_mix(real sigma, real root_depths)
{
    const real sigma2 = sigma * sigma, sigma6 = sigma2 * sigma2 * sigma2;
    struct allatom_mixture mixture;
    mixture.attraction = 6 * root_depths * sigma6;
    mixture.repulsion = 2 * mixture.attraction * sigma6;
    return mixture;
}

struct allatom_body {
    int type;
    real half_sigma, root_depth;
    real charge; /* as the code has it, in units of 2^-12 10^-5 e */
    /* kernels that have tables of mixtures */
#if defined(MODEL_PACKED) || defined(MODEL_MIXTURES)
    bool mixed; /* `mixture` is known, that with the other body of the pair */
    bool bare;  /* and is nothing */
    bool part;  /* pairs are without a factor of the other body, allatom_bare_factor */
    struct allatom_mixture mixture;
#endif
};

/** The type, and below it, in ALLATOM_CODE_BITS with a sign, the charge. More than 16 types leave a
 * fraction no room: both are bits of a number in single precision then. */
#define ALLATOM_UNITS(code) ((int)((code) * (1 << ALLATOM_CODE_BITS)))
MODEL_FUNCTION int allatom_units_in_bits(real code)
{
    /* GPUs have a function for it, C a union */
#ifdef __CUDACC__
    return __float_as_int((float)code) & ALLATOM_OWN_BITS;
#else
    union {
        float number;
        int bits;
    } own;
    own.number = (float)code;
    return own.bits & ALLATOM_OWN_BITS;
#endif
}
/* Kernels of own types, and the description: there may be more than 16. */
#ifdef MODEL_OWN
#define ALLATOM_UNITS_OF(c, code)                                                                  \
    (allatom_own_types(c) > ALLATOM_CODE_TYPES ? allatom_units_in_bits(code) : ALLATOM_UNITS(code))
#else
#define ALLATOM_UNITS_OF(c, code) ALLATOM_UNITS(code)
#endif

/** The charge moves up to where an int has its sign. */
MODEL_FUNCTION struct allatom_body allatom_body_of(const struct allatom_constants *c, real code,
                                                   struct quaternion orientation)
{
    const int units = ALLATOM_UNITS_OF(c, code);
    struct allatom_body body;
    (void)orientation;
    body.type = units >> ALLATOM_CODE_BITS;
    body.half_sigma = ALLATOM_TYPE(c, body.type).half_sigma;
    body.root_depth = ALLATOM_TYPE(c, body.type).root_depth;
    body.charge = (real)(int)((unsigned)units << (32 - ALLATOM_CODE_BITS));
    /* kernels that have tables of mixtures */
#if defined(MODEL_PACKED) || defined(MODEL_MIXTURES)
    body.mixed = body.bare = body.part = false;
#endif
    /* cppcheck-suppress uninitvar ; `mixture` is read if `mixed` */
    return body;
}

/** What two bodies have together. */
MODEL_FUNCTION struct allatom_mixture allatom_mixture_of(const struct allatom_body *p,
                                                         const struct allatom_body *q)
{
    /* kernels that have tables of mixtures */
#if defined(MODEL_PACKED) || defined(MODEL_MIXTURES)
    if (q->mixed)
        return q->mixture;
#endif
    return allatom_mix(p->half_sigma + q->half_sigma, p->root_depth * q->root_depth);
}

/* Kernels of a GPU or a CPU, to fill their tables of mixtures. */
#if defined(MODEL_PACKED) || defined(MODEL_MIXTURES)
/** What a type has with another one. */
MODEL_FUNCTION struct allatom_mixture allatom_mixture_of_types(const struct allatom_constants *c,
                                                               int p, int q)
{
    const struct allatom_type of_p = ALLATOM_TYPE(c, p), of_q = ALLATOM_TYPE(c, q);
    return allatom_mix(of_p.half_sigma + of_q.half_sigma, of_p.root_depth * of_q.root_depth);
}
#endif

/* Kernels of a CPU, out of their tables. */
#ifdef MODEL_MIXTURES
/** A body that has `charge`, and `mixture` with the other one of a pair. */
MODEL_FUNCTION struct allatom_body allatom_mixed(real charge, struct allatom_mixture mixture)
{
    const struct allatom_body body = {.charge = charge, .mixed = true, .mixture = mixture};
    return body;
}
#endif

/* Kernels of a GPU, out of theirs. */
#ifdef MODEL_PACKED
/** A code as the blocks of `staged` have it: the charge, and below it where a row has the type. */
MODEL_FUNCTION int allatom_packed(float code)
{
    const int units =
        MODEL_PACKED > ALLATOM_CODE_TYPES ? allatom_units_in_bits(code) : ALLATOM_UNITS(code);
    const int place = (units >> ALLATOM_CODE_BITS) * (int)sizeof(struct allatom_mixture);
    return (int)((unsigned)units << (32 - ALLATOM_CODE_BITS)) | place;
}

/** A body from its packed code, and what it has with `self`, whose mixtures are in `row`. */
MODEL_FUNCTION struct allatom_body allatom_met(const struct allatom_mixture *row, int packed,
                                               struct allatom_body *self)
{
    const int charge = (int)(~0U << (32 - ALLATOM_CODE_BITS));
    struct allatom_body other;
    other.charge = (real)(packed & charge);
    other.mixed = self->mixed = true;
    other.bare = other.part = false;
    other.mixture = self->mixture =
        *(const struct allatom_mixture *)((const char *)row + (packed & ~charge));
    return other;
}

/** Whether a type has no Lennard-Jones interaction with any. */
MODEL_FUNCTION bool allatom_is_bare(const struct allatom_constants *c, int type)
{
    return ALLATOM_TYPE(c, type).root_depth == 0;
}

/** A body from its packed code, of a partner of a bare one; `part`: pairs are to be without the
 * factor of that. */
MODEL_FUNCTION struct allatom_body allatom_met_bare(int packed, bool part)
{
    struct allatom_body other;
    other.charge = (real)(packed & (int)(~0U << (32 - ALLATOM_CODE_BITS)));
    other.bare = true;
    other.part = part;
    return other;
}

/** What all forces and energies of a bare body's pairs have as a factor. */
MODEL_FUNCTION real allatom_bare_factor(const struct allatom_constants *c,
                                        const struct allatom_body *p)
{
    return c->charge_unit * c->charge_unit * p->charge;
}
#endif

/** The product of two charges times C. The first particle's is the same for all its partners. */
MODEL_FUNCTION real allatom_charges(const struct allatom_constants *c, const struct allatom_body *p,
                                    const struct allatom_body *q)
{
    /* kernels that have tables of mixtures */
#if defined(MODEL_PACKED) || defined(MODEL_MIXTURES)
    if (q->part)
        return q->charge;
#endif
    return c->charge_unit * c->charge_unit * p->charge * q->charge;
}

#endif
