/* Molecules of SPC/E water in a system: three atoms each, one behind the other, oxygen first. */
#ifndef PAIRLANES_SPCE_H
#define PAIRLANES_SPCE_H

#include "harness/base/error.h"
#include "harness/particles/system.h"

enum {
    SPCE_ATOMS = 3,
    SPCE_TERMS = 6, /* of a molecule: three pairs that do not meet, two bonds, an angle */
};

/** Gives a system of molecules their types, charges and bonded terms (models/allatom.h). */
bool spce_add_molecules(struct system *system, struct error *error);

#endif
