/*
 * The strategy `team` for models with types but no orientation:
 *
 *     for each particle i, shared out among the threads
 *         for each entry in the row of i
 *             append its particle if it is within the cut-off
 *         for each LANES of these partners
 *             in each lane: sum[lane] += force on i of the pair of i and the lane's partner
 *         force[i] = sum over the lanes
 *
 * The loop is compiled for each variant of the model's pair function (variants.h). With sums in
 * fixed point, the two particles of a pair have a fixed order, and pairs are evaluated one by one.
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

#include "strategies/unoriented/near_partners.h"
#include "strategies/unoriented/variants.h"

/**
 * Returns the force of the lane's pair. The result is returned by value, because gcc would keep it
 * in memory if the vector loop passed its address.
 */
INLINE struct pair_force pair_of_lane(const struct cpu_arguments *a, const MODEL_STRUCT *c,
                                      const body_type *self, const struct near_partners *to, int k)
{
    const struct quaternion none = {1, 0, 0, 0};
    const int32_t word = word_in(to->word[k]);
    const body_type other = OF_MODEL(_body_of)(c, word_type(word), word_charge(word), none);
    struct pair_force f;
    f.selected = a->terms;
    pair_of_particles(a, c, self, &other, to->x[k], to->y[k], to->z[k], &f);
    select_virial(&f, to->x[k], to->y[k], to->z[k]);
    return f;
}

INLINE void add_near(int variant, const struct own_particle *self,
                     const struct near_partners *partners, bool energy, struct total *total)
{
    const struct cpu_arguments *a = self->arguments;
    const MODEL_STRUCT c = settled(self->constants, variant);
    const body_type body = self->body;
    SUM x = 0, y = 0, z = 0, energies = 0;
    const int count = partners->count, padded = (count + LANES - 1) / LANES * LANES;
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

INLINE void add_of_variant(int variant, const MODEL_STRUCT *constants,
                           const struct own_particle *self, const struct near_partners *partners,
                           bool energy, struct total *total)
{
    (void)constants;
    if (energy)
        add_near(variant, self, partners, true, total);
    else
        add_near(variant, self, partners, false, total);
}

/* Not inlined, so that the calls for different faces of the box share one copy. */
DEFINE_VARIANTS(add_partners, add_of_variant,
                (const MODEL_STRUCT *constants, const struct own_particle *self,
                 const struct near_partners *partners, bool energy, struct total *total),
                (constants, self, partners, energy, total))

/** Adds the forces of a padded row. */
INLINE void add_row(const struct row *row, int axes, bool energy, struct total *sum)
{
    const struct own_particle *self = &row->self;
    const int64_t end = rows_of(self->arguments)->start[self->i + 1];
    struct near_partners partners;
    for (int64_t place = row->start; place < end; place += NEAR_MOST) {
        const int64_t left = end - place;
        near_partners_find(self->arguments, &row->frame, axes, place,
                           left < NEAR_MOST ? (int)left : NEAR_MOST, &partners);
        add_partners(self->constants, self, &partners, energy, sum);
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
        if (row.frame.across || energy) /* calls with energies need no fast code */
            add_row(&row, ACROSS_ALL, energy, &sum);
        else
            add_row(&row, ACROSS_NONE, energy, &sum);
        total_store(a, i, &sum, true);
    }
}

CPU_KERNEL(team, team)
