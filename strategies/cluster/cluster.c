/*
 * Clusters of 4 or 8 nearby particles, and a list of pairs of clusters:
 *
 *     for each cluster, shared out among the threads
 *         for each LANES partners in the row of the cluster
 *             copy their positions side by side, in the image that is nearest to the cluster
 *         for each particle i of the cluster
 *             for each LANES copies
 *                 in each lane: f = force on the copy of the pair (i, copy)
 *                     sum[lane] -= f
 *                     with reciprocal forces: sum of the copy += f
 *             force[i] = sum over the lanes
 *         with reciprocal forces: buffer[t mod m][partner] += sum of its copy
 *
 * A position is loaded once for all particles of a cluster, and pairs need no test for periodic
 * images. The cost: pairs of neighboring clusters beyond the cut-off are also evaluated. The few
 * entries with excluded pairs come first in a row; only they are masked by bits. For bodies, all
 * lanes together find the pairs within the cut-off. These are then evaluated one by one.
 *
 * S. Pall, B. Hess, Comput. Phys. Commun. 184, 2641 (2013); R. Ravedutti Lucio Machado et al.,
 * MD-Bench, Future Gener. Comput. Syst. 149, 25 (2023).
 */
#include "strategies/cluster/common.c"

/** Largest number of partners that are copied at a time. */
enum { COPIED_MOST = 512 };

/** Copies of partners, and the sums of the forces on them. */
struct copies {
    REAL x[COPIED_MOST], y[COPIED_MOST], z[COPIED_MOST];
    SUM fx[COPIED_MOST], fy[COPIED_MOST], fz[COPIED_MOST];
    int32_t particle[COPIED_MOST];
    int count;
    int masked; /* copies before this one may have excluded pairs */
    uint32_t bits[COPIED_MOST / LANES][CLUSTER_SIZE_MOST]; /* lanes that interact with each slot, by
                                                            * vector of copies */
    struct cluster_view view;
} __attribute__((aligned(64)));

/** Sets bits[i] to the lanes, among LANES copies, that interact with particle i of the cluster. */
INLINE void spread_bits(const struct cpu_cluster *s, int64_t entry, uint32_t *bits)
{
    for (int i = 0; i < s->size; i++) {
        bits[i] = 0;
        for (int k = 0; k < LANES; k++)
            bits[i] |= (s->mask[entry + k / s->partners] >> (k % s->partners * s->size + i) & 1)
                       << k;
    }
}

/**
 * Copies the partners in entries `entry` … `end` - 1 of cluster c while there is room. Returns the
 * first entry that was not copied.
 */
INLINE int64_t copy_partners(const struct cpu_arguments *a, int64_t c, int64_t entry, int64_t end,
                             struct copies *p)
{
    const struct cpu_cluster *s = cluster_of(a);
    const int together = LANES / s->partners;
    const int64_t masked = s->start[c] + s->masked[c];
    int count = 0;
    p->masked = 0;
    for (; entry < end && count < COPIED_MOST; entry += together, count += LANES) {
        struct lanes at;
        int32_t *particle = p->particle + count;
        for (int e = 0; e < together; e++)
            for (int k = 0; k < s->partners; k++)
                particle[e * s->partners + k] = s->particle[s->first[entry + e] + k];
        lanes_load(&at, (const REAL *)a->position, particle);
#pragma omp simd
        for (int k = 0; k < LANES; k++) {
            p->x[count + k] = seen_along(&p->view, at.x[k], 0);
            p->y[count + k] = seen_along(&p->view, at.y[k], 1);
            p->z[count + k] = seen_along(&p->view, at.z[k], 2);
        }
        if (entry < masked) {
            spread_bits(s, entry, p->bits[count / LANES]);
            p->masked = count + LANES;
        }
    }
    p->count = count;
    return entry;
}

/**
 * Returns the displacement from a particle, in the frame of the cluster, to the copy at x, y, z.
 * `image` is a compile-time constant.
 */
INLINE struct displacement displacement_to_copy(const struct copies *p, const REAL from[3], REAL x,
                                                REAL y, REAL z, bool image)
{
    if (image) {
        const struct displacement d = {nearest_along(from[0], x, p->view.box[0]),
                                       nearest_along(from[1], y, p->view.box[1]),
                                       nearest_along(from[2], z, p->view.box[2])};
        return d;
    }
    const struct displacement d = {x - from[0], y - from[1], z - from[2]};
    return d;
}

/**
 * Returns the lanes within a slightly larger cut-off, among the LANES copies that start at `begin`.
 */
INLINE unsigned lanes_in_range(const struct cpu_arguments *a, const struct copies *p, int begin,
                               const REAL from[3])
{
    const REAL cutoff2 = (REAL)(1.001 * a->cutoff * a->cutoff); /* evaluate_pair tests the exact
                                                                 * cut-off */
    unsigned lanes = 0;
#pragma omp simd reduction(| : lanes)
    for (int k = 0; k < LANES; k++) {
        const struct displacement d =
            displacement_to_copy(p, from, p->x[begin + k], p->y[begin + k], p->z[begin + k], true);
        lanes |= (unsigned)(d.x * d.x + d.y * d.y + d.z * d.z < cutoff2) << k;
    }
    return lanes;
}

/** Evaluates the pairs of body i, in slot `slot` of its cluster, with all copies. */
INLINE void add_body(const struct cpu_arguments *a, const MODEL_STRUCT *c, struct copies *p,
                     int64_t i, int slot, const REAL from[3], bool image, const struct addends *to,
                     bool energy, struct total *total)
{
    const struct own_particle self = own_particle_of(a, c, i);
    for (int begin = 0; begin < p->count; begin += LANES) {
        unsigned lanes = lanes_in_range(a, p, begin, from);
        if (begin < p->masked)
            lanes &= p->bits[begin / LANES][slot];
        for (; lanes != 0; lanes &= lanes - 1) {
            const int k = begin + __builtin_ctz(lanes);
            struct pair pair = {.other = {p->particle[k], LOOK_UP}};
            pair.d = displacement_to_copy(p, from, p->x[k], p->y[k], p->z[k], image);
            if (!evaluate_pair(&self, &pair))
                continue;
            total_add(total, &pair.f, energy);
            if (to != NULL)
                add_partner(to, &pair);
        }
    }
}

/**
 * Evaluates the pairs with LANES copies that start at `begin`; `x` is the array of x coordinates.
 */
INLINE void add_lanes(const struct cpu_arguments *a, const MODEL_STRUCT *c, struct copies *p,
                      int begin, const REAL *x, const REAL from[3], bool image, bool both,
                      bool energy, struct lane_sums *sum)
{
#pragma omp simd
    for (int k = 0; k < LANES; k++) {
        struct pair_force f;
        const struct displacement d =
            displacement_to_copy(p, from, x[k], p->y[begin + k], p->z[begin + k], image);
        f.selected = a->terms;
        pair_of_points(c, d.x, d.y, d.z, &f);
        select_virial(&f, d.x, d.y, d.z);
        sum->x[k] += to_sum(f.x);
        sum->y[k] += to_sum(f.y);
        sum->z[k] += to_sum(f.z);
        if (energy)
            sum->energy[k] += energy_to_sum(f.energy);
        if (both) {
            p->fx[begin + k] += to_sum(f.x);
            p->fy[begin + k] += to_sum(f.y);
            p->fz[begin + k] += to_sum(f.z);
        }
    }
}

/** Evaluates the pairs of point i, in slot `slot` of its cluster, with all copies. */
INLINE void add_point(const struct cpu_arguments *a, const MODEL_STRUCT *c, struct copies *p,
                      int slot, const REAL from[3], bool image, const struct addends *to,
                      bool energy, struct total *total)
{
    struct lane_sums sum = {0};
    SUM sums[4];
    for (int begin = 0; begin < p->masked; begin += LANES) {
        REAL x[LANES] __attribute__((aligned(64)));
#pragma omp simd
        for (int k = 0; k < LANES; k++)
            x[k] = p->bits[begin / LANES][slot] >> k & 1 ? p->x[begin + k] : p->view.out;
        add_lanes(a, c, p, begin, x, from, image, to != NULL, energy, &sum);
    }
    for (int begin = p->masked; begin < p->count; begin += LANES)
        add_lanes(a, c, p, begin, p->x + begin, from, image, to != NULL, energy, &sum);
    lanes_sum(&sum, sums);
    total->x -= sums[0];
    total->y -= sums[1];
    total->z -= sums[2];
    total->energy += sums[3];
}

/**
 * Adds the forces on the copies to the forces of their particles, and clears the copies' sums. Not
 * needed for bodies: their forces are added pair by pair.
 */
INLINE void put_out(const struct addends *to, struct copies *p)
{
    for (int k = 0; k < p->count; k++) {
        add_vector(to->forces + 4 * (int64_t)p->particle[k], p->fx[k], p->fy[k], p->fz[k],
                   to->shared);
        p->fx[k] = p->fy[k] = p->fz[k] = 0;
    }
}

/** Evaluates all pairs of the particles of cluster k; `to` is NULL without reciprocal forces. */
INLINE void add_cluster(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t k,
                        struct copies *p, bool image, const struct addends *to, bool energy)
{
    const struct cpu_cluster *s = cluster_of(a);
    const REAL *position = (const REAL *)a->position;
    const int32_t *own = s->particle + k * s->size;
    struct total sum[CLUSTER_SIZE_MOST] = {{0}};
    for (int64_t entry = s->start[k]; entry < s->start[k + 1];) {
        entry = copy_partners(a, k, entry, s->start[k + 1], p);
        for (int slot = 0; slot < s->size && own[slot] < a->n; slot++) {
            const REAL *at = position + 4 * (int64_t)own[slot];
            const REAL from[3] = {seen_along(&p->view, at[0], 0), seen_along(&p->view, at[1], 1),
                                  seen_along(&p->view, at[2], 2)};
            if (HAS_BODIES)
                add_body(a, c, p, own[slot], slot, from, image, to, energy, &sum[slot]);
            else
                add_point(a, c, p, slot, from, image, to, energy, &sum[slot]);
        }
        if (to != NULL && !HAS_BODIES)
            put_out(to, p);
    }
    put_out_own(a, to, own, sum, energy);
}

INLINE void add_seen(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t k,
                     struct copies *p, const struct addends *to, bool energy)
{
    if (HAS_BODIES || energy)
        add_cluster(a, c, k, p, p->view.image, to, energy);
    else if (p->view.image)
        add_cluster(a, c, k, p, true, to, energy);
    else
        add_cluster(a, c, k, p, false, to, energy);
}

INLINE void all_clusters(const struct cpu_arguments *a, const MODEL_STRUCT *c,
                         const struct addends *to, bool energy)
{
    struct copies copies;
    for (int k = 0; k < COPIED_MOST; k++)
        copies.fx[k] = copies.fy[k] = copies.fz[k] = 0;
#pragma omp for schedule(static)
    for (int64_t k = 0; k < cluster_of(a)->clusters; k++) {
        copies.view = view_of(a, k);
        add_seen(a, c, k, &copies, to, energy);
    }
}

static __attribute__((noinline)) void add_forces(const struct cpu_arguments *a,
                                                 const MODEL_STRUCT *c, const struct addends *to)
{
    all_clusters(a, c, to, false);
}

static __attribute__((noinline)) void
add_forces_energies(const struct cpu_arguments *a, const MODEL_STRUCT *c, const struct addends *to)
{
    all_clusters(a, c, to, true);
}

/*
 * Adds the forces of all clusters. Inlined only for forces of points, where compile-time constants
 * give faster vector code. Bodies are evaluated one by one and energies are not timed, so inlining
 * would only lengthen the compilation.
 */
INLINE void add_clusters(const struct cpu_arguments *a, const MODEL_STRUCT *c,
                         const struct addends *to, bool energy)
{
    if (energy)
        add_forces_energies(a, c, to);
    else if (HAS_BODIES)
        add_forces(a, c, to);
    else
        all_clusters(a, c, to, false);
}

INLINE void cluster(const struct cpu_arguments *a, bool energy)
{
    clusters_forces(a, energy, add_clusters);
}

CPU_KERNEL(cluster, cluster)
