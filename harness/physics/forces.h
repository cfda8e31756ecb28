/* Computes forces and torques in double precision over a neighbor list, for dynamics on the CPU. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/particles/neighbors.h"
#include "harness/particles/system.h"
#include "harness/particles/topology.h"

struct force_sums {
    double *force;  /* n vectors */
    double *torque; /* n vectors about the particles' centres, in the space frame; NULL: particles
                     * are points */
    double *energy; /* energy of each particle: half of each pair's energy; a bonded term's energy
                     * is added to its first member */
    bool virial;    /* true if `energy` contains r . F instead of energies */
    char *body;     /* orientations of n particles in the form of the model's pair function; NULL:
                     * particles are points */
};

/**
 * Allocates the arrays of n particles. If `computed`, also allocates the arrays that only
 * forces_compute needs.
 */
bool forces_allocate(int64_t n, const struct model *model, bool computed, struct force_sums *forces,
                     struct error *error);

/**
 * Evaluates all pairs of a full list within the model's cut-off, and the bonded terms. A particle's
 * pairs are added in the order of its row. Results therefore do not depend on the number of
 * threads.
 */
void forces_compute(const struct system *system, const struct model *model, const double *constants,
                    double range, const struct rows *rows, const struct topology *topology,
                    struct force_sums *forces);

/** Returns the potential energy, which is summed in the order of the particles. */
double forces_energy(const struct force_sums *forces, int64_t n);

/** Frees the arrays of forces, which may be zeroed. */
void forces_free(struct force_sums *forces);
