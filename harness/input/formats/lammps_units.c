#include "harness/input/formats/lammps_units.h"

#include "harness/particles/stated.h"

#include <stdio.h>
#include <string.h>

/** The units of models, as LAMMPS calls them; of others they are not known. */
static const struct {
    const char *model, *units;
} known[] = {{"lj", "lj"}, {"oxdna", "lj"}, {"allatom", "real"}, {"brahms", "real"}};

void lammps_units_state(const struct text_file *file, const char *cursor, const struct model *model,
                        struct system *system)
{
    char units[16] = "";
    sscanf(cursor, "%15[a-z]", units);
    for (size_t k = 0; model != NULL && k < sizeof known / sizeof *known; k++)
        if (strcmp(known[k].model, model->name) == 0 && strcmp(known[k].units, units) != 0)
            stated_note(system, file->number,
                        "the file has units %s, but model %s has units %s: no number is converted",
                        units, model->name, known[k].units);
}
