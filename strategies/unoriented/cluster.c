/*
 * The strategy `cluster` for models with types but no orientation:
 *
 *     for each cluster, shared out among the threads
 *         for each partner in the row of the cluster, in the image that is nearest to the cluster
 *             append it if it is within the cut-off of the box around the
 *             cluster, with the coefficients for its type and each type in the cluster
 *         for each two particles i of the cluster
 *             for each LANES of these partners
 *                 in each lane: f = force on the partner of the pair (i, partner)
 *                     sum[lane] -= f
 *                     with reciprocal forces: sum of the partner += f
 *             force[i] = sum over the lanes
 *         with reciprocal forces: buffer[t mod m][partner] += its sum
 *
 * This is the layout of GROMACS' 2xMM kernels, but the data of a partner are prepared once for all
 * particles of the cluster. Excluded partners come first; only these have bits, which move excluded
 * pairs out of range. The loop is compiled for each variant of the pair function. With sums in
 * fixed point, the two particles of a pair have a fixed order, and cluster/cluster.c evaluates the
 * pairs one by one.
 *
 * S. Pall, B. Hess, Comput. Phys. Commun. 184, 2641 (2013).
 */
#ifdef FRACTION_BITS

#include "strategies/cluster/cluster.c"

#else

#include "strategies/unoriented/cluster_partners.h"
#include "strategies/unoriented/variants.h"

/** A particle of a cluster. */
struct own {
    REAL x, y, z;
    int bit; /* bit of the particle's slot */
    int set; /* index of the particle's type among the types of the cluster */
    unsigned terms;
    body_type body;
    const row_type *row; /* coefficient rows of the particle's type; the first is for type 0 */
};

/**
 * The particles of a cluster. Their number is even; the last may be a dummy out of range of all.
 */
struct owners {
    struct own of[CLUSTER_SIZE_MOST];
    int count;
    REAL cutoff2;
};

/* --- pairs --- */

/** An own particle, and the partners' coordinates in the image nearest to it. */
struct met {
    struct own own;
    const REAL *x, *y, *z;
};

/**
 * Computes the displacements along an axis from a particle at `from` to the nearest images of the
 * partners.
 */
INLINE void lay_nearest(const struct partners *p, REAL from, const REAL *at, int axis, REAL *near)
{
#pragma omp simd
    for (int k = 0; k < p->count; k++)
        near[k] = nearest_along(from, at[k], p->view.box[axis]);
}

/**
 * Returns the partners' coordinates for one of two own particles; moves its excluded partners out
 * of range.
 */
INLINE struct met met_by(const struct own *own, struct partners *p, int place)
{
    const int masked = p->masked, bit = own->bit;
    const REAL out = p->view.out;
    const REAL *from = p->first_x;
    REAL *x = p->x[place];
    struct met met = {*own, x, p->y, p->z};
    if (p->view.image) {
        REAL(*const near)[SIDE_ROOM] = p->near[place];
        lay_nearest(p, own->x, p->x[0], 0, near[0]);
        lay_nearest(p, own->y, p->y, 1, near[1]);
        lay_nearest(p, own->z, p->z, 2, near[2]);
        met = (struct met){*own, near[0], near[1], near[2]};
        met.own.x = met.own.y = met.own.z = 0;
        from = x = near[0];
    }
#pragma omp simd
    for (int k = 0; k < masked; k++)
        x[k] = (p->met[k] & bit) != 0 ? from[k] : out;
    return met;
}

/**
 * Returns the force of the lane's pair, zero out of range. The result is returned by value,
 * because gcc would keep it in memory if the vector loop passed its address.
 */
INLINE struct pair_force pair_of_lane(const MODEL_STRUCT *c, const struct met *met,
                                      const struct partners *p, int k, REAL cutoff2)
{
    const struct own *own = &met->own;
    const struct displacement d = {met->x[k] - own->x, met->y[k] - own->y, met->z[k] - own->z};
    const bool present = d.x * d.x + d.y * d.y + d.z * d.z < cutoff2;
    struct pair_force f;
    f.selected = own->terms;
#ifdef ROWS_BESIDE
    const row_type row = partner_row(p, own->set, k);
    model_pair(c, &row, product_of_charges(c, own->body.charge, p->code[k]), d.x, d.y, d.z, &f);
#else
    const body_type other = partner_body(p, k);
    model_pair(c, own->row + other.type, charges_of(c, &own->body, &other), d.x, d.y, d.z, &f);
#endif
    select_virial(&f, d.x, d.y, d.z);
    f.x = present ? f.x : 0;
    f.y = present ? f.y : 0;
    f.z = present ? f.z : 0;
    f.energy = present ? f.energy : 0;
    return f;
}

/** Adds the pairs of two own particles with all partners. */
INLINE void add_two(const MODEL_STRUCT *c, const struct own *own, struct partners *p, REAL cutoff2,
                    bool both, bool energy, struct total *total)
{
    const struct met one = met_by(&own[0], p, 0), two = met_by(&own[1], p, 1);
    const int count = p->count / LANES * LANES; /* shows the compiler that p->count is a multiple of
                                                 * LANES */
    SUM x_one = 0, y_one = 0, z_one = 0, energy_one = 0;
    SUM x_two = 0, y_two = 0, z_two = 0, energy_two = 0;
#pragma omp simd reduction(+ : x_one, y_one, z_one, energy_one, x_two, y_two, z_two, energy_two)
    for (int k = 0; k < count; k++) {
        const struct pair_force f = pair_of_lane(c, &one, p, k, cutoff2);
        const struct pair_force g = pair_of_lane(c, &two, p, k, cutoff2);
        x_one -= to_sum(f.x);
        y_one -= to_sum(f.y);
        z_one -= to_sum(f.z);
        x_two -= to_sum(g.x);
        y_two -= to_sum(g.y);
        z_two -= to_sum(g.z);
        if (energy) {
            energy_one += energy_to_sum(f.energy);
            energy_two += energy_to_sum(g.energy);
        }
        if (both) {
            p->fx[k] = p->fx[k] + to_sum(f.x) + to_sum(g.x);
            p->fy[k] = p->fy[k] + to_sum(f.y) + to_sum(g.y);
            p->fz[k] = p->fz[k] + to_sum(f.z) + to_sum(g.z);
        }
    }
    total[0] = (struct total){total[0].x + x_one, total[0].y + y_one, total[0].z + z_one,
                              total[0].energy + energy_one};
    total[1] = (struct total){total[1].x + x_two, total[1].y + y_two, total[1].z + z_two,
                              total[1].energy + energy_two};
}

/**
 * Evaluates the pairs of a cluster's particles with all partners, by one variant of the pair
 * function.
 */
INLINE void add_all(int variant, const MODEL_STRUCT *constants, const struct owners *own,
                    struct partners *p, bool both, bool energy, struct total *total)
{
    const MODEL_STRUCT c = settled(constants, variant);
    for (int k = 0; k < own->count; k += 2)
        add_two(&c, &own->of[k], p, own->cutoff2, both, energy, &total[k]);
}

INLINE void add_of_variant(int variant, const MODEL_STRUCT *c, const struct owners *own,
                           struct partners *p, bool both, bool energy, struct total *total)
{
    if (both && energy)
        add_all(variant, c, own, p, true, true, total);
    else if (both)
        add_all(variant, c, own, p, true, false, total);
    else if (energy)
        add_all(variant, c, own, p, false, true, total);
    else
        add_all(variant, c, own, p, false, false, total);
}

DEFINE_VARIANTS(add_partners, add_of_variant,
                (const MODEL_STRUCT *constants, const struct owners *own, struct partners *p,
                 bool both, bool energy, struct total *total),
                (constants, own, p, both, energy, total))

/* --- clusters --- */

/** Fills in the own particles in the slots of a cluster. */
INLINE void owners_find(const struct cpu_arguments *a, const MODEL_STRUCT *c, const int32_t *slots,
                        struct partners *p, struct owners *own)
{
    own->count = 0;
    own->cutoff2 = (REAL)(a->cutoff * a->cutoff);
    for (int slot = 0; slot < cluster_of(a)->size && slots[slot] < a->n; slot++) {
        const REAL *position = (const REAL *)a->position + 4 * (int64_t)slots[slot];
        struct own *one = &own->of[own->count++];
        *one = (struct own){.x = seen_along(&p->view, position[0], 0),
                            .y = seen_along(&p->view, position[1], 1),
                            .z = seen_along(&p->view, position[2], 2),
                            .bit = 1 << slot,
                            .terms = a->terms,
                            .body = body_at(a, c, slots[slot], true)};
        one->set = partners_join(p, &one->body);
        one->row = row_of_types(a, one->body.type, 0);
    }
    if (own->count % 2 != 0) {
        own->of[own->count] = own->of[own->count - 1];
        own->of[own->count++].x = -p->view.out;
    }
}

/** Evaluates all pairs of the particles of cluster k. */
INLINE void add_cluster(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t k,
                        struct partners *p, const struct addends *to, bool energy)
{
    const struct cpu_cluster *s = cluster_of(a);
    const int32_t *slots = s->particle + k * s->size;
    struct total sum[CLUSTER_SIZE_MOST] = {{0}};
    struct owners own;
    __builtin_prefetch(&s->mask[s->start[k + 1]]); /* hardware does not prefetch the beginning of
                                                    * the next row */
    partners_face(a, k, slots, p);
    owners_find(a, c, slots, p, &own);
    for (int64_t entry = s->start[k]; entry < s->start[k + 1];) {
        entry = partners_lay(a, c, k, entry, s->start[k + 1], p);
        add_partners(c, &own, p, to != NULL, energy, sum);
        if (to != NULL)
            partners_put_out(to, p);
    }
    put_out_own(a, to, slots, sum, energy);
}

static __attribute__((noinline)) void add_clusters(const struct cpu_arguments *a,
                                                   const MODEL_STRUCT *c, const struct addends *to,
                                                   bool energy)
{
    struct partners partners;
    for (int k = 0; k < SIDE_ROOM; k++)
        partners.fx[k] = partners.fy[k] = partners.fz[k] = 0;
    partners_table(a, &partners);
#pragma omp for schedule(static)
    for (int64_t k = 0; k < cluster_of(a)->clusters; k++)
        add_cluster(a, c, k, &partners, to, energy);
}

INLINE void cluster(const struct cpu_arguments *a, bool energy)
{
    clusters_forces(a, energy, add_clusters);
}

CPU_KERNEL(cluster, cluster)

#endif
