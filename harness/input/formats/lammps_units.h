/* The units that LAMMPS files state, held against those of the model. */
#ifndef PAIRLANES_LAMMPS_UNITS_H
#define PAIRLANES_LAMMPS_UNITS_H

#include "harness/base/files/text_file.h"
#include "harness/catalog/model.h"
#include "harness/particles/system.h"

/** Adds to what a system's file states that its units, the word at the cursor of the current line,
 * are not those of the model (NULL: it is not known), if they are not. */
void lammps_units_state(const struct text_file *file, const char *cursor, const struct model *model,
                        struct system *system);

#endif
