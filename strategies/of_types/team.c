/*
 * The strategy team for particles with types but no orientation:
 *
 *     for each particle i, shared out among the threads
 *         for each entry in the row of i
 *             lay its particle beside those before it if it is within the cut-off
 *         for each LANES of these partners
 *             in each lane: sum[lane] += force on i of the pair of i and the lane's partner
 *         force[i] = sum over the lanes
 *
 * A model may have several pair functions, of which its constants choose one (MODEL_VARIANT): the
 * loop is compiled for each. Where sums are in fixed point a pair has an order of its own, and
 * pairs are evaluated one after another.
 */
#include "strategies/rows.h"

#ifdef FRACTION_BITS

INLINE void add_row(const struct row *row, int axes, bool energy, struct total *sum)
{
    for (int32_t k = 0; k < row->count; k++) {
        struct pair pair;
        if (evaluate_entry(row, k, axes, &pair))
            total_add(sum, &pair.f, energy);
    }
}

#else

#include "strategies/of_types/near_partners.h"

#include <assert.h>

/** The force of the pair that a lane takes; the struct is returned, for gcc would make an array of
 * it in memory if the vector loop took its address. */
INLINE struct pair_force pair_of_lane(const struct cpu_arguments *a, const MODEL_STRUCT *c,
                                      const body_type *self, const struct near_partners *to, int k)
{
    const struct quaternion none = {1, 0, 0, 0};
    const body_type other = OF_MODEL(_body_of)(c, to->type[k], none);
    struct pair_force f;
    f.selected = a->terms;
    model_pair(c, self, &other, to->x[k], to->y[k], to->z[k], &f);
    select_virial(&f, to->x[k], to->y[k], to->z[k]);
    return f;
}

INLINE void add_partners(const struct own_particle *self, const struct near_partners *partners,
                         bool energy, int variant, struct total *total)
{
    const struct cpu_arguments *a = self->arguments;
    MODEL_STRUCT c = *self->constants;
    const body_type body = self->body;
    SUM x = 0, y = 0, z = 0, energies = 0;
    const int count = partners->count, padded = (count + LANES - 1) / LANES * LANES;
#ifdef MODEL_VARIANT
    c.MODEL_VARIANT = (real)variant;
#else
    (void)variant;
#endif
#pragma omp simd reduction(+ : x, y, z, energies)
    for (int k = 0; k < padded; k++) {
        const struct pair_force f = pair_of_lane(a, &c, &body, partners, k);
        const bool present = k < count;
        x -= to_sum(present ? f.x : 0);
        y -= to_sum(present ? f.y : 0);
        z -= to_sum(present ? f.z : 0);
        if (energy)
            energies += energy_to_sum(present ? f.energy : 0);
    }
    total->x += x;
    total->y += y;
    total->z += z;
    total->energy += energies;
}

/* One for each variant, and not inlined: the paths for the faces of the box that a particle may be
   near to share one copy of the pair function. */
#ifdef MODEL_VARIANT
static_assert(MODEL_VARIANTS <= 4, "there is a line below for each variant of a pair function");
#else
#define MODEL_VARIANTS 1
#endif
#define DEFINE_ADD(variant)                                                                        \
    static __attribute__((noinline)) void add_##variant(const struct own_particle *self,           \
                                                        const struct near_partners *partners,      \
                                                        bool energy, struct total *total)          \
    {                                                                                              \
        if (variant >= MODEL_VARIANTS)                                                             \
            return;                                                                                \
        if (energy)                                                                                \
            add_partners(self, partners, true, variant, total);                                    \
        else                                                                                       \
            add_partners(self, partners, false, variant, total);                                   \
    }
DEFINE_ADD(0)
DEFINE_ADD(1)
DEFINE_ADD(2)
DEFINE_ADD(3)
#undef DEFINE_ADD

/** Adds the forces of a padded row. */
INLINE void add_row(const struct row *row, int axes, bool energy, struct total *sum)
{
    const struct own_particle *self = &row->self;
    const int64_t end = rows_of(self->arguments)->start[self->i + 1];
    struct near_partners partners;
    int variant = 0;
#ifdef MODEL_VARIANT
    variant = (int)self->constants->MODEL_VARIANT;
#endif
    for (int64_t place = row->start; place < end; place += NEAR_MOST) {
        const int64_t left = end - place;
        near_partners_find(self->arguments, &row->frame, axes, place,
                           left < NEAR_MOST ? (int)left : NEAR_MOST, &partners);
        switch (variant) {
        case 0:
            add_0(self, &partners, energy, sum);
            break;
        case 1:
            add_1(self, &partners, energy, sum);
            break;
        case 2:
            add_2(self, &partners, energy, sum);
            break;
        default:
            add_3(self, &partners, energy, sum);
        }
    }
}

#endif

INLINE void team(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
#pragma omp for schedule(static)
    for (int64_t i = 0; i < a->n; i++) {
        const struct row row = row_of(a, &c, i);
        struct total sum = {0};
        if (row.frame.across || energy) /* energies are no part of a timing */
            add_row(&row, ACROSS_ALL, energy, &sum);
        else
            add_row(&row, ACROSS_NONE, energy, &sum);
        total_store(a, i, &sum, true);
    }
}

CPU_KERNEL(team, team)
