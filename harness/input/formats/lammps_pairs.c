#include "harness/input/formats/lammps_pairs.h"

#include "harness/base/memory.h"
#include "harness/base/text.h"
#include "harness/input/formats/lammps_styles.h"
#include "harness/particles/file_parameters.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NEEDED = 2 /* epsilon, sigma */ };

static const struct lammps_pair_style styles[] = {
    {"lj/cut", 1, false, false, false, NULL},
    {"lj/cut/coul/cut", 2, false, false, false, NULL},
    {"lj/cut/coul/debye", 2, false, false, true, NULL},
    {"lj/cut/coul/dsf", 1, false, false, true, NULL},
    {"lj/cut/coul/long", 1, false, false, false, NULL},
    {"lj/cut/coul/msm", 1, false, false, false, NULL},
    {"lj/cut/coul/wolf", 1, false, false, true, NULL},
    {"lj/smooth/linear", 1, false, false, false, "force"},
    {"lj/charmm/coul/charmm", 2, true, true, true, NULL},
    {"lj/charmm/coul/charmm/implicit", 2, true, true, true, NULL},
    {"lj/charmm/coul/long", 2, true, true, false, NULL},
    {"lj/charmm/coul/msm", 2, true, true, false, NULL},
};

/** Returns the name of a style if a model declares it; NULL: the model does not declare it. */
static const char *find_declared(const char *name, const char *const *declared)
{
    while (*declared != NULL && !lammps_style_is(name, *declared))
        declared++;
    return *declared;
}

/** Finds a style by name in the table. If a model declares the style, makes `own` from it. */
static const struct lammps_pair_style *find_style(const char *name, const struct model *model,
                                                  struct lammps_pair_style *own)
{
    const char *const *declared = model != NULL ? model_pair_styles(model) : NULL;
    for (size_t k = 0; k < sizeof styles / sizeof *styles; k++)
        if (lammps_style_is(name, styles[k].name))
            return &styles[k];
    *own = (struct lammps_pair_style){.further = 1 /* a cut-off */};
    own->name = declared != NULL ? find_declared(name, declared) : NULL;
    return own->name != NULL ? own : NULL;
}

bool lammps_pair_is_own(const struct lammps_pairs *section, const struct lammps_pair *pair)
{
    return pair->style == &section->own;
}

bool lammps_pair_style_charged(const struct lammps_pair_style *style)
{
    return strstr(style->name, "/coul/") != NULL;
}

bool lammps_pairs_begin(const struct lammps_line *line, const struct model *model,
                        struct lammps_pairs *section)
{
    const bool of_two = lammps_is_line(line, "PairIJ Coeffs");
    if (!of_two && !lammps_is_line(line, "Pair Coeffs"))
        return false;
    *section = (struct lammps_pairs){.of_two = of_two};
    sscanf(line->comment, "%39s", section->name);
    section->hybrid = strcmp(section->name, "hybrid") == 0 ||
                      strcmp(section->name, "hybrid/overlay") == 0 ||
                      strcmp(section->name, "hybrid/scaled") == 0;
    section->style = find_style(section->name, model, &section->own);
    snprintf(section->what, sizeof section->what, "%s Coeffs%s%s", of_two ? "PairIJ" : "Pair",
             section->name[0] ? " # " : "", section->name);
    return true;
}

bool lammps_pairs_are_of(const struct model *model)
{
    return model->row_reals > 0 || model->charged ||
           (model_parameter(model, "epsilon") >= 0 && model_parameter(model, "sigma") >= 0);
}

/** Finds the value of the model's parameter shift for a style that determines it. */
static bool find_shift(const struct lammps_pair_style *style, const struct model *model,
                       double *value)
{
    const int shift = model_parameter(model, "shift");
    struct error unknown;
    return shift >= 0 && model_parse(&model->parameters[shift], style->shift, value, &unknown);
}

/** Whether a model has the pair function of a style. */
static bool suits(const struct lammps_pair_style *style, const struct model *model)
{
    double shift;
    if (style == NULL || model == NULL)
        return style != NULL;
    const char *const *declared = model_pair_styles(model);
    return (declared == NULL || find_declared(style->name, declared) != NULL) &&
           (!style->fourth || model->charged) &&
           (style->shift == NULL || find_shift(style, model, &shift));
}

static bool refuse_style(const struct text_file *file, const char *name, const struct model *model,
                         struct error *error)
{
    const char *const *declared = model != NULL ? model_pair_styles(model) : NULL;
    char known[400] = "";
    for (int k = 0; declared != NULL && declared[k] != NULL; k++)
        text_append(known, sizeof known, ", ", "%s", declared[k]);
    for (size_t k = 0; declared == NULL && k < sizeof styles / sizeof *styles; k++)
        if (suits(&styles[k], model))
            text_append(known, sizeof known, ", ", "%s", styles[k].name);
    return text_error(
        file, error,
        "coefficients of pair style %s are not for the %s%s%s; expected those of style %s", name,
        declared != NULL ? "interaction" : "12-6 interaction", model != NULL ? " of model " : "",
        model != NULL ? model->name : "", known);
}

bool lammps_pairs_check(const struct text_file *file, const struct lammps_pairs *section,
                        const struct model *model, struct error *error)
{
    const char *const *declared = model_pair_styles(model);
    if (section->name[0] == '\0')
        return declared == NULL ||
               text_error(file, error, "expected a heading that names the style, as in \"%s # %s\"",
                          section->what, declared[0]);
    return section->hybrid || suits(section->style, model) ||
           refuse_style(file, section->name, model, error);
}

/** Reads a type at the cursor, counted from 1; returns it counted from 0. */
static bool read_type(const struct text_file *file, const char **cursor, int types, int32_t *type,
                      struct error *error)
{
    int64_t number;
    if (!text_integer(cursor, &number) || number < 1 || number > types)
        return text_error(file, error, "expected a type from 1 to %d, found \"%.80s\"", types,
                          file->line);
    *type = (int32_t)number - 1;
    return true;
}

/** Reads the style name at the cursor if each line of the section has one (hybrid). */
static bool read_style(const struct text_file *file, struct lammps_pairs *section,
                       const struct model *model, const char **cursor, struct lammps_pair *pair,
                       struct error *error)
{
    char name[40] = "";
    pair->style = section->style;
    if (!section->hybrid)
        return true;
    sscanf(*cursor, "%39s", name);
    pair->style = find_style(name, model, &section->own);
    text_skip_word(cursor);
    return suits(pair->style, model) || refuse_style(file, name, model, error);
}

/** Returns the number of a model's coefficients. */
static int count_own(const struct model *model)
{
    int count = 0;
    while (count < MODEL_COEFFICIENTS && model->coefficients[count] != NULL)
        count++;
    return count;
}

/** Reads the numbers of a style that is the model's own. Its coefficients may be negative. */
static bool read_own(const struct text_file *file, const struct lammps_pairs *section,
                     const struct model *model, const char *cursor, struct lammps_pair *pair,
                     struct error *error)
{
    const int count = count_own(model);
    char names[200] = "";
    bool good = true;
    while (good && pair->count < count + pair->style->further &&
           text_real(&cursor, &pair->value[pair->count]))
        good = isfinite(pair->value[pair->count++]);
    for (int k = 0; k < count; k++)
        text_append(names, sizeof names, ", ", "%s", model->coefficients[k]);
    return (good && pair->count >= count && text_is_blank(cursor)) ||
           text_error(file, error, "expected %s of %s, and perhaps a cut-off, found \"%.80s\"",
                      names, section->what, file->line);
}

bool lammps_pairs_read(const struct text_file *file, struct lammps_pairs *section,
                       const struct model *model, int types, struct lammps_pair *pair,
                       struct error *error)
{
    const char *cursor = file->line;
    bool good = true;
    *pair = (struct lammps_pair){.line = file->number};
    if (!read_type(file, &cursor, types, &pair->type[0], error) ||
        (section->of_two && !read_type(file, &cursor, types, &pair->type[1], error)))
        return false;
    if (!section->of_two)
        pair->type[1] = pair->type[0];
    if (!read_style(file, section, model, &cursor, pair, error))
        return false;
    if (lammps_pair_is_own(section, pair))
        return read_own(file, section, model, cursor, pair, error);
    const int most = pair->style != NULL ? NEEDED + pair->style->further : LAMMPS_PAIR_NUMBERS;
    while (good && pair->count < most && text_real(&cursor, &pair->value[pair->count]))
        good = pair->value[pair->count] >= 0 && isfinite(pair->value[pair->count++]);
    if (pair->style != NULL && pair->style->fourth && pair->count == NEEDED + 1)
        good = false;
    return (good && pair->count >= NEEDED && text_is_blank(cursor)) ||
           text_error(file, error,
                      "expected epsilon and sigma of %s from 0 on, and perhaps %s, found \"%.80s\"",
                      section->what,
                      pair->style != NULL && pair->style->fourth
                          ? "those of pairs three bonds apart"
                          : "a cut-off",
                      file->line);
}

bool lammps_pairs_refuse_unnamed(const struct text_file *file, struct error *error)
{
    return text_error(file, error,
                      "expected a heading that names the style, as in \"Pair Coeffs # "
                      "lj/cut/coul/cut\", found numbers that may be cut-offs: \"%.80s\"",
                      file->line);
}

void lammps_pairs_unused(const struct text_file *file, const struct lammps_pairs *section,
                         struct system *system)
{
    struct file_parameter given = {.line = file->number};
    memcpy(given.what, section->what, sizeof section->what);
    file_parameter_add(system, &given);
}

/** Notes the value of a parameter in the file if the model has a parameter of that name. */
static void state(const struct model *model, const char *parameter, double value,
                  struct file_parameter *given, struct system *system)
{
    if (model != NULL && model_parameter(model, parameter) < 0)
        return;
    given->model = (model != NULL ? model : model_default())->name;
    given->parameter = parameter;
    given->value = value;
    file_parameter_add(system, given);
}

void lammps_pairs_state(const struct text_file *file, const struct lammps_pairs *section,
                        const struct lammps_pair *pair, const struct model *model,
                        struct system *system)
{
    struct file_parameter given = {.line = file->number};
    memcpy(given.what, section->what, sizeof section->what);
    const bool own = lammps_pair_is_own(section, pair);
    if (!own) {
        state(model, "epsilon", pair->value[0], &given, system);
        state(model, "sigma", pair->value[1], &given, system);
    }
    if (pair->style == NULL || pair->style->fourth)
        return;
    for (int k = own ? count_own(model) : NEEDED; k < pair->count; k++)
        state(model, "cutoff", pair->value[k], &given, system);
    double shift;
    if (pair->style->shift != NULL &&
        find_shift(pair->style, model != NULL ? model : model_default(), &shift))
        state(model, "shift", shift, &given, system);
}

bool lammps_pair_keep(const struct text_file *file, const struct lammps_pairs *section,
                      const struct lammps_pair *pair, struct lammps_pair *kept, struct error *error)
{
    if (kept->line > 0)
        return text_error(file, error,
                          "expected %s of type %d once, but line %" PRId64 " has them, too",
                          section->what, pair->type[0] + 1, kept->line);
    *kept = *pair;
    return true;
}

void lammps_pair_add(const struct lammps_pair *pair, struct lammps_pair_list *list)
{
    list->of =
        memory_room(list->of, list->count, &list->room, sizeof *list->of, "coefficients of pairs");
    list->of[list->count++] = *pair;
}
