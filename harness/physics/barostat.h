/*
 * Scaling of the box by the pressure, after H. J. C. Berendsen et al., J. Chem. Phys. 81, 3684
 * (1984): an edge is multiplied by 1 - (interval dt / time) (compressibility / 3) (pressure wanted
 * - found), and the centres of mass of molecules with it. Molecules do not change, nor do
 * velocities.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/precision.h"
#include "harness/physics/shared/molecule.h"

#include <stdbool.h>
#include <stdint.h>

enum barostat_kind {
    BAROSTAT_ISOTROPIC,      /* all edges by one factor */
    BAROSTAT_SEMI_ISOTROPIC, /* x and y by one factor, z by another: for membranes in the plane
                              * of x and y */
    BAROSTATS
};

struct barostat {
    enum barostat_kind kind;
    int interval;           /* steps from one action to the next; 0: none, the box is constant */
    double pressure;        /* energy per volume */
    double compressibility; /* volume per energy */
    double time;            /* time of relaxation */
};

/** Sums over the pressures that a barostat has found. */
struct pressures {
    int64_t count;
    double lateral, normal; /* edges along x and y, and along z; equal for an isotropic barostat */
};

/**
 * Relative stretch of the box and of the centres of molecules along z in a trial, up and down: the
 * difference of the energies over it is minus the molecular virial along z. Kernels only sum the
 * virial of all three axes.
 */
#define BAROSTAT_TRIAL 0x1p-12

/** Returns the name of a kind: "isotropic", "semi_isotropic". */
const char *barostat_kind_name(enum barostat_kind kind);

/** Sets kind and interval by name; "none": no barostat. */
void barostat_set(struct barostat *barostat, const char *name, int interval);
const char *barostat_name(const struct barostat *barostat);

/**
 * Refuses a barostat without a time or a compressibility, and one for particles whose coordinates
 * and box are on a grid: EXIT_USAGE.
 */
bool barostat_check(const struct barostat *barostat, enum precision precision, struct error *error);

/** Whether the barostat scales the box at the end of a step. */
bool barostat_acts(const struct barostat *barostat, int64_t step);

/** Whether trials along z are needed. */
bool barostat_tries(const struct barostat *barostat);

/**
 * Adds the molecular pressure of particles in a box to the sum, and fills the factors by which the
 * box is multiplied in time steps dt. `virial` is the sum of r . F over all interactions, `along_z`
 * the molecular virial along z if barostat_tries is true. EXIT_USAGE for a large change: the
 * pressure is far from the wanted one, or the relaxation is too fast.
 */
bool barostat_follow(const struct barostat *barostat, double dt, const double box[3], double virial,
                     double along_z, const struct molecular_sums *sums, struct pressures *found,
                     double scale[3], struct error *error);
