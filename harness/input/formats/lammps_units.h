/* Units of LAMMPS files, compared with those of the model. */
#ifndef PAIRLANES_LAMMPS_UNITS_H
#define PAIRLANES_LAMMPS_UNITS_H

#include "harness/base/files/text_file.h"
#include "harness/catalog/model.h"
#include "harness/particles/system.h"

/** Adds a note to the system if the units of its file, the word at the cursor of the current line,
 * are not those of the model (NULL: unknown). */
void lammps_units_state(const struct text_file *file, const char *cursor, const struct model *model,
                        struct system *system);

#endif
