#include "harness/input/system_exclusions.h"

#include "harness/base/files/text_file.h"
#include "harness/base/memory.h"
#include "harness/particles/exclusions.h"
#include "harness/particles/topology.h"
#include "models/forms/info.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/** Adds pairs to a system's excluded ones. */
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

/** Removes pairs that are already excluded, and duplicates. */
static bool drop_known(const struct system *system, struct exclusions *pairs, struct error *error)
{
    /* rows of the system's own exclusions, and of the new ones */
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

/** Returns the two particles of each bond, to be freed; NULL: EXIT_ENVIRONMENT. */
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
 * Excludes the pairs up to `reach` bonds apart, and no others. Pairs of files are in ascending
 * order, like those of builders of chains, so that a written system is read back with the same
 * hash.
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
        if (pairs->count == room) {
            room = 2 * room + 64;
            void *more = realloc(pairs->pair, (size_t)room * sizeof *pairs->pair);
            if (more == NULL)
                return error_set(error, EXIT_ENVIRONMENT, "out of memory: exclusions");
            pairs->pair = more;
        }
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

/** Returns the number of bonds up to which pairs are excluded; 0: exclusions stay unchanged. */
static int find_reach(const struct system_spec *spec, const struct system *system)
{
    if (spec->exclusions_reach > 0 || spec->file == NULL || system->exclusion_count > 0 ||
        system->excludes_known)
        return spec->exclusions_reach;
    if (spec->model != NULL)
        return spec->model->excluded_bonds;
    return system->charge != NULL ? 3 : 1;
}

bool system_exclusions_add(const struct system_spec *spec, struct system *system,
                           struct error *error)
{
    const int reach = find_reach(spec, system);
    return (reach == 0 || exclude_by_reach(spec, reach, system, error)) &&
           (spec->exclusions_file == NULL || add_from_file(spec->exclusions_file, system, error));
}
