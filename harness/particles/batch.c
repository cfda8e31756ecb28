#include "harness/particles/batch.h"

#include <string.h>

static bool alike(const struct system *a, const struct system *b)
{
    return a->n == b->n && a->box[0] == b->box[0] && a->box[1] == b->box[1] &&
           a->box[2] == b->box[2] && (a->type == NULL) == (b->type == NULL) &&
           (a->charge == NULL) == (b->charge == NULL) &&
           (a->orientation == NULL) == (b->orientation == NULL) &&
           (a->velocity == NULL) == (b->velocity == NULL) && (a->spin == NULL) == (b->spin == NULL);
}

/* Allocates the arrays that the systems of the batch have. */
static bool allocate(const struct system *one, int64_t n, int64_t terms, int64_t exclusions,
                     int64_t constraints, int64_t sites, int64_t restraints, struct system *batch,
                     struct error *error)
{
    return system_allocate(n, batch, error) &&
           (one->type == NULL || system_add_types(batch, error)) &&
           (one->charge == NULL || system_add_charges(batch, error)) &&
           (one->orientation == NULL || system_add_orientations(batch, error)) &&
           (one->velocity == NULL || system_add_velocities(batch, error)) &&
           (one->spin == NULL || system_add_spins(batch, error)) &&
           (terms == 0 || system_add_bonded(batch, terms, error)) &&
           (exclusions == 0 || system_add_exclusions(batch, exclusions, error)) &&
           (constraints == 0 || system_add_constraints(batch, constraints, error)) &&
           (sites == 0 || system_add_sites(batch, sites, error)) &&
           (restraints == 0 || system_add_restraints(batch, restraints, error));
}

/* Copies an array of the system numbered `s`, `width` elements of `size` bytes of each particle. */
static void copy(void *to, const void *from, const struct system *one, int s, int width,
                 size_t size)
{
    const size_t bytes = (size_t)one->n * (size_t)width * size;
    if (from != NULL)
        memcpy((char *)to + (size_t)s * bytes, from, bytes);
}

static void copy_terms(const struct system *one, int32_t first, struct bonded *term)
{
    for (int64_t t = 0; t < one->bonded_count; t++) {
        term[t] = one->bonded[t];
        for (int m = 0; m < BONDED_MEMBERS; m++)
            if (term[t].member[m] >= 0)
                term[t].member[m] += first;
    }
}

static void copy_exclusions(const struct system *one, int32_t first, int32_t (*pair)[2])
{
    for (int64_t k = 0; k < one->exclusion_count; k++)
        for (int end = 0; end < 2; end++)
            pair[k][end] = one->exclusion[k][end] + first;
}

static void copy_constraints(const struct system *one, int32_t first, struct constraint *constraint)
{
    for (int64_t k = 0; k < one->constraint_count; k++) {
        constraint[k] = one->constraint[k];
        for (int end = 0; end < 2; end++)
            constraint[k].member[end] += first;
    }
}

static void copy_sites(const struct system *one, int32_t first, struct virtual_site *site)
{
    for (int64_t k = 0; k < one->site_count; k++) {
        site[k] = one->site[k];
        site[k].site += first;
        for (int m = 0; m < SITE_MAKERS; m++)
            site[k].maker[m] += first;
    }
}

static void copy_restraints(const struct system *one, int32_t first, struct restraint *restraint)
{
    for (int64_t k = 0; k < one->restraint_count; k++) {
        restraint[k] = one->restraint[k];
        restraint[k].member += first;
    }
}

bool batch_join(const struct system *const *systems, int count, struct system *batch,
                struct error *error)
{
    const struct system *first = systems[0];
    int64_t terms = 0, exclusions = 0, constraints = 0, sites = 0, restraints = 0;
    *batch = (struct system){0};
    for (int s = 0; s < count; s++) {
        if (!alike(first, systems[s]))
            return error_set(error, EXIT_USAGE,
                             "systems of a batch have the same box and as many particles: expected "
                             "%lld of them in %g x %g x %g, found %lld in %g x %g x %g",
                             (long long)first->n, first->box[0], first->box[1], first->box[2],
                             (long long)systems[s]->n, systems[s]->box[0], systems[s]->box[1],
                             systems[s]->box[2]);
        terms += systems[s]->bonded_count;
        exclusions += systems[s]->exclusion_count;
        constraints += systems[s]->constraint_count;
        sites += systems[s]->site_count;
        restraints += systems[s]->restraint_count;
    }
    if (first->n > INT32_MAX / count)
        return error_set(error, EXIT_ENVIRONMENT, "too many particles for 32-bit indices");
    if (!allocate(first, first->n * count, terms, exclusions, constraints, sites, restraints, batch,
                  error)) {
        system_free(batch);
        return false;
    }
    memcpy(batch->box, first->box, sizeof batch->box);
    batch->field = force_field_share(first->field);
    batch->rows = type_rows_share(first->rows);
    batch->excluded_form = first->excluded_form;
    batch->temperature = first->temperature;
    memcpy(batch->source, first->source, sizeof batch->source);
    terms = exclusions = constraints = sites = restraints = 0;
    for (int s = 0; s < count; s++) {
        const struct system *one = systems[s];
        copy(batch->x, one->x, one, s, 1, sizeof *one->x);
        copy(batch->y, one->y, one, s, 1, sizeof *one->y);
        copy(batch->z, one->z, one, s, 1, sizeof *one->z);
        copy(batch->type, one->type, one, s, 1, sizeof *one->type);
        copy(batch->charge, one->charge, one, s, 1, sizeof *one->charge);
        copy(batch->orientation, one->orientation, one, s, 4, sizeof *one->orientation);
        copy(batch->velocity, one->velocity, one, s, 3, sizeof *one->velocity);
        copy(batch->spin, one->spin, one, s, 3, sizeof *one->spin);
        if (one->bonded_count > 0)
            copy_terms(one, (int32_t)(one->n * s), batch->bonded + terms);
        if (one->exclusion_count > 0)
            copy_exclusions(one, (int32_t)(one->n * s), batch->exclusion + exclusions);
        if (one->constraint_count > 0)
            copy_constraints(one, (int32_t)(one->n * s), batch->constraint + constraints);
        if (one->site_count > 0)
            copy_sites(one, (int32_t)(one->n * s), batch->site + sites);
        if (one->restraint_count > 0)
            copy_restraints(one, (int32_t)(one->n * s), batch->restraint + restraints);
        terms += one->bonded_count;
        exclusions += one->exclusion_count;
        constraints += one->constraint_count;
        sites += one->site_count;
        restraints += one->restraint_count;
    }
    system_set_hash(batch);
    return true;
}
