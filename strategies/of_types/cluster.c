/*
 * The strategy cluster for particles with types but no orientation:
 *
 *     for each cluster, shared out among the threads
 *         for each partner in the row of the cluster, in the image that is nearest to the cluster
 *             lay it beside those before it, with its body, if it is within the cut-off of the box
 *             around the particles of the cluster
 *         for each particle i of the cluster
 *             for each LANES of these partners
 *                 in each lane: f = force on the partner of the pair (i, partner)
 *                     sum[lane] -= f
 *                     with reciprocal forces: sum of the partner += f
 *             force[i] = sum over the lanes
 *         with reciprocal forces: buffer[t mod m][partner] += its sum
 *
 * This is the layout of GROMACS' 2xMM kernels, with more particles on one side: what a pair
 * function needs of a partner is made once for a cluster. The partners that do not meet all
 * particles of the cluster come first; only theirs have bits, which put them out of range. As in
 * team.c the loop is compiled for each pair function. Where sums are in fixed point a pair has an
 * order of its own, and pairs are evaluated one after another, as those of bodies with orientation.
 *
 * S. Pall, B. Hess, Comput. Phys. Commun. 184, 2641 (2013).
 */
#ifdef FRACTION_BITS

#include "strategies/cluster/cluster.c"

#else

#include "strategies/cluster/common.c"

#include <assert.h>

/** A bit for each particle of a cluster, in half as many bytes as a real: vectors of it are those
 * of twice as many pairs, so that the loop has two chains of dependent operations side by side. */
typedef __typeof__(_Generic((REAL)0, float : (uint16_t)0, double : (uint32_t)0)) cluster_bits;

/** Pairs that the loop takes at a time, at most. */
enum { ABREAST = 64 / sizeof(cluster_bits) };

/** Partners that lie side by side at a time: they stay in the cache next to the core. */
enum { SIDE_MOST = 3072 / sizeof(REAL), SIDE_ROOM = SIDE_MOST + ABREAST };

/** A body as numbers: those of several partners lie side by side, whatever its members are. */
enum { BODY_WORDS = (sizeof(body_type) + sizeof(REAL) - 1) / sizeof(REAL) };
union words {
    body_type body;
    REAL word[BODY_WORDS];
};

/** Partners of a cluster, and the sums of the forces on them. */
struct partners {
    REAL x[SIDE_ROOM], y[SIDE_ROOM], z[SIDE_ROOM], type[SIDE_ROOM];
    REAL word[BODY_WORDS][SIDE_ROOM];
    SUM fx[SIDE_ROOM], fy[SIDE_ROOM], fz[SIDE_ROOM];
    int32_t particle[SIDE_ROOM], met[SIDE_ROOM];
    cluster_bits meets[SIDE_ROOM]; /* the slots of the cluster that each interacts with: `met` */
    REAL near_x[SIDE_ROOM], near_y[SIDE_ROOM], near_z[SIDE_ROOM]; /* as one particle has them */
    int count;                                                    /* a multiple of ABREAST */
    struct cluster_view view;
    struct window half[2]; /* the boxes around both halves of the cluster */
} __attribute__((aligned(64)));

/** A particle of a cluster. */
struct own {
    REAL x, y, z, cutoff2;
    cluster_bits bit;
    unsigned terms;
    body_type body;
};

/* --- partners side by side --- */

/** Partners as they are packed: with the slots of the cluster that they meet. */
struct entry_lanes {
    struct lanes at;
    int32_t particle[LANES] __attribute__((aligned(64)));
    int32_t met[LANES] __attribute__((aligned(64)));
};

#ifndef HAS_AVX512
/* As store of strategies/simd.h: a lane that does not pass is overwritten by the next. */
#define DEFINE_STORE_INTEGERS(many)                                                                \
    static inline void many##_store_integers(int32_t *to, many##_mask lanes, const int32_t *from)  \
    {                                                                                              \
        (void)lanes;                                                                               \
        *to = *from;                                                                               \
    }
DEFINE_STORE_INTEGERS(doubles)
DEFINE_STORE_INTEGERS(floats)
#undef DEFINE_STORE_INTEGERS
#endif

/* Stores the lanes that are within the cut-off of one of two boxes; returns how many. */
#define DEFINE_BESIDE(many, type)                                                                  \
    static inline int beside_##many(const struct window half[2], const type *const from[4],        \
                                    type *const to[4], const int32_t *const with[2],               \
                                    int32_t *const beside[2])                                      \
    {                                                                                              \
        int count = 0;                                                                             \
        for (int k = 0; k < LANES; k += many##_width) {                                            \
            const many##_mask all = many##_first(many##_width);                                    \
            many##_mask near = 0;                                                                  \
            for (const struct window *w = half; w < half + 2; w++) {                               \
                many zero = {0}, far2 = {0};                                                       \
                for (int d = 0; d < 3; d++) {                                                      \
                    const many at = many##_load(all, from[d] + k);                                 \
                    const many under = (type)w->low[d] - at, over = at - (type)w->high[d];         \
                    const many gap = many##_larger(many##_larger(under, over), zero);              \
                    far2 += gap * gap;                                                             \
                }                                                                                  \
                near |= many##_below(all, far2, (type)w->cutoff2);                                 \
            }                                                                                      \
            for (int d = 0; d < 4; d++)                                                            \
                many##_store(to[d] + count, near, many##_load(all, from[d] + k));                  \
            for (int d = 0; d < 2; d++)                                                            \
                many##_store_integers(beside[d] + count, near, with[d] + k);                       \
            count += __builtin_popcount(near);                                                     \
        }                                                                                          \
        return count;                                                                              \
    }
DEFINE_BESIDE(doubles, double)
DEFINE_BESIDE(floats, float)
#undef DEFINE_BESIDE

#define BESIDE_REALS(half, from, ...)                                                              \
    _Generic((from)[0], const double *: beside_doubles, const float *: beside_floats)(             \
        half, from, __VA_ARGS__)

/** Sets the box around the particles in `count` slots; where pairs take the nearest image, around
 * all that is in the periodic box or a box above. */
INLINE void surround(const struct cpu_arguments *a, const struct cluster_view *v,
                     const int32_t *slots, int count, struct window *w)
{
    const REAL *position = (const REAL *)a->position;
    w->cutoff2 = (REAL)(1.001 * a->cutoff * a->cutoff); /* each pair is looked at again */
    for (int d = 0; d < 3; d++) {
        w->low[d] = w->high[d] = seen_along(v, position[4 * (int64_t)slots[0] + d], d);
        for (int k = 1; k < count && slots[k] < a->n; k++) {
            const REAL at = seen_along(v, position[4 * (int64_t)slots[k] + d], d);
            w->low[d] = at < w->low[d] ? at : w->low[d];
            w->high[d] = at > w->high[d] ? at : w->high[d];
        }
        if (v->image) {
            w->low[d] = 0;
            w->high[d] = v->box[d];
        }
    }
}

/** LANES partners of entries from `entry` on, as the cluster sees them. */
INLINE void load_entries(const struct cpu_arguments *a, const struct cluster_view *v, int64_t entry,
                         bool masked, struct entry_lanes *to)
{
    enum { FOUR = 4 };
    const struct cpu_cluster *s = cluster_of(a);
    struct lanes *at = &to->at;
    for (int k = 0; k < LANES; k += FOUR) /* an entry has four or eight */
        memcpy(to->particle + k, s->particle + s->first[entry + k / s->partners] + k % s->partners,
               FOUR * sizeof *to->particle);
    lanes_load(at, (const REAL *)a->position, to->particle);
    for (int k = 0; k < LANES; k++) {
        at->x[k] = seen_along(v, at->x[k], 0);
        at->y[k] = seen_along(v, at->y[k], 1);
        at->z[k] = seen_along(v, at->z[k], 2);
        to->met[k] = -1;
    }
    for (int k = 0; masked && k < LANES; k++)
        to->met[k] = (int32_t)(s->mask[entry + k / s->partners] >> (k % s->partners * s->size));
}

/** Fills up with partners that meet no particle, near enough for no number to be subnormal. */
INLINE void fill_up(const struct cpu_arguments *a, struct partners *p)
{
    for (; p->count % ABREAST != 0; p->count++) {
        p->x[p->count] = p->half[0].high[0] + (REAL)a->cutoff;
        p->y[p->count] = p->half[0].high[1] + (REAL)a->cutoff;
        p->z[p->count] = p->half[0].high[2] + (REAL)a->cutoff;
        p->type[p->count] = 0;
        p->particle[p->count] = (int32_t)a->n;
        p->met[p->count] = 0;
    }
}

/** The body of the partner at k; a function of its own, for gcc would make an array of what is
 * declared in the vector loop. */
INLINE void make_body(const MODEL_STRUCT *c, struct partners *p, int k)
{
    const struct quaternion none = {1, 0, 0, 0};
    union words of;
    of.body = OF_MODEL(_body_of)(c, p->type[k], none);
    for (int w = 0; w < BODY_WORDS; w++)
        p->word[w][k] = of.word[w];
    p->meets[k] = (cluster_bits)p->met[k];
}

INLINE void make_bodies(const MODEL_STRUCT *c, struct partners *p)
{
    const int count = p->count;
#pragma omp simd
    for (int k = 0; k < count; k++)
        make_body(c, p, k);
}

/** Lays the partners of entries of cluster k, from `entry` on up to `end`, side by side as far as
 * there is room; returns where it ended. */
INLINE int64_t lay_partners(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t k,
                            int64_t entry, int64_t end, struct partners *p)
{
    const struct cpu_cluster *s = cluster_of(a);
    const int64_t masked = s->start[k] + s->masked[k];
    int count = 0;
    for (; entry < end && count + LANES <= SIDE_MOST; entry += LANES / s->partners) {
        struct entry_lanes of;
        load_entries(a, &p->view, entry, entry < masked, &of);
        const REAL *const from[4] = {of.at.x, of.at.y, of.at.z, of.at.w};
        REAL *const to[4] = {p->x + count, p->y + count, p->z + count, p->type + count};
        const int32_t *const with[2] = {of.particle, of.met};
        int32_t *const beside[2] = {p->particle + count, p->met + count};
        count += BESIDE_REALS(p->half, from, to, with, beside);
    }
    p->count = count;
    fill_up(a, p);
    make_bodies(c, p);
    return entry;
}

/* --- pairs --- */

/** The force of the pair that a lane takes; the struct is returned, for gcc would make an array of
 * it in memory if the vector loop took its address. */
INLINE struct pair_force pair_of_lane(const MODEL_STRUCT *c, const struct own *own,
                                      const struct partners *p, int k, struct displacement d)
{
    union words other;
    struct pair_force f;
    for (int w = 0; w < BODY_WORDS; w++)
        other.word[w] = p->word[w][k];
    f.selected = own->terms;
    model_pair(c, &own->body, &other.body, d.x, d.y, d.z, &f);
    select_virial(&f, d.x, d.y, d.z);
    return f;
}

/** What a particle and partners at x, y, z add. */
INLINE void add_range(const MODEL_STRUCT *constants, const struct own *self,
                      const REAL *const at[3], struct partners *p, int variant, bool both,
                      bool energy, struct total *total)
{
    MODEL_STRUCT c = *constants;
    const struct own own = *self;
    const REAL *const x = at[0], *const y = at[1], *const z = at[2];
    const int count = p->count / ABREAST * ABREAST; /* no remainder: the compiler does not know */
    SUM sum_x = 0, sum_y = 0, sum_z = 0, energies = 0;
#ifdef MODEL_VARIANT
    c.MODEL_VARIANT = (real)variant;
#else
    (void)variant;
#endif
#pragma omp simd reduction(+ : sum_x, sum_y, sum_z, energies)
    for (int k = 0; k < count; k++) {
        const struct displacement d = {x[k] - own.x, y[k] - own.y, z[k] - own.z};
        const struct pair_force f = pair_of_lane(&c, &own, p, k, d);
        const bool present =
            ((p->meets[k] & own.bit) != 0) & (d.x * d.x + d.y * d.y + d.z * d.z < own.cutoff2);
        const SUM fx = to_sum(present ? f.x : 0), fy = to_sum(present ? f.y : 0),
                  fz = to_sum(present ? f.z : 0);
        sum_x -= fx;
        sum_y -= fy;
        sum_z -= fz;
        if (energy)
            energies += energy_to_sum(present ? f.energy : 0);
        if (both) {
            p->fx[k] += fx;
            p->fy[k] += fy;
            p->fz[k] += fz;
        }
    }
    total->x += sum_x;
    total->y += sum_y;
    total->z += sum_z;
    total->energy += energies;
}

/* One for each variant, and not inlined, for the pair function is long. */
#ifdef MODEL_VARIANT
static_assert(MODEL_VARIANTS <= 4, "there is a line below for each variant of a pair function");
#else
#define MODEL_VARIANTS 1
#endif
#define DEFINE_ADD(variant)                                                                        \
    static __attribute__((noinline)) void add_##variant(                                           \
        const MODEL_STRUCT *c, const struct own *own, const REAL *const at[3], struct partners *p, \
        bool both, bool energy, struct total *total)                                               \
    {                                                                                              \
        if (variant >= MODEL_VARIANTS)                                                             \
            return;                                                                                \
        if (both && energy)                                                                        \
            add_range(c, own, at, p, variant, true, true, total);                                  \
        else if (both)                                                                             \
            add_range(c, own, at, p, variant, true, false, total);                                 \
        else if (energy)                                                                           \
            add_range(c, own, at, p, variant, false, true, total);                                 \
        else                                                                                       \
            add_range(c, own, at, p, variant, false, false, total);                                \
    }
DEFINE_ADD(0)
DEFINE_ADD(1)
DEFINE_ADD(2)
DEFINE_ADD(3)
#undef DEFINE_ADD

INLINE void add_partners(const MODEL_STRUCT *c, const struct own *own, const REAL *const at[3],
                         struct partners *p, bool both, bool energy, struct total *total)
{
    int variant = 0;
#ifdef MODEL_VARIANT
    variant = (int)c->MODEL_VARIANT;
#endif
    switch (variant) {
    case 0:
        add_0(c, own, at, p, both, energy, total);
        break;
    case 1:
        add_1(c, own, at, p, both, energy, total);
        break;
    case 2:
        add_2(c, own, at, p, both, energy, total);
        break;
    default:
        add_3(c, own, at, p, both, energy, total);
    }
}

/** Lays partners along an axis out as the particle at `from` has them: in the nearest image. */
INLINE void lay_nearest(const struct partners *p, REAL from, const REAL *at, int axis, REAL *near)
{
#pragma omp simd
    for (int k = 0; k < p->count; k++)
        near[k] = nearest_along(from, at[k], p->view.box[axis]);
}

/** Particle i, in slot `slot` of its cluster, and its partners. */
INLINE void add_particle(const struct cpu_arguments *a, const MODEL_STRUCT *c, struct partners *p,
                         int64_t i, int slot, bool both, bool energy, struct total *total)
{
    const REAL *position = (const REAL *)a->position + 4 * i;
    const REAL *at[3] = {p->x, p->y, p->z};
    struct own own = {.x = seen_along(&p->view, position[0], 0),
                      .y = seen_along(&p->view, position[1], 1),
                      .z = seen_along(&p->view, position[2], 2),
                      .cutoff2 = (REAL)(a->cutoff * a->cutoff),
                      .bit = (cluster_bits)(1 << slot),
                      .terms = a->terms,
                      .body = body_at(a, c, i, true)};
    if (p->view.image) {
        lay_nearest(p, own.x, p->x, 0, p->near_x);
        lay_nearest(p, own.y, p->y, 1, p->near_y);
        lay_nearest(p, own.z, p->z, 2, p->near_z);
        own.x = own.y = own.z = 0;
        at[0] = p->near_x;
        at[1] = p->near_y;
        at[2] = p->near_z;
    }
    add_partners(c, &own, at, p, both, energy, total);
}

/* --- clusters --- */

/** Adds the forces on partners to those of their particles, and clears them. */
INLINE void put_out(const struct addends *to, struct partners *p)
{
    for (int k = 0; k < p->count; k++)
        add_vector(to->forces + 4 * (int64_t)p->particle[k], p->fx[k], p->fy[k], p->fz[k],
                   to->shared);
    memset(p->fx, 0, (size_t)p->count * sizeof *p->fx);
    memset(p->fy, 0, (size_t)p->count * sizeof *p->fy);
    memset(p->fz, 0, (size_t)p->count * sizeof *p->fz);
}

/** The particles of cluster k and their partners. */
INLINE void add_cluster(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t k,
                        struct partners *p, const struct addends *to, bool energy)
{
    const struct cpu_cluster *s = cluster_of(a);
    const int32_t *own = s->particle + k * s->size;
    struct total sum[CLUSTER_SIZE_MOST] = {{0}};
    const int half = s->size / 2;
    p->view = view_of(a, k);
    surround(a, &p->view, own, half, &p->half[0]);
    if (own[half] < a->n)
        surround(a, &p->view, own + half, half, &p->half[1]);
    else
        p->half[1] = p->half[0];
    for (int64_t entry = s->start[k]; entry < s->start[k + 1];) {
        entry = lay_partners(a, c, k, entry, s->start[k + 1], p);
        for (int slot = 0; slot < s->size && own[slot] < a->n; slot++)
            add_particle(a, c, p, own[slot], slot, to != NULL, energy, &sum[slot]);
        if (to != NULL)
            put_out(to, p);
    }
    put_out_own(a, to, own, sum, energy);
}

static __attribute__((noinline)) void add_clusters(const struct cpu_arguments *a,
                                                   const MODEL_STRUCT *c, const struct addends *to,
                                                   bool energy)
{
    struct partners partners;
    for (int k = 0; k < SIDE_ROOM; k++)
        partners.fx[k] = partners.fy[k] = partners.fz[k] = 0;
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
