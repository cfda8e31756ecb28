/*
 * No list. The particles of a patch meet those of its partner patches, which are copied side by
 * side into scratch relative to the patch's own middle, periodic images displaced, so that the
 * inner loop is contiguous and knows no box. Without reciprocal forces only partners within the
 * cut-off of the patch are copied. With them each pair of patches is met once, the forces on the
 * partners go to an output of the pair's own, and a second loop adds up what comes in at a patch.
 *
 * J. C. Phillips, J. E. Stone, K. Schulten, Proc. ACM/IEEE Supercomputing (2008), sec. 3, on a CPU.
 */
#include "strategies/simd.h"

#include <string.h>

enum { RECIPROCAL = 2 }; /* place among the tuning values */

enum { OWN_MOST = 64, PARTNERS_MOST = 512 };

/** Some particles of a patch: their coordinates from `origin`, and the sums of their forces. */
struct own {
    int64_t first; /* in the order of the patches */
    int count;
    real origin[3];
    real x[OWN_MOST], y[OWN_MOST], z[OWN_MOST];
    struct pair_force sum[OWN_MOST];
    real low[3], high[3];
};

/** Partners side by side, and the forces on them. */
struct partners {
    real x[PARTNERS_MOST + LIST_PADDING], y[PARTNERS_MOST + LIST_PADDING],
        z[PARTNERS_MOST + LIST_PADDING];
    real fx[PARTNERS_MOST + LIST_PADDING], fy[PARTNERS_MOST + LIST_PADDING],
        fz[PARTNERS_MOST + LIST_PADDING];
    int count;
    int64_t first;  /* of the patch being met, in the order of the patches */
    int64_t output; /* where the forces on the partners go */
    real far;       /* a coordinate out of reach */
} __attribute__((aligned(64)));

/** The coordinates in the order of the patches, one axis after another. */
static const real *ordered(const struct cpu_arguments *a, int axis)
{
    return (const real *)a->scratch + axis * (a->n + LIST_PADDING);
}

static real *outputs(const struct cpu_arguments *a)
{
    return (real *)a->scratch + 4 * (a->n + LIST_PADDING);
}

static void clear_outputs(const struct cpu_arguments *a, int64_t patch)
{
    int64_t begin = a->output[a->partner_start[patch]];
    int64_t end = a->output[a->partner_start[patch + 1]];
    memset(outputs(a) + 4 * begin, 0, (size_t)(end - begin) * 4 * sizeof(real));
}

static void copy_ordered(const struct cpu_arguments *a)
{
    const real *position = a->position;
    real *to = a->scratch;
    int64_t stride = a->n + LIST_PADDING;
#pragma omp parallel for schedule(static) num_threads(a->threads)
    for (int64_t k = 0; k < a->n; k++)
        for (int d = 0; d < 3; d++)
            to[d * stride + k] = position[4 * (int64_t)a->patch_particle[k] + d];
}

static void own_load(const struct cpu_arguments *a, int64_t first, int count, struct own *own)
{
    real *const to[3] = {own->x, own->y, own->z};
    own->first = first;
    own->count = count;
    for (int d = 0; d < 3; d++) {
        const real *from = ordered(a, d) + first;
        real low = from[0], high = from[0];
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
 * The window through which `own` sees an image of the box. A displacement to below is added to the
 * coordinate, one to above taken from the origin: both lie in the same half of the box, so that
 * neither sum rounds.
 */
static struct window window_of(const struct cpu_arguments *a, const struct own *own,
                               const int8_t image[3])
{
    struct window w = {.cutoff2 = (real)(a->cutoff * a->cutoff * 1.001)};
    for (int d = 0; d < 3; d++) {
        real displacement = image[d] * (real)a->box[d];
        w.shift[d] = displacement < 0 ? displacement : 0;
        w.origin[d] = displacement > 0 ? own->origin[d] - displacement : own->origin[d];
        w.low[d] = own->low[d];
        w.high[d] = own->high[d];
    }
    return w;
}

/** Appends `count` particles of the patches' order from `first` on, as far as there is room. */
static int append_all(const struct cpu_arguments *a, const struct window *w, int64_t first,
                      int64_t count, struct partners *partners)
{
    real *const to[3] = {partners->x, partners->y, partners->z};
    int room = PARTNERS_MOST - partners->count;
    int taken = count < room ? (int)count : room;
    for (int d = 0; d < 3; d++) {
        const real *from = ordered(a, d) + first;
        for (int k = 0; k < taken; k++)
            to[d][partners->count + k] = (from[k] + w->shift[d]) - w->origin[d];
    }
    partners->count += taken;
    return taken;
}

static int append_near(const struct cpu_arguments *a, const struct window *w, int64_t first,
                       int64_t count, struct partners *partners)
{
    const real *const from[3] = {ordered(a, 0) + first, ordered(a, 1) + first,
                                 ordered(a, 2) + first};
    int at = partners->count;
    real *const to[3] = {partners->x + at, partners->y + at, partners->z + at};
    int room = PARTNERS_MOST - at;
    int taken = count < room ? (int)count : room;
    partners->count += PACK_REALS(w, from, taken, to);
    return taken;
}

/** All pairs of own particles and partners, then forgets the partners. */
static inline __attribute__((always_inline)) void meet(const struct cpu_arguments *a,
                                                       const MODEL_STRUCT *c, struct own *own,
                                                       struct partners *p, bool self,
                                                       bool reciprocal, bool energy)
{
    int count = (p->count + LIST_PADDING - 1) / LIST_PADDING * LIST_PADDING;
    for (int k = p->count; k < count; k++)
        p->x[k] = p->y[k] = p->z[k] = p->far;
    for (int t = 0; t < own->count; t++) {
        int64_t place = self ? own->first + t - p->first : -1; /* among the partners */
        int begin = 0;
        real hidden = 0;
        bool hide = !reciprocal && place >= 0 && place < p->count;
        if (hide) {
            hidden = p->x[place];
            p->x[place] = p->far;
        } else if (reciprocal && place >= 0) {
            begin = place + 1 < count ? (int)place + 1 : count;
        }
        real x = 0, y = 0, z = 0, e = 0;
#pragma omp simd reduction(+ : x, y, z, e)
        for (int k = begin; k < count; k++) {
            struct pair_force f;
            pair(c, p->x[k] - own->x[t], p->y[k] - own->y[t], p->z[k] - own->z[t], &f);
            x += f.x;
            y += f.y;
            z += f.z;
            if (energy)
                e += f.energy;
            if (reciprocal) {
                p->fx[k] += f.x;
                p->fy[k] += f.y;
                p->fz[k] += f.z;
            }
        }
        own->sum[t].x += x;
        own->sum[t].y += y;
        own->sum[t].z += z;
        own->sum[t].energy += e;
        if (hide)
            p->x[place] = hidden;
    }
    if (reciprocal) {
        real *output = outputs(a) + 4 * p->output;
        for (int k = 0; k < p->count; k++) {
            output[4 * k] += p->fx[k];
            output[4 * k + 1] += p->fy[k];
            output[4 * k + 2] += p->fz[k];
        }
        for (int k = 0; k < count; k++)
            p->fx[k] = p->fy[k] = p->fz[k] = 0;
    }
    p->first += p->count;
    p->output += p->count;
    p->count = 0;
}

/** Own particles and everything in range of their patch. */
static inline __attribute__((always_inline)) void
meet_all(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t patch, struct own *own,
         struct partners *partners, bool reciprocal, bool energy)
{
    partners->output = reciprocal ? a->output[a->partner_start[patch]] : 0;
    for (int64_t k = a->partner_start[patch]; k < a->partner_start[patch + 1]; k++) {
        struct window w = window_of(a, own, a->image + 3 * k);
        int64_t first = a->patch_start[a->partner[k]];
        int64_t end = a->patch_start[a->partner[k] + 1];
        bool self = k == a->partner_start[patch];
        partners->first = first;
        while (first < end) {
            first += reciprocal || self ? append_all(a, &w, first, end - first, partners)
                                        : append_near(a, &w, first, end - first, partners);
            if (self || partners->count == PARTNERS_MOST)
                meet(a, c, own, partners, self, reciprocal, energy);
        }
    }
    meet(a, c, own, partners, false, reciprocal, energy);
}

static void own_store(const struct cpu_arguments *a, const struct own *own, bool reciprocal)
{
    for (int t = 0; t < own->count; t++) {
        real *force = (real *)a->force + 4 * (int64_t)a->patch_particle[own->first + t];
        force[0] = -own->sum[t].x;
        force[1] = -own->sum[t].y;
        force[2] = -own->sum[t].z;
        force[3] = reciprocal ? own->sum[t].energy : own->sum[t].energy / 2;
    }
}

/** Adds to the forces of a patch what the pairs that end there put out. */
static void gather_outputs(const struct cpu_arguments *a, int64_t patch)
{
    int64_t begin = a->patch_start[patch];
    int64_t size = a->patch_start[patch + 1] - begin;
    for (int64_t k = a->incoming_start[patch]; k < a->incoming_start[patch + 1]; k++) {
        const real *output = outputs(a) + 4 * a->output[a->incoming[k]];
        for (int64_t s = 0; s < size; s++) {
            real *force = (real *)a->force + 4 * (int64_t)a->patch_particle[begin + s];
            for (int d = 0; d < 3; d++)
                force[d] += output[4 * s + d];
        }
    }
}

static inline __attribute__((always_inline)) void patches(const struct cpu_arguments *a,
                                                          bool reciprocal, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
#pragma omp parallel num_threads(a->threads)
    {
        struct own own;
        struct partners partners = {.far =
                                        2 * (real)(a->box[0] + a->box[1] + a->box[2] + a->cutoff)};
#pragma omp for schedule(static)
        for (int64_t patch = 0; patch < a->patches; patch++) {
            int64_t end = a->patch_start[patch + 1];
            if (reciprocal)
                clear_outputs(a, patch);
            for (int64_t first = a->patch_start[patch]; first < end; first += OWN_MOST) {
                own_load(a, first, end - first < OWN_MOST ? (int)(end - first) : OWN_MOST, &own);
                meet_all(a, &c, patch, &own, &partners, reciprocal, energy);
                own_store(a, &own, reciprocal);
            }
        }
        if (reciprocal) {
#pragma omp for schedule(static)
            for (int64_t patch = 0; patch < a->patches; patch++)
                gather_outputs(a, patch);
        }
    }
}

static inline __attribute__((always_inline)) void body(const struct cpu_arguments *a, bool energy)
{
    copy_ordered(a);
    if (a->tuning[RECIPROCAL])
        patches(a, true, energy);
    else
        patches(a, false, energy);
}

CPU_KERNEL(tile, body)
