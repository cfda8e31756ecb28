/* Molecules of SPC/E water: three atoms, oxygen first. */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"

enum {
    SPCE_ATOMS = 3,
    SPCE_TERMS = 3,    /* bonded terms of a molecule: two bonds and an angle */
    SPCE_EXCLUDED = 3, /* excluded pairs of a molecule */
};

/**
 * Sets the types, charges, bonded terms and excluded pairs of a system's molecules
 * (models/allatom.h).
 */
bool spce_add_molecules(struct system *system, struct error *error);

/** Makes the force field of flexible molecules. */
struct force_field *spce_field(void);
