/* Verifies that a strategy computes the right forces, by comparison with the reference. */
#pragma once

#include "harness/backend/backend.h"
#include "harness/base/error.h"
#include "harness/physics/kinetic.h"
#include "harness/physics/reference.h"

#include <stdbool.h>

struct verification {
    double force_rms_rel;  /* sqrt(sum |dF|^2 / sum |F|^2) */
    double force_max_rel;  /* max |dF| / sqrt(sum |F|^2 / n) */
    double torque_rms_rel; /* the same for torques; 0 for a model without orientation */
    double torque_max_rel;
    double energy_rel; /* |dU| / max(|U|, |virial| / 3); the virial is included because the energy
                        * may be near zero. As in virial_rel and terms_rel, dU is reduced by what
                        * fixed-point sums may lose. If larger: the error of the particles that are
                        * not strained or, after a motion, that of a step's energies */
    double virial_rel; /* |dW| / max(3 |U|, sum of |r . F| of pairs and bonded terms), where W is
                        * the virial; or the error of the particles that are not strained, if
                        * larger */
    double kept_rel;   /* error of constrained lengths and of virtual sites after steps, relative to
                        * these lengths and to distances of makers */
    double moved_rel;  /* largest error of a particle's position, velocity, orientation or spin
                        * after a few steps, beyond rounding, relative to its change in these steps
                        * plus the root mean square change */
    double moved_all;  /* error of all changes D in these steps, of the quantity with the largest:
                        * sqrt(sum d . d / sum D . D), with errors d of particles beyond rounding;
                        * or, if larger, their gain sum d . D / sum D . D, with all errors d; 0 if
                        * rounding may cause it */
    double bath_rel;   /* error of the pressures in these steps, relative to their kinetic parts and
                        * the sizes of their virials; or, if larger, error of the rate of a
                        * Nose-Hoover thermostat, relative to its change at twice the temperature */
    double left_rel;   /* if the list was not built or pruned in time: largest distance from a
                        * position in the list, relative to half of the skin, or from that at the
                        * last pruning, relative to half of the skin of pruned rows; otherwise 0 */
    double terms_rel[MODEL_TERMS]; /* |dU_k| / max(|U_k|, |U|, |virial| / 3) of each energy term */
    double net_force_rel; /* |sum F| / sqrt(sum |F|^2 / n): relative change of the momentum in a
                           * step */
    double spread_rel; /* difference between calls: max |F - F of the first call| / sqrt(sum |F|^2 /
                        * n), or that of torques if larger; 0: the same bits; infinite: some numbers
                        * are not finite; NAN: there was only one call */
    double particle_rel; /* max |dF_i| / S_i, where S_i is the sum of the sizes of the forces on
                          * particle i, and dF_i is reduced by what fixed-point sums may lose and,
                          * if beyond the limit, by what rounded distances explain; or the same for
                          * torques, if larger; NAN: S_i is unknown */
    double gain;         /* gain of the forces: sum dF . P / sum P . P, where P are pair forces; 0
                          * if rounding of single forces may cause it */
    double torque_gain;  /* the same for torques, including those of bonded terms */
    int64_t worst;       /* index of the particle that has `particle_rel`; -1: all forces are
                          * exact */
    double acting;       /* largest sum of the sizes of forces on a particle; NAN: unknown */
    int64_t strained;    /* index of the particle that has `acting` */
    int64_t at_cutoff;   /* number of particles whose difference is reduced by forces of partners at
                          * the cut-off, because rounding decides whether these interact */
    bool unresolved;     /* true if fixed point may lose more than the median force or the energy */
    double tolerance;    /* limit of the relative RMS differences and of the energy's */
    bool passed;         /* true if all numbers are finite, RMS and energy within the tolerance,
                          * gains within their limit, and each particle within VERIFY_PARTICLE times
                          * the tolerance; if forces cancel, the RMS may be larger, but each
                          * particle must be within the tolerance */
};

/**
 * Tolerance for a single particle, as a multiple of that for the RMS. The error of a particle is
 * relative to the sum of the sizes of the forces on it, because forces may nearly cancel.
 */
enum { VERIFY_PARTICLE = 10 };

/**
 * Limit of `kept_rel`: far above rounding errors, and below what a particle moves without its
 * constraint.
 */
static const double verify_kept = 1e-3;

/**
 * Limits of `moved_rel` and `moved_all`: far above what errors of forces within the tolerance
 * cause.
 */
static const double verify_moved = 0.01, verify_moved_all = 2e-4;

/** Limit of `bath_rel`. */
static const double verify_bath = 2e-3;

/** Whether `moved_rel`, `moved_all` and `bath_rel` are within their limits. */
bool verify_moves(const struct verification *verification);

/**
 * Returns the limit of the gain: three quarters of the tolerance, because linearly interpolated
 * tables have a mean error of two thirds of their largest one, which is their part of the
 * tolerance; and at most 7.5e-5, so that pair forces that are off by 1e-4 fail in coarse
 * precisions.
 */
double verify_gain_limit(double tolerance);

/**
 * Returns the most that a fixed-point sum of `additions` numbers may lose, a quantum each; 0 in
 * floating point.
 */
double verify_lost(const struct reference *reference, double additions);

/**
 * Returns the most that fixed-point sums may lose of the energy, its terms and the virial: two
 * additions per pair, one per bonded term.
 */
double verify_energy_lost(const struct reference *reference);

/** Returns the jump at the cut-off for kernels with a tolerance. */
const struct reference_jump *verify_jump(const struct reference *reference, double tolerance);

/**
 * Compares forces, energy, energy terms and virial with the reference, apart from what fixed point
 * may lose. A relative difference from exactly zero is infinite, or zero if the difference is zero.
 * Differences are reduced by the forces, energies and virials of pairs that rounding may put in or
 * out of range.
 */
struct verification verify_forces(const struct reference *reference, const struct forces *forces,
                                  double tolerance);

enum { VERIFY_TEXT = 480 };

/**
 * If the force on a particle exceeds the range of a precision, beyond which sums wrap around,
 * saturate or overflow, writes ", " and a text about it; otherwise "". Returns the text.
 */
const char *verify_range_text(const struct verification *verification, enum precision precision,
                              char text[VERIFY_TEXT]);

/**
 * Writes the errors of a failed verification, with the worst particle and the worst energy term.
 * Returns the text.
 */
const char *verify_describe(const struct verification *verification, const struct model *model,
                            enum precision precision, char text[VERIFY_TEXT]);

/** Number of evaluations that are compared for determinism. */
enum { VERIFY_CALLS = 10 };

/**
 * Returns the number of evaluations that are verified after timed calls; several, because a fault
 * may occur only in every fifth call. It is VERIFY_CALLS for up to 1,000 particles, and decreases
 * to 1 for more.
 */
int verify_calls(int64_t n);

/**
 * Evaluates a prepared case `calls` times, and compares each evaluation with the reference and with
 * the first one. Forces of the kernel that computes energies are also compared. In the second half,
 * a force call precedes each evaluation. `verification` is that of the first evaluation that fails,
 * with the spread of all. False only if the backend fails.
 */
bool verify_case(const struct backend *backend, struct prepared *prepared,
                 const struct reference *reference, double tolerance, int calls,
                 struct verification *verification, struct error *error);

/**
 * Compares the forces of the last call with the reference, and then those of a further evaluation
 * with the same neighbors, as in verify_case. If `moved` is not NULL, the last call was a step of
 * these particles; the reference then becomes that of reference_of_steps.
 */
bool verify_last_call(const struct backend *backend, struct prepared *prepared,
                      struct reference *reference, const struct system *moved, double tolerance,
                      struct verification *verification, struct error *error);

/**
 * Compares the forces of a step during a motion with those of reference_of_steps. No other
 * evaluation is made, so that the motion can continue.
 */
bool verify_step(const struct backend *backend, struct prepared *prepared,
                 struct reference *reference, const struct system *moved, double tolerance,
                 struct verification *verification, struct error *error);

/**
 * Compares the energies of a step with the potential energy of the reference, including that of
 * restraints, and with the kinetic energy of the particles. The error replaces that of
 * `verification` if it is larger. `scale` is the size to which the potential error is relative;
 * `lost` is what fixed point may lose of each energy.
 */
void verify_energies(const struct motion_energies *energies, double potential, double scale,
                     const struct kinetic *kinetic, const double lost[2],
                     struct verification *verification);

/**
 * Returns the bytes of a case's forces. verify_case and verify_last_call need twice as much in
 * addition to the case.
 */
double verify_bytes(int64_t n, const struct model *model);
