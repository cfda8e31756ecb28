#include "harness/particles/system.h"

#include "models/forms/info.h"

#include "harness/base/ascending.h"
#include "harness/base/memory.h"
#include "harness/base/text.h"
#include "harness/particles/order.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "the content hash is of little-endian bytes");

bool system_allocate(int64_t n, struct system *system, struct error *error)
{
    *system = (struct system){.n = n};
    system->x = memory_allocate(n, sizeof *system->x, "the particles' x", error);
    system->y = memory_allocate(n, sizeof *system->y, "the particles' y", error);
    system->z = memory_allocate(n, sizeof *system->z, "the particles' z", error);
    if (system->x != NULL && system->y != NULL && system->z != NULL)
        return true;
    system_free(system);
    return false;
}

bool system_add_types(struct system *system, struct error *error)
{
    system->type = memory_allocate(system->n, sizeof *system->type, "the particles' types", error);
    return system->type != NULL;
}

bool system_add_charges(struct system *system, struct error *error)
{
    system->charge =
        memory_allocate(system->n, sizeof *system->charge, "the particles' charges", error);
    return system->charge != NULL;
}

double system_net_charge(const struct system *system)
{
    int64_t sum = 0;
    for (int64_t i = 0; system->charge != NULL && i < system->n; i++)
        sum += system->charge[i];
    return (double)sum / CHARGES_PER_E;
}

bool system_add_orientations(struct system *system, struct error *error)
{
    system->orientation = memory_allocate(4 * system->n, sizeof *system->orientation,
                                          "the particles' orientations", error);
    return system->orientation != NULL;
}

bool system_add_velocities(struct system *system, struct error *error)
{
    system->velocity = memory_allocate(3 * system->n, sizeof *system->velocity,
                                       "the particles' velocities", error);
    return system->velocity != NULL;
}

bool system_add_spins(struct system *system, struct error *error)
{
    system->spin =
        memory_allocate(3 * system->n, sizeof *system->spin, "the particles' spins", error);
    return system->spin != NULL;
}

bool system_add_bonded(struct system *system, int64_t count, struct error *error)
{
    system->bonded = memory_allocate(count, sizeof *system->bonded, "bonded terms", error);
    system->bonded_count = count;
    return system->bonded != NULL;
}

bool system_add_exclusions(struct system *system, int64_t count, struct error *error)
{
    system->exclusion = memory_allocate(count, sizeof *system->exclusion, "exclusions", error);
    system->exclusion_count = count;
    return system->exclusion != NULL;
}

bool system_add_constraints(struct system *system, int64_t count, struct error *error)
{
    system->constraint = memory_allocate(count, sizeof *system->constraint, "constraints", error);
    system->constraint_count = count;
    return system->constraint != NULL;
}

bool system_add_sites(struct system *system, int64_t count, struct error *error)
{
    system->site = memory_allocate(count, sizeof *system->site, "virtual sites", error);
    system->site_count = count;
    return system->site != NULL;
}

bool system_add_restraints(struct system *system, int64_t count, struct error *error)
{
    system->restraint = memory_allocate(count, sizeof *system->restraint, "restraints", error);
    system->restraint_count = count;
    return system->restraint != NULL;
}

bool system_exclude_bonds(struct system *system, int form, struct error *error)
{
    int64_t count = 0;
    for (int64_t t = 0; t < system->bonded_count; t++)
        count += system->bonded[t].form == form;
    if (count == 0)
        return true;
    if (!system_add_exclusions(system, count, error))
        return false;
    count = 0;
    for (int64_t t = 0; t < system->bonded_count; t++)
        if (system->bonded[t].form == form)
            memcpy(system->exclusion[count++], system->bonded[t].member, sizeof *system->exclusion);
    return true;
}

int system_types(const struct system *system, const struct model *model)
{
    return system->field != NULL && system->field->types > 0 ? system->field->types
                                                             : model->type_count;
}

void system_particle_types(const struct system *system, const struct model *model,
                           const double *constants, struct particle_type types[FIELD_TYPES])
{
    const struct force_field *field = system->field;
    if (field == NULL || field->types == 0) {
        memcpy(types, model->types, (size_t)model->type_count * sizeof *types);
        if (model->adjust != NULL)
            model->adjust(constants, types);
        return;
    }
    for (int t = 0; t < field->types; t++)
        types[t] = (struct particle_type){.name = field->type[t].name,
                                          .mass = system->site_count > 0 && field->type[t].mass == 0
                                                      ? SITE_MASS
                                                      : field->type[t].mass};
}

static bool has_mass(const struct system *system, int64_t i)
{
    return system->field->type[system_type(system, i)].mass > 0;
}

static bool is_site(const struct system *system, int64_t i)
{
    int64_t k = 0;
    while (k < system->site_count && system->site[k].site != i)
        k++;
    return k < system->site_count;
}

/** Returns the number of particles without mass, less the virtual sites among them. */
static int64_t count_massless(const struct system *system)
{
    int64_t count = 0;
    for (int64_t i = 0; i < system->n; i++)
        count += !has_mass(system, i);
    for (int64_t k = 0; k < system->site_count; k++)
        count -= !has_mass(system, system->site[k].site);
    return count;
}

bool system_check_movable(const struct system *system, struct error *error)
{
    const struct force_field *field = system->field;
    if (field != NULL && field->strange_sites > 0)
        return error_set(error, EXIT_USAGE,
                         "%s has %" PRId64
                         " virtual sites with constructions that dynamics does not support: its "
                         "forces can be evaluated, but it cannot move",
                         system->source, field->strange_sites);
    if (field == NULL || field->types == 0 || count_massless(system) == 0)
        return true;
    int64_t i = 0;
    while (has_mass(system, i) || is_site(system, i))
        i++;
    const int type = system_type(system, i);
    return error_set(error, EXIT_USAGE,
                     "particle %" PRId64 " moves, but its type, %d%s%s, has no mass",
                     system_id(system, i), type + 1, field->type[type].name[0] != '\0' ? " " : "",
                     field->type[type].name);
}

struct bonded_needs system_bonded_needs(const struct system *system, const struct model *model)
{
    if (system == NULL)
        return (struct bonded_needs){0};
    return (struct bonded_needs){
        .forms = system->field != NULL ? system->field->forms & ~model->forms : 0,
        .lacks = system->field != NULL && system->field->forms != 0
                     ? model->forms & ~system->field->forms
                     : 0,
        .excludes = system->exclusion_count > 0 && !model_is_bonded(model),
        .types = system->field != NULL ? system->field->types : 0,
    };
}

int system_terms(const struct system *system, const struct model *model)
{
    return system->field != NULL && system->field->forms != 0 ? model->all_term_count
                                                              : model->term_count;
}

bool system_set_rows(struct system *system, const struct model *model, const double *constants,
                     struct error *error)
{
    type_rows_release(system->rows);
    system->rows = NULL;
    if (model->row_reals == 0)
        return true;
    system->rows = type_rows_create(model, constants, system->field, error);
    return system->rows != NULL || error_prefix(error, system->source);
}

/** Returns whether any data refer to particles by their numbers. */
static bool names_particles(const struct system *system)
{
    return system->bonded_count + system->exclusion_count + system->constraint_count +
               system->site_count + system->restraint_count >
           0;
}

double system_bytes(const struct system *system, const struct model *model)
{
    bool outline = system->x == NULL;
    bool typed = outline ? model->type_count > 1 : system->type != NULL;
    bool oriented = outline ? model->oriented : system->orientation != NULL;
    bool charged = outline ? model->charged : system->charge != NULL;
    double each = 3 * sizeof *system->x + (typed ? sizeof *system->type : 0) +
                  (charged ? sizeof *system->charge : 0) +
                  (oriented ? 4 * sizeof *system->orientation : 0);
    return each * (double)system->n + (double)system->bonded_count * sizeof *system->bonded +
           (double)system->exclusion_count * sizeof *system->exclusion +
           (double)system->constraint_count * sizeof *system->constraint +
           (double)system->site_count * sizeof *system->site +
           (double)system->restraint_count * sizeof *system->restraint;
}

struct footprint system_reorder_footprint(const struct system *system, const struct model *model)
{
    double bytes = system_bytes(system, model);
    double places = names_particles(system) ? (double)system->n * sizeof(int32_t) : 0;
    return (struct footprint){bytes, bytes + places};
}

void system_free(struct system *system)
{
    free(system->x);
    free(system->y);
    free(system->z);
    free(system->id);
    free(system->type);
    free(system->charge);
    free(system->orientation);
    free(system->velocity);
    free(system->spin);
    free(system->bonded);
    free(system->exclusion);
    free(system->constraint);
    free(system->site);
    free(system->restraint);
    force_field_release(system->field);
    type_rows_release(system->rows);
    *system = (struct system){0};
}

double system_density(const struct system *system)
{
    return (double)system->n / (system->box[0] * system->box[1] * system->box[2]);
}

static void hash_term(const struct bonded *term, struct hasher *hasher)
{
    hash_bytes(hasher, &term->form, sizeof term->form);
    if (term->form >= OWN_FORMS)
        hash_bytes(hasher, &term->row, sizeof term->row);
    hash_bytes(hasher, term->member, sizeof term->member);
}

/*
 * Whether the excluded pairs are those of the bonds of form 0, in their order. The hash leaves
 * these out, as in older results, where such bonds were exclusions themselves.
 */
static bool excludes_own_bonds(const struct system *system)
{
    int64_t k = 0;
    for (int64_t t = 0; t < system->bonded_count; t++) {
        const struct bonded *term = &system->bonded[t];
        if (term->form != 0)
            continue;
        if (k == system->exclusion_count ||
            memcmp(system->exclusion[k++], term->member, sizeof *system->exclusion) != 0)
            return false;
    }
    return k == system->exclusion_count;
}

void system_set_hash(struct system *system)
{
    size_t size = (size_t)system->n * sizeof(double);
    struct hasher hasher;
    hash_start(&hasher);
    hash_bytes(&hasher, &system->n, sizeof system->n);
    hash_bytes(&hasher, system->box, sizeof system->box);
    hash_bytes(&hasher, system->x, size);
    hash_bytes(&hasher, system->y, size);
    hash_bytes(&hasher, system->z, size);
    if (system->type != NULL)
        hash_bytes(&hasher, system->type, (size_t)system->n * sizeof *system->type);
    if (system->charge != NULL)
        hash_bytes(&hasher, system->charge, (size_t)system->n * sizeof *system->charge);
    if (system->orientation != NULL)
        hash_bytes(&hasher, system->orientation, 4 * size);
    for (int64_t t = 0; t < system->bonded_count; t++)
        hash_term(&system->bonded[t], &hasher);
    if (system->field != NULL)
        force_field_hash(system->field, &hasher);
    if (!excludes_own_bonds(system))
        hash_bytes(&hasher, system->exclusion,
                   (size_t)system->exclusion_count * sizeof *system->exclusion);
    for (int64_t k = 0; k < system->constraint_count; k++) {
        hash_bytes(&hasher, system->constraint[k].member, sizeof system->constraint[k].member);
        hash_bytes(&hasher, &system->constraint[k].length, sizeof system->constraint[k].length);
    }
    for (int64_t k = 0; k < system->site_count; k++) {
        const struct virtual_site *site = &system->site[k];
        const double weights[] = {site->a, site->b, site->c};
        hash_bytes(&hasher, &site->site, sizeof site->site);
        hash_bytes(&hasher, site->maker, sizeof site->maker);
        hash_bytes(&hasher, weights, sizeof weights);
    }
    for (int64_t k = 0; k < system->restraint_count; k++) {
        const struct restraint *restraint = &system->restraint[k];
        hash_bytes(&hasher, &restraint->member, sizeof restraint->member);
        hash_bytes(&hasher, restraint->stiffness, sizeof restraint->stiffness);
        hash_bytes(&hasher, restraint->place, sizeof restraint->place);
    }
    hash_text(hash_end(&hasher), system->hash);
}

double system_wrap(double coordinate, double box)
{
    if (coordinate < 0 || coordinate >= box)
        coordinate -= box * floor(coordinate / box);
    /* rounding may leave it just outside; + 0.0 turns -0 into 0 */
    return coordinate < 0 || coordinate >= box ? 0 : coordinate + 0.0;
}

static void wrap(int64_t n, double box, double *coordinate)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++)
        coordinate[i] = system_wrap(coordinate[i], box);
}

int64_t system_place(const struct system *system, int64_t id)
{
    if (system->id == NULL)
        return id >= 1 && id <= system->n ? id - 1 : -1;
    const int64_t *found =
        bsearch(&id, system->id, (size_t)system->n, sizeof *system->id, ascending_integers);
    return found != NULL ? found - system->id : -1;
}

void system_wrap_all(struct system *system)
{
    wrap(system->n, system->box[0], system->x);
    wrap(system->n, system->box[1], system->y);
    wrap(system->n, system->box[2], system->z);
}

/** Rounds a coordinate or an edge to 32 bits, and to a grid if there is one. */
static double to_single(double coordinate, double grid)
{
    return (float)precision_on_grid(coordinate, grid);
}

static void round_to_single(int64_t n, double box, double grid, const double *from, double *to)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++) {
        double rounded = to_single(from[i], grid);
        to[i] = rounded < box ? rounded : 0;
    }
}

/** Copies `size` bytes per particle, in the order order[0], order[1], … unless that is NULL. */
static void *copy_array(const void *from, int64_t n, int64_t size, const int32_t *order,
                        struct error *error)
{
    char *to = memory_allocate(n, size, "a copy of the particles", error);
    if (to != NULL && order == NULL)
        memcpy(to, from, (size_t)(n * size));
    for (int64_t k = 0; to != NULL && order != NULL && k < n; k++)
        memcpy(to + k * size, (const char *)from + order[k] * size, (size_t)size);
    return to;
}

/** Copies the data of the system except positions, velocities and bonded terms. */
static bool copy_bodies(const struct system *system, const int32_t *order, struct system *copy,
                        struct error *error)
{
    int64_t n = system->n;
    copy->field = force_field_share(system->field);
    copy->rows = type_rows_share(system->rows);
    copy->excluded_form = system->excluded_form;
    if (system->id != NULL &&
        (copy->id = copy_array(system->id, n, sizeof *copy->id, order, error)) == NULL)
        return false;
    if (system->type != NULL &&
        (copy->type = copy_array(system->type, n, sizeof *copy->type, order, error)) == NULL)
        return false;
    if (system->charge != NULL &&
        (copy->charge = copy_array(system->charge, n, sizeof *copy->charge, order, error)) == NULL)
        return false;
    return system->orientation == NULL ||
           (copy->orientation = copy_array(system->orientation, n, 4 * sizeof *copy->orientation,
                                           order, error)) != NULL;
}

bool system_round(const struct system *system, enum precision precision, struct system *rounded,
                  struct error *error)
{
    if (!system_allocate(system->n, rounded, error))
        return false;
    size_t size = (size_t)system->n * sizeof(double);
    bool single = precision_info(precision)->real_size != sizeof(double);
    double grid = precision_grid(precision, system->box);
    double *const to[3] = {rounded->x, rounded->y, rounded->z};
    const double *const from[3] = {system->x, system->y, system->z};
    for (int k = 0; k < 3; k++) {
        rounded->box[k] = single ? to_single(system->box[k], grid) : system->box[k];
        if (single)
            round_to_single(system->n, rounded->box[k], grid, from[k], to[k]);
        else
            memcpy(to[k], from[k], size);
    }
    if (!copy_bodies(system, NULL, rounded, error) ||
        !system_add_bonded(rounded, system->bonded_count, error) ||
        !system_add_exclusions(rounded, system->exclusion_count, error) ||
        !system_add_constraints(rounded, system->constraint_count, error) ||
        !system_add_sites(rounded, system->site_count, error) ||
        !system_add_restraints(rounded, system->restraint_count, error)) {
        system_free(rounded);
        return false;
    }
    for (int64_t k = 0; single && system->orientation != NULL && k < 4 * system->n; k++)
        rounded->orientation[k] = (float)system->orientation[k];
    for (int64_t k = 0; k < system->bonded_count; k++)
        rounded->bonded[k] = system->bonded[k];
    for (int64_t k = 0; k < system->exclusion_count; k++)
        memcpy(rounded->exclusion[k], system->exclusion[k], sizeof *system->exclusion);
    for (int64_t k = 0; k < system->constraint_count; k++)
        rounded->constraint[k] = system->constraint[k];
    for (int64_t k = 0; k < system->site_count; k++)
        rounded->site[k] = system->site[k];
    for (int64_t k = 0; k < system->restraint_count; k++)
        rounded->restraint[k] = system->restraint[k];
    rounded->temperature = system->temperature;
    memcpy(rounded->source, system->source, sizeof rounded->source);
    system_set_hash(rounded);
    return true;
}

/**
 * Copies bonded terms, exclusions, constraints, virtual sites and restraints, with the new numbers
 * of their members.
 */
static bool renumber_bonded(const struct system *system, const int32_t *order,
                            struct system *sorted, struct error *error)
{
    int32_t *place = order_places(order, system->n, "a new order", error);
    if (place == NULL || !system_add_bonded(sorted, system->bonded_count, error) ||
        !system_add_exclusions(sorted, system->exclusion_count, error) ||
        !system_add_constraints(sorted, system->constraint_count, error) ||
        !system_add_sites(sorted, system->site_count, error) ||
        !system_add_restraints(sorted, system->restraint_count, error)) {
        free(place);
        return false;
    }
    for (int64_t t = 0; t < system->bonded_count; t++) {
        sorted->bonded[t] = system->bonded[t];
        for (int m = 0; m < BONDED_MEMBERS; m++)
            if (system->bonded[t].member[m] >= 0)
                sorted->bonded[t].member[m] = place[system->bonded[t].member[m]];
    }
    for (int64_t k = 0; k < system->exclusion_count; k++)
        for (int end = 0; end < 2; end++)
            sorted->exclusion[k][end] = place[system->exclusion[k][end]];
    for (int64_t k = 0; k < system->constraint_count; k++) {
        sorted->constraint[k].length = system->constraint[k].length;
        for (int end = 0; end < 2; end++)
            sorted->constraint[k].member[end] = place[system->constraint[k].member[end]];
    }
    for (int64_t k = 0; k < system->site_count; k++) {
        sorted->site[k] = system->site[k];
        sorted->site[k].site = place[system->site[k].site];
        for (int m = 0; m < SITE_MAKERS; m++)
            sorted->site[k].maker[m] = place[system->site[k].maker[m]];
    }
    for (int64_t k = 0; k < system->restraint_count; k++) {
        sorted->restraint[k] = system->restraint[k];
        sorted->restraint[k].member = place[system->restraint[k].member];
    }
    free(place);
    return true;
}

bool system_reorder(const struct system *system, const int32_t *order, struct system *sorted,
                    struct error *error)
{
    if (!system_allocate(system->n, sorted, error))
        return false;
    memcpy(sorted->box, system->box, sizeof sorted->box);
    sorted->temperature = system->temperature;
    for (int64_t k = 0; k < system->n; k++) {
        sorted->x[k] = system->x[order[k]];
        sorted->y[k] = system->y[order[k]];
        sorted->z[k] = system->z[order[k]];
    }
    if (copy_bodies(system, order, sorted, error) &&
        (!names_particles(system) || renumber_bonded(system, order, sorted, error)))
        return true;
    system_free(sorted);
    return false;
}

/** Refuses bonded terms of forms that the model lacks, and of rows that do not exist. */
static bool check_term(const struct system *system, const struct model *model, int64_t t,
                       struct error *error)
{
    const struct bonded *term = &system->bonded[t];
    const int form = term->form - OWN_FORMS;
    if (form < 0)
        return term->form < model->own_forms ||
               error_set(error, EXIT_USAGE,
                         "bonded term %" PRId64 " of %s has form %d, of which model %s has %d",
                         t + 1, system->source, term->form, model->name, model->own_forms);
    if (!model_takes_forms(model) || form >= FORMS)
        return error_set(
            error, EXIT_USAGE,
            "bonded term %" PRId64 " of %s is a %s, which particles of model %s do not "
            "have",
            t + 1, system->source, form < FORMS ? form_infos[form].name : "form", model->name);
    return (system->field != NULL && term->row >= 0 &&
            term->row + form_infos[form].rows <= system->field->rows) ||
           error_set(error, EXIT_USAGE,
                     "bonded term %" PRId64 " of %s has no coefficients of its %s", t + 1,
                     system->source, form_infos[form].name);
}

static bool check_bonded(const struct system *system, const struct model *model,
                         struct error *error)
{
    if (!model_takes_forms(model) && !model_is_bonded(model) && system->exclusion_count > 0)
        return error_set(error, EXIT_USAGE,
                         "%s has excluded pairs, which particles of model %s do not have",
                         system->source, model->name);
    for (int64_t t = 0; t < system->bonded_count; t++)
        if (!check_term(system, model, t, error))
            return false;
    return true;
}

bool system_check_model(const struct system *system, const struct model *model,
                        const double *constants, struct error *error)
{
    if (model->oriented && system->orientation == NULL)
        return error_set(error, EXIT_USAGE,
                         "model %s needs orientations, which %s has not; use its builder, or a "
                         "file that has them",
                         model->name, system->source);
    if (model->type_count > 1 && system->type == NULL) {
        char names[256] = "";
        for (int t = 0; t < model->type_count; t++)
            text_append(names, sizeof names, ", ", "%s", model->types[t].name);
        return error_set(error, EXIT_USAGE,
                         "model %s needs the types of particles, which %s has not; they are %s",
                         model->name, system->source, names);
    }
    if (system->charge != NULL && !model->charged)
        return error_set(error, EXIT_USAGE, "%s has charges, which model %s does not know",
                         system->source, model->name);
    if (model->row_reals > 0 && system->rows == NULL)
        return error_set(error, EXIT_USAGE, "%s has no coefficients of pairs for model %s",
                         system->source, model->name);
    if (!check_bonded(system, model, error))
        return false;
    const int types = system_types(system, model);
    for (int64_t i = 0; system->type != NULL && i < system->n; i++) {
        int type = system->type[i];
        if (type < 0 || type >= types)
            return error_set(error, EXIT_USAGE,
                             "particle %" PRId64 " is of type %d (counted from 1); model %s has "
                             "types 1 to %d",
                             system_id(system, i), type + 1, model->name, types);
        const char *needed = types == model->type_count && model->needs != NULL
                                 ? model->needs(constants, type)
                                 : NULL;
        if (needed != NULL)
            return error_set(error, EXIT_USAGE,
                             "particle %" PRId64 " is of type %s, for which model %s needs %s",
                             system_id(system, i), model->types[type].name, model->name, needed);
    }
    return true;
}

bool system_check_range(const struct system *system, double range, struct error *error)
{
    for (int k = 0; k < 3; k++) {
        if (!isfinite(system->box[k]))
            return error_set(error, EXIT_USAGE,
                             "the box edge in %c is too large for the numbers of the precision",
                             "xyz"[k]);
        if (system->box[k] < 2 * range)
            return error_set(error, EXIT_USAGE,
                             "the box edge in %c is %.9g, but has to be at least %.9g: twice the "
                             "range %.9g (cut-off and skin of the list); take more particles, a "
                             "lower density or a shorter cut-off",
                             "xyz"[k], system -> box[k], 2 * range, range);
    }
    return true;
}
