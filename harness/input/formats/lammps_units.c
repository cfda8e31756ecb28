#include "harness/input/formats/lammps_units.h"

#include "harness/particles/stated.h"

#include <stdio.h>
#include <string.h>

/** The units of models, as LAMMPS calls them, or what they are. */
static const char *const names[] = {
    [UNITS_REDUCED] = "lj", [UNITS_REAL] = "real", [UNITS_NANO] = "nm, kJ/mol, amu"};

void lammps_units_state(const struct text_file *file, const char *cursor, const struct model *model,
                        struct system *system)
{
    char units[16] = "";
    sscanf(cursor, "%15[a-z]", units);
    if (model != NULL && strcmp(names[model->units], units) != 0)
        stated_note(system, file->number,
                    "the file has units %s, but model %s has units %s: no number is converted",
                    units, model->name, names[model->units]);
}
