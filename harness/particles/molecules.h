/*
 * Finds the molecules of a system: particles joined by bonded terms, constraints or virtual sites.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"
#include "harness/physics/shared/molecule.h"

#include <stdint.h>

/** The members of molecule k are member[start[k]] … member[start[k + 1] - 1]. */
struct molecules {
    int64_t count;
    int32_t *start;                 /* count + 1 indices in `member` */
    struct molecule_member *member; /* n members, all particles */
};

/**
 * Finds the molecules of a system, in the order of their first particles; EXIT_ENVIRONMENT if
 * memory runs out.
 */
bool molecules_build(const struct system *system, struct molecules *molecules, struct error *error);

/** Frees the arrays. Zeroed molecules may be freed. */
void molecules_free(struct molecules *molecules);
