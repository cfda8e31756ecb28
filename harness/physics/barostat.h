/*
 * Berendsen's barostat (H. J. C. Berendsen et al., J. Chem. Phys. 81, 3684 (1984)) scales the box
 * and the centres of mass of molecules. It multiplies an edge by 1 - (interval dt / time)
 * (compressibility / 3) (wanted pressure - actual pressure). Displacements within molecules and
 * velocities do not change.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/precision.h"
#include "harness/physics/shared/molecule.h"

#include <stdbool.h>
#include <stdint.h>

enum barostat_kind {
    BAROSTAT_ISOTROPIC,      /* one factor for all edges */
    BAROSTAT_SEMI_ISOTROPIC, /* one factor for x and y, another for z: for membranes parallel to x
                              * and y */
    BAROSTATS
};

struct barostat {
    enum barostat_kind kind;
    int interval;           /* steps between actions; 0: none, the box is constant */
    double pressure;        /* energy per volume */
    double compressibility; /* volume per energy */
    double time;            /* relaxation time */
};

/** Sums of the pressures at the barostat's actions. */
struct pressures {
    int64_t count;
    double lateral, normal; /* pressure along x and y, and along z; equal for an isotropic
                             * barostat */
};

/**
 * Relative stretch of the box and the molecules' centres along z in a trial, up and down. The
 * energy change divided by the stretch is minus the molecular virial along z. Trials are necessary
 * because kernels compute only the virial of all three axes together.
 */
#define BAROSTAT_TRIAL 0x1p-12

/** Returns the name of a kind: "isotropic" or "semi_isotropic". */
const char *barostat_kind_name(enum barostat_kind kind);

/** Sets kind and interval of a barostat by the name of the kind; "none": no barostat. */
void barostat_set(struct barostat *barostat, const char *name, int interval);
const char *barostat_name(const struct barostat *barostat);

/**
 * Checks the settings of a barostat. EXIT_USAGE if it has no relaxation time or no compressibility,
 * or if coordinates are in fixed point.
 */
bool barostat_check(const struct barostat *barostat, enum precision precision, struct error *error);

/** Whether the barostat scales the box at the end of step `step`. */
bool barostat_acts(const struct barostat *barostat, int64_t step);

/** Whether the barostat needs trials along z (BAROSTAT_TRIAL). */
bool barostat_tries(const struct barostat *barostat);

/**
 * Adds the molecular pressure to the sums of pressures, and computes the factors that scale the
 * box. `dt` is the time step, `virial` the sum of r . F over all interactions. `along_z` is the
 * molecular virial along z if barostat_tries is true. EXIT_USAGE if the change is too large,
 * because the pressure is far from the wanted pressure or the relaxation is too fast.
 */
bool barostat_follow(const struct barostat *barostat, double dt, const double box[3], double virial,
                     double along_z, const struct molecular_sums *sums, struct pressures *found,
                     double scale[3], struct error *error);
