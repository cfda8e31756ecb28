#include "harness/input/formats/lammps_coefficients.h"

#include "harness/input/formats/lammps_styles.h"
#include "harness/particles/stated.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { COEFFICIENTS = 3, NEEDED = 2 /* of these; the others may be left out */ };

/** A pair style that a model has, and the parameters that its coefficients are, in their order. */
struct lammps_pair_style {
    const char *name, *model;
    const char *parameter[COEFFICIENTS];
};

static const struct lammps_pair_style styles[] = {
    {"lj/cut", "lj", {"epsilon", "sigma", "cutoff"}},
    {"lj/smooth/linear", "lj", {"epsilon", "sigma", "cutoff"}},
};

static const struct lammps_pair_style *find_style(const char *name)
{
    for (size_t k = 0; k < sizeof styles / sizeof *styles; k++)
        if (lammps_style_is(name, styles[k].name))
            return &styles[k];
    return NULL;
}

bool lammps_coefficients_begin(const struct text_file *file, struct lammps_coefficients *section)
{
    char kind[24], word[8], sign[2], style[32] = "";
    int words = sscanf(file->line, "%23s %7s %1s %31s", kind, word, sign, style);
    const bool both = words >= 2 && strcmp(kind, "PairIJ") == 0;
    if (words < 2 || strcmp(word, "Coeffs") != 0 || (!both && strcmp(kind, "Pair") != 0))
        return false;
    *section = (struct lammps_coefficients){
        .style = find_style(style),
        .types = both ? 2 : 1,
    };
    snprintf(section->what, sizeof section->what, "%s Coeffs%s%s", kind, style[0] ? " # " : "",
             style);
    return true;
}

bool lammps_coefficients_read(const struct text_file *file,
                              const struct lammps_coefficients *section, struct system *system,
                              struct error *error)
{
    const struct lammps_pair_style *style = section->style;
    struct stated stated = {.line = file->number};
    const char *cursor = file->line;
    int64_t type;
    memcpy(stated.what, section->what, sizeof stated.what);
    if (style == NULL) {
        stated_add(system, &stated);
        return true;
    }
    stated.model = style->model;
    for (int k = 0; k < section->types; k++)
        if (!text_integer(&cursor, &type) || type < 1)
            return text_error(file, error, "expected a type of %s, found \"%.80s\"", stated.what,
                              file->line);
    int count = 0;
    for (; count < COEFFICIENTS && text_real(&cursor, &stated.value); count++) {
        stated.parameter = style->parameter[count];
        if (!isfinite(stated.value))
            return text_error(file, error, "expected a finite %s, found \"%.80s\"",
                              stated.parameter, file->line);
        stated_add(system, &stated);
    }
    cursor += strspn(cursor, " \t");
    return (count >= NEEDED && (*cursor == '\0' || *cursor == '#')) ||
           text_error(file, error,
                      "expected the coefficients %s, %s and perhaps %s, found \"%.80s\"",
                      style->parameter[0], style->parameter[1], style->parameter[2], file->line);
}
