/*
 * Patches instead of a list: the particles are sorted into the cells of a grid:
 *
 *     for each patch P, shared out among the threads
 *         for each patch Q with particles in reach of P
 *             copy the particles of Q side by side, relative to the middle of P
 *             for each particle i of P
 *                 for each copy j, LANES at a time
 *                     force[i] += force on i of the pair (i, j)
 *
 * Copies are shifted to their periodic image, so that the inner loop is contiguous and does not
 * depend on the box. Only particles within the cut-off of P are copied. With reciprocal forces, all
 * particles of Q are copied and each pair of patches occurs once. The forces on the copies are
 * stored in outputs of the pair. A second loop adds up the outputs of each patch.
 *
 * Pairs of bodies within the cut-off are found by vector code and then evaluated one by one. Pairs
 * of points are also evaluated one by one if there are excluded pairs.
 *
 * J. C. Phillips, J. E. Stone, K. Schulten, Proc. ACM/IEEE Supercomputing (2008), sec. 3, on a CPU.
 */
#include "strategies/cpu_patches.h"
#include "strategies/particle.h"
#include "strategies/simd.h"

#include <string.h>

enum { OWN_MOST = 64, PARTNERS_MOST = 512 };

/* Pairs are evaluated one by one for bodies, or if there are excluded pairs. */
#if HAS_BODIES || defined(HAS_EXCLUSIONS)
#define ONE_BY_ONE
#endif

/** Some particles of a patch: coordinates relative to `origin`, and sums of forces. */
struct own {
    int64_t first; /* first particle, in the order of the patches */
    int count;
    REAL origin[3];
    REAL x[OWN_MOST], y[OWN_MOST], z[OWN_MOST];
    struct total sum[OWN_MOST];
    REAL low[3], high[3];
};

/** Partners in contiguous arrays, and the forces on them. */
struct partners {
    REAL x[PARTNERS_MOST + LIST_PADDING], y[PARTNERS_MOST + LIST_PADDING],
        z[PARTNERS_MOST + LIST_PADDING];
    SUM fx[PARTNERS_MOST + LIST_PADDING], fy[PARTNERS_MOST + LIST_PADDING],
        fz[PARTNERS_MOST + LIST_PADDING];
#ifdef ONE_BY_ONE
    int32_t particle[PARTNERS_MOST];
#endif
#if HAS_ORIENTATION
    struct sum3 torque[PARTNERS_MOST];
#endif
    int count;
    int64_t first;  /* first particle of the current patch, in the order of the patches */
    int64_t output; /* index of the outputs for the forces on the partners */
    REAL far;       /* a coordinate out of reach of all particles */
} __attribute__((aligned(64)));

/** Returns the array of coordinates along an axis, in the order of the patches. */
static const REAL *ordered(const struct cpu_arguments *a, int axis)
{
    return (const REAL *)a->scratch + axis * (a->n + LIST_PADDING);
}

static SUM *outputs(const struct cpu_arguments *a)
{
    return (SUM *)a->scratch + 4 * (a->n + LIST_PADDING);
}

/** Returns the torque outputs, which follow the force outputs in the same order. */
static SUM *torque_outputs(const struct cpu_arguments *a)
{
    int64_t places = patches_of(a)->output[patches_of(a)->partner_start[patches_of(a)->patches]];
    return outputs(a) + 4 * (places + a->n + LIST_PADDING);
}

static void clear_outputs(const struct cpu_arguments *a, int64_t patch)
{
    int64_t begin = patches_of(a)->output[patches_of(a)->partner_start[patch]];
    int64_t end = patches_of(a)->output[patches_of(a)->partner_start[patch + 1]];
    memset(outputs(a) + 4 * begin, 0, (size_t)(end - begin) * 4 * sizeof(SUM));
    if (a->torque != NULL)
        memset(torque_outputs(a) + 4 * begin, 0, (size_t)(end - begin) * 4 * sizeof(SUM));
}

#if HAS_ORIENTATION
/** Adds the torque on the partner of a pair to the sum of partner q. */
INLINE void turn_partner(struct partners *p, int q, const struct pair *pair)
{
    sum3_add(&p->torque[q], partner_torque(&pair->f, pair->d.x, pair->d.y, pair->d.z));
}

/** Adds the torques on the partners to their outputs, and sets them to zero. */
INLINE void put_out_torques(const struct cpu_arguments *a, struct partners *p)
{
    SUM *torque = torque_outputs(a) + 4 * p->output;
    for (int k = 0; k < p->count; k++) {
        torque[4 * k] += p->torque[k].x;
        torque[4 * k + 1] += p->torque[k].y;
        torque[4 * k + 2] += p->torque[k].z;
        p->torque[k].x = p->torque[k].y = p->torque[k].z = 0;
    }
}

/**
 * Adds the torque outputs, starting at index `output`, to the torques of `size` particles, starting
 * at `begin`.
 */
INLINE void gather_torques(const struct cpu_arguments *a, int64_t output, int64_t begin,
                           int64_t size)
{
    const SUM *from = torque_outputs(a) + 4 * output;
    for (int64_t s = 0; s < size; s++) {
        SUM *torque = (SUM *)a->torque + 4 * (int64_t)patches_of(a)->particle[begin + s];
        for (int d = 0; d < 3; d++)
            torque[d] += from[4 * s + d];
    }
}
#else
#define turn_partner(p, q, pair)               ((void)0)
#define put_out_torques(a, p)                  ((void)0)
#define gather_torques(a, output, begin, size) ((void)0)
#endif

static void copy_ordered(const struct cpu_arguments *a)
{
    const REAL *position = (const REAL *)a->position;
    REAL *to = (REAL *)a->scratch;
    int64_t stride = a->n + LIST_PADDING;
#pragma omp for schedule(static)
    for (int64_t k = 0; k < a->n; k++)
        for (int d = 0; d < 3; d++)
            to[d * stride + k] = position[4 * (int64_t)patches_of(a)->particle[k] + d];
}

static void own_load(const struct cpu_arguments *a, int64_t first, int count, struct own *own)
{
    REAL *const to[3] = {own->x, own->y, own->z};
    own->first = first;
    own->count = count;
    for (int d = 0; d < 3; d++) {
        const REAL *from = ordered(a, d) + first;
        REAL low = from[0], high = from[0];
        for (int k = 1; k < count; k++) {
            low = from[k] < low ? from[k] : low;
            high = from[k] > high ? from[k] : high;
        }
        own->origin[d] = (low + high) / 2;
        own->low[d] = low - own->origin[d];
        own->high[d] = high - own->origin[d];
        for (int k = 0; k < count; k++)
            to[d][k] = from[k] - own->origin[d];
    }
    memset(own->sum, 0, sizeof own->sum);
}

/**
 * Returns the window of `own` for a periodic image. A negative shift is added to the coordinate; a
 * positive one is subtracted from the origin instead. In either case the box length is
 * subtracted from a number close to it, and so the subtraction is exact.
 */
static struct window window_of(const struct cpu_arguments *a, const struct own *own,
                               const int8_t image[3])
{
    struct window w = {.cutoff2 = (REAL)(a->cutoff * a->cutoff * 1.001)};
    for (int d = 0; d < 3; d++) {
        REAL displacement = image[d] * (REAL)a->box[d];
        w.shift[d] = displacement < 0 ? displacement : 0;
        w.origin[d] = displacement > 0 ? own->origin[d] - displacement : own->origin[d];
        w.low[d] = own->low[d];
        w.high[d] = own->high[d];
    }
    return w;
}

/**
 * Appends up to `count` particles, starting at `first`, in the order of the patches, while there is
 * room. Returns the number of appended particles.
 */
static int append_all(const struct cpu_arguments *a, const struct window *w, int64_t first,
                      int64_t count, struct partners *partners)
{
    REAL *const to[3] = {partners->x, partners->y, partners->z};
    int room = PARTNERS_MOST - partners->count;
    int taken = count < room ? (int)count : room;
    for (int d = 0; d < 3; d++) {
        const REAL *from = ordered(a, d) + first;
        for (int k = 0; k < taken; k++)
            to[d][partners->count + k] = (from[k] + w->shift[d]) - w->origin[d];
    }
#ifdef ONE_BY_ONE
    for (int k = 0; k < taken; k++)
        partners->particle[partners->count + k] = patches_of(a)->particle[first + k];
#endif
    partners->count += taken;
    return taken;
}

#ifdef ONE_BY_ONE
#define append_in_range append_all
#else
static int append_in_range(const struct cpu_arguments *a, const struct window *w, int64_t first,
                           int64_t count, struct partners *partners)
{
    const REAL *const from[3] = {ordered(a, 0) + first, ordered(a, 1) + first,
                                 ordered(a, 2) + first};
    int at = partners->count;
    REAL *const to[3] = {partners->x + at, partners->y + at, partners->z + at};
    int room = PARTNERS_MOST - at;
    int taken = count < room ? (int)count : room;
    partners->count += PACK_REALS(w, from, taken, to);
    return taken;
}
#endif

#ifdef ONE_BY_ONE

/**
 * Adds the pairs of own particle `t` with all partners. With `both`, also sums the forces on the
 * partners.
 */
INLINE void add_one(const struct cpu_arguments *a, const MODEL_STRUCT *c, struct own *own, int t,
                    struct partners *p, int count, bool both, bool energy)
{
    const REAL x = own->x[t], y = own->y[t], z = own->z[t];
    const REAL cutoff2 = (REAL)(a->cutoff * a->cutoff);
    const int64_t i = patches_of(a)->particle[own->first + t];
    const struct own_particle self = own_particle_of(a, c, i);
    struct total sum = {0};
    for (int begin = 0; begin < count; begin += LANES) {
        bool in_range[LANES];
#pragma omp simd
        for (int k = 0; k < LANES; k++) {
            REAL dx = p->x[begin + k] - x, dy = p->y[begin + k] - y, dz = p->z[begin + k] - z;
            in_range[k] = dx * dx + dy * dy + dz * dz < cutoff2;
        }
        for (int k = 0; k < LANES; k++) {
            int q = begin + k;
            struct pair pair = {.other = {p->particle[q], LOOK_UP},
                                .d = {p->x[q] - x, p->y[q] - y, p->z[q] - z}};
            if (!in_range[k] || are_excluded(a, i, p->particle[q]) || !evaluate_pair(&self, &pair))
                continue;
            total_add(&sum, &pair.f, energy);
            if (!both)
                continue;
            p->fx[q] += to_sum(pair.f.x);
            p->fy[q] += to_sum(pair.f.y);
            p->fz[q] += to_sum(pair.f.z);
            turn_partner(p, q, &pair);
        }
    }
    sum.energy = both ? sum.energy : sum.energy / 2;
    total_join(&own->sum[t], &sum);
}

#else

/**
 * Adds the pairs of own particle `t` with all partners, a vector at a time. With `both`, also sums
 * the forces on the partners.
 */
INLINE void add_one(const struct cpu_arguments *a, const MODEL_STRUCT *c, struct own *own, int t,
                    struct partners *p, int count, bool both, bool energy)
{
    const REAL x = own->x[t], y = own->y[t], z = own->z[t];
    struct lane_sums sum = {0};
    for (int begin = 0; begin < count; begin += LANES) {
#pragma omp simd
        for (int k = 0; k < LANES; k++) {
            struct pair_force f;
            int q = begin + k;
            REAL dx = p->x[q] - x, dy = p->y[q] - y, dz = p->z[q] - z;
            f.selected = a->terms;
            model_pair(c, dx, dy, dz, &f);
            select_virial(&f, dx, dy, dz);
            sum.x[k] += to_sum(f.x);
            sum.y[k] += to_sum(f.y);
            sum.z[k] += to_sum(f.z);
            if (energy)
                sum.energy[k] += energy_to_sum(f.energy);
            if (both) {
                p->fx[q] += to_sum(f.x);
                p->fy[q] += to_sum(f.y);
                p->fz[q] += to_sum(f.z);
            }
        }
    }
    SUM total[4];
    lanes_sum(&sum, total);
    own->sum[t].x -= total[0];
    own->sum[t].y -= total[1];
    own->sum[t].z -= total[2];
    own->sum[t].energy += both ? total[3] : total[3] / 2;
}

#endif

/** Adds the forces on the partners to their outputs, and sets them to zero. */
static void put_out(const struct cpu_arguments *a, struct partners *p)
{
    SUM *output = outputs(a) + 4 * p->output;
    for (int k = 0; k < p->count; k++) {
        output[4 * k] += p->fx[k];
        output[4 * k + 1] += p->fy[k];
        output[4 * k + 2] += p->fz[k];
    }
    put_out_torques(a, p);
    for (int k = 0; k < PARTNERS_MOST; k++)
        p->fx[k] = p->fy[k] = p->fz[k] = 0;
    p->output += p->count;
}

/*
 * Inlined into each caller, because constant arguments give faster vector code. Not inlined if
 * pairs are evaluated one by one: then it gains nothing, and a dozen copies take long to compile.
 */
#ifdef ONE_BY_ONE
#define SHARED static __attribute__((noinline))
#else
#define SHARED INLINE
#endif

/**
 * Evaluates all pairs of own particles with partners, and then removes the partners. With `self`,
 * the partners are particles of the same patch, starting at p->first. Each own particle among them
 * is moved out of reach while its pairs are evaluated.
 */
SHARED void add_all(const struct cpu_arguments *a, const MODEL_STRUCT *c, struct own *own,
                    struct partners *p, bool self, bool both, bool energy)
{
    int count = (p->count + LANES - 1) / LANES * LANES;
    for (int k = p->count; k < count; k++)
        p->x[k] = p->y[k] = p->z[k] = p->far;
    for (int t = 0; t < own->count; t++) {
        int64_t place = own->first + t - p->first;
        bool hide = self && place >= 0 && place < p->count;
        REAL hidden = hide ? p->x[place] : 0;
        if (hide)
            p->x[place] = p->far;
        add_one(a, c, own, t, p, count, both, energy);
        if (hide)
            p->x[place] = hidden;
    }
    if (both)
        put_out(a, p);
    p->first += p->count;
    p->count = 0;
}

/** Adds the pairs of own particles with all particles of the same patch. */
INLINE void add_self(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t patch,
                     struct own *own, struct partners *partners, bool energy)
{
    const int8_t nowhere[3] = {0};
    struct window w = window_of(a, own, nowhere);
    int64_t first = patches_of(a)->start[patch];
    partners->first = first;
    while (first < patches_of(a)->start[patch + 1]) {
        first += append_all(a, &w, first, patches_of(a)->start[patch + 1] - first, partners);
        add_all(a, c, own, partners, true, false, energy);
    }
}

/**
 * Adds the pairs of own particles with other patches and with periodic images of the same patch.
 */
INLINE void add_others(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t patch,
                       struct own *own, struct partners *partners, bool reciprocal, bool energy)
{
    int64_t begin = patches_of(a)->partner_start[patch] + 1;
    int64_t end = patches_of(a)->partner_start[patch + 1];
    partners->output = reciprocal ? patches_of(a)->output[begin] : 0;
    for (int64_t k = begin; k < end; k++) {
        struct window w = window_of(a, own, patches_of(a)->image + 3 * k);
        int64_t first = patches_of(a)->start[patches_of(a)->partner[k]];
        int64_t last = patches_of(a)->start[patches_of(a)->partner[k] + 1];
        while (first < last) {
            first += reciprocal ? append_all(a, &w, first, last - first, partners)
                                : append_in_range(a, &w, first, last - first, partners);
            if (partners->count == PARTNERS_MOST)
                add_all(a, c, own, partners, false, reciprocal, energy);
        }
    }
    add_all(a, c, own, partners, false, reciprocal, energy);
}

static void own_store(const struct cpu_arguments *a, const struct own *own)
{
    for (int t = 0; t < own->count; t++)
        total_store(a, patches_of(a)->particle[own->first + t], &own->sum[t], false);
}

/** Adds the outputs of all pairs in which the patch is second to the forces of the patch. */
static void gather_outputs(const struct cpu_arguments *a, int64_t patch)
{
    int64_t begin = patches_of(a)->start[patch];
    int64_t size = patches_of(a)->start[patch + 1] - begin;
    for (int64_t k = patches_of(a)->incoming_start[patch];
         k < patches_of(a)->incoming_start[patch + 1]; k++) {
        const SUM *output = outputs(a) + 4 * patches_of(a)->output[patches_of(a)->incoming[k]];
        for (int64_t s = 0; s < size; s++) {
            SUM *force = (SUM *)a->force + 4 * (int64_t)patches_of(a)->particle[begin + s];
            for (int d = 0; d < 3; d++)
                force[d] += output[4 * s + d];
        }
        gather_torques(a, patches_of(a)->output[patches_of(a)->incoming[k]], begin, size);
    }
}

INLINE void patches(const struct cpu_arguments *a, bool reciprocal, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    struct own own;
    struct partners partners = {.far = 2 * (REAL)(a->box[0] + a->box[1] + a->box[2] + a->cutoff)};
#pragma omp for schedule(static)
    for (int64_t patch = 0; patch < patches_of(a)->patches; patch++) {
        int64_t end = patches_of(a)->start[patch + 1];
        if (reciprocal)
            clear_outputs(a, patch);
        for (int64_t first = patches_of(a)->start[patch]; first < end; first += OWN_MOST) {
            own_load(a, first, end - first < OWN_MOST ? (int)(end - first) : OWN_MOST, &own);
            add_self(a, &c, patch, &own, &partners, energy);
            add_others(a, &c, patch, &own, &partners, reciprocal, energy);
            own_store(a, &own);
        }
    }
    if (reciprocal) {
#pragma omp for schedule(static)
        for (int64_t patch = 0; patch < patches_of(a)->patches; patch++)
            gather_outputs(a, patch);
    }
}

INLINE void tile(const struct cpu_arguments *a, bool energy)
{
    copy_ordered(a);
    const bool reciprocal = tuning_by_name(a->tuning, "reciprocal") != 0;
#ifdef ONE_BY_ONE
    patches(a, reciprocal, energy);
#else
    if (reciprocal)
        patches(a, true, energy);
    else
        patches(a, false, energy);
#endif
}

CPU_KERNEL(tile, tile)
