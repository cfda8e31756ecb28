#include "harness/input/formats/gromacs_types.h"

#include "harness/base/memory.h"

#include <ctype.h>
#include <math.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Copies a word into `name`; refuses words that are too long. */
static bool take_name(const struct gromacs_lines *lines, int word, char name[FIELD_NAME],
                      struct error *error)
{
    const char *found = lines->word[word];
    if (strlen(found) >= FIELD_NAME)
        return gromacs_lines_error(lines, error,
                                   "expected a name of under %d characters, found \"%.80s\"",
                                   FIELD_NAME, found);
    memset(name, 0, FIELD_NAME); /* zeroed, because comparisons include the unused bytes */
    snprintf(name, FIELD_NAME, "%s", found);
    return true;
}

static bool count_is(const struct gromacs_lines *lines, int least, int most, const char *what,
                     struct error *error)
{
    return (lines->words >= least && lines->words <= most) ||
           gromacs_lines_error(lines, error, "expected %s, found %d words", what, lines->words);
}

static bool take_defaults(struct gromacs_types *types, const struct gromacs_lines *lines,
                          struct error *error)
{
    int64_t function, rule;
    if (types->rule != 0)
        return gromacs_lines_error(lines, error, "[ defaults ] are given twice");
    if (!count_is(lines, 2, 6, "a function, a combination rule, gen-pairs, fudgeLJ and fudgeQQ",
                  error) ||
        !gromacs_whole(lines, 0, "the function of pairs, 1 (Lennard-Jones)", 1, 1, &function,
                       error) ||
        !gromacs_whole(lines, 1, "a combination rule", 1, 3, &rule, error))
        return false;
    types->rule = (int)rule;
    types->makes_pairs = lines->words > 2 && strcasecmp(lines->word[2], "yes") == 0;
    if (lines->words > 2 && !types->makes_pairs && strcasecmp(lines->word[2], "no") != 0)
        return gromacs_lines_error(
            lines, error, "expected yes or no for gen-pairs, found \"%.40s\"", lines->word[2]);
    types->fudge_lj = types->fudge_qq = 1;
    double power = 12;
    return (lines->words < 4 || gromacs_real(lines, 3, "fudgeLJ", &types->fudge_lj, error)) &&
           (lines->words < 5 || gromacs_real(lines, 4, "fudgeQQ", &types->fudge_qq, error)) &&
           (lines->words < 6 ||
            (gromacs_real(lines, 5, "the power of repulsion", &power, error) &&
             (power == 12 ||
              gromacs_lines_error(lines, error, "expected the power of repulsion 12, found %g",
                                  power))));
}

int32_t gromacs_types_find(const struct gromacs_types *types, const char *name)
{
    return (int32_t)gromacs_index_find(&types->type_of, hash_of_text(name));
}

/**
 * Reads the words of a type, starting with the last: "name [bonded name] [atomic number] mass
 * charge kind V W".
 */
static bool read_type(const struct gromacs_lines *lines, struct gromacs_atom_type *type,
                      struct error *error)
{
    const int last = lines->words - 1;
    if (!count_is(lines, 6, 8, "name, mass, charge, kind and two parameters of a type", error) ||
        !take_name(lines, 0, type->name, error) ||
        !gromacs_real(lines, last - 4, "a mass", &type->mass, error) ||
        !gromacs_real(lines, last - 3, "a charge", &type->charge, error) ||
        !gromacs_real(lines, last - 1, "the first parameter", &type->lj.v, error) ||
        !gromacs_real(lines, last, "the second parameter", &type->lj.w, error))
        return false;
    if (strlen(lines->word[last - 2]) != 1 || strchr("AVDSaBvd", lines->word[last - 2][0]) == NULL)
        return gromacs_lines_error(lines, error,
                                   "expected the kind of a type, A, V or D, found \"%.40s\"",
                                   lines->word[last - 2]);
    type->shell = lines->word[last - 2][0] == 'S';
    const bool named = lines->words > 6 && !isdigit((unsigned char)lines->word[1][0]);
    return take_name(lines, named ? 1 : 0, type->bonded, error);
}

/** Keeps the place of the first line that replaces parameters by different ones. */
static void keep_change(const struct gromacs_lines *lines, const struct gromacs_lj *before,
                        const struct gromacs_lj *after, struct gromacs_types *types)
{
    if (types->changed[0] == '\0' && (before->v != after->v || before->w != after->w))
        gromacs_lines_place(lines, types->changed);
}

static bool take_type(struct gromacs_types *types, const struct gromacs_lines *lines,
                      struct error *error)
{
    struct gromacs_atom_type type = {0};
    if (!read_type(lines, &type, error))
        return false;
    const int32_t known = gromacs_types_find(types, type.name);
    if (known >= 0) { /* the last entry counts, as in GROMACS */
        keep_change(lines, &types->type[known].lj, &type.lj, types);
        type.paired = types->type[known].paired;
        types->type[known] = type;
        return true;
    }
    types->type = memory_room(types->type, types->types, &types->type_room, sizeof type, "types");
    gromacs_index_add(&types->type_of, hash_of_text(type.name), types->types);
    types->type[types->types++] = type;
    return true;
}

/** Reads two types, the function 1 and their two parameters. */
static bool read_pair(struct gromacs_types *types, const struct gromacs_lines *lines,
                      struct gromacs_pair *pair, struct error *error)
{
    int64_t function;
    if (!count_is(lines, 5, 5, "two types, a function and two parameters", error))
        return false;
    for (int end = 0; end < 2; end++) {
        pair->type[end] = gromacs_types_find(types, lines->word[end]);
        if (pair->type[end] < 0)
            return gromacs_lines_error(lines, error, "[ atomtypes ] have no type %.40s",
                                       lines->word[end]);
    }
    return gromacs_whole(lines, 2, "the function of pairs, 1 (Lennard-Jones)", 1, 1, &function,
                         error) &&
           gromacs_real(lines, 3, "the first parameter", &pair->lj.v, error) &&
           gromacs_real(lines, 4, "the second parameter", &pair->lj.w, error);
}

/** Returns the key of two types in an index. Both orders of the types have the same key. */
static struct hash key_of_pair(const int32_t type[2])
{
    const bool turned = type[0] > type[1];
    return (struct hash){.high = (uint64_t)type[turned], .low = (uint64_t)type[!turned]};
}

static bool take_pair(struct gromacs_types *types, struct gromacs_pairs *pairs,
                      const struct gromacs_lines *lines, struct error *error)
{
    struct gromacs_pair pair = {0};
    if (!read_pair(types, lines, &pair, error))
        return false;
    const struct hash key = key_of_pair(pair.type);
    const int64_t known = gromacs_index_find(&pairs->of_types, key);
    if (known >= 0) { /* the last entry counts, as in GROMACS */
        keep_change(lines, &pairs->pair[known].lj, &pair.lj, types);
        pairs->pair[known] = pair;
        return true;
    }
    pairs->pair =
        memory_room(pairs->pair, pairs->count, &pairs->room, sizeof pair, "parameters of pairs");
    gromacs_index_add(&pairs->of_types, key, pairs->count);
    pairs->pair[pairs->count++] = pair;
    for (int end = 0; pairs == &types->between && end < 2; end++)
        types->type[pair.type[end]].paired = true;
    return true;
}

/**
 * Reads the particle names in a line of bonded parameters. Returns their number; 0 if one is wrong.
 * Dihedrals may have only two names: the inner pair (proper) or the outer pair (improper).
 */
static int take_names(const struct gromacs_lines *lines, enum gromacs_kind kind,
                      struct gromacs_bonded_type *type, struct error *error)
{
    const int members = gromacs_kind_members[kind];
    if (!count_is(lines, 3, GROMACS_WORDS, "types and a function", error))
        return 0;
    if (kind == GROMACS_DIHEDRALS && strlen(lines->word[2]) == 1 &&
        isdigit((unsigned char)lines->word[2][0])) {
        const bool improper = lines->word[2][0] == '2';
        for (int m = 0; m < members; m++)
            strcpy(type->name[m], "X");
        return take_name(lines, 0, type->name[improper ? 0 : 1], error) &&
                       take_name(lines, 1, type->name[improper ? 3 : 2], error)
                   ? 2
                   : 0;
    }
    if (!count_is(lines, members + 1, GROMACS_WORDS, "types and a function", error))
        return 0;
    for (int m = 0; m < members; m++)
        if (!take_name(lines, m, type->name[m], error))
            return 0;
    return members;
}

/** Returns the key of a list (list_of) and type names, in their order, in an index. */
static struct hash key_of_names(int list, char name[GROMACS_KIND_MEMBERS][FIELD_NAME])
{
    struct hasher hasher;
    hash_start(&hasher);
    hash_bytes(&hasher, &list, sizeof list);
    for (int m = 0; m < GROMACS_KIND_MEMBERS; m++)
        hash_string(&hasher, name[m]);
    return hash_end(&hasher);
}

static bool is_multiple(const struct gromacs_style *style)
{
    return style->kind == GROMACS_DIHEDRALS && style->function == 9;
}

/**
 * Returns the list that contains a function's types. Multiple dihedrals share the list of proper
 * ones.
 */
static int list_of(const struct gromacs_style *style)
{
    return is_multiple(style) ? 1 : style->function;
}

/**
 * Returns the first entry of a function whose type names are `name`, in this or the reverse order;
 * -1: there is none.
 */
static int64_t find_entry(const struct gromacs_types *types, const struct gromacs_style *style,
                          char name[GROMACS_KIND_MEMBERS][FIELD_NAME])
{
    const struct gromacs_index *index = &types->bonded_of[style->kind];
    const int last = gromacs_kind_members[style->kind] - 1;
    char turned[GROMACS_KIND_MEMBERS][FIELD_NAME] = {0};
    for (int m = 0; m <= last; m++)
        memcpy(turned[m], name[last - m], FIELD_NAME);
    const int64_t found = gromacs_index_find(index, key_of_names(list_of(style), name));
    return found >= 0 ? found : gromacs_index_find(index, key_of_names(list_of(style), turned));
}

/**
 * Returns the number of consecutive entries, beginning with `first`, with the same list and names.
 */
static int count_alike(const struct gromacs_types *types, const struct gromacs_bonded_type *first)
{
    const enum gromacs_kind kind = first->style->kind;
    const struct gromacs_bonded_type *entry = first;
    while (entry < types->bonded[kind] + types->bondeds[kind] &&
           list_of(entry->style) == list_of(first->style) &&
           memcmp(entry->name, first->name, sizeof entry->name) == 0)
        entry++;
    return (int)(entry - first);
}

static bool has_values(const struct gromacs_bonded_type *a, const struct gromacs_bonded_type *b)
{
    int k = 0;
    while (k < GROMACS_PARAMETERS && a->value[k] == b->value[k])
        k++;
    return k == GROMACS_PARAMETERS;
}

/**
 * Compares a bonded type with entries of the same names, starting at `first`. `added` is false if
 * an entry has the same values. EXIT_USAGE if values differ, unless consecutive lines of function 9
 * are several terms of one dihedral.
 */
static bool compare_entries(const struct gromacs_types *types, const struct gromacs_lines *lines,
                            const struct gromacs_bonded_type *first,
                            const struct gromacs_bonded_type *type, bool *added,
                            struct error *error)
{
    const enum gromacs_kind kind = type->style->kind;
    const int count = count_alike(types, first);
    const bool continues = is_multiple(type->style) &&
                           first + count == types->bonded[kind] + types->bondeds[kind] &&
                           memcmp(first->name, type->name, sizeof type->name) == 0;
    *added = true;
    for (int k = 0; k < count; k++)
        *added = *added && !has_values(&first[k], type);
    if (!continues && (*added || count > 1))
        return gromacs_lines_error(
            lines, error,
            "%s %d (%s) of these types have other parameters above, which begin with %g and %g; "
            "expected them once%s",
            gromacs_kind_names[kind], type->style->function, type->style->name, first->value[0],
            first->value[1], is_multiple(type->style) ? ", or in lines in a row" : "");
    return count < GROMACS_MULTIPLE ||
           gromacs_lines_error(lines, error, "expected at most %d lines of the same types in a row",
                               GROMACS_MULTIPLE);
}

static bool take_bonded(struct gromacs_types *types, const struct gromacs_lines *lines,
                        enum gromacs_kind kind, struct error *error)
{
    struct gromacs_bonded_type type = {0};
    int64_t function;
    bool added = true;
    const int names = take_names(lines, kind, &type, error);
    if (names == 0 || !gromacs_whole(lines, names, "a function", 1, 100, &function, error))
        return false;
    type.style = gromacs_style_find(kind, (int)function);
    if (type.style == NULL || type.style->form < 0)
        return true; /* the function is refused only if a term uses it */
    const int numbers = (int)strlen(type.style->dimensions);
    if (lines->words != names + 1 + numbers)
        return gromacs_lines_error(lines, error, "expected %d parameters of %s %d (%s), found %d",
                                   numbers, gromacs_kind_names[kind], type.style->function,
                                   type.style->name, lines->words - names - 1);
    for (int k = 0; k < numbers; k++)
        if (!gromacs_real(lines, names + 1 + k, "a parameter", &type.value[k], error))
            return false;
    const int64_t known = find_entry(types, type.style, type.name);
    if (known >= 0 &&
        !compare_entries(types, lines, &types->bonded[kind][known], &type, &added, error))
        return false;
    if (!added)
        return true;
    if (known < 0)
        gromacs_index_add(&types->bonded_of[kind], key_of_names(list_of(type.style), type.name),
                          types->bondeds[kind]);
    types->bonded[kind] = memory_room(types->bonded[kind], types->bondeds[kind],
                                      &types->bonded_room[kind], sizeof type, "types of terms");
    types->bonded[kind][types->bondeds[kind]++] = type;
    return true;
}

/**
 * Returns a key for two names in the index of a function. Both orders of the names have the same
 * key.
 */
static struct hash key_of_two(int64_t function, const char *p, const char *q)
{
    char name[GROMACS_KIND_MEMBERS][FIELD_NAME] = {0};
    const bool turned = strcmp(p, q) > 0;
    snprintf(name[0], FIELD_NAME, "%s", turned ? q : p);
    snprintf(name[1], FIELD_NAME, "%s", turned ? p : q);
    return key_of_names((int)function, name);
}

static bool take_constraint(struct gromacs_types *types, const struct gromacs_lines *lines,
                            struct error *error)
{
    char name[2][FIELD_NAME];
    int64_t function;
    double length;
    if (!count_is(lines, 4, 5, "two types, a function and a length", error) ||
        !take_name(lines, 0, name[0], error) || !take_name(lines, 1, name[1], error) ||
        !gromacs_whole(lines, 2, "a function", 1, 2, &function, error) ||
        !gromacs_real(lines, 3, "a length", &length, error))
        return false;
    const struct hash key = key_of_two(function, name[0], name[1]);
    const int64_t known = gromacs_index_find(&types->length_of, key);
    if (known >= 0)
        return types->length[known] == length ||
               gromacs_lines_error(lines, error,
                                   "constraints of these types have another length above, %g; "
                                   "expected it once",
                                   types->length[known]);
    gromacs_index_add(&types->length_of, key, types->lengths);
    types->length = memory_room(types->length, types->lengths, &types->length_room, sizeof length,
                                "types of constraints");
    types->length[types->lengths++] = length;
    return true;
}

static const char *const headings[] = {"defaults",      "atomtypes",       "nonbond_params",
                                       "pairtypes",     "bondtypes",       "angletypes",
                                       "dihedraltypes", "constrainttypes", NULL};

bool gromacs_types_has(const char *heading)
{
    for (int k = 0; headings[k] != NULL; k++)
        if (strcmp(headings[k], heading) == 0)
            return true;
    return false;
}

bool gromacs_types_take(struct gromacs_types *types, const char *heading,
                        const struct gromacs_lines *lines, struct error *error)
{
    if (strcmp(heading, "defaults") == 0)
        return take_defaults(types, lines, error);
    if (types->rule == 0)
        return gromacs_lines_error(lines, error, "expected [ defaults ] before [ %s ]", heading);
    if (strcmp(heading, "atomtypes") == 0)
        return take_type(types, lines, error);
    if (strcmp(heading, "nonbond_params") == 0)
        return take_pair(types, &types->between, lines, error);
    if (strcmp(heading, "pairtypes") == 0)
        return take_pair(types, &types->pair_14, lines, error);
    if (strcmp(heading, "constrainttypes") == 0)
        return take_constraint(types, lines, error);
    return take_bonded(types, lines,
                       heading[0] == 'b'   ? GROMACS_BONDS
                       : heading[0] == 'a' ? GROMACS_ANGLES
                                           : GROMACS_DIHEDRALS,
                       error);
}

/** Finds an entry like find_entry, but replaces the member names marked in `any` by "X". */
static int64_t find_names(const struct gromacs_types *types, const struct gromacs_style *style,
                          const int32_t *member, unsigned any)
{
    char name[GROMACS_KIND_MEMBERS][FIELD_NAME] = {0};
    for (int m = 0; m < gromacs_kind_members[style->kind]; m++)
        snprintf(name[m], FIELD_NAME, "%s", any >> m & 1 ? "X" : types->type[member[m]].bonded);
    return find_entry(types, style, name);
}

const struct gromacs_bonded_type *gromacs_types_bonded(const struct gromacs_types *types,
                                                       const struct gromacs_style *style,
                                                       const int32_t *member, int *count)
{
    const unsigned patterns = style->kind == GROMACS_DIHEDRALS ? 1u << GROMACS_KIND_MEMBERS : 1;
    int64_t best = -1;
    int fewest = GROMACS_KIND_MEMBERS + 1;
    for (unsigned any = 0; any < patterns; any++) {
        const int unnamed = __builtin_popcount(any);
        const int64_t found = unnamed <= fewest ? find_names(types, style, member, any) : -1;
        if (found >= 0 && (unnamed < fewest || found < best)) {
            best = found;
            fewest = unnamed;
        }
    }
    if (best < 0)
        return NULL;
    const struct gromacs_bonded_type *first = &types->bonded[style->kind][best];
    *count = count_alike(types, first);
    return first;
}

bool gromacs_types_constraint(const struct gromacs_types *types, int64_t function,
                              const int32_t member[2], double *length)
{
    const int64_t found =
        gromacs_index_find(&types->length_of, key_of_two(function, types->type[member[0]].bonded,
                                                         types->type[member[1]].bonded));
    if (found >= 0)
        *length = types->length[found];
    return found >= 0;
}

/** Returns the parameters of two types in a section; NULL: the section has none for them. */
static const struct gromacs_lj *find_pair(const struct gromacs_pairs *pairs, const int32_t type[2])
{
    const int64_t found = gromacs_index_find(&pairs->of_types, key_of_pair(type));
    return found >= 0 ? &pairs->pair[found].lj : NULL;
}

struct gromacs_lj gromacs_types_pair(const struct gromacs_types *types, const int32_t type[2])
{
    const struct gromacs_lj *stated = find_pair(&types->between, type);
    if (stated != NULL)
        return *stated;
    const struct gromacs_lj a = types->type[type[0]].lj, b = types->type[type[1]].lj;
    return (struct gromacs_lj){types->rule == 2 ? (a.v + b.v) / 2 : sqrt(a.v * b.v),
                               sqrt(a.w * b.w)};
}

bool gromacs_types_pair_14(const struct gromacs_types *types, const int32_t type[2],
                           struct gromacs_lj *lj)
{
    const struct gromacs_lj *stated = find_pair(&types->pair_14, type);
    if (stated != NULL) {
        *lj = *stated;
        return true;
    }
    *lj = gromacs_types_pair(types, type);
    lj->w *= types->fudge_lj;
    lj->v *= types->rule == 1 ? types->fudge_lj : 1;
    return types->makes_pairs;
}

bool gromacs_types_convert(const struct gromacs_types *types, struct gromacs_lj lj, double *epsilon,
                           double *sigma)
{
    const bool powers = types->rule == 1;
    *epsilon = powers ? 0 : lj.w;
    *sigma = powers ? 0 : lj.v;
    if (powers && lj.v != 0 && lj.w != 0) {
        *epsilon = lj.v * lj.v / (4 * lj.w);
        *sigma = cbrt(sqrt(lj.w / lj.v));
    }
    return *epsilon >= 0 && *sigma >= 0 && isfinite(*sigma) && isfinite(*epsilon) &&
           (!powers || (lj.v == 0) == (lj.w == 0));
}

void gromacs_types_free(struct gromacs_types *types)
{
    free(types->type);
    gromacs_index_free(&types->type_of);
    free(types->between.pair);
    gromacs_index_free(&types->between.of_types);
    free(types->pair_14.pair);
    gromacs_index_free(&types->pair_14.of_types);
    for (int k = 0; k < GROMACS_KINDS; k++) {
        free(types->bonded[k]);
        gromacs_index_free(&types->bonded_of[k]);
    }
    free(types->length);
    gromacs_index_free(&types->length_of);
    *types = (struct gromacs_types){0};
}

struct key {
    struct hash hash;
    int64_t entry;
};

static int compare(const void *a, const void *b)
{
    return memcmp(&((const struct key *)a)->hash, &((const struct key *)b)->hash,
                  sizeof(struct hash));
}

int64_t gromacs_index_find(const struct gromacs_index *index, struct hash key)
{
    const struct key wanted = {.hash = key};
    struct key *const *found = tfind(&wanted, &index->tree, compare);
    return found != NULL ? (*found)->entry : -1;
}

void gromacs_index_add(struct gromacs_index *index, struct hash key, int64_t entry)
{
    static const char what[] = "names of a topology";
    struct key *added = memory_new(1, sizeof *added, what);
    *added = (struct key){.hash = key, .entry = entry};
    if (tsearch(added, &index->tree, compare) == NULL)
        memory_end(what);
}

void gromacs_index_free(struct gromacs_index *index)
{
    tdestroy(index->tree, free);
    *index = (struct gromacs_index){0};
}
