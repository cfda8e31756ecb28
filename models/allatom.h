/*
 * Atoms of water and proteins: the short range of CHARMM, NAMD and their kin. With r = r_q - r_p,
 * charges Q, C = 332.06371, and of each atom sigma and eps by its type:
 *
 *   vdw      4 eps (s^12 - s^6) S,  s = (sigma_p/2 + sigma_q/2) / r,  eps = eps_p^1/2 eps_q^1/2
 *            S = 1 for r <= r_s, else (r_c^2 - r^2)^2 (r_c^2 + 2 r^2 - 3 r_s^2) / (r_c^2 - r_s^2)^3
 *   coulomb  C Q_p Q_q erfc(alpha r) / r                    (ewald: its part in real space)
 *            C Q_p Q_q (1/r + k r^2 - c)                    (reaction_field)
 *
 * for r < r_c. k = (e - 1) / [(2 e + 1) r_c^3], c = 1/r_c + k r_c^2, e the dielectric constant
 * beyond r_c. The force on q, of each term U, is -U'(r) r / r, with
 *
 *   S' = -12 r (r_c^2 - r^2) (r^2 - r_s^2) / (r_c^2 - r_s^2)^3 between r_s and r_c,
 *   [erfc(alpha r) / r]' = -[erfc(alpha r) / r + 2 alpha pi^-1/2 exp(-alpha^2 r^2)] / r.
 *
 * Or the force is looked up in a table of the above (force=table, cubic, texture;
 * models/allatom/lookup.h).
 *
 * Atoms one, two or three bonds apart are excluded: a bonded term of the two. Instead of vdw and
 * coulomb they have, for the part in Fourier space and the reaction field include them,
 *
 *   excluded -C Q_p Q_q erf(alpha r) / r, or C Q_p Q_q (k r^2 - c)
 *
 * Those three bonds apart may have, times 1 or 1/2,
 *
 *   vdw14 f_v 4 eps (s^12 - s^6) by sigma and eps of their own,  coulomb14 f_c C Q_p Q_q / r
 *
 * Flexible water: bond K (r - r0)^2, angle K (theta - theta0)^2; K 412.285 kcal/mol/A^2 and
 * 45.770 kcal/mol/rad^2, r0 1 A, theta0 109.47 degrees.
 *
 * Types: OW and HW are those of SPC/E water; the others those of CHARMM22 that have a radius
 * R = sigma / 2^(5/6) each. H is the hydrogen of its water OT, too.
 *
 *        eps      R       1-4: eps, R            eps      R       1-4: eps, R
 *   C    0.11     2.0                     CT2    0.055    2.175   0.01  1.9
 *   CT3  0.08     2.06    0.01  1.9       CA     0.07     1.9924
 *   O    0.12     1.7     0.12  1.4       OH1    0.1521   1.77
 *   HB   0.022    1.32                    H      0.046    0.2245
 *   NH1  0.20     1.85    0.20  1.55      HP     0.03     1.3582
 *   CT1  0.02     2.275   0.01  1.9       S      0.45     2.0
 *   OW   0.155394268, sigma 3.16555789    OT     0.1521, sigma 3.15057
 *   HW   0
 *
 * Or the types are a system's own, up to 80 of them, with what its file says of each.
 *
 * What a kernel reads as an atom's type is its type, and in the fraction, in 2^-20, its charge in
 * 10^-5 e (system_kind of harness/particles/system.h). Units: A, kcal/mol, e, amu.
 *
 * The parts of this file, in order: what is compiled; types, terms and ways; constants; atoms; vdw;
 * ways and tables; coulomb; pairs; bonded terms; and the description, for the harness alone. It is
 * compiled by
 *
 *   NVRTC, kernels of a GPU       __CUDACC__, MODEL: and so ALLATOM_KERNEL
 *   the CPU's, kernels of a CPU   MODEL: and so ALLATOM_KERNEL
 *   both, of types of a system    OWN_TYPES, how many, besides: and so MODEL_OWN
 *   the CPU's, the description    MODEL, MODEL_DESCRIBE: and so MODEL_OWN, no ALLATOM_KERNEL
 *   the CPU's, the harness        none of them, for what it takes of types and kinds
 *
 * J. C. Phillips et al., SC07 (2007) and J. E. Stone et al., J. Comput. Chem. 28, 2618 (2007) for
 * the kernel; A. D. MacKerell et al., J. Phys. Chem. B 102, 3586 (1998) for CHARMM22; B. R. Brooks
 * et al., J. Comput. Chem. 4, 187 (1983) for S; H. J. C. Berendsen et al., J. Phys. Chem. 91, 6269
 * (1987) for SPC/E; I. G. Tironi et al., J. Chem. Phys. 102, 5451 (1995) for the reaction field.
 */
#ifndef PAIRLANES_MODELS_ALLATOM_H
#define PAIRLANES_MODELS_ALLATOM_H

/* --- what is compiled --- */

#define MODEL_BODY
#define MODEL_BONDED    3
#define MODEL_COPIES(c) (sizeof(real) == 4 ? 4 : 1)
#define MODEL_VARIANTS  (sizeof(real) == 4 ? 8 : 6)
#define MODEL_TABLE
/* A GPU's kernels ask for pairs beyond the cut-off, too. */
#ifdef __CUDACC__
#define MODEL_EVERYWHERE
#endif
/* Kernels of own types, and the description, which has room for them. */
#if defined(OWN_TYPES) || defined(MODEL_DESCRIBE)
#define MODEL_OWN own
#endif

#include "models/model.h"

#include "models/allatom/screened.h"

/* The harness, which compiles no kernels, evaluates in the plainest way, by the C library. */
#if defined(MODEL) && !defined(MODEL_DESCRIBE)
#define ALLATOM_KERNEL
#endif

/* --- types, terms and ways --- */

enum {
    ALLATOM_OW,
    ALLATOM_HW,
    ALLATOM_C,
    ALLATOM_CT3,
    ALLATOM_O,
    ALLATOM_HB,
    ALLATOM_NH1,
    ALLATOM_CT1,
    ALLATOM_CT2,
    ALLATOM_CA,
    ALLATOM_OH1,
    ALLATOM_H,
    ALLATOM_HP,
    ALLATOM_S,
    ALLATOM_OT,
    ALLATOM_TYPES
};

/** Kinds of bonded terms. */
enum allatom_kind {
    ALLATOM_EXCLUDED, /* two atoms that do not meet */
    ALLATOM_FOURTH,   /* two that are three bonds apart */
    ALLATOM_FOURTH_HALF,
    ALLATOM_WATER_BOND,
    ALLATOM_WATER_ANGLE, /* three atoms, the oxygen second */
    ALLATOM_KINDS
};

/* Tables of what each two types have together are for as many types as leave shared memory to
   several blocks, on a CPU for those that a vector has lanes for; the description has none. */
#ifdef __CUDACC__
#ifndef OWN_TYPES
#define MODEL_PACKED ALLATOM_TYPES
#elif OWN_TYPES <= 48
#define MODEL_PACKED OWN_TYPES
#endif
#elif !defined(MODEL_DESCRIBE)
#ifndef OWN_TYPES
#define MODEL_MIXTURES ALLATOM_TYPES
#elif OWN_TYPES <= 16
#define MODEL_MIXTURES OWN_TYPES
#endif
#endif

/** How the force is evaluated. */
enum allatom_way {
    ALLATOM_EWALD,
    ALLATOM_FIELD,
    ALLATOM_LINEAR, /* models/allatom/lookup.h tells of all tables */
    ALLATOM_CUBIC,
    ALLATOM_TEXTURE, /* on a GPU alone */
    ALLATOM_SETTLED  /* and more: an enum allatom_variant beyond it, in loops of a CPU alone */
};

/** What loops are compiled for, each by itself: the way, and whether vdw has a switch. */
enum allatom_variant {
    ALLATOM_OF_EWALD,
    ALLATOM_OF_EWALD_SWITCHED,
    ALLATOM_OF_FIELD,
    ALLATOM_OF_FIELD_SWITCHED,
    ALLATOM_OF_LINEAR,
    ALLATOM_OF_CUBIC,
    ALLATOM_OF_SMOOTH, /* Ewald by smooth_slope */
    ALLATOM_OF_SMOOTH_SWITCHED
};

/** Of an atom's code: bits of the fraction, which is its charge; types for which it has one; and
 * all bits where there are more (system_kind of harness/particles/system.h). */
enum { ALLATOM_CODE_BITS = 20, ALLATOM_CODE_TYPES = 16, ALLATOM_OWN_BITS = (1 << 27) - 1 };

enum allatom_term {
    ALLATOM_TERM_VDW,
    ALLATOM_TERM_COULOMB,
    ALLATOM_TERM_EXCLUDED,
    ALLATOM_TERM_VDW14,
    ALLATOM_TERM_COULOMB14,
    ALLATOM_TERM_BOND,
    ALLATOM_TERM_ANGLE
};

/* --- constants --- */

/** Of a type; a GPU loads it as a vector. */
struct allatom_type {
    MODEL_ALIGNED(2 * sizeof(real))
    real half_sigma;
    real root_depth; /* (4 eps)^1/2 */
};

/* Kernels of own types, and the description. */
#ifdef MODEL_OWN
/** Of a type of the system's own. */
struct allatom_own {
    struct allatom_type usual, fourth;
};

/* Kernels have as many as the system, the description as many as there may be. */
#ifdef OWN_TYPES
enum { ALLATOM_OWN_TYPES = OWN_TYPES };
#else
enum { ALLATOM_OWN_TYPES = 80 };
#endif
#endif

struct allatom_constants {
    struct allatom_type type[ALLATOM_TYPES];
    struct allatom_type fourth[ALLATOM_TYPES]; /* of atoms that are three bonds apart */
    real cutoff2;                              /* r_c^2 */
    real per_width;                            /* (r_c^2 - r_s^2)^-1; 0: there is no switch */
    real switch_end;                           /* r_c^2 (r_c^2 - r_s^2)^-1 */
    real charge_unit;                          /* C^1/2 times the unit of a body's charge */
    real way;                                  /* enum allatom_way */
    real ewald; /* whether charges interact by it, or in a reaction field */
    real alpha;
    real alpha2;
    real alpha3;
    real slope; /* 2 alpha pi^-1/2 */
    real field; /* k of the reaction field */
    real shift; /* c of the reaction field */
    real vdw14, coulomb14;
    /* kernels of own types, and the description, which alone keeps how many and their masses */
#ifdef MODEL_OWN
    struct allatom_own own[ALLATOM_OWN_TYPES];
#ifdef MODEL_DESCRIBE
    real own_types; /* how many; 0: types are those of the model */
    real own_mass[ALLATOM_OWN_TYPES];
#endif
#endif
};

/* Kernels of own types, to which the number is known, and the description, to which it is not. */
#ifdef MODEL_OWN
/** How many types the system has of its own; 0: they are the model's. */
MODEL_FUNCTION int allatom_own_types(const struct allatom_constants *c)
{
#ifdef OWN_TYPES
    (void)c;
    return OWN_TYPES;
#else
    return (int)c->own_types;
#endif
}
#endif

/** What the constants have of a type, and of atoms of it that are three bonds apart: kernels of own
 * types and the description choose, all others have the model's. */
#ifdef MODEL_OWN
#define ALLATOM_TYPE(c, number)                                                                    \
    (allatom_own_types(c) > 0 ? (c)->own[number].usual : (c)->type[number])
#define ALLATOM_FOURTH(c, number)                                                                  \
    (allatom_own_types(c) > 0 ? (c)->own[number].fourth : (c)->fourth[number])
#else
#define ALLATOM_TYPE(c, number)   ((c)->type[number])
#define ALLATOM_FOURTH(c, number) ((c)->fourth[number])
#endif

/* --- atoms --- */

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

/* --- vdw --- */

/** What a term adds to a pair: its energy, and its force on q over r. */
struct allatom_share {
    real energy, over_r;
};

/** A number moved into [0, 1]. */
MODEL_FUNCTION real allatom_saturated(real x)
{
    /* GPUs have an instruction for it */
#ifdef __CUDACC__
    return fmin(fmax(x, (real)0), (real)1); /* in single precision */
#else
    x = x > 0 ? x : (real)0;
    return x < 1 ? x : (real)1;
#endif
}

/** The Lennard-Jones interaction, where `switched` with S, which is u^2 (3 - 2 u), u the share of
 * the switch's width, in r^2, that is left. */
MODEL_FUNCTION struct allatom_share allatom_lj(const struct allatom_constants *c,
                                               struct allatom_mixture mixture, real r2, real per_r2,
                                               bool switched)
{
    const real per_r6 = per_r2 * per_r2 * per_r2, repulsion = mixture.repulsion * per_r6;
    real energy6 = (real)0.5 * repulsion - mixture.attraction;
    real over_r = (repulsion - mixture.attraction) * per_r2;
    if (switched) {
        /* kernels of a CPU; all others ask beyond the cut-off, too */
#if defined(ALLATOM_KERNEL) && !defined(__CUDACC__)
        /* No strategy of a CPU keeps what is beyond the cut-off, where `left` is under 0. */
        const real share = c->switch_end - r2 * c->per_width, left = share < 1 ? share : (real)1;
#else
        const real left = allatom_saturated(c->switch_end - r2 * c->per_width);
#endif
        const real slope = 2 * c->per_width - 2 * c->per_width * left;
        const real factor = left * (3 - 2 * left);
        over_r = left * (factor * over_r + energy6 * slope);
        energy6 *= left * factor;
    }
    struct allatom_share lj;
    lj.energy = energy6 * per_r6 / 6;
    lj.over_r = over_r * per_r6;
    return lj;
}

/** Whether vdw has a switch. */
MODEL_FUNCTION bool allatom_is_switched(const struct allatom_constants *c)
{
    /* loops of a CPU, of one variant each */
#ifndef __CUDACC__
    if (c->way == ALLATOM_SETTLED + ALLATOM_OF_EWALD ||
        c->way == ALLATOM_SETTLED + ALLATOM_OF_FIELD ||
        c->way == ALLATOM_SETTLED + ALLATOM_OF_SMOOTH)
        return false;
    if (c->way == ALLATOM_SETTLED + ALLATOM_OF_EWALD_SWITCHED ||
        c->way == ALLATOM_SETTLED + ALLATOM_OF_FIELD_SWITCHED ||
        c->way == ALLATOM_SETTLED + ALLATOM_OF_SMOOTH_SWITCHED)
        return true;
#endif
    return c->per_width > 0;
}

MODEL_FUNCTION struct allatom_share allatom_vdw(const struct allatom_constants *c,
                                                const struct allatom_body *p,
                                                const struct allatom_body *q, real r2, real per_r2)
{
    /* kernels that have tables of mixtures */
#if defined(MODEL_PACKED) || defined(MODEL_MIXTURES)
    if (q->bare) {
        const struct allatom_share nothing = {0, 0};
        return nothing;
    }
#endif
    return allatom_lj(c, allatom_mixture_of(p, q), r2, per_r2, allatom_is_switched(c));
}

/* --- ways and tables --- */

/* Where a kernel's table is, on a GPU in constant memory; the harness sets it before the kernel
 * runs. */
#ifdef __CUDACC__
#define MODEL_TABLE_OF_KERNEL                                                                      \
    extern "C" {                                                                                   \
    __constant__ const real *pairlanes_table;                                                      \
    __constant__ cudaTextureObject_t pairlanes_texture;                                            \
    }
#else
#define MODEL_TABLE_OF_KERNEL                                                                      \
    extern const real *pairlanes_table;                                                            \
    const real *pairlanes_table;
#endif

/* Kernels have a table, all others have none. */
#ifdef ALLATOM_KERNEL
MODEL_TABLE_OF_KERNEL
#else
#include <stddef.h>
static const real *const pairlanes_table = NULL; /* only kernels look up */
#endif
#include "models/allatom/lookup.h"

/** The way, wherever it is known to the compiler too. */
MODEL_FUNCTION real allatom_way(const struct allatom_constants *c)
{
    /* loops of a CPU, of one variant each */
#ifndef __CUDACC__
    if (c->way >= ALLATOM_SETTLED) {
        static const enum allatom_way ways[] = {
            [ALLATOM_OF_EWALD] = ALLATOM_EWALD,   [ALLATOM_OF_EWALD_SWITCHED] = ALLATOM_EWALD,
            [ALLATOM_OF_FIELD] = ALLATOM_FIELD,   [ALLATOM_OF_FIELD_SWITCHED] = ALLATOM_FIELD,
            [ALLATOM_OF_LINEAR] = ALLATOM_LINEAR, [ALLATOM_OF_CUBIC] = ALLATOM_CUBIC,
            [ALLATOM_OF_SMOOTH] = ALLATOM_EWALD,  [ALLATOM_OF_SMOOTH_SWITCHED] = ALLATOM_EWALD};
        return (real)ways[(int)c->way - ALLATOM_SETTLED];
    }
#endif
    return c->way;
}

MODEL_FUNCTION bool allatom_is_ewald(const struct allatom_constants *c)
{
    const real way = allatom_way(c);
    return way == ALLATOM_EWALD || (way != ALLATOM_FIELD && c->ewald != 0);
}

/** Whether forces of charges go by smooth_slope: in single precision, alpha r_c up to the root of
 * SMOOTH_REACH. */
MODEL_FUNCTION bool allatom_is_smooth(const struct allatom_constants *c)
{
    /* the harness; then kernels, of which loops of a CPU know it when they are compiled */
#ifndef ALLATOM_KERNEL
    (void)c;
    return false;
#else
#ifndef __CUDACC__
    if (c->way >= ALLATOM_SETTLED)
        return c->way >= ALLATOM_SETTLED + ALLATOM_OF_SMOOTH;
#endif
    return sizeof(real) == 4 && c->alpha2 * c->cutoff2 <= SMOOTH_REACH;
#endif
}

/* Kernels of a CPU: MODEL_VARIANTS. */
#if defined(ALLATOM_KERNEL) && !defined(__CUDACC__)
/** Which of the loops that are compiled for a variant each takes these constants. */
MODEL_FUNCTION int allatom_variant(const struct allatom_constants *c)
{
    const int switched = allatom_is_switched(c);
    if (c->way == ALLATOM_LINEAR || c->way == ALLATOM_CUBIC)
        return c->way == ALLATOM_LINEAR ? ALLATOM_OF_LINEAR : ALLATOM_OF_CUBIC;
    if (c->way == ALLATOM_FIELD)
        return ALLATOM_OF_FIELD + switched;
    return (allatom_is_smooth(c) ? ALLATOM_OF_SMOOTH : ALLATOM_OF_EWALD) + switched;
}

/** Tells the compiler that the constants are of a variant. */
MODEL_FUNCTION void allatom_settle(struct allatom_constants *c, int variant)
{
    c->way = (real)(ALLATOM_SETTLED + variant);
}
#endif

/* --- coulomb --- */

/** A distance r as interactions have it. */
struct allatom_distance {
    real r2, per_r, per_r2;
    real t; /* of models/allatom/screened.h, for alpha r */
};

/** A root and a quotient for all three: both take a CPU longer than all else of a pair. */
MODEL_FUNCTION struct allatom_distance allatom_distance_of(const struct allatom_constants *c,
                                                           real r2)
{
    struct allatom_distance d;
    d.r2 = r2;
    /* the harness; kernels of a GPU; kernels of a CPU */
#ifndef ALLATOM_KERNEL
    (void)c;
    d.per_r = reciprocal_sqrt(r2);
    d.per_r2 = 1 / r2;
    d.t = 0;
#elif defined(__CUDACC__)
    d.per_r = reciprocal_sqrt(r2);
    d.per_r2 = d.per_r * d.per_r;
    d.t = SCREENED_NEAR / (SCREENED_NEAR + c->alpha * (r2 * d.per_r));
#else
    const bool screens = allatom_is_ewald(c) && !allatom_is_smooth(c);
    real r = sqrt(r2), far = SCREENED_NEAR + c->alpha * r, sum = screens ? far : (real)1;
    real quotient = 1 / (r2 * sum);
    d.per_r2 = quotient * sum;
    d.per_r = d.per_r2 * r;
    d.t = screens ? SCREENED_NEAR * (quotient * r2) : SCREENED_NEAR / far; /* energies have it */
#endif
    return d;
}

/** exp(-(alpha r)^2) and erfc(alpha r). */
struct allatom_screened {
    real gauss, erfc;
};

MODEL_FUNCTION struct allatom_screened allatom_screened(const struct allatom_constants *c,
                                                        const struct allatom_distance *d)
{
    struct allatom_screened screened;
    /* the harness, by the C library; kernels, by screened.h */
#ifndef ALLATOM_KERNEL
    real x = c->alpha * d->r2 * d->per_r;
    screened.gauss = exp(-x * x);
    screened.erfc = erfc(x);
#else
    screened.gauss = gauss(c->alpha2 * d->r2);
    screened.erfc = screened.gauss * scaled_erfc(d->t);
#endif
    return screened;
}

/** `charges` are the product of both times C. */
MODEL_FUNCTION struct allatom_share allatom_coulomb(const struct allatom_constants *c, real charges,
                                                    const struct allatom_distance *d)
{
    struct allatom_share coulomb;
    if (allatom_is_ewald(c)) {
        const struct allatom_screened of = allatom_screened(c, d);
        real screened = of.erfc * d->per_r;
        coulomb.energy = charges * screened;
        coulomb.over_r = charges * (screened + c->slope * of.gauss) * d->per_r2;
        /* kernels of a GPU, which multiply behind the function; kernels of a CPU, within it */
#if defined(ALLATOM_KERNEL) && defined(__CUDACC__)
        if (allatom_is_smooth(c))
            coulomb.over_r =
                charges * (d->per_r * d->per_r2 -
                           c->alpha3 * (real)smooth_slope((float)(c->alpha2 * d->r2), 1, 1));
#elif defined(ALLATOM_KERNEL)
        if (allatom_is_smooth(c))
            coulomb.over_r =
                charges * (d->per_r * d->per_r2 -
                           (real)smooth_slope((float)d->r2, (float)c->alpha2, (float)c->alpha3));
#endif
    } else {
        coulomb.energy = charges * (d->per_r + c->field * d->r2 - c->shift);
        coulomb.over_r = charges * (d->per_r * d->per_r2 - 2 * c->field);
    }
    return coulomb;
}

/** What two excluded atoms have in the place of the Coulomb interaction. */
MODEL_FUNCTION struct allatom_share allatom_excluded(const struct allatom_constants *c,
                                                     real charges, real r2, real per_r2)
{
    struct allatom_share excluded;
    if (allatom_is_ewald(c)) {
        real per_r = reciprocal_sqrt(r2);
        real x = c->alpha * r2 * per_r, smooth = erf(x) * per_r;
        excluded.energy = -charges * smooth;
        excluded.over_r = charges * (c->slope * exp(-x * x) - smooth) * per_r2;
    } else {
        excluded.energy = charges * (c->field * r2 - c->shift);
        excluded.over_r = -2 * charges * c->field;
    }
    return excluded;
}

/* --- pairs --- */

/** The force of a pair over r, by what a table has at its distance. */
MODEL_FUNCTION real allatom_looked_up(const struct allatom_constants *c,
                                      const struct allatom_body *p, const struct allatom_body *q,
                                      struct looked_up found)
{
    /* kernels that have tables of mixtures */
#if defined(MODEL_PACKED) || defined(MODEL_MIXTURES)
    if (q->bare)
        return allatom_charges(c, p, q) * found.c;
#endif
    const struct allatom_mixture mixture = allatom_mixture_of(p, q);
    return mixture.repulsion * found.a + mixture.attraction * found.b +
           allatom_charges(c, p, q) * found.c;
}

/** The force of a pair over r, if that of the direct way is `direct`. */
MODEL_FUNCTION real allatom_over_r(const struct allatom_constants *c, const struct allatom_body *p,
                                   const struct allatom_body *q, real r2, real direct)
{
    /* kernels, of which those of a GPU have a texture unit; the harness evaluates directly */
#ifdef ALLATOM_KERNEL
    const real way = allatom_way(c);
    if (way >= ALLATOM_LINEAR) {
        struct looked_up found;
        if (way == ALLATOM_LINEAR)
            found = linear_lookup(reciprocal_sqrt(r2));
#ifdef __CUDACC__
        else if (way == ALLATOM_TEXTURE)
            found = texture_lookup(reciprocal_sqrt(r2));
#endif
        else /* strategies may ask for more than the table has, and drop the answer */
            found = cubic_lookup(r2 < c->cutoff2 ? r2 : c->cutoff2);
        return allatom_looked_up(c, p, q, found);
    }
#else
    (void)c;
    (void)p;
    (void)q;
    (void)r2;
#endif
    return direct;
}

MODEL_FUNCTION bool allatom_pair(const struct allatom_constants *c, const struct allatom_body *p,
                                 const struct allatom_body *q, real dx, real dy, real dz,
                                 struct pair_force *f)
{
    const struct allatom_distance d = allatom_distance_of(c, dx * dx + dy * dy + dz * dz);
    struct allatom_share vdw = allatom_vdw(c, p, q, d.r2, d.per_r2);
    struct allatom_share coulomb = allatom_coulomb(c, allatom_charges(c, p, q), &d);
    real over_r = allatom_over_r(c, p, q, d.r2, vdw.over_r + coulomb.over_r);
    /* kernels of a GPU */
#ifdef MODEL_EVERYWHERE
    const bool near = d.r2 < c->cutoff2;
#else
    const bool near = true;
#endif
    over_r = near ? over_r : (real)0;
    f->x = over_r * dx;
    f->y = over_r * dy;
    f->z = over_r * dz;
    f->energy = 0;
    ADD_ENERGY(f, ALLATOM_TERM_VDW, near ? vdw.energy : (real)0);
    ADD_ENERGY(f, ALLATOM_TERM_COULOMB, near ? coulomb.energy : (real)0);
    return near;
}

/* --- bonded terms --- */

/** Terms of two atoms that stand for a pair; returns the force on the second over r. */
MODEL_FUNCTION real allatom_pair_term(const struct allatom_constants *c, int kind,
                                      const struct allatom_body *p, const struct allatom_body *q,
                                      real r2, struct bonded_force *f)
{
    real per_r2 = 1 / r2, charges = allatom_charges(c, p, q);
    if (kind == ALLATOM_FOURTH || kind == ALLATOM_FOURTH_HALF) {
        real weight = kind == ALLATOM_FOURTH ? (real)1 : (real)0.5;
        const struct allatom_type of_p = ALLATOM_FOURTH(c, p->type),
                                  of_q = ALLATOM_FOURTH(c, q->type);
        const struct allatom_mixture mixture =
            allatom_mix(of_p.half_sigma + of_q.half_sigma, of_p.root_depth * of_q.root_depth);
        struct allatom_share lj = allatom_lj(c, mixture, r2, per_r2, false);
        real coulomb = weight * c->coulomb14 * charges * reciprocal_sqrt(r2);
        ADD_ENERGY(f, ALLATOM_TERM_VDW14, weight * c->vdw14 * lj.energy);
        ADD_ENERGY(f, ALLATOM_TERM_COULOMB14, coulomb);
        return weight * c->vdw14 * lj.over_r + coulomb * per_r2;
    }
    struct allatom_share excluded = allatom_excluded(c, charges, r2, per_r2);
    ADD_ENERGY(f, ALLATOM_TERM_EXCLUDED, excluded.energy);
    return excluded.over_r;
}

/** Bends the angle of a water molecule, u and v the vectors from its oxygen to its hydrogens. */
MODEL_FUNCTION void allatom_water_angle(struct vector u, struct vector v, struct bonded_force *f)
{
    const real stiffness = (real)45.770, target = (real)1.9106119321581925; /* 109.47 degrees */
    real per_u = reciprocal_sqrt(dot(u, u)), per_v = reciprocal_sqrt(dot(v, v));
    u = times(per_u, u);
    v = times(per_v, v);
    real cosine = dot(u, v), sine2 = 1 - cosine * cosine;
    real bend = acos(cosine) - target;
    real slope = -2 * stiffness * bend * reciprocal_sqrt(sine2);
    f->force[0] = times(-slope * per_u, plus_times(v, -cosine, u));
    f->force[2] = times(-slope * per_v, plus_times(u, -cosine, v));
    f->force[1] = times(-1, plus(f->force[0], f->force[2]));
    ADD_ENERGY(f, ALLATOM_TERM_ANGLE, stiffness * bend * bend);
}

/** Fills the whole of f, which comes zeroed. */
MODEL_FUNCTION void allatom_bonded(const struct allatom_constants *c, int kind,
                                   const struct allatom_body *body, const struct vector *r,
                                   struct bonded_force *f)
{
    if (kind == ALLATOM_WATER_ANGLE) {
        allatom_water_angle(times(-1, r[0]), r[1], f);
        return;
    }
    real r2 = dot(r[0], r[0]), over_r;
    if (kind == ALLATOM_WATER_BOND) {
        const real stiffness = (real)412.285, length = 1;
        real stretch = sqrt(r2) - length;
        over_r = -2 * stiffness * stretch * reciprocal_sqrt(r2);
        ADD_ENERGY(f, ALLATOM_TERM_BOND, stiffness * stretch * stretch);
    } else {
        over_r = allatom_pair_term(c, kind, &body[0], &body[1], r2, f);
    }
    f->force[1] = times(over_r, r[0]);
    f->force[0] = times(-1, f->force[1]);
}

/* --- the description, for the harness alone --- */

#ifdef MODEL_DESCRIBE

#include "models/allatom/tables.h"
#include "models/description.h"
#include "models/own_types.h"

enum {
    ALLATOM_CUTOFF,
    ALLATOM_SWITCH,
    ALLATOM_ELECTROSTATICS,
    ALLATOM_ALPHA,
    ALLATOM_DIELECTRIC,
    ALLATOM_VDW14,
    ALLATOM_COULOMB14,
    ALLATOM_FORCE
};

static const char *const allatom_electrostatics[] = {"ewald", "reaction_field", NULL};
static const char *const allatom_forces[] = {"direct", "table", "cubic", "texture", NULL};

static const struct parameter allatom_parameters[] = {
    [ALLATOM_CUTOFF] = {.name = "cutoff",
                        .unit = "A",
                        .summary = "cut-off radius of both interactions",
                        .initial = 12,
                        .minimum = 1,
                        .maximum = 100},
    [ALLATOM_SWITCH] = {.name = "switch",
                        .unit = "A",
                        .summary = "where the switch of vdw begins, up to the cut-off: then there "
                                   "is none",
                        .initial = 10,
                        .minimum = 0,
                        .maximum = 100},
    [ALLATOM_ELECTROSTATICS] = {.name = "electrostatics",
                                .unit = "",
                                .summary = "how charges interact",
                                .initial = 0,
                                .minimum = 0,
                                .maximum = 1,
                                .choices = allatom_electrostatics},
    [ALLATOM_ALPHA] = {.name = "alpha",
                       .unit = "1/A",
                       .summary = "of ewald: how near the interaction in real space is",
                       .initial = 0.26,
                       .minimum = 0,
                       .maximum = 10},
    [ALLATOM_DIELECTRIC] = {.name = "dielectric",
                            .unit = "",
                            .summary = "of reaction_field: the constant beyond the cut-off; 0: "
                                       "it is infinite",
                            .initial = 0,
                            .minimum = 0,
                            .maximum = 1e6},
    [ALLATOM_VDW14] = {.name = "vdw14",
                       .unit = "",
                       .summary = "what vdw of atoms three bonds apart is multiplied by",
                       .initial = 1,
                       .minimum = 0,
                       .maximum = 10},
    [ALLATOM_COULOMB14] = {.name = "coulomb14",
                           .unit = "",
                           .summary = "what coulomb of atoms three bonds apart is multiplied by",
                           .initial = 1,
                           .minimum = 0,
                           .maximum = 10},
    [ALLATOM_FORCE] = {.name = "force",
                       .unit = "",
                       .summary =
                           "of pairs: evaluated directly, by a table of 4,096 entries linear "
                           "in 1/r, by cubics in r^2, or by that table through a GPU's texture "
                           "unit; energies are evaluated directly",
                       .initial = 0,
                       .minimum = 0,
                       .maximum = 3,
                       .choices = allatom_forces},
};

/* eps and R of CHARMM22, and those of atoms three bonds apart; without any, they are the same. */
static const struct {
    double depth, radius, depth14, radius14;
} allatom_charmm[] = {
    [ALLATOM_C] = {.depth = 0.11, .radius = 2.0},
    [ALLATOM_CT3] = {0.08, 2.06, 0.01, 1.9},
    [ALLATOM_O] = {0.12, 1.7, 0.12, 1.4},
    [ALLATOM_HB] = {.depth = 0.022, .radius = 1.32},
    [ALLATOM_NH1] = {0.20, 1.85, 0.20, 1.55},
    [ALLATOM_CT1] = {0.02, 2.275, 0.01, 1.9},
    [ALLATOM_CT2] = {0.055, 2.175, 0.01, 1.9},
    [ALLATOM_CA] = {.depth = 0.07, .radius = 1.9924},
    [ALLATOM_OH1] = {.depth = 0.1521, .radius = 1.77},
    [ALLATOM_H] = {.depth = 0.046, .radius = 0.2245},
    [ALLATOM_HP] = {.depth = 0.03, .radius = 1.3582},
    [ALLATOM_S] = {.depth = 0.45, .radius = 2.0},
};

static double allatom_range(const double *p)
{
    return p[ALLATOM_CUTOFF];
}

static struct allatom_type allatom_type_of(double sigma, double depth)
{
    const struct allatom_type type = {.half_sigma = sigma / 2, .root_depth = sqrt(4 * depth)};
    return type;
}

static bool allatom_derive(const double *p, double *constants, struct error *error)
{
    const double sigma_of_radius = pow(2, 5 / 6.0);
    const double spce_sigma = 3.16555789, spce_depth = 0.155394268;
    const double tip3p_sigma = 3.15057, tip3p_depth = 0.1521;
    const double charges_per_e = 1e5, moved_up = 1 << (32 - ALLATOM_CODE_BITS);
    const double cutoff = p[ALLATOM_CUTOFF], from = p[ALLATOM_SWITCH];
    const double dielectric = p[ALLATOM_DIELECTRIC];
    struct allatom_constants *c = (struct allatom_constants *)constants;
    if (from > cutoff)
        return model_refuse(error, "switch: expected %g A, the cut-off, at most, found %g", cutoff,
                            from);
    double width = cutoff * cutoff - from * from;
    double field = dielectric > 0 ? (dielectric - 1) / (2 * dielectric + 1) : 0.5;
    *c = (struct allatom_constants){
        .cutoff2 = cutoff * cutoff,
        .per_width = width > 0 ? 1 / width : 0,
        .switch_end = width > 0 ? cutoff * cutoff / width : 1,
        .charge_unit = sqrt(332.06371) / charges_per_e / moved_up,
        .way = p[ALLATOM_FORCE] == 0 ? p[ALLATOM_ELECTROSTATICS]
                                     : ALLATOM_LINEAR + p[ALLATOM_FORCE] - 1,
        .ewald = p[ALLATOM_ELECTROSTATICS] == 0,
        .alpha = p[ALLATOM_ALPHA],
        .alpha2 = p[ALLATOM_ALPHA] * p[ALLATOM_ALPHA],
        .alpha3 = p[ALLATOM_ALPHA] * p[ALLATOM_ALPHA] * p[ALLATOM_ALPHA],
        .slope = 2 * p[ALLATOM_ALPHA] / sqrt(acos(-1)),
        .field = field / (cutoff * cutoff * cutoff),
        .shift = (1 + field) / cutoff,
        .vdw14 = p[ALLATOM_VDW14],
        .coulomb14 = p[ALLATOM_COULOMB14],
    };
    c->type[ALLATOM_OW] = c->fourth[ALLATOM_OW] = allatom_type_of(spce_sigma, spce_depth);
    c->type[ALLATOM_HW] = c->fourth[ALLATOM_HW] = allatom_type_of(0, 0);
    c->type[ALLATOM_OT] = c->fourth[ALLATOM_OT] = allatom_type_of(tip3p_sigma, tip3p_depth);
    for (int t = ALLATOM_C; t < ALLATOM_OT; t++) {
        double radius = allatom_charmm[t].radius, depth = allatom_charmm[t].depth;
        bool own = allatom_charmm[t].depth14 > 0;
        c->type[t] = allatom_type_of(sigma_of_radius * radius, depth);
        c->fourth[t] = own ? allatom_type_of(sigma_of_radius * allatom_charmm[t].radius14,
                                             allatom_charmm[t].depth14)
                           : c->type[t];
    }
    return true;
}

static const char *const allatom_terms[] = {
    [ALLATOM_TERM_VDW] = "vdw",
    [ALLATOM_TERM_COULOMB] = "coulomb",
    [ALLATOM_TERM_EXCLUDED] = "excluded",
    [ALLATOM_TERM_VDW14] = "vdw14",
    [ALLATOM_TERM_COULOMB14] = "coulomb14",
    [ALLATOM_TERM_BOND] = "bond",
    [ALLATOM_TERM_ANGLE] = "angle",
    NULL,
};

static const struct particle_type allatom_types[] = {
    [ALLATOM_OW] = {.name = "OW", .mass = 15.9994},
    [ALLATOM_HW] = {.name = "HW", .mass = 1.008},
    [ALLATOM_C] = {.name = "C", .mass = 12.011},
    [ALLATOM_CT3] = {.name = "CT3", .mass = 12.011},
    [ALLATOM_O] = {.name = "O", .mass = 15.999},
    [ALLATOM_HB] = {.name = "HB", .mass = 1.008},
    [ALLATOM_NH1] = {.name = "NH1", .mass = 14.007},
    [ALLATOM_CT1] = {.name = "CT1", .mass = 12.011},
    [ALLATOM_CT2] = {.name = "CT2", .mass = 12.011},
    [ALLATOM_CA] = {.name = "CA", .mass = 12.011},
    [ALLATOM_OH1] = {.name = "OH1", .mass = 15.999},
    [ALLATOM_H] = {.name = "H", .mass = 1.008},
    [ALLATOM_HP] = {.name = "HP", .mass = 1.008},
    [ALLATOM_S] = {.name = "S", .mass = 32.066},
    [ALLATOM_OT] = {.name = "OT", .mass = 15.999},
    {0},
};

static void allatom_put_own(const struct own_types *own, struct allatom_constants *c)
{
    c->own_types = own->count;
    for (int t = 0; t < own->count; t++) {
        const struct own_type *type = &own->of[t];
        c->own[t].usual = allatom_type_of(type->sigma, type->depth);
        c->own[t].fourth = allatom_type_of(type->sigma14, type->depth14);
        c->own_mass[t] = type->mass;
    }
}

static void allatom_adjust(const double *constants, struct particle_type *types)
{
    const struct allatom_constants *c = (const struct allatom_constants *)constants;
    for (int t = 0; t < (int)c->own_types; t++)
        types[t] = (struct particle_type){.name = "of its own", .mass = c->own_mass[t]};
}

static const struct model allatom_model = {
    .name = "allatom",
    .summary = "atoms of water and proteins: switched Lennard-Jones, Ewald or reaction field",
    .citation = "Stone et al., J. Comput. Chem. 28, 2618 (2007); CHARMM22; SPC/E",
    .builders = {"spce"},
    /* the own unit is (amu A^2 / (kcal/mol))^(1/2) */
    .time = {.unit = "fs", .own = 48.88821, .step = 0.5, .span = "ns", .spans = 1e6},
    .parameters = allatom_parameters,
    .parameter_count = sizeof allatom_parameters / sizeof *allatom_parameters,
    .types = allatom_types,
    .terms = allatom_terms,
    .evaluated = {.flops = 57, .special = 4},
    .energy = {.flops = 5},
    .pressure_unit = "atm",
    .pressure_units = 68568.415,
    .derive = allatom_derive,
    .adjust = allatom_adjust,
    .range = allatom_range,
};

#endif
#endif
