/* Nucleotides whose bonds come from a file. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/particles/system.h"

extern const char nucleotide_bases[]; /* names of the types, in their order */

/** Whether the types of a model are the bases. */
bool nucleotides_are_of(const struct model *model);

/**
 * Refuses nucleotides whose bonds are those of another version of the model, or whose strands are
 * in the opposite order: EXIT_USAGE with the path. Notes either where the bonds do not decide it.
 * Member 1 of a bonded term is the 3' neighbor of member 0.
 */
bool nucleotides_check(const char *path, struct system *system, struct error *error);
