/* An atom as kernels have it, out of its code, and what two of them have together. */
#ifndef PAIRLANES_MODELS_ALLATOM_BODY_H
#define PAIRLANES_MODELS_ALLATOM_BODY_H

#include "models/allatom/types.h"
#include "models/word.h"

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
    real charge; /* in 10^-5 e */
    /* kernels that have tables of mixtures */
#if defined(MODEL_PACKED) || defined(MODEL_MIXTURES)
    bool mixed; /* `mixture` is known, that with the other body of the pair */
    bool bare;  /* and is nothing */
    bool part;  /* pairs are without a factor of the other body, allatom_bare_factor */
    struct allatom_mixture mixture;
#endif
};

MODEL_FUNCTION struct allatom_body allatom_body_of(const struct allatom_constants *c, int type,
                                                   int charge, struct quaternion orientation)
{
    struct allatom_body body;
    (void)orientation;
    body.type = type;
    body.half_sigma = ALLATOM_TYPE(c, type).half_sigma;
    body.root_depth = ALLATOM_TYPE(c, type).root_depth;
    body.charge = (real)charge;
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
/** A word as the blocks of `staged` have it: in the place of the type where a row has its mixture.
 */
MODEL_FUNCTION int allatom_packed(int word)
{
    return word_of(word_type(word) * (int)sizeof(struct allatom_mixture), word_charge(word));
}

/** A body from its packed code, and what it has with `self`, whose mixtures are in `row`. */
MODEL_FUNCTION struct allatom_body allatom_met(const struct allatom_mixture *row, int packed,
                                               struct allatom_body *self)
{
    struct allatom_body other;
    other.charge = (real)word_charge(packed);
    other.mixed = self->mixed = true;
    other.bare = other.part = false;
    other.mixture = self->mixture =
        *(const struct allatom_mixture *)((const char *)row + word_type(packed));
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
    other.charge = (real)word_charge(packed);
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
