#include "harness/particles/system.h"

#include "models/forms/info.h"

#include "harness/base/ascending.h"
#include "harness/base/memory.h"
#include "harness/base/text.h"
#include "harness/particles/order.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "the content hash is of little-endian bytes");

/* Arrays of a system with `width` elements of `size` bytes for each particle. */
static const struct array {
    size_t place; /* offset of the pointer in struct system */
    int64_t width, size;
    const char *what;
} arrays[SYSTEM_ARRAYS] = {
#define ARRAY(member, width, what)                                                                 \
    {                                                                                              \
        offsetof(struct system, member), width, sizeof *((struct system *)NULL)->member,           \
            "the particles' " what                                                                 \
    }
    [SYSTEM_X] = ARRAY(x, 1, "x"),
    [SYSTEM_Y] = ARRAY(y, 1, "y"),
    [SYSTEM_Z] = ARRAY(z, 1, "z"),
    [SYSTEM_TYPE] = ARRAY(type, 1, "types"),
    [SYSTEM_CHARGE] = ARRAY(charge, 1, "charges"),
    [SYSTEM_ORIENTATION] = ARRAY(orientation, 4, "orientations"),
    [SYSTEM_ID] = ARRAY(id, 1, "numbers"),
    [SYSTEM_VELOCITY] = ARRAY(velocity, 3, "velocities"),
    [SYSTEM_SPIN] = ARRAY(spin, 3, "spins"),
#undef ARRAY
};

/* Lists of a system with indices of particles in their elements. */
static const struct list {
    size_t place, count; /* offsets in struct system: of the pointer, and of the number of
                          * elements */
    size_t size;         /* bytes of an element */
    size_t member;       /* offset of the particles' indices in an element */
    int members;         /* maximum number of particles of an element; if it has fewer, -1
                          * follows the last */
    const char *what;
} lists[SYSTEM_LISTS] = {
#define LIST(name, member, members, what)                                                          \
    {                                                                                              \
        offsetof(struct system, name), offsetof(struct system, name##_count),                      \
            sizeof *((struct system *)NULL)->name, member, members, what                           \
    }
    [SYSTEM_BONDED] = LIST(bonded, offsetof(struct bonded, member), BONDED_MEMBERS, "bonded terms"),
    [SYSTEM_EXCLUSIONS] = LIST(exclusion, 0, 2, "exclusions"),
    [SYSTEM_CONSTRAINTS] = LIST(constraint, offsetof(struct constraint, member), 2, "constraints"),
    [SYSTEM_SITES] =
        LIST(site, offsetof(struct virtual_site, site), 1 + SITE_MAKERS, "virtual sites"),
    [SYSTEM_RESTRAINTS] = LIST(restraint, offsetof(struct restraint, member), 1, "restraints"),
#undef LIST
};
_Static_assert(offsetof(struct virtual_site, maker) ==
                   offsetof(struct virtual_site, site) + sizeof(int),
               "the particles of a virtual site are one array");

static void *pointer_at(const struct system *system, size_t place)
{
    void *pointer;
    memcpy(&pointer, (const char *)system + place, sizeof pointer);
    return pointer;
}

void *system_array(const struct system *system, enum system_array array)
{
    return pointer_at(system, arrays[array].place);
}

size_t system_array_bytes(const struct system *system, enum system_array array)
{
    return (size_t)(system->n * arrays[array].width * arrays[array].size);
}

/* Allocates an array of `count` elements for a pointer of the system. */
static bool add(struct system *system, size_t place, int64_t count, int64_t size, const char *what,
                struct error *error)
{
    void *pointer = memory_allocate(count, size, what, error);
    memcpy((char *)system + place, &pointer, sizeof pointer);
    return pointer != NULL;
}

bool system_add(struct system *system, enum system_array array, struct error *error)
{
    const struct array *a = &arrays[array];
    return add(system, a->place, a->width * system->n, a->size, a->what, error);
}

bool system_allocate(int64_t n, struct system *system, struct error *error)
{
    *system = (struct system){.n = n};
    if (system_add(system, SYSTEM_X, error) && system_add(system, SYSTEM_Y, error) &&
        system_add(system, SYSTEM_Z, error))
        return true;
    system_free(system);
    return false;
}

int64_t system_count(const struct system *system, enum system_list list)
{
    int64_t count;
    memcpy(&count, (const char *)system + lists[list].count, sizeof count);
    return count;
}

bool system_add_list(struct system *system, enum system_list list, int64_t count,
                     struct error *error)
{
    const struct list *l = &lists[list];
    memcpy((char *)system + l->count, &count, sizeof count);
    return add(system, l->place, count, (int64_t)l->size, l->what, error);
}

int32_t *system_members(const struct system *system, enum system_list list, int64_t k, int *members)
{
    const struct list *l = &lists[list];
    *members = l->members;
    return (void *)((char *)pointer_at(system, l->place) + (size_t)k * l->size + l->member);
}

void system_copy_list(const struct system *from, enum system_list list, const int32_t *place,
                      int32_t first, struct system *to, int64_t at)
{
    const struct list *l = &lists[list];
    const int64_t count = system_count(from, list);
    if (count == 0)
        return;
    memcpy((char *)pointer_at(to, l->place) + (size_t)at * l->size, pointer_at(from, l->place),
           (size_t)count * l->size);
    for (int64_t k = at; k < at + count; k++) {
        int members;
        int32_t *member = system_members(to, list, k, &members);
        for (int m = 0; m < members; m++)
            if (member[m] >= 0)
                member[m] = place != NULL ? place[member[m]] : member[m] + first;
    }
}

double system_net_charge(const struct system *system)
{
    int64_t sum = 0;
    for (int64_t i = 0; system->charge != NULL && i < system->n; i++)
        sum += system->charge[i];
    return (double)sum / CHARGES_PER_E;
}

bool system_exclude_bonds(struct system *system, int form, struct error *error)
{
    int64_t count = 0;
    for (int64_t t = 0; t < system->bonded_count; t++)
        count += system->bonded[t].form == form;
    if (count == 0)
        return true;
    if (!system_add_list(system, SYSTEM_EXCLUSIONS, count, error))
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

/** Returns the number of particles without mass that are not virtual sites. */
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

/** Whether any data of a system refer to particles by their indices. */
static bool names_particles(const struct system *system)
{
    int64_t count = 0;
    for (int l = 0; l < SYSTEM_LISTS; l++)
        count += system_count(system, l);
    return count > 0;
}

double system_bytes(const struct system *system, const struct model *model)
{
    const bool outline = system->x == NULL;
    const bool has[SYSTEM_HASHED] = {[SYSTEM_X] = outline,
                                     [SYSTEM_Y] = outline,
                                     [SYSTEM_Z] = outline,
                                     [SYSTEM_TYPE] = outline && model->type_count > 1,
                                     [SYSTEM_CHARGE] = outline && model->charged,
                                     [SYSTEM_ORIENTATION] = outline && model->oriented};
    double bytes = 0;
    for (int a = 0; a < SYSTEM_HASHED; a++)
        if (has[a] || system_array(system, a) != NULL)
            bytes += (double)system_array_bytes(system, a);
    for (int l = 0; l < SYSTEM_LISTS; l++)
        bytes += (double)system_count(system, l) * (double)lists[l].size;
    return bytes;
}

struct footprint system_reorder_footprint(const struct system *system, const struct model *model)
{
    double bytes = system_bytes(system, model);
    double places = names_particles(system) ? (double)system->n * sizeof(int32_t) : 0;
    return (struct footprint){bytes, bytes + places};
}

void system_free(struct system *system)
{
    for (int a = 0; a < SYSTEM_ARRAYS; a++)
        free(system_array(system, a));
    for (int l = 0; l < SYSTEM_LISTS; l++)
        free(pointer_at(system, lists[l].place));
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
 * Whether the excluded pairs equal the bonds of form 0, in the same order. Such pairs are not part
 * of the hash: in results of older versions, these bonds implied exclusions.
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
    struct hasher hasher;
    hash_start(&hasher);
    hash_bytes(&hasher, &system->n, sizeof system->n);
    hash_bytes(&hasher, system->box, sizeof system->box);
    for (int a = 0; a < SYSTEM_HASHED; a++)
        if (system_array(system, a) != NULL)
            hash_bytes(&hasher, system_array(system, a), system_array_bytes(system, a));
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
    /* rounding may give the edge itself; adding 0 turns -0 into 0 */
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

/** Rounds a coordinate or an edge to the grid, if `grid` is not 0, and to single precision. */
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

/**
 * Copies the data of each particle except positions and velocities. Follows the order order[0],
 * order[1], …; if `order` is NULL, keeps the order.
 */
static bool copy_bodies(const struct system *system, const int32_t *order, struct system *copy,
                        struct error *error)
{
    copy->field = force_field_share(system->field);
    copy->rows = type_rows_share(system->rows);
    copy->excluded_form = system->excluded_form;
    for (int a = SYSTEM_TYPE; a <= SYSTEM_ID; a++) {
        const size_t size = (size_t)(arrays[a].width * arrays[a].size);
        const char *from = system_array(system, a);
        if (from == NULL)
            continue;
        if (!system_add(copy, a, error))
            return false;
        char *to = system_array(copy, a);
        if (order == NULL)
            memcpy(to, from, system_array_bytes(system, a));
        for (int64_t k = 0; order != NULL && k < system->n; k++)
            memcpy(to + (size_t)k * size, from + (size_t)order[k] * size, size);
    }
    return true;
}

/** Copies the lists; particle i becomes place[i], or stays i if `place` is NULL. */
static bool copy_lists(const struct system *system, const int32_t *place, struct system *copy,
                       struct error *error)
{
    for (int l = 0; l < SYSTEM_LISTS; l++) {
        if (!system_add_list(copy, l, system_count(system, l), error))
            return false;
        system_copy_list(system, l, place, 0, copy, 0);
    }
    return true;
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
    if (!copy_bodies(system, NULL, rounded, error) || !copy_lists(system, NULL, rounded, error)) {
        system_free(rounded);
        return false;
    }
    for (int64_t k = 0; single && system->orientation != NULL && k < 4 * system->n; k++)
        rounded->orientation[k] = (float)system->orientation[k];
    rounded->temperature = system->temperature;
    memcpy(rounded->source, system->source, sizeof rounded->source);
    system_set_hash(rounded);
    return true;
}

/** Copies the lists with the new indices of particles. */
static bool renumber_lists(const struct system *system, const int32_t *order, struct system *sorted,
                           struct error *error)
{
    int32_t *place = order_places(order, system->n, "a new order", error);
    const bool good = place != NULL && copy_lists(system, place, sorted, error);
    free(place);
    return good;
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
        (!names_particles(system) || renumber_lists(system, order, sorted, error)))
        return true;
    system_free(sorted);
    return false;
}

/** Refuses a bonded term if the model does not have its form, or its row does not exist. */
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
                         "model %s needs orientations, which %s lacks; use its builder, or a "
                         "file that has them",
                         model->name, system->source);
    if (model->type_count > 1 && system->type == NULL) {
        char names[256] = "";
        for (int t = 0; t < model->type_count; t++)
            text_append(names, sizeof names, ", ", "%s", model->types[t].name);
        return error_set(error, EXIT_USAGE,
                         "model %s needs the types of particles, which %s lacks; they are %s",
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
