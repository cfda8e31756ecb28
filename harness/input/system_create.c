#include "harness/input/system_create.h"

#include "models/forms/info.h"

#include "harness/base/error.h"
#include "harness/base/files/text_file.h"
#include "harness/base/machine/free_memory.h"
#include "harness/base/memory.h"
#include "harness/base/process/divert.h"
#include "harness/base/random.h"
#include "harness/input/builders/builders.h"
#include "harness/input/builders/tiles.h"
#include "harness/input/built_cache.h"
#include "harness/input/formats/readers.h"
#include "harness/particles/copies.h"
#include "harness/particles/exclusions.h"
#include "harness/particles/kept_terms.h"
#include "harness/particles/system.h"
#include "harness/particles/system_spec.h"
#include "harness/particles/topology.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Adds pairs to a system's excluded pairs. */
static bool add_pairs(const struct exclusions *pairs, struct system *system, struct error *error)
{
    const struct system had = *system;
    const int64_t count = had.exclusion_count;
    if (!system_add_list(system, SYSTEM_EXCLUSIONS, count + pairs->count, error)) {
        *system = had;
        return false;
    }
    if (count > 0)
        memcpy(system->exclusion, had.exclusion, (size_t)count * sizeof *had.exclusion);
    if (pairs->count > 0)
        memcpy(system->exclusion + count, pairs->pair, (size_t)pairs->count * sizeof *pairs->pair);
    free(had.exclusion);
    return true;
}

/** Removes pairs that the system already excludes, and duplicates. */
static bool drop_known(const struct system *system, struct exclusions *pairs, struct error *error)
{
    /* rows of excluded partners per particle: known pairs, new pairs */
    struct topology topology, among;
    struct system others = {
        .n = system->n, .exclusion = pairs->pair, .exclusion_count = pairs->count};
    if (!topology_build(system, &topology, error))
        return false;
    if (!topology_build(&others, &among, error)) {
        topology_free(&topology);
        return false;
    }
    int64_t kept = 0;
    for (int32_t i = 0; among.excluded != NULL && i < system->n; i++)
        for (int32_t k = among.excluded[i]; k < among.excluded[i + 1]; k++) {
            const int32_t j = among.excluded[k];
            if (j < i || topology_excludes(&topology, i, j))
                continue;
            pairs->pair[kept][0] = i;
            pairs->pair[kept++][1] = j;
        }
    pairs->count = kept;
    topology_free(&topology);
    topology_free(&among);
    return true;
}

/** Whether a term is a bond. */
static bool is_bond(const struct model *model, const struct bonded *term)
{
    if (term->form >= OWN_FORMS)
        return form_infos[term->form - OWN_FORMS].term == TERM_BOND;
    return model != NULL && (model->own_bonds >> term->form & 1) != 0;
}

/**
 * Returns the two particles of each bond, which the caller frees. NULL with EXIT_ENVIRONMENT if
 * memory runs out.
 */
static int32_t (*find_bonds(const struct model *model, const struct system *system, int64_t *count,
                            struct error *error))[2]
{
    int32_t(*bond)[2] = memory_allocate(system->bonded_count, sizeof *bond, "bonds", error);
    *count = 0;
    for (int64_t t = 0; bond != NULL && t < system->bonded_count; t++)
        if (is_bond(model, &system->bonded[t]))
            memcpy(bond[(*count)++], system->bonded[t].member, sizeof *bond);
    return bond;
}

static int by_particles(const void *a, const void *b)
{
    const int32_t *p = a, *q = b;
    return p[0] != q[0] ? (p[0] > q[0]) - (p[0] < q[0]) : (p[1] > q[1]) - (p[1] < q[1]);
}

/**
 * Excludes the pairs up to `reach` bonds apart, and no others. Pairs are in ascending order, as in
 * the builder of chains. Thus a written system has the same hash when it is read again.
 */
static bool exclude_by_reach(const struct system_spec *spec, int reach, struct system *system,
                             struct error *error)
{
    struct exclusions pairs = {0};
    int64_t bonds;
    int32_t(*bond)[2] = find_bonds(spec->model, system, &bonds, error);
    if (bond == NULL)
        return false;
    bool good = bonds > 0 || spec->exclusions_reach == 0 ||
                error_set(error, EXIT_USAGE, "exclusions_reach: expected bonds, but %s has none",
                          system->source);
    good =
        good && exclusions_find(system->n, (const int32_t(*)[2])bond, bonds, reach, &pairs, error);
    free(bond);
    if (!good)
        return false;
    if (spec->file != NULL && pairs.count > 0)
        qsort(pairs.pair, (size_t)pairs.count, sizeof *pairs.pair, by_particles);
    free(system->exclusion);
    system->exclusion = pairs.pair;
    system->exclusion_count = pairs.count;
    return true;
}

static bool read_pair(const struct text_file *file, const struct system *system, int32_t pair[2],
                      struct error *error)
{
    const char *cursor = file->line;
    for (int end = 0; end < 2; end++) {
        int64_t id, place = text_integer(&cursor, &id) ? system_place(system, id) : -1;
        if (place < 0)
            return text_error(file, error,
                              "expected two particles of %" PRId64 " (%s) that do not interact, "
                              "found \"%.80s\"",
                              system->n, system_ids(system), file->line);
        pair[end] = (int32_t)place;
    }
    if (!text_is_blank(cursor) && cursor[strspn(cursor, " \t")] != '#')
        return text_error(file, error, "expected two particles and no more, found \"%.80s\"",
                          file->line);
    return pair[0] != pair[1] ||
           text_error(file, error, "expected two different particles, found \"%.80s\"", file->line);
}

static bool read_pairs(struct text_file *file, const struct system *system,
                       struct exclusions *pairs, struct error *error)
{
    int64_t room = 0;
    while (!text_ended(file)) {
        if (file->line[strspn(file->line, " \t")] == '#')
            continue;
        pairs->pair =
            memory_room(pairs->pair, pairs->count, &room, sizeof *pairs->pair, "exclusions");
        if (!read_pair(file, system, pairs->pair[pairs->count++], error))
            return false;
    }
    return pairs->count > 0 ||
           error_set(error, EXIT_USAGE, "%s: expected pairs of particles, found none", file->path);
}

static bool add_from_file(const char *path, struct system *system, struct error *error)
{
    struct text_file file;
    struct exclusions pairs = {0};
    if (!text_open(path, &file, error))
        return false;
    bool good = read_pairs(&file, system, &pairs, error) && drop_known(system, &pairs, error) &&
                add_pairs(&pairs, system, error);
    text_close(&file);
    exclusions_free(&pairs);
    return good;
}

/** Returns the largest number of bonds between excluded pairs; 0: exclusions stay unchanged. */
static int find_reach(const struct system_spec *spec, const struct system *system)
{
    if (spec->exclusions_reach > 0 || spec->file == NULL || system->exclusion_count > 0 ||
        system->excludes_known)
        return spec->exclusions_reach;
    if (spec->model != NULL)
        return spec->model->excluded_bonds;
    return system->charge != NULL ? 3 : 1;
}

/*
 * Replaces the excluded pairs of a system by all pairs up to `exclusions_reach` bonds apart. If the
 * reader of a file has excluded no pairs and the spec has no reach, the model's reach is used.
 * Without a model it is three bonds for charged particles and one for others; bonds have forms of
 * models/forms/. Then adds the pairs in `exclusions_file`: lines of two particles, counted from 1,
 * with # before remarks. EXIT_USAGE, with file and line, if a line is not a pair of particles.
 * EXIT_USAGE also if the spec has a reach, but the system has no bonds.
 */
static bool system_exclusions_add(const struct system_spec *spec, struct system *system,
                                  struct error *error)
{
    const int reach = find_reach(spec, system);
    return (reach == 0 || exclude_by_reach(spec, reach, system, error)) &&
           (spec->exclusions_file == NULL || add_from_file(spec->exclusions_file, system, error));
}

static bool check_numbers(const struct system_spec *spec, struct error *error)
{
    if (spec->n < 2 || spec->n >= INT32_MAX)
        return error_set(error, EXIT_USAGE, "n: expected 2 to %d particles, found %" PRId64,
                         INT32_MAX - 1, spec->n);
    if (!(spec->density > 0) || !isfinite(spec->density))
        return error_set(error, EXIT_USAGE,
                         "density: expected a positive number of particles per volume, found %g",
                         spec->density);
    if (!(spec->temperature > 0) || !isfinite(spec->temperature))
        return error_set(error, EXIT_USAGE,
                         "temperature: expected a positive number (epsilon / k_B), found %g",
                         spec->temperature);
    return true;
}

/**
 * Refuses a box or a length of chains that the builder sets itself. Refuses a density that
 * contradicts the box, and restraints if the builder has none.
 */
static bool check_shape(const struct system_spec *spec, const struct builder *builder,
                        struct error *error)
{
    const double volume = spec->box[0] * spec->box[1] * spec->box[2];
    if (!builder->shaped && (volume > 0 || spec->chain > 0))
        return error_set(error, EXIT_USAGE, "%s: expected none for builder %s, which has its own",
                         volume > 0 ? "box" : "chain", builder->name);
    if (builder->restrain == NULL && spec->restraint > 0)
        return error_set(error, EXIT_USAGE, "restraint: expected none for builder %s",
                         builder->name);
    return volume == 0 || fabs(spec->density * volume / (double)spec->n - 1) < 1e-9 ||
           error_set(error, EXIT_USAGE,
                     "density: expected none in addition to box, in which %" PRId64
                     " particles have %.9g; found %.9g",
                     spec->n, (double)spec->n / volume, spec->density);
}

/**
 * Refuses shares of types if the builder sets types itself or their number differs from the
 * model's.
 */
static bool check_shares(const struct system_spec *spec, const struct builder *builder,
                         struct error *error)
{
    const struct model *model = spec->model;
    if (spec->shares.count == 0)
        return true;
    if (!builder->alike || model == NULL || model->type_count == 1)
        return error_set(error, EXIT_USAGE, "shares: expected none for builder %s of model %s",
                         builder->name, model != NULL ? model->name : "unknown");
    return spec->shares.count == model->type_count ||
           error_set(error, EXIT_USAGE, "shares: expected %d, of the types of model %s, found %d",
                     model->type_count, model->name, spec->shares.count);
}

bool system_check(const struct system_spec *spec, struct error *error)
{
    const struct builder *builder;
    return spec->file != NULL ||
           (builder_find(spec->builder, &builder, error) && check_numbers(spec, error) &&
            check_shape(spec, builder, error) && check_shares(spec, builder, error) &&
            builder_can_make(builder, spec, error));
}

/* Random stream of the seed that chooses types. Streams of builders start at 0. */
static const uint64_t stream_types = UINT64_MAX;

/**
 * Gives particles random types of their model if the builder does not set types. The types have the
 * shares of the spec; without shares, all types are equally likely.
 */
static bool give_types(const struct system_spec *spec, struct system *system, struct error *error)
{
    const struct model *model = spec->model;
    if (model == NULL || model->type_count == 1 || model->oriented || system->type != NULL ||
        system->field != NULL)
        return true;
    struct random random = random_start(spec->seed, stream_types);
    system->type = memory_allocate(system->n, sizeof *system->type, "the types", error);
    for (int64_t i = 0; i < system->n && system->type != NULL; i++)
        system->type[i] = spec->shares.count == 0
                              ? (int32_t)random_below(&random, (uint32_t)model->type_count)
                              : type_shares_choose(&spec->shares, random_uniform(&random));
    if (system->type != NULL)
        system_set_hash(system);
    return system->type != NULL;
}

/** Builds a system, or reads it from the cache. */
static bool build(const struct system_spec *spec, struct system *system, struct error *error)
{
    const struct builder *builder;
    if (!system_check(spec, error) || !builder_find(spec->builder, &builder, error))
        return false;
    if (!built_cache_read(spec, system)) {
        if (!system_allocate(spec->n, system, error))
            return false;
        if (!builder->build(spec, system, error)) {
            system_free(system);
            return false;
        }
        system_set_hash(system);
        built_cache_write(spec, system);
    }
    if (builder->field != NULL) {
        system->field = builder->field();
        system_set_hash(system);
    }
    if (!give_types(spec, system, error) ||
        (spec->restraint > 0 && !builder->restrain(spec->restraint, system, error))) {
        system_free(system);
        return false;
    }
    if (spec->restraint > 0)
        system_set_hash(system);
    system->temperature = spec->temperature;
    snprintf(system->source, sizeof system->source, "%s, seed %" PRIu64, spec->builder, spec->seed);
    return true;
}

/*
 * Largest distance from the box, in edges: coordinates farther away lose digits when they are
 * wrapped.
 */
static const double most_boxes = 1 << 20;

/** Refuses particles that are far from the box. */
static bool check_near(const char *name, const struct system *system, struct error *error)
{
    const double *const coordinate[] = {system->x, system->y, system->z};
    for (int d = 0; d < 3; d++)
        for (int64_t i = 0; i < system->n; i++)
            if (fabs(coordinate[d][i]) > most_boxes * system->box[d])
                return error_set(error, EXIT_USAGE,
                                 "%s: particle %" PRId64
                                 " (%s): expected it within 2^20 boxes, found the coordinate %g in "
                                 "a box of %g: digits are lost so far away; wrap it first",
                                 name, system_id(system, i), system_ids(system), coordinate[d][i],
                                 system->box[d]);
    return true;
}

/**
 * Refuses bonded terms with two successive members half a box edge or more apart. Another image
 * would be as near.
 */
static bool check_bonds(const struct system *system, struct error *error)
{
    const double *box = system->box, half = fmin(box[0], fmin(box[1], box[2])) / 2;
    for (int64_t t = 0; t < system->bonded_count; t++)
        for (int m = 1; m < BONDED_MEMBERS && system->bonded[t].member[m] >= 0; m++) {
            const int32_t i = system->bonded[t].member[m - 1], j = system->bonded[t].member[m];
            const double x = system_nearest(system->x[j] - system->x[i], box[0]);
            const double y = system_nearest(system->y[j] - system->y[i], box[1]);
            const double z = system_nearest(system->z[j] - system->z[i], box[2]);
            if (!(x * x + y * y + z * z < half * half))
                return error_set(error, EXIT_USAGE,
                                 "%s: particles %" PRId64 " and %" PRId64
                                 " (%s) of a bonded term are at a distance of %.6g: expected less "
                                 "than half of the box's shortest edge, %.6g",
                                 system->source, system_id(system, i), system_id(system, j),
                                 system_ids(system), sqrt(x * x + y * y + z * z), half);
        }
    return true;
}

static bool read(const struct system_spec *spec, struct system *system, struct error *error)
{
    if (!reader_read(spec, system, error))
        return false;
    if (!check_near(text_name(spec->file), system, error)) {
        system_free(system);
        return false;
    }
    system_wrap_all(system);
    snprintf(system->source, sizeof system->source, "%s", text_name(spec->file));
    if (check_bonds(system, error))
        return true;
    system_free(system);
    return false;
}

/** Refuses a box if its volume overflows, or underflows to 0, in double precision. */
static bool check_box(const struct system *system, struct error *error)
{
    double volume = system->box[0] * system->box[1] * system->box[2];
    return (volume > 0 && isfinite(volume)) ||
           error_set(error, EXIT_USAGE,
                     "%s: expected a box with a volume that is a number above 0, found edges of "
                     "%g, %g and %g",
                     system->source, system->box[0], system->box[1], system->box[2]);
}

bool system_outline(const struct system_spec *spec, struct system *outline)
{
    const struct builder *builder;
    struct error error;
    if (spec->file != NULL || !system_check(spec, &error) ||
        !builder_find(spec->builder, &builder, &error))
        return false;
    *outline = (struct system){
        .n = spec->n,
        .bonded_count = (int64_t)(builder->bonded * (double)spec->n),
        .exclusion_count = (int64_t)(builder->excluded * (double)spec->n),
    };
    if (builder->box != NULL)
        builder->box(spec, outline);
    else
        tiles_box(spec, outline);
    return true;
}

struct footprint system_footprint(const struct system *outline, const struct model *model)
{
    struct footprint all = {0};
    footprint_keep(&all, system_bytes(outline, model));
    footprint_use(&all, (double)outline->n * sizeof(uint32_t)); /* the random order of the
                                                                 * particles */
    if (all.kept <= (double)built_cache_largest)
        footprint_use(&all, all.kept); /* a copy of the system for the cache */
    return all;
}

bool system_fits(const struct system_spec *spec, const struct model *model, struct error *error)
{
    struct system outline;
    return !system_outline(spec, &outline) ||
           free_memory_suffices("this machine", system_footprint(&outline, model).peak,
                                free_memory(), error);
}

static bool create(const struct system_spec *spec, struct system *system, struct error *error)
{
    *system = (struct system){0};
    if (!(spec->file != NULL ? read : build)(spec, system, error))
        return false;
    if (!check_box(system, error) || !system_exclusions_add(spec, system, error) ||
        !kept_terms_apply((enum kept_terms)spec->kept, system, error) ||
        (spec->file != NULL && spec->copies[0] > 0 && !copies_make(spec->copies, system, error))) {
        system_free(system);
        return false;
    }
    if (spec->file != NULL || spec->exclusions_reach > 0 || spec->exclusions_file != NULL ||
        spec->kept != KEPT_ALL)
        system_set_hash(system);
    return true;
}

bool system_create(const struct system_spec *spec, struct system *system, struct error *error)
{
    divert_begin();
    const bool good = create(spec, system, error);
    divert_end();
    return good;
}
