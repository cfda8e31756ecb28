/*
 * BRAHMS-style coarse-grained lipids in water: the ELBA force field for lipids, with water as one
 * dipole (ELBA) or as a soft sticky dipole (SSD). Every term and its first derivative vanish at the
 * cut-off r_c. With r = r_q - r_p, x = r / r_c, dipoles m = mu a3, charges Q, C = 332.06371:
 *
 *   Lennard-Jones  4 eps {s^12 - s^6 + [6 s_c^12 - 3 s_c^6] x^2 - 7 s_c^12 + 4 s_c^6}, s = sigma/r
 *   charges        C Q_p Q_q (1 - x)^2 / r
 *   charge, dipole C G [Q_q m_p - Q_p m_q].r / r^3,              G = 1 - 3 x^2 + 2 x^3
 *   dipoles        C B [m_p.m_q / r^3 - 3 (m_p.r)(m_q.r) / r^5], B = 1 - 4 x^3 + 3 x^4
 *   sticky         (1/2) {v0 s(r) [w(u_p) + w(u_q)] + v0' s'(r) [w'(u_p) + w'(u_q)]}
 *
 * The sticky term is between two SSD waters: u = (X, Y, Z) is the direction to the other molecule
 * in the body's frame (z along the dipole, the molecule in the plane of y and z),
 * w = 2 (X^2 - Y^2) Z, w' = (Z - 0.6)^2 (Z + 0.8)^2 - w0, and s falls from 1 at r_L to 0 at r_U as
 * (r_U - r)^2 (r_U + 2 r - 3 r_L) / (r_U - r_L)^3.
 *
 * Bonded terms: K (r - r0)^2, K (cos theta - cos theta0)^2, and K (cos gamma - 1)^2 with gamma
 * between a bead's dipole and the vector to another bead.
 *
 * bead       charge  dipole  mass  inertia   water  dipole  sigma  v0, v0'   r_L   r_U   r_L'  r_U'
 *            e       e A     amu   amu A^2          D       A      kcal/mol  A     A     A     A
 * water      0       .54132  40    100       elba   2.6     3.050
 * choline    +0.7    0       90              ssd    2.35    3.051  3.7284    2.75  3.35  2.75  4.00
 * phosphate  -0.7    0       90              ssd1   2.35    3.016  3.6613    2.75  3.35  2.75  4.00
 * glycerol   0       .33312  62    1000      ssd_e  2.42    3.035  3.90      2.40  3.80  2.75  3.35
 * ester      0       .41640  62    1000
 * tail       0       0       42              eps 0.550 (elba), 0.152 (ssd) kcal/mol; w0 0.07715
 * amine      +0.7    0       42
 *
 * A Gay-Berne bead (parameter tail=gay_berne) is an ellipsoid, its z axis the long one, that stands
 * for two tail beads: as broad as one, 4.500 A, and longer by a bond, 8.550 A. Its interactions are
 * those of models/gay_berne.h, with chi' of two wells side by side to one end to end; end to end,
 * it meets every bead as strongly as a tail bead does, and at the same sigma at its side. It takes
 * part in none of the other terms. BRAHMS had such beads, but its parameters were not published:
 * these are chosen here, and the form is the literature's. Mass 84 amu, inertia of the solid
 * ellipsoid across its axis, 392 amu A^2, and none about it.
 *
 * Among lipids SSD water interacts as an ELBA bead. Its mass is 18.0153 amu, its moments about x, y
 * and z are 1.7696, 0.6145 and 1.1550 amu A^2.
 *
 * Units: Angstrom, kcal/mol, e, amu; kcal/mol/A^3 are 68568.415 atm. Lengths of bonds:
 * chol-phos 4.770, amine-phos 4.365, phos-glyc 4.410, glyc-ester 4.140, ester-tail 4.095,
 * tail-tail 4.050, and 2.025 more for each end that is the middle of a Gay-Berne bead, K = 1.506.
 * Angles 115, 90, 180 and 120 degrees, K = 3.585. Dipole angles, K = 1.195.
 *
 * The parts of this file, in order: what kernels are told; types, kinds and branches; constants;
 * beads; the sticky term; ellipsoids; charges and dipoles; pairs; bonded terms; and the
 * description, for the harness alone (MODEL_DESCRIBE). All else is the same for every compiler.
 *
 * A. Shkurti, M. Orsi, E. Macii, E. Ficarra, A. Acquaviva, J. Comput. Chem. 34, 803 (2013);
 * M. Orsi, J. W. Essex, PLoS ONE 6, e28637 (2011) for the lipids; M. Orsi, S. Michel-Guillou,
 * J. W. Essex, J. Phys. Condens. Matter 22, 155106 (2010); T. Ichiye, Y. Liu, J. Phys. Chem. 100,
 * 2723 (1996), and C. J. Fennell, J. D. Gezelter, J. Chem. Phys. 120, 9175 (2004) for SSD.
 */
#ifndef PAIRLANES_MODELS_BRAHMS_H
#define PAIRLANES_MODELS_BRAHMS_H

/* --- what kernels are told --- */

#define MODEL_BODY
#define MODEL_ORIENTED
#define MODEL_BONDED       3
#define MODEL_INTERACTIONS BRAHMS_INTERACTIONS
#define MODEL_SPECIAL      water_only
#define MODEL_TYPE_COUNT   BRAHMS_TYPES
#define MODEL_COMMON(c)    ((c).sticky != 0 ? BRAHMS_SSD_SSD : BRAHMS_WATER_WATER)
#define MODEL_COPIES(c)    ((c).sticky != 0 ? 1 : 4)

#include "models/gay_berne.h"

/* --- types, kinds and branches --- */

enum {
    BRAHMS_WATER,
    BRAHMS_CHOLINE,
    BRAHMS_PHOSPHATE,
    BRAHMS_GLYCEROL,
    BRAHMS_ESTER,
    BRAHMS_TAIL,
    BRAHMS_AMINE,
    BRAHMS_GAY_BERNE,
    BRAHMS_TYPES
};

/** What the types of two beads decide, p's first. */
enum brahms_interaction {
    BRAHMS_NEUTRAL, /* Lennard-Jones alone */
    BRAHMS_ION_ION,
    BRAHMS_ION_DIPOLE,
    BRAHMS_DIPOLE_ION,
    BRAHMS_DIPOLE_DIPOLE,
    BRAHMS_WATER_WATER, /* dipoles alone */
    BRAHMS_SSD_SSD,     /* dipoles that stick */
    BRAHMS_LONG,        /* one is an ellipsoid at least */
    BRAHMS_INTERACTIONS
};

/** Kinds of bonded terms. */
enum brahms_kind {
    BRAHMS_BOND,      /* two beads; the length goes by their types */
    BRAHMS_ANGLE_115, /* three beads, the middle one second */
    BRAHMS_ANGLE_90,
    BRAHMS_ANGLE_180,
    BRAHMS_ANGLE_120,
    BRAHMS_DIPOLE, /* the bead with the dipole, the bead that it points to */
    BRAHMS_KINDS
};

/* The conditions of the paper's flowchart, its fig. 12. A is the range. Between waters, the sticky
 * term goes by r: within r_L full, then switched up to r_U, near and far alike. Between others,
 * what both beads carry decides. */
enum brahms_branch {
    BRAHMS_WATERS, /* B */
    BRAHMS_STICKY, /* C to H */
    BRAHMS_NEAR_FULL,
    BRAHMS_NEAR_SWITCH,
    BRAHMS_FAR_FULL,
    BRAHMS_FAR_SWITCH,
    BRAHMS_ELECTROSTATIC, /* K to Q: charge or dipole on both */
    BRAHMS_CHARGES,
    BRAHMS_CHARGE_DIPOLE, /* the dipole on q */
    BRAHMS_DIPOLE_CHARGE, /* the dipole on p */
    BRAHMS_DIPOLES,
    BRAHMS_ELLIPSOID /* not in the figure: either is a Gay-Berne bead */
};

enum brahms_term {
    BRAHMS_TERM_LJ,
    BRAHMS_TERM_COULOMB,
    BRAHMS_TERM_STICKY,
    BRAHMS_TERM_GAY_BERNE,
    BRAHMS_TERM_BOND,
    BRAHMS_TERM_ANGLE,
    BRAHMS_TERM_DIPOLE
};

/* --- constants --- */

/* A pair of types in the tables: the lower one names the row. */
#define BRAHMS_PAIRS (BRAHMS_TYPES * BRAHMS_TYPES)

enum { BRAHMS_WATERS_PAIR = BRAHMS_WATER * BRAHMS_TYPES + BRAHMS_WATER };

/** Of a pair of types; a GPU loads it as a vector. */
struct brahms_table {
    MODEL_ALIGNED(4 * sizeof(real))
    real depth;    /* 24 eps */
    real sigma2;   /* sigma^2 */
    real shift;    /* what makes the Lennard-Jones force vanish at the cut-off, per r */
    real electric; /* C times charges or dipoles, one of each bead */
};

struct brahms_constants {
    struct brahms_table table[BRAHMS_PAIRS];
    real bond[BRAHMS_PAIRS]; /* lengths; 0: no such bond */
    real per_cutoff2;        /* 1 / r_c^2 */
    real per_cutoff;
    real water_only; /* whether there is nothing else */
    real sticky;     /* whether water is SSD */
    real strength;   /* v0 / 2, and v0' / 2, which is the same */
    real w0;
    real near, near_end;        /* r_L, r_U */
    real far, far_end;          /* r_L', r_U' */
    real sticky_range2;         /* the larger of r_U and r_U', squared */
    real ellipsoids;            /* whether there are Gay-Berne beads; then of one and each type: */
    real contact[BRAHMS_TYPES]; /* sigma */
    real well_depth[BRAHMS_TYPES]; /* 4 eps */
    real chi[BRAHMS_TYPES];
    real chi_prime; /* chi' */
};

/* --- beads --- */

struct brahms_body {
    int type;
    struct axes axes; /* the dipole points along the third */
};

MODEL_FUNCTION struct brahms_body brahms_body_of(const struct brahms_constants *c, real type,
                                                 struct quaternion orientation)
{
    struct brahms_body body;
    body.type = c->water_only != 0 ? BRAHMS_WATER : (int)type;
    body.axes = axes_of(orientation);
    return body;
}

/* A shift of a set of types has no branches, which a chain of comparisons would. */
MODEL_FUNCTION bool brahms_is_ion(int type)
{
    return (1U << BRAHMS_CHOLINE | 1U << BRAHMS_PHOSPHATE | 1U << BRAHMS_AMINE) >> type & 1;
}

MODEL_FUNCTION bool brahms_is_dipole(int type)
{
    return (1U << BRAHMS_WATER | 1U << BRAHMS_GLYCEROL | 1U << BRAHMS_ESTER) >> type & 1;
}

MODEL_FUNCTION int brahms_interaction(const struct brahms_constants *c, int p, int q)
{
    if (p == BRAHMS_WATER && q == BRAHMS_WATER)
        return MODEL_COMMON(*c);
    if (c->ellipsoids != 0 && (p == BRAHMS_GAY_BERNE || q == BRAHMS_GAY_BERNE))
        return BRAHMS_LONG;
    if (brahms_is_dipole(q))
        return brahms_is_dipole(p) ? BRAHMS_DIPOLE_DIPOLE
               : brahms_is_ion(p)  ? BRAHMS_ION_DIPOLE
                                   : BRAHMS_NEUTRAL;
    if (!brahms_is_ion(q))
        return BRAHMS_NEUTRAL;
    return brahms_is_dipole(p) ? BRAHMS_DIPOLE_ION
           : brahms_is_ion(p)  ? BRAHMS_ION_ION
                               : BRAHMS_NEUTRAL;
}

MODEL_FUNCTION int brahms_reversed(int interaction)
{
    return interaction == BRAHMS_ION_DIPOLE   ? BRAHMS_DIPOLE_ION
           : interaction == BRAHMS_DIPOLE_ION ? BRAHMS_ION_DIPOLE
                                              : interaction;
}

MODEL_FUNCTION int brahms_orientations(int interaction)
{
    return (interaction >= BRAHMS_DIPOLE_ION ? ORIENTATION_P : 0) |
           (interaction == BRAHMS_ION_DIPOLE || interaction >= BRAHMS_DIPOLE_DIPOLE ? ORIENTATION_Q
                                                                                    : 0);
}

/* --- the sticky term --- */

/** The switch s(r) between r_L and r_U, and its slope; `full` and `within` are its branches. */
MODEL_FUNCTION real brahms_switch(real r, real from, real to, enum brahms_branch full,
                                  enum brahms_branch within, real *slope, struct pair_force *f)
{
    real width = to - from, left = to - r;
    *slope = 0;
    if (r < from) {
        BRANCH(f, full);
        return 1;
    }
    if (r >= to)
        return 0;
    BRANCH(f, within);
    real per_width3 = 1 / (width * width * width);
    *slope = -6 * left * (r - from) * per_width3;
    return left * left * (to + 2 * r - 3 * from) * per_width3;
}

/** The orientation functions w and w' of a body that sees the other in direction u, in its frame,
 * and the gradient of near w + far w'. */
MODEL_FUNCTION struct vector brahms_sides(const struct brahms_constants *c, struct vector u,
                                          real near, real far, real *w, real *w_far)
{
    real above = u.z - (real)0.6, below = u.z + (real)0.8, flat = u.x * u.x - u.y * u.y;
    *w = 2 * flat * u.z;
    *w_far = above * above * below * below - c->w0;
    return vector(near * 4 * u.x * u.z, near * -4 * u.y * u.z,
                  near * 2 * flat + far * 2 * above * below * (2 * u.z + (real)0.2));
}

/** A vector of the space frame in the body's, and back. */
MODEL_FUNCTION struct vector brahms_to_body(const struct axes *a, struct vector v)
{
    return vector(dot(a->a1, v), dot(a->a2, v), dot(a->a3, v));
}

MODEL_FUNCTION struct vector brahms_to_space(const struct axes *a, struct vector v)
{
    return plus(plus(times(v.x, a->a1), times(v.y, a->a2)), times(v.z, a->a3));
}

/** Adds the sticky term of two SSD waters; returns the force on q. */
MODEL_FUNCTION struct vector brahms_sticky(const struct brahms_constants *c,
                                           const struct brahms_body *p, const struct brahms_body *q,
                                           struct vector r, real per_r, struct pair_force *f)
{
    struct vector n = times(per_r, r);
    real distance = 1 / per_r, near_slope, far_slope, w_p, w_q, far_p, far_q;
    real near = c->strength * brahms_switch(distance, c->near, c->near_end, BRAHMS_NEAR_FULL,
                                            BRAHMS_NEAR_SWITCH, &near_slope, f);
    real far = c->strength * brahms_switch(distance, c->far, c->far_end, BRAHMS_FAR_FULL,
                                           BRAHMS_FAR_SWITCH, &far_slope, f);
    struct vector u_p = brahms_to_body(&p->axes, n);
    struct vector u_q = brahms_to_body(&q->axes, times(-1, n));
    struct vector on_p = brahms_sides(c, u_p, near, far, &w_p, &far_p);
    struct vector on_q = brahms_sides(c, u_q, near, far, &w_q, &far_q);
    /* outside of the body's frame, that torques and forces balance for axes that rounding has
       stretched, too */
    struct vector of_p = brahms_to_space(&p->axes, on_p);
    f->torque = plus(f->torque, cross(n, of_p));
    ADD_ENERGY(f, BRAHMS_TERM_STICKY, near * (w_p + w_q) + far * (far_p + far_q));
    struct vector g = minus(of_p, brahms_to_space(&q->axes, on_q));
    real radial = c->strength * (near_slope * (w_p + w_q) + far_slope * (far_p + far_q));
    struct vector across = plus_times(g, -dot(g, n), n);
    return minus(times(-radial, n), times(per_r, across));
}

/* --- ellipsoids --- */

/** The interaction of two beads of which at least one is an ellipsoid; returns the force on q. */
MODEL_FUNCTION struct vector brahms_gay_berne(const struct brahms_constants *c,
                                              const struct brahms_body *p,
                                              const struct brahms_body *q, struct vector r,
                                              struct pair_force *f)
{
    const struct vector sphere = {0, 0, 0};
    bool p_long = p->type == BRAHMS_GAY_BERNE, q_long = q->type == BRAHMS_GAY_BERNE;
    int partner = p_long ? q->type : p->type;
    const struct gay_berne_pair pair = {c->contact[partner], c->well_depth[partner],
                                        c->chi[partner],     c->chi_prime,
                                        1 / c->per_cutoff,   c->per_cutoff};
    struct gay_berne_force found =
        gay_berne(&pair, p_long ? p->axes.a3 : sphere, q_long ? q->axes.a3 : sphere, r);
    f->torque = found.torque;
    ADD_ENERGY(f, BRAHMS_TERM_GAY_BERNE, found.energy);
    return found.force;
}

/* --- charges and dipoles --- */

/** What the electrostatic terms need of a pair. */
struct brahms_charges {
    struct vector r;
    struct vector dipole_p, dipole_q;
    real per_r, per_r2, per_c2; /* 1 / r, 1 / r^2, 1 / r_c^2 */
    real x, x2;                 /* r / r_c, and its square */
    real strength;              /* C times charges or dipoles / r */
};

/** Adds the interaction of two dipoles to the force on q. */
MODEL_FUNCTION struct vector brahms_dipole_dipole(const struct brahms_charges *e,
                                                  struct vector force, struct pair_force *f)
{
    BRANCH(f, BRAHMS_DIPOLES);
    real strength = e->strength * e->per_r2, per_r2 = e->per_r2, x = e->x, x2 = e->x2;
    real b = (1 - 4 * x2 * x + 3 * x2 * x2) * strength, a = (1 - x2 * x2) * strength;
    real between = dot(e->dipole_p, e->dipole_q);
    real along_p = dot(e->dipole_p, e->r), along_q = dot(e->dipole_q, e->r);
    real product = along_p * along_q * per_r2;
    real radial = a * (between - 3 * product) - 2 * b * product;
    force = plus_times(force, 3 * per_r2 * radial, e->r);
    force = plus_times(force, 3 * per_r2 * b * along_p, e->dipole_q);
    force = plus_times(force, 3 * per_r2 * b * along_q, e->dipole_p);
    f->torque = plus_times(times(b, cross(e->dipole_q, e->dipole_p)), 3 * b * along_q * per_r2,
                           cross(e->dipole_p, e->r));
    ADD_ENERGY(f, BRAHMS_TERM_COULOMB, b * (between - 3 * product));
    return force;
}

/** Adds the interaction of two charges to the force on q. */
MODEL_FUNCTION struct vector brahms_charge_charge(const struct brahms_charges *e,
                                                  struct vector force, struct pair_force *f)
{
    BRANCH(f, BRAHMS_CHARGES);
    ADD_ENERGY(f, BRAHMS_TERM_COULOMB, e->strength * (1 - e->x) * (1 - e->x));
    return plus_times(force, e->strength * (e->per_r2 - e->per_c2), e->r);
}

/** Adds the interaction of a charge p and a dipole q to the force on q. */
MODEL_FUNCTION struct vector brahms_charge_dipole(const struct brahms_charges *e,
                                                  struct vector force, struct pair_force *f)
{
    BRANCH(f, BRAHMS_CHARGE_DIPOLE);
    real strength = e->strength * e->per_r2;
    real g = (1 - 3 * e->x2 + 2 * e->x2 * e->x) * strength;
    real d = 3 * (1 - e->x2) * strength * e->per_r2;
    real along = dot(e->dipole_q, e->r);
    ADD_ENERGY(f, BRAHMS_TERM_COULOMB, -g * along);
    return plus_times(plus_times(force, g, e->dipole_q), -d * along, e->r);
}

/** Adds the interaction of a dipole p and a charge q to the force on q. */
MODEL_FUNCTION struct vector brahms_dipole_charge(const struct brahms_charges *e,
                                                  struct vector force, struct pair_force *f)
{
    BRANCH(f, BRAHMS_DIPOLE_CHARGE);
    real strength = e->strength * e->per_r2;
    real g = (1 - 3 * e->x2 + 2 * e->x2 * e->x) * strength;
    real d = 3 * (1 - e->x2) * strength * e->per_r2;
    real along = dot(e->dipole_p, e->r);
    f->torque = times(-g, cross(e->dipole_p, e->r));
    ADD_ENERGY(f, BRAHMS_TERM_COULOMB, g * along);
    return plus_times(plus_times(force, d * along, e->r), -g, e->dipole_p);
}

/** Adds the electrostatic interaction of a kind to the force on q; most pairs are of dipoles. */
MODEL_FUNCTION struct vector brahms_electrostatic(int interaction, const struct brahms_charges *e,
                                                  struct vector force, struct pair_force *f)
{
    BRANCH(f, BRAHMS_ELECTROSTATIC);
    if (interaction >= BRAHMS_DIPOLE_DIPOLE)
        return brahms_dipole_dipole(e, force, f);
    if (interaction == BRAHMS_ION_ION)
        return brahms_charge_charge(e, force, f);
    if (interaction == BRAHMS_ION_DIPOLE)
        return brahms_charge_dipole(e, force, f);
    return brahms_dipole_charge(e, force, f);
}

/* --- pairs --- */

/** The interaction of two beads that are both points; returns the force on q. */
MODEL_FUNCTION struct vector brahms_points(const struct brahms_constants *c,
                                           const struct brahms_body *p, const struct brahms_body *q,
                                           int interaction, struct vector r, struct pair_force *f)
{
    const bool waters = interaction == BRAHMS_WATER_WATER || interaction == BRAHMS_SSD_SSD;
    struct brahms_table own = c->table[BRAHMS_WATERS_PAIR]; /* constants of a GPU's kernel */
    if (!waters)
        own = c->table[p->type * BRAHMS_TYPES + q->type];
    real r2 = dot(r, r);
    real per_r2 = 1 / r2, per_c2 = c->per_cutoff2;
    real s2 = own.sigma2 * per_r2, s6 = s2 * s2 * s2, well = own.depth * s6;
    real c2 = own.sigma2 * per_c2, c6 = c2 * c2 * c2;
    struct vector force = times(well * (2 * s6 - 1) * per_r2 - own.shift, r);
    f->torque = vector(0, 0, 0);
    ADD_ENERGY(f, BRAHMS_TERM_LJ,
               well * (s6 - 1) / 6 + own.shift * r2 / 2 - own.depth * c6 * (7 * c6 - 4) / 6);
    if (waters)
        BRANCH(f, BRAHMS_WATERS);
    if (interaction == BRAHMS_NEUTRAL)
        return force;
    real per_r = sqrt(per_r2), x = r2 * per_r * c->per_cutoff;
    const struct brahms_charges electric = {
        r, p->axes.a3, q->axes.a3, per_r, per_r2, per_c2, x, x * x, own.electric * per_r};
    force = brahms_electrostatic(interaction, &electric, force, f);
    if (interaction == BRAHMS_SSD_SSD && r2 < c->sticky_range2) {
        BRANCH(f, BRAHMS_STICKY);
        force = plus(force, brahms_sticky(c, p, q, r, per_r, f));
    }
    return force;
}

MODEL_FUNCTION bool brahms_pair(const struct brahms_constants *c, const struct brahms_body *p,
                                const struct brahms_body *q, int interaction, real dx, real dy,
                                real dz, struct pair_force *f)
{
    struct vector r = vector(dx, dy, dz), force;
    f->energy = 0;
    if (c->ellipsoids != 0 && interaction == BRAHMS_LONG) {
        BRANCH(f, BRAHMS_ELLIPSOID);
        force = brahms_gay_berne(c, p, q, r, f);
    } else {
        force = brahms_points(c, p, q, interaction, r, f);
    }
    f->x = force.x;
    f->y = force.y;
    f->z = force.z;
    return true;
}

/* --- bonded terms --- */

/** Bends an angle at the second of three beads towards cos theta0, u and v the arms. */
MODEL_FUNCTION void brahms_angle(struct vector u, struct vector v, real target,
                                 struct bonded_force *f)
{
    const real stiffness = (real)3.585;
    real per_u = reciprocal_sqrt(dot(u, u)), per_v = reciprocal_sqrt(dot(v, v));
    u = times(per_u, u);
    v = times(per_v, v);
    real cosine = dot(u, v), slope = 2 * stiffness * (cosine - target);
    f->force[0] = times(-slope * per_u, plus_times(v, -cosine, u));
    f->force[2] = times(-slope * per_v, plus_times(u, -cosine, v));
    f->force[1] = times(-1, plus(f->force[0], f->force[2]));
    ADD_ENERGY(f, BRAHMS_TERM_ANGLE, stiffness * (cosine - target) * (cosine - target));
}

/** Turns a bead's dipole, along `axis`, until its angle to the vector r to another bead has the
 * cosine `target`. */
MODEL_FUNCTION void brahms_dipole_angle(struct vector axis, struct vector r, real target,
                                        struct bonded_force *f)
{
    const real stiffness = (real)1.195;
    real per_r = reciprocal_sqrt(dot(r, r));
    struct vector d = times(per_r, r);
    real cosine = dot(axis, d), slope = 2 * stiffness * (cosine - target);
    f->force[1] = times(-slope * per_r, plus_times(axis, -cosine, d));
    f->force[0] = times(-1, f->force[1]);
    f->torque[0] = times(slope, cross(d, axis));
    ADD_ENERGY(f, BRAHMS_TERM_DIPOLE, stiffness * (cosine - target) * (cosine - target));
}

/** Fills the whole of f, which comes zeroed. */
MODEL_FUNCTION void brahms_bonded(const struct brahms_constants *c, int kind,
                                  const struct brahms_body *body, const struct vector *r,
                                  struct bonded_force *f)
{
    if (kind == BRAHMS_BOND) {
        const real stiffness = (real)1.506;
        real distance = sqrt(dot(r[0], r[0]));
        real stretch = distance - c->bond[body[0].type * BRAHMS_TYPES + body[1].type];
        f->force[0] = times(2 * stiffness * stretch / distance, r[0]);
        f->force[1] = times(-1, f->force[0]);
        ADD_ENERGY(f, BRAHMS_TERM_BOND, stiffness * stretch * stretch);
    } else if (kind == BRAHMS_DIPOLE) {
        brahms_dipole_angle(body[0].axes.a3, r[0], 1, f);
    } else {
        real target = kind == BRAHMS_ANGLE_115   ? (real)-0.42261826174069943619 /* cos 115 */
                      : kind == BRAHMS_ANGLE_90  ? (real)0
                      : kind == BRAHMS_ANGLE_180 ? (real)-1
                                                 : (real)-0.5; /* cos 120 */
        brahms_angle(times(-1, r[0]), r[1], target, f);
    }
}

/* --- the description, for the harness alone --- */

#ifdef MODEL_DESCRIBE

#include "models/description.h"

enum { BRAHMS_WATER_MODEL, BRAHMS_CUTOFF, BRAHMS_TAIL_MODEL, BRAHMS_BUILD };

static const char *const brahms_waters[] = {"elba", "ssd", "ssd1", "ssd_e", NULL};

static const char *const brahms_builds[] = {"complete", "water_only", NULL};

static const char *const brahms_tails[] = {"point", "gay_berne", NULL};

static const struct parameter brahms_parameters[] = {
    [BRAHMS_WATER_MODEL] = {.name = "water",
                            .unit = "",
                            .summary = "the model of water",
                            .initial = 0,
                            .minimum = 0,
                            .maximum = 3,
                            .choices = brahms_waters},
    [BRAHMS_CUTOFF] = {.name = "cutoff",
                       .unit = "A",
                       .summary = "cut-off radius",
                       .initial = 12,
                       .minimum = 5,
                       .maximum = 100},
    [BRAHMS_TAIL_MODEL] = {.name = "tail",
                           .unit = "",
                           .summary = "tail beads: points alone, or Gay-Berne ellipsoids too",
                           .initial = 0,
                           .minimum = 0,
                           .maximum = 1,
                           .choices = brahms_tails},
    [BRAHMS_BUILD] = {.name = "build",
                      .unit = "",
                      .summary = "kernels for all types, or for water alone",
                      .initial = 0,
                      .minimum = 0,
                      .maximum = 1,
                      .choices = brahms_builds},
};

/* eps in kcal/mol and sigma in Angstrom of each pair of types, but for the Gay-Berne bead. The
 * table is a triangle: the row of a type begins with the pair of that type with itself. */
static const struct {
    double eps, sigma;
} brahms_lj[BRAHMS_GAY_BERNE * (BRAHMS_GAY_BERNE + 1) / 2] = {
    {.550, 3.050},  {.725, 4.225},  {.943, 4.125},  {.651, 3.825},  {.710, 3.825},
    {.554, 3.775},  {.609, 3.775}, /* water */
    {1.434, 5.400}, {1.434, 5.300}, {1.171, 5.000}, {1.171, 5.000}, {1.095, 4.950},
    {1.095, 4.950},                                                                 /* choline */
    {1.434, 5.200}, {1.171, 4.900}, {1.171, 4.900}, {1.095, 4.850}, {1.424, 4.850}, /* phosphate */
    {.956, 4.600},  {.956, 4.600},  {.894, 4.550},  {.984, 4.550},                  /* glycerol */
    {.956, 4.600},  {.894, 4.550},  {1.163, 4.550},                                 /* ester */
    {.837, 4.500},  {.837, 4.500},                                                  /* tail */
    {.837, 4.500},                                                                  /* amine */
};

static const struct {
    int first, second;
    double length;
} brahms_bonds[] = {
    {BRAHMS_CHOLINE, BRAHMS_PHOSPHATE, 4.770},   {BRAHMS_AMINE, BRAHMS_PHOSPHATE, 4.365},
    {BRAHMS_PHOSPHATE, BRAHMS_GLYCEROL, 4.410},  {BRAHMS_GLYCEROL, BRAHMS_ESTER, 4.140},
    {BRAHMS_ESTER, BRAHMS_TAIL, 4.095},          {BRAHMS_TAIL, BRAHMS_TAIL, 4.050},
    {BRAHMS_ESTER, BRAHMS_GAY_BERNE, 6.120},     {BRAHMS_TAIL, BRAHMS_GAY_BERNE, 6.075},
    {BRAHMS_GAY_BERNE, BRAHMS_GAY_BERNE, 8.100},
};

/* The SSD waters, in the order of brahms_waters without elba. Dipoles in Debye. */
static const struct {
    double dipole, sigma, eps, strength, near, near_end, far, far_end;
} brahms_ssd[] = {
    {.dipole = 2.35,
     .sigma = 3.051,
     .eps = .152,
     .strength = 3.7284,
     .near = 2.75,
     .near_end = 3.35,
     .far = 2.75,
     .far_end = 4.00},
    {.dipole = 2.35,
     .sigma = 3.016,
     .eps = .152,
     .strength = 3.6613,
     .near = 2.75,
     .near_end = 3.35,
     .far = 2.75,
     .far_end = 4.00},
    {.dipole = 2.42,
     .sigma = 3.035,
     .eps = .152,
     .strength = 3.90,
     .near = 2.40,
     .near_end = 3.80,
     .far = 2.75,
     .far_end = 3.35},
};

static const char *brahms_needs(const double *constants, int type)
{
    const struct brahms_constants *c = (const struct brahms_constants *)constants;
    if (type != BRAHMS_WATER && c->water_only != 0)
        return "build=complete";
    return type == BRAHMS_GAY_BERNE && c->ellipsoids == 0 ? "tail=gay_berne" : NULL;
}

static double brahms_range(const double *p)
{
    return p[BRAHMS_CUTOFF];
}

/* With the moments of both beads: charge, or else dipole, times sqrt(C). */
static void brahms_set_pair(struct brahms_constants *c, int i, int j, double eps, double sigma,
                            const double moment[BRAHMS_TYPES])
{
    double c6 = pow(sigma * sigma * c->per_cutoff2, 3);
    struct brahms_table table = {.depth = 24 * eps,
                                 .sigma2 = sigma * sigma,
                                 .shift = 24 * eps * c6 * (2 * c6 - 1) * c->per_cutoff2,
                                 .electric = moment[i] * moment[j]};
    c->table[i * BRAHMS_TYPES + j] = c->table[j * BRAHMS_TYPES + i] = table;
}

/** Sets the interactions of the ellipsoids with every type, from those of tail beads. */
static void brahms_set_ellipsoids(struct brahms_constants *c)
{
    const double breadth = 4.5, length = 8.55, wells = 2;
    const double difference = (length * length - breadth * breadth) / 4;
    c->chi_prime = (sqrt(wells) - 1) / (sqrt(wells) + 1);
    for (int k = 0; k < BRAHMS_TYPES; k++) {
        int types = BRAHMS_TAIL * BRAHMS_TYPES + (k == BRAHMS_GAY_BERNE ? BRAHMS_TAIL : k);
        double sigma = sqrt(c->table[types].sigma2), end = c->table[types].depth / 6;
        double chi = difference / (sigma * sigma / 2 + difference);
        c->contact[k] = sigma;
        c->chi[k] = chi;
        /* so that e1 e2^2 is 1 end to end */
        c->well_depth[k] = k == BRAHMS_GAY_BERNE ? end * wells * sqrt(1 - chi * chi)
                                                 : end / pow(1 - c->chi_prime, 2);
    }
    c->ellipsoids = 1;
}

static bool brahms_derive(const double *p, double *constants, struct error *error)
{
    static const double moments[BRAHMS_TYPES] = {
        [BRAHMS_WATER] = 0.54132,    [BRAHMS_CHOLINE] = 0.7,   [BRAHMS_PHOSPHATE] = -0.7,
        [BRAHMS_GLYCEROL] = 0.33312, [BRAHMS_ESTER] = 0.41640, [BRAHMS_AMINE] = 0.7};
    const double root = sqrt(332.06371), debye = 1 / 4.8032;
    struct brahms_constants *c = (struct brahms_constants *)constants;
    int water = (int)p[BRAHMS_WATER_MODEL];
    double moment[BRAHMS_TYPES];
    (void)error;
    *c = (struct brahms_constants){
        .per_cutoff2 = 1 / (p[BRAHMS_CUTOFF] * p[BRAHMS_CUTOFF]),
        .per_cutoff = 1 / p[BRAHMS_CUTOFF],
        .water_only = p[BRAHMS_BUILD],
    };
    for (int i = 0; i < BRAHMS_TYPES; i++)
        moment[i] = root * moments[i];
    if (water != 0)
        moment[BRAHMS_WATER] = root * debye * brahms_ssd[water - 1].dipole;
    for (int i = 0, row = 0; i < BRAHMS_GAY_BERNE; row += BRAHMS_GAY_BERNE - i, i++)
        for (int j = i; j < BRAHMS_GAY_BERNE; j++)
            brahms_set_pair(c, i, j, brahms_lj[row + j - i].eps, brahms_lj[row + j - i].sigma,
                            moment);
    for (size_t k = 0; k < sizeof brahms_bonds / sizeof *brahms_bonds; k++) {
        int i = brahms_bonds[k].first, j = brahms_bonds[k].second;
        c->bond[i * BRAHMS_TYPES + j] = c->bond[j * BRAHMS_TYPES + i] = brahms_bonds[k].length;
    }
    if (p[BRAHMS_TAIL_MODEL] != 0)
        brahms_set_ellipsoids(c);
    if (water == 0)
        return true;
    const double far_end = brahms_ssd[water - 1].far_end, near_end = brahms_ssd[water - 1].near_end;
    c->sticky = 1;
    c->strength = brahms_ssd[water - 1].strength / 2;
    c->w0 = .07715;
    c->near = brahms_ssd[water - 1].near;
    c->near_end = near_end;
    c->far = brahms_ssd[water - 1].far;
    c->far_end = far_end;
    c->sticky_range2 = far_end > near_end ? far_end * far_end : near_end * near_end;
    brahms_set_pair(c, BRAHMS_WATER, BRAHMS_WATER, brahms_ssd[water - 1].eps,
                    brahms_ssd[water - 1].sigma, moment);
    return true;
}

static const char *const brahms_terms[] = {
    [BRAHMS_TERM_LJ] = "lj",
    [BRAHMS_TERM_COULOMB] = "coulomb",
    [BRAHMS_TERM_STICKY] = "sticky",
    [BRAHMS_TERM_GAY_BERNE] = "gay_berne",
    [BRAHMS_TERM_BOND] = "bond",
    [BRAHMS_TERM_ANGLE] = "angle",
    [BRAHMS_TERM_DIPOLE] = "dipole_angle",
    NULL,
};

static const struct model_branch brahms_branches[] = {
    [BRAHMS_WATERS] = {.name = "water_water"},
    [BRAHMS_STICKY] = {.name = "sticky", .work = {.flops = 104, .special = 2}},
    [BRAHMS_NEAR_FULL] = {.name = "near_full"},
    [BRAHMS_NEAR_SWITCH] = {.name = "near_switch", .work = {.flops = 10}},
    [BRAHMS_FAR_FULL] = {.name = "far_full"},
    [BRAHMS_FAR_SWITCH] = {.name = "far_switch", .work = {.flops = 10}},
    [BRAHMS_ELECTROSTATIC] = {.name = "electrostatic"},
    [BRAHMS_CHARGES] = {.name = "charges", .work = {.flops = 10}},
    [BRAHMS_CHARGE_DIPOLE] = {.name = "charge_dipole", .work = {.flops = 42}},
    [BRAHMS_DIPOLE_CHARGE] = {.name = "dipole_charge", .work = {.flops = 54}},
    [BRAHMS_DIPOLES] = {.name = "dipoles", .work = {.flops = 96}},
    [BRAHMS_ELLIPSOID] = {.name = "gay_berne", .work = {.flops = 191, .special = 8}},
    {0},
};

static const struct particle_type brahms_types[] = {
    [BRAHMS_WATER] = {.name = "water", .mass = 40, .inertia = {100, 100, 100}},
    [BRAHMS_CHOLINE] = {.name = "choline", .mass = 90},
    [BRAHMS_PHOSPHATE] = {.name = "phosphate", .mass = 90},
    [BRAHMS_GLYCEROL] = {.name = "glycerol", .mass = 62, .inertia = {1000, 1000, 1000}},
    [BRAHMS_ESTER] = {.name = "ester", .mass = 62, .inertia = {1000, 1000, 1000}},
    [BRAHMS_TAIL] = {.name = "tail", .mass = 42},
    [BRAHMS_AMINE] = {.name = "amine", .mass = 42},
    [BRAHMS_GAY_BERNE] = {.name = "gay_berne", .mass = 84, .inertia = {392, 392, 0}},
    {0},
};

static void brahms_adjust(const double *constants, struct particle_type *types)
{
    const struct brahms_constants *c = (const struct brahms_constants *)constants;
    if (c->sticky != 0)
        types[BRAHMS_WATER] = (struct particle_type){
            .name = "water", .mass = 18.0153, .inertia = {1.7696, 0.6145, 1.1550}};
}

static const struct model brahms_model = {
    .name = "brahms",
    .summary = "coarse-grained lipids in water: bead types, charges, dipoles, sticky water",
    .citation = "Shkurti et al., J. Comput. Chem. 34, 803 (2013); ELBA; SSD",
    .builders = {"bilayer", "water"},
    .fixed_tolerance = 1e-2,
    /* the own unit is (amu A^2 / (kcal/mol))^(1/2) */
    .time = {.unit = "fs", .own = 48.88821, .step = 10, .span = "ns", .spans = 1e6},
    .parameters = brahms_parameters,
    .parameter_count = sizeof brahms_parameters / sizeof *brahms_parameters,
    .types = brahms_types,
    .terms = brahms_terms,
    .evaluated = {.flops = 22, .special = 2},
    .branches = brahms_branches,
    .energy = {.flops = 11},
    .pressure_unit = "atm",
    .pressure_units = 68568.415,
    .derive = brahms_derive,
    .needs = brahms_needs,
    .adjust = brahms_adjust,
    .range = brahms_range,
};

#endif
#endif
