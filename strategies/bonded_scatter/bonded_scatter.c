/*
 * The bonded terms, after any strategy:
 *
 *     for each particle i, shared out among the threads
 *         for each bonded term with first member i
 *             for each member k of the term
 *                 force[k] += force on k of the term, atomically
 *             energy[i] += energy of the term, atomically
 *
 * A term is evaluated once. If there is only one thread, it adds without atomics. Terms of the same
 * form of models/forms/ are evaluated together, one in each lane of a vector. The kernel is
 * registered as a strategy `bonded_scatter`.
 */
#include "strategies/add.h"
#include "strategies/bonded/terms.h"
#include "strategies/simd.h"

#ifdef BONDED_MOST
/** Adds the force and torque on member m of a term; the first member also gets the energy. */
INLINE void add_share(const struct bonded_force *f, int m, int32_t member, const struct addends *to,
                      bool energy)
{
    struct total sum = {.x = to_sum(f->force[m].x),
                        .y = to_sum(f->force[m].y),
                        .z = to_sum(f->force[m].z),
                        .energy = to_sum(f->energy)};
    total_turn(&sum, f->torque[m]);
    add_total(to, member, &sum, energy && m == 0);
}

/** Evaluates a term, stored as an entry of its first member i, and adds it to all its members. */
INLINE void scatter_term(const struct cpu_arguments *a, const MODEL_STRUCT *c, int32_t i,
                         const int32_t *entry, const struct addends *to, bool energy)
{
    int32_t member[BONDED_MOST];
    body_type bodies[BONDED_MOST];
    struct vector r[BONDED_MOST - 1];
    struct bonded_force f = {.selected = a->terms};
    for (int m = 0; m < BONDED_MOST; m++) {
        member[m] = m == 0 || entry[m] < 0 ? i : entry[m]; /* negative where a term has fewer
                                                            * members */
        bodies[m] = body_at(a, c, member[m], true);
    }
    for (int m = 1; m < BONDED_MOST; m++)
        r[m - 1] = to_nearest(a, member[m - 1], member[m]);
    evaluate_term(c, a->tables->bonded, entry[0] / 4, bodies, r, &f);
    select_bonded_virial(&f, r);
    for (int m = 0; m < BONDED_MOST && (m == 0 || entry[m] >= 0); m++)
        add_share(&f, m, member[m], to, energy);
}

#if defined FORMS_USED && !defined FRACTION_BITS
#define FORMS_BY_LANES

/** Terms of the same form, one per lane. */
struct lane_terms {
    int32_t member[FORM_MEMBERS][LANES], row[LANES];
    int count;
} __attribute__((aligned(64)));

/**
 * Returns the forces of a term; `folds` is its n as a compile-time constant, or 0 if it has none.
 * The result is returned by value, because gcc would keep it in memory if the vector loop passed
 * its address.
 */
INLINE struct form_force forces_of_lane(const struct cpu_arguments *a, int form, int members,
                                        int folds, const struct form_row *row,
                                        const struct lanes *at, int k)
{
    struct vector r[FORM_MEMBERS - 1];
    struct form_row own = *row;
    struct form_force f;
    own.k[1] = (REAL)folds;
    MODEL_UNROLL
    for (int m = 1; m < members; m++)
        r[m - 1] = vector(nearest_along(at[m - 1].x[k], at[m].x[k], (REAL)a->box[0]),
                          nearest_along(at[m - 1].y[k], at[m].y[k], (REAL)a->box[1]),
                          nearest_along(at[m - 1].z[k], at[m].z[k], (REAL)a->box[2]));
    form_evaluate(form, folds > 0 ? &own : row, r, &f);
    return f;
}

/** Evaluates terms of the same form and adds the forces to their members. */
INLINE void scatter_lanes(const struct cpu_arguments *a, int form, int members, int folds,
                          const struct lane_terms *terms, const struct addends *to)
{
    const struct form_row *rows = (const struct form_row *)a->tables->bonded;
    struct lanes at[FORM_MEMBERS];
    struct lane_sums force[FORM_MEMBERS];
    for (int m = 0; m < members; m++)
        lanes_load(&at[m], (const REAL *)a->position, terms->member[m]);
#pragma omp simd
    for (int k = 0; k < LANES; k++) {
        const struct form_force f =
            forces_of_lane(a, form, members, folds, rows + terms->row[k], at, k);
        MODEL_UNROLL
        for (int m = 0; m < members; m++) {
            force[m].x[k] = to_sum(UNITS * f.force[m].x);
            force[m].y[k] = to_sum(UNITS * f.force[m].y);
            force[m].z[k] = to_sum(UNITS * f.force[m].z);
        }
    }
    for (int m = 0; m < members; m++)
        for (int k = 0; k < terms->count; k++)
            add_vector(to->forces + 4 * (int64_t)terms->member[m][k], force[m].x[k], force[m].y[k],
                       force[m].z[k], to->shared);
}

/** Returns the common n of all terms of a periodic form; 0: they differ, or the form has none. */
INLINE int folds_of(const struct cpu_arguments *a, int form, const struct lane_terms *terms)
{
    const struct form_row *rows = (const struct form_row *)a->tables->bonded;
    const REAL folds = rows[terms->row[0]].k[1];
    bool alike = form == FORM_DIHEDRAL_PERIODIC || form == FORM_IMPROPER_PERIODIC;
    for (int k = 1; k < LANES && alike; k++)
        alike = rows[terms->row[k]].k[1] == folds;
    return alike ? (int)folds : 0;
}

/**
 * Calls scatter_lanes with a constant `folds`: compilers vectorize loops up to n only if n is a
 * constant.
 */
INLINE void scatter_folds(const struct cpu_arguments *a, int form, int members,
                          const struct lane_terms *terms, const struct addends *to)
{
    switch (folds_of(a, form, terms)) {
    case 1:
        scatter_lanes(a, form, members, 1, terms, to);
        break;
    case 2:
        scatter_lanes(a, form, members, 2, terms, to);
        break;
    case 3:
        scatter_lanes(a, form, members, 3, terms, to);
        break;
    default:
        scatter_lanes(a, form, members, 0, terms, to);
    }
}

/**
 * Adds the forces of the collected terms of a form, then empties the collection. Lanes without a
 * term repeat the first term.
 */
static __attribute__((noinline)) void scatter_form(const struct cpu_arguments *a, int form,
                                                   struct lane_terms *terms,
                                                   const struct addends *to)
{
    for (int k = terms->count; k < LANES; k++) {
        for (int m = 0; m < FORM_MEMBERS; m++)
            terms->member[m][k] = terms->member[m][0];
        terms->row[k] = terms->row[0];
    }
    switch (form) {
#define FORM(NAME, name, members, rows, term, flops, special)                                      \
    case FORM_##NAME:                                                                              \
        if ((FORMS_USED >> FORM_##NAME & 1) != 0)                                                  \
            scatter_folds(a, FORM_##NAME, members, terms, to);                                     \
        break;
#include "models/forms/list.h"
#undef FORM
    default:
        break;
    }
    terms->count = 0;
}

/**
 * Collects a term, stored as an entry of its first member i, in a lane of its form. A term of a
 * form that the model defines is added to its members at once.
 */
INLINE void take_term(const struct cpu_arguments *a, const MODEL_STRUCT *c, int32_t i,
                      const int32_t *entry, struct lane_terms of_form[FORMS],
                      const struct addends *to)
{
    const int kind = entry[0] / 4, form = (kind & 31) - OWN_FORMS;
    if (form < 0) {
        scatter_term(a, c, i, entry, to, false);
        return;
    }
    struct lane_terms *terms = &of_form[form];
    const int lane = terms->count++;
    terms->member[0][lane] = i;
    for (int m = 1; m < FORM_MEMBERS; m++)
        terms->member[m][lane] = entry[m];
    terms->row[lane] = kind >> 5;
    if (terms->count == LANES)
        scatter_form(a, form, terms, to);
}
#endif

INLINE void scatter_terms(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    const struct addends to = addends_of(a, a->threads > 1);
#ifdef FORMS_BY_LANES
    struct lane_terms of_form[FORMS];
    for (int form = 0; form < FORMS; form++)
        of_form[form].count = 0;
#endif
#pragma omp for schedule(static)
    for (int64_t i = 0; i < a->n; i++)
        for (int32_t k = a->bonded_start[i]; k < a->bonded_start[i + 1]; k++) {
            const int32_t *entry = a->bonded + 4 * (int64_t)k;
            if (entry[0] % 4 != 0)
                continue;
#ifdef FORMS_BY_LANES
            if (!energy) { /* calls with energies are not timed */
                take_term(a, &c, (int32_t)i, entry, of_form, &to);
                continue;
            }
#endif
            scatter_term(a, &c, (int32_t)i, entry, &to, energy);
        }
#ifdef FORMS_BY_LANES
    for (int form = 0; form < FORMS; form++)
        if (of_form[form].count > 0)
            scatter_form(a, form, &of_form[form], &to);
#endif
}

CPU_KERNEL(bonded_scatter, scatter_terms)

#else
typedef int no_bonded_terms; /* a translation unit may not be empty */
#endif
