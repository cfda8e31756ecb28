/* Checks nucleotides that have bonds from a file. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/particles/system.h"

extern const char nucleotide_bases[]; /* letters of the types' bases, in the order of the types */

/** Whether the types of a model are the bases of DNA. */
bool nucleotides_are_of(const struct model *model);

/**
 * Refuses nucleotides if their bonds fit only another version of the model, or if their strands are
 * in the wrong order. EXIT_USAGE with the path. If the bonds are not conclusive, adds a note to the
 * system. Member 1 of a bonded term is the 3' neighbor of member 0.
 */
bool nucleotides_check(const char *path, struct system *system, struct error *error);
