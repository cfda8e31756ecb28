#include "harness/input/formats/gromacs_types.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Copies a word that is a name. */
static bool take_name(const struct gromacs_lines *lines, int word, char name[FIELD_NAME],
                      struct error *error)
{
    const char *found = lines->word[word];
    if (strlen(found) >= FIELD_NAME)
        return gromacs_lines_error(lines, error,
                                   "expected a name of under %d characters, found \"%.80s\"",
                                   FIELD_NAME, found);
    memset(name, 0, FIELD_NAME); /* names are compared whole */
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
        return gromacs_lines_error(lines, error, "[ defaults ] come a second time");
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

/** Returns where a name is or would be among the sorted ones. */
static int64_t sorted_place(const struct gromacs_types *types, const char *name)
{
    int64_t low = 0, high = types->types;
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (strcmp(types->type[types->order[middle]].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int32_t gromacs_types_find(const struct gromacs_types *types, const char *name)
{
    const int64_t at = sorted_place(types, name);
    return at < types->types && strcmp(types->type[types->order[at]].name, name) == 0
               ? types->order[at]
               : -1;
}

/** Reads "name [bonded name] [atomic number] mass charge kind V W" from its end. */
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
    const bool named = lines->words > 6 && !isdigit((unsigned char)lines->word[1][0]);
    return take_name(lines, named ? 1 : 0, type->bonded, error);
}

static bool take_type(struct gromacs_types *types, const struct gromacs_lines *lines,
                      struct error *error)
{
    struct gromacs_atom_type type = {0};
    if (!read_type(lines, &type, error))
        return false;
    const int32_t known = gromacs_types_find(types, type.name);
    if (known >= 0) { /* the last one counts, like in GROMACS */
        types->type[known] = type;
        return true;
    }
    if (!gromacs_room((void **)&types->type, types->types, &types->type_room, sizeof type, "types",
                      error) ||
        !gromacs_room((void **)&types->order, types->types, &types->order_room,
                      sizeof *types->order, "types", error))
        return false;
    const int64_t at = sorted_place(types, type.name);
    memmove(types->order + at + 1, types->order + at,
            (size_t)(types->types - at) * sizeof *types->order);
    types->order[at] = (int32_t)types->types;
    types->type[types->types++] = type;
    return true;
}

/** Reads the types of a pair and its two parameters after the function 1. */
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

static bool take_pair(struct gromacs_types *types, const struct gromacs_lines *lines, bool fourth,
                      struct error *error)
{
    struct gromacs_pair pair, **list = fourth ? &types->pair_14 : &types->pair;
    int64_t *count = fourth ? &types->pairs_14 : &types->pairs;
    int64_t *room = fourth ? &types->pair_14_room : &types->pair_room;
    if (!read_pair(types, lines, &pair, error) ||
        !gromacs_room((void **)list, *count, room, sizeof pair, "parameters of pairs", error))
        return false;
    (*list)[(*count)++] = pair;
    for (int end = 0; !fourth && end < 2; end++)
        types->type[pair.type[end]].paired = true;
    return true;
}

/** Reads the names of a type of bonded terms; returns how many words they are, 0 if one is wrong.
 * Dihedrals may name two particles: those in the middle, of impropers the outer ones. */
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

static bool take_bonded(struct gromacs_types *types, const struct gromacs_lines *lines,
                        enum gromacs_kind kind, struct error *error)
{
    struct gromacs_bonded_type type = {0};
    int64_t function;
    const int names = take_names(lines, kind, &type, error);
    if (names == 0 || !gromacs_whole(lines, names, "a function", 1, 100, &function, error))
        return false;
    type.style = gromacs_style_find(kind, (int)function);
    if (type.style == NULL || type.style->form < 0)
        return true; /* refused where a term needs it */
    const int numbers = (int)strlen(type.style->dimensions);
    if (lines->words != names + 1 + numbers)
        return gromacs_lines_error(lines, error, "expected %d parameters of %s %d (%s), found %d",
                                   numbers, gromacs_kind_names[kind], type.style->function,
                                   type.style->name, lines->words - names - 1);
    for (int k = 0; k < numbers; k++)
        if (!gromacs_real(lines, names + 1 + k, "a parameter", &type.value[k], error))
            return false;
    if (!gromacs_room((void **)&types->bonded[kind], types->bondeds[kind],
                      &types->bonded_room[kind], sizeof type, "types of bonded terms", error))
        return false;
    types->bonded[kind][types->bondeds[kind]++] = type;
    return true;
}

static bool take_constraint(struct gromacs_types *types, const struct gromacs_lines *lines,
                            struct error *error)
{
    struct gromacs_constraint_type type = {0};
    int64_t function;
    if (!count_is(lines, 4, 5, "two types, a function and a length", error) ||
        !take_name(lines, 0, type.name[0], error) || !take_name(lines, 1, type.name[1], error) ||
        !gromacs_whole(lines, 2, "a function", 1, 2, &function, error) ||
        !gromacs_real(lines, 3, "a length", &type.length, error) ||
        !gromacs_room((void **)&types->constraint, types->constraints, &types->constraint_room,
                      sizeof type, "types of constraints", error))
        return false;
    types->constraint[types->constraints++] = type;
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
    if (strcmp(heading, "nonbond_params") == 0 || strcmp(heading, "pairtypes") == 0)
        return take_pair(types, lines, heading[0] == 'p', error);
    if (strcmp(heading, "constrainttypes") == 0)
        return take_constraint(types, lines, error);
    return take_bonded(types, lines,
                       heading[0] == 'b'   ? GROMACS_BONDS
                       : heading[0] == 'a' ? GROMACS_ANGLES
                                           : GROMACS_DIHEDRALS,
                       error);
}

/** Returns how many names are those of the members in their order or the reverse one; -1: another
 * is. */
static int match(const struct gromacs_types *types, const struct gromacs_bonded_type *entry,
                 int members, const int32_t *member)
{
    int best = -1;
    for (int turned = 0; turned < 2; turned++) {
        int exact = 0;
        for (int m = 0; m < members && exact >= 0; m++) {
            const char *name = types->type[member[turned ? members - 1 - m : m]].bonded;
            if (strcmp(entry->name[m], name) == 0)
                exact++;
            else if (members < GROMACS_KIND_MEMBERS || strcmp(entry->name[m], "X") != 0)
                exact = -1;
        }
        best = exact > best ? exact : best;
    }
    return best;
}

const struct gromacs_bonded_type *gromacs_types_bonded(const struct gromacs_types *types,
                                                       const struct gromacs_style *style,
                                                       const int32_t *member, int *count)
{
    const struct gromacs_bonded_type *entry = types->bonded[style->kind], *found = NULL;
    const struct gromacs_bonded_type *end =
        entry != NULL ? entry + types->bondeds[style->kind] : NULL;
    const int members = gromacs_kind_members[style->kind];
    int best = -1;
    for (; entry != end; entry++) {
        /* functions 1 and 9 share their parameters: their form is the same */
        const int exact =
            entry->style->form == style->form ? match(types, entry, members, member) : -1;
        if (exact > best) {
            best = exact;
            found = entry;
        }
    }
    *count = found != NULL;
    const bool multiple = found != NULL && found->style->form == FORM_DIHEDRAL_PERIODIC;
    for (entry = found; multiple && entry + 1 != end && entry[1].style == found->style &&
                        memcmp(entry[1].name, found->name, sizeof found->name) == 0;
         entry++)
        ++*count;
    return found;
}

static bool are_named(const char name[2][FIELD_NAME], const char *p, const char *q)
{
    return (strcmp(name[0], p) == 0 && strcmp(name[1], q) == 0) ||
           (strcmp(name[0], q) == 0 && strcmp(name[1], p) == 0);
}

bool gromacs_types_constraint(const struct gromacs_types *types, const int32_t member[2],
                              double *length)
{
    for (int64_t k = 0; k < types->constraints; k++)
        if (are_named((const char(*)[FIELD_NAME])types->constraint[k].name,
                      types->type[member[0]].bonded, types->type[member[1]].bonded)) {
            *length = types->constraint[k].length;
            return true;
        }
    return false;
}

struct gromacs_lj gromacs_types_mix(const struct gromacs_types *types, int32_t p, int32_t q)
{
    const struct gromacs_lj a = types->type[p].lj, b = types->type[q].lj;
    return (struct gromacs_lj){types->rule == 2 ? (a.v + b.v) / 2 : sqrt(a.v * b.v),
                               sqrt(a.w * b.w)};
}

bool gromacs_types_pair_14(const struct gromacs_types *types, const int32_t member[2],
                           struct gromacs_lj *lj)
{
    for (int64_t k = types->pairs_14 - 1; k >= 0; k--) {
        const struct gromacs_pair *pair = &types->pair_14[k];
        if ((pair->type[0] == member[0] && pair->type[1] == member[1]) ||
            (pair->type[0] == member[1] && pair->type[1] == member[0])) {
            *lj = pair->lj;
            return true;
        }
    }
    *lj = gromacs_types_mix(types, member[0], member[1]);
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
    free(types->order);
    free(types->pair);
    free(types->pair_14);
    for (int k = 0; k < GROMACS_KINDS; k++)
        free(types->bonded[k]);
    free(types->constraint);
    *types = (struct gromacs_types){0};
}
