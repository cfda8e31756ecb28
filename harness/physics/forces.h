/* Forces and torques in double precision over a neighbor list, for dynamics on the CPU. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/particles/neighbors.h"
#include "harness/particles/system.h"
#include "harness/particles/topology.h"

struct force_sums {
    double *force;  /* n vectors */
    double *torque; /* n vectors about the particles' centres in the space frame; NULL: no bodies */
    double *energy; /* n: half of each pair's energy, and all of a bonded term's at its first
                     * member */
    bool virial;    /* true: r . F instead of energies */
    char *body; /* n bodies, derived by the model from the particles' orientations; NULL: none */
};

/** Allocates the arrays of n particles, and those that forces_compute needs if it fills them. */
bool forces_allocate(int64_t n, const struct model *model, bool computed, struct force_sums *forces,
                     struct error *error);

/**
 * Evaluates all pairs of a full list within the model's range and the bonded terms. A particle's
 * sums run in the order of its row: the same bytes for every number of threads.
 */
void forces_compute(const struct system *system, const struct model *model, const double *constants,
                    double range, const struct rows *rows, const struct topology *topology,
                    struct force_sums *forces);

/** Returns the potential energy, summed in the order of the particles. */
double forces_energy(const struct force_sums *forces, int64_t n);

/** Frees the arrays. Zeroed forces may be freed. */
void forces_free(struct force_sums *forces);
