/*
 * Gathers the in-range partners of a cluster from its row into contiguous arrays for vector loops.
 * For models with types but no orientation. A pair function needs the partner's charge and the
 * coefficients of the two types. The coefficients of a partner are looked up once for each type in
 * the cluster. If there are too many types for a table, the body of the partner is stored instead.
 */
#ifndef PAIRLANES_STRATEGIES_UNORIENTED_CLUSTER_PARTNERS_H
#define PAIRLANES_STRATEGIES_UNORIENTED_CLUSTER_PARTNERS_H

#include "strategies/cluster/common.c"

/** Pairs of slots in an entry: cluster size times partners. */
enum { CLUSTER_PAIRS = 32 };

/** Largest number of partners that are gathered at a time; they fit in the first-level cache. */
enum { SIDE_MOST = 3072 / sizeof(REAL), SIDE_ROOM = SIDE_MOST + LANES };

#if ROW_TYPES > 0 && ROW_TYPES <= 16
#define ROWS_BESIDE

/**
 * Numbers in a coefficient row. Each has a table of its values for all types, so that a permutation
 * of lanes can look it up.
 */
enum { ROW_WORDS = sizeof(row_type) / sizeof(REAL) };
_Static_assert((int)ROW_TYPES <= (int)TABLE_MOST, "a permutation looks up all types");
union row_words {
    row_type row;
    REAL word[ROW_WORDS];
};
struct row_table {
    REAL word[ROW_WORDS][TABLE_MOST] __attribute__((aligned(64)));
};

/** Largest number of coefficient sets of a partner: one per type in the cluster. */
enum { SETS_MOST = CLUSTER_SIZE_MOST, WORDS = ROW_WORDS };
#else
/** A body as an array of numbers, so that each number is stored contiguously for all partners. */
enum { BODY_WORDS = (sizeof(body_type) + sizeof(REAL) - 1) / sizeof(REAL) };
union body_words {
    body_type body;
    REAL word[BODY_WORDS];
};
enum { SETS_MOST = 1, WORDS = BODY_WORDS };
#endif

/** Partners of a cluster, and the sums of the forces on them. */
struct partners {
    REAL x[2][SIDE_ROOM], y[SIDE_ROOM], z[SIDE_ROOM]; /* x coordinates, a copy for each of two own
                                                       * particles */
    REAL code[SIDE_ROOM];                   /* packed words of the partners; later the charges */
    REAL word[SETS_MOST][WORDS][SIDE_ROOM]; /* bodies, or rows for each type of the cluster */
    SUM fx[SIDE_ROOM], fy[SIDE_ROOM], fz[SIDE_ROOM];
    int32_t particle[SIDE_ROOM], met[SIDE_ROOM];
    REAL near[2][3][SIDE_ROOM]; /* displacements from two own particles, if pairs take nearest
                                 * images */
    REAL first_x[SIDE_ROOM];    /* x of the first `masked` partners */
#ifdef ROWS_BESIDE
    int types, type[SETS_MOST]; /* types of the cluster */
    struct row_table rows[ROW_TYPES];
#endif
    int count;  /* number of partners, a multiple of LANES */
    int masked; /* only partners before this one may be excluded, by their bits in `met` */
    struct cluster_view view;
    REAL centre[3], reach[3]; /* box around the particles of the cluster */
    REAL cutoff2;
} __attribute__((aligned(64)));

/* --- gathering --- */

/*
 * Stores the particles within the cut-off of the box around a cluster, among the LANES particles
 * `particle`. Returns their number.
 */
#define DEFINE_BESIDE(many, type)                                                                  \
    INLINE int beside_##many(const struct partners *p, const type *position,                       \
                             const int32_t *particle, const int32_t *met, type *const to[4],       \
                             int32_t *const beside[2])                                             \
    {                                                                                              \
        type from[4][LANES] __attribute__((aligned(64)));                                          \
        int count = 0;                                                                             \
        load_##many(position, particle, from[0], from[1], from[2], from[3]);                       \
        for (int k = 0; k < LANES; k += many##_width) {                                            \
            many at[4], zero = {0}, far2 = {0};                                                    \
            for (int d = 0; d < 3; d++) {                                                          \
                at[d] = many##_lowered(*(const many *)(from[d] + k), (type)p->view.cut[d],         \
                                       (type)p->view.box[d]);                                      \
                const many apart = many##_magnitude(at[d] - (type)p->centre[d]);                   \
                const many gap = many##_larger(apart - (type)p->reach[d], zero);                   \
                far2 += gap * gap;                                                                 \
            }                                                                                      \
            at[3] = *(const many *)(from[3] + k);                                                  \
            const many##_mask near =                                                               \
                many##_below(many##_first(many##_width), far2, (type)p->cutoff2);                  \
            for (int d = 0; d < 4; d++)                                                            \
                many##_store(to[d] + count, near, at[d]);                                          \
            many##_store_integers(beside[0] + count, near, particle + k);                          \
            if (met != NULL)                                                                       \
                many##_store_integers(beside[1] + count, near, met + k);                           \
            count += __builtin_popcount(near);                                                     \
        }                                                                                          \
        return count;                                                                              \
    }
DEFINE_BESIDE(doubles, double)
DEFINE_BESIDE(floats, float)
#undef DEFINE_BESIDE

#define BESIDE_REALS(partners, position, ...)                                                      \
    _Generic((position), const double *: beside_doubles, const float *: beside_floats)(            \
        partners, position, __VA_ARGS__)

/**
 * Sets the frame of cluster k, with particles in `slots`, and the box around them. If pairs take
 * nearest images, that box is the whole periodic box.
 */
INLINE void partners_face(const struct cpu_arguments *a, int64_t k, const int32_t *slots,
                          struct partners *p)
{
    const REAL *position = (const REAL *)a->position;
#ifdef ROWS_BESIDE
    p->types = 0;
#endif
    p->view = view_of(a, k);
    p->cutoff2 = (REAL)(1.001 * a->cutoff * a->cutoff); /* a margin: an exact test follows */
    for (int d = 0; d < 3; d++) {
        REAL low = 0, high = p->view.box[d];
        for (int slot = 0; !p->view.image && slot < cluster_of(a)->size && slots[slot] < a->n;
             slot++) {
            const REAL at = seen_along(&p->view, position[4 * (int64_t)slots[slot] + d], d);
            low = slot == 0 || at < low ? at : low;
            high = slot == 0 || at > high ? at : high;
        }
        p->centre[d] = (low + high) / 2;
        p->reach[d] = (high - low) / 2;
    }
}

/**
 * Reads the indices of LANES partners of entries that start at `entry`. With `masked`, also reads
 * the slots that each partner interacts with. `partners`, 4 or 8, is a compile-time constant.
 */
INLINE void partners_read(const struct cpu_cluster *s, int64_t entry, int partners, bool masked,
                          int32_t *particle, int32_t *met)
{
    for (int e = 0; e < LANES / partners; e++) {
        memcpy(particle + e * partners, s->particle + s->first[entry + e],
               (size_t)partners * sizeof *particle);
        for (int k = 0; masked && k < partners; k++)
            met[e * partners + k] = (int32_t)(s->mask[entry + e] >> (k * CLUSTER_PAIRS / partners));
    }
}

/**
 * Appends near partners to the `count` gathered so far, among LANES partners of entries that start
 * at `entry`. Returns the new count. `masked`: some particles of the cluster may exclude them.
 */
INLINE int pick(const struct cpu_arguments *a, int64_t entry, bool masked, struct partners *p,
                int count)
{
    const struct cpu_cluster *s = cluster_of(a);
    int32_t particle[LANES] __attribute__((aligned(64))), met[LANES] __attribute__((aligned(64)));
    if (s->partners == 4)
        partners_read(s, entry, 4, masked, particle, met);
    else
        partners_read(s, entry, 8, masked, particle, met);
    REAL *const to[4] = {p->x[0] + count, p->y + count, p->z + count, p->code + count};
    int32_t *const beside[2] = {p->particle + count, p->met + count};
    return count +
           BESIDE_REALS(p, (const REAL *)a->position, particle, masked ? met : NULL, to, beside);
}

/**
 * Fills the last vector with dummies out of range of all particles, but near enough to avoid
 * subnormal numbers. If pairs take nearest images, dummies are more than a box length away.
 */
INLINE void fill_up(const struct cpu_arguments *a, struct partners *p)
{
    const REAL beyond = p->view.image ? p->view.out : (REAL)a->cutoff;
    for (; p->count % LANES != 0; p->count++) {
        p->x[0][p->count] = p->centre[0] + p->reach[0] + beyond;
        p->y[p->count] = p->centre[1] + p->reach[1] + beyond;
        p->z[p->count] = p->centre[2] + p->reach[2] + beyond;
        p->code[p->count] = 0;
        p->particle[p->count] = (int32_t)a->n;
    }
}

/* --- bodies --- */

#ifdef ROWS_BESIDE

/** Copies the coefficient rows of all types into tables. */
INLINE void partners_table(const struct cpu_arguments *a, struct partners *p)
{
    for (int own = 0; own < ROW_TYPES; own++)
        for (int type = 0; type < TABLE_MOST; type++) {
            union row_words of = {{0}};
            if (type < ROW_TYPES)
                of.row = *row_of_types(a, own, type);
            for (int w = 0; w < ROW_WORDS; w++)
                p->rows[own].word[w][type] = of.word[w];
        }
}

/** Returns the index of a particle's type among the types of the cluster; adds it if it is new. */
INLINE int partners_join(struct partners *p, const body_type *own)
{
    int k = 0;
    while (k < p->types && p->type[k] != own->type)
        k++;
    if (k == p->types)
        p->type[p->types++] = own->type;
    return k;
}

INLINE void make_bodies(const MODEL_STRUCT *c, struct partners *p)
{
    const struct quaternion none = {1, 0, 0, 0};
    for (int begin = 0; begin < p->count; begin += LANES) {
        REAL *const code = p->code + begin;
        int32_t type[LANES] __attribute__((aligned(64)));
#pragma omp simd
        for (int k = 0; k < LANES; k++) {
            const int32_t word = word_in(code[k]);
            const body_type body = OF_MODEL(_body_of)(c, word_type(word), word_charge(word), none);
            type[k] = body.type;
            code[k] = body.charge;
        }
        for (int set = 0; set < p->types; set++)
            for (int w = 0; w < WORDS; w++)
                LOOK_UP_REALS(p->rows[p->type[set]].word[w], type, p->word[set][w] + begin);
    }
}

/** Returns the coefficients of partner k with type number `set` of the cluster. */
INLINE row_type partner_row(const struct partners *p, int set, int k)
{
    union row_words of;
    for (int w = 0; w < WORDS; w++)
        of.word[w] = p->word[set][w][k];
    return of.row;
}

#else

INLINE void partners_table(const struct cpu_arguments *a, struct partners *p)
{
    (void)a;
    (void)p;
}

INLINE int partners_join(struct partners *p, const body_type *own)
{
    (void)p;
    (void)own;
    return 0;
}

/**
 * Makes the body of partner k. A separate function, because gcc would keep a variable that is
 * declared in the vector loop in memory.
 */
INLINE void make_body(const MODEL_STRUCT *c, struct partners *p, int k)
{
    const struct quaternion none = {1, 0, 0, 0};
    union body_words of;
    const int32_t word = word_in(p->code[k]);
    of.body = OF_MODEL(_body_of)(c, word_type(word), word_charge(word), none);
    for (int w = 0; w < WORDS; w++)
        p->word[0][w][k] = of.word[w];
}

INLINE void make_bodies(const MODEL_STRUCT *c, struct partners *p)
{
    const int count = p->count;
#pragma omp simd
    for (int k = 0; k < count; k++)
        make_body(c, p, k);
}

INLINE body_type partner_body(const struct partners *p, int k)
{
    union body_words of;
    for (int w = 0; w < WORDS; w++)
        of.word[w] = p->word[0][w][k];
    return of.body;
}

#endif

/* --- all --- */

/**
 * Gathers the in-range partners in entries `entry` … `end` - 1 of cluster k while there is room.
 * Returns the first entry that was not read.
 */
INLINE int64_t partners_lay(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t k,
                            int64_t entry, int64_t end, struct partners *p)
{
    const struct cpu_cluster *s = cluster_of(a);
    const int64_t masked = s->start[k] + s->masked[k];
    const int together = LANES / s->partners;
    int count = 0;
    for (; entry < end && entry < masked && count + LANES <= SIDE_MOST; entry += together)
        count = pick(a, entry, true, p, count);
    p->masked = count;
    for (; entry < end && count + LANES <= SIDE_MOST; entry += together)
        count = pick(a, entry, false, p, count);
    p->count = count;
    fill_up(a, p);
    memcpy(p->x[1], p->x[0], (size_t)p->count * sizeof *p->x[0]);
    memcpy(p->first_x, p->x[0], (size_t)p->masked * sizeof *p->first_x);
    make_bodies(c, p);
    return entry;
}

/** Adds the forces on partners to the forces of their particles, and clears the sums. */
INLINE void partners_put_out(const struct addends *to, struct partners *p)
{
    const SUM none[LANES] __attribute__((aligned(64))) = {0};
    for (int begin = 0; begin < p->count; begin += LANES) {
        SUM *const fx = p->fx + begin, *const fy = p->fy + begin, *const fz = p->fz + begin;
        if (to->shared) {
            for (int k = 0; k < LANES; k++)
                add_vector(to->forces + 4 * (int64_t)p->particle[begin + k], fx[k], fy[k], fz[k],
                           true);
        } else {
            lanes_add(to->forces, p->particle + begin, fx, fy, fz);
        }
        memcpy(fx, none, sizeof none);
        memcpy(fy, none, sizeof none);
        memcpy(fz, none, sizeof none);
    }
}

#endif
