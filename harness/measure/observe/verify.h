/* Whether a strategy computes the right forces: its difference from the reference. */
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
    double energy_rel; /* |dU| / max(|U|, |virial| / 3), because the energy may be near zero, dU
                        * beyond what sums in fixed point lose, as in virial_rel and terms_rel; or
                        * that of the particles that are not strained, if it is larger; of moved
                        * particles also that of the energies of a step */
    double virial_rel; /* |dW| / max(3 |U|, sum of |r . F| of pairs and bonded terms), W the
                        * virial; or that of the particles that are not strained, if it is larger */
    double kept_rel;   /* error of constrained lengths and virtual sites after steps, relative to
                        * these lengths and the distances of makers */
    double moved_rel;  /* largest error of a particle's motion in a few steps, beyond rounding,
                        * relative to its motion plus the usual one: of position, velocity,
                        * orientation or spin */
    double moved_gain; /* sum d . D / sum D . D, D the changes in these steps and d their errors: of
                        * the quantity with the largest; 0 if rounding may cause it */
    double left_rel;   /* largest distance from a place in the list, relative to half the skin, if
                        * the list should have been built again; otherwise 0 */
    double terms_rel[MODEL_TERMS]; /* |dU_k| / max(|U_k|, |U|, |virial| / 3) of each energy term */
    double net_force_rel; /* |sum F| / sqrt(sum |F|^2 / n): change of the momentum in a step */
    double spread_rel; /* spread over calls, max |F - F of the first| / sqrt(sum |F|^2 / n), and of
                        * torques if that is more; 0: the same bits; infinite: some are not
                        * finite; NAN: there was one call */
    double particle_rel; /* max |dF_i| / S_i: S_i is the sum of the sizes of the forces on
                          * particle i, dF_i is beyond what sums in fixed point lose and, if it
                          * exceeds the limit, beyond what rounded distances explain; or the same
                          * for torques, if it is larger; NAN: S_i is unknown */
    double gain;         /* sum dF . P / sum P . P, P the pair forces: their relative excess; 0 if
                          * rounding of single forces may cause it */
    double torque_gain;  /* the same for torques, with those of bonded terms */
    int64_t worst;       /* index of the particle with `particle_rel`, from 0; -1: all are exact */
    double acting;       /* largest sum of sizes of forces on a particle; NAN as above */
    int64_t strained;    /* index of that particle */
    int64_t at_cutoff;   /* particles whose difference is reduced by the forces of partners at the
                          * cut-off, because rounding decides whether these interact */
    bool unresolved;     /* true if fixed point may lose more than the usual force or the energy */
    double tolerance;    /* limit of the RMS and energy differences */
    bool passed;         /* true if all are finite and within the tolerance, the gains within
                          * their limit, and each particle within VERIFY_PARTICLE times it; forces
                          * that cancel pass if each particle is within the tolerance itself */
};

/**
 * Factor of the tolerance for the error of a single particle, relative to the sum of the sizes of
 * the forces on it: their sum has a larger relative error if they nearly cancel.
 */
enum { VERIFY_PARTICLE = 10 };

/** Limit of `kept_rel`: far above rounding, and below what a particle without constraint moves. */
static const double verify_kept = 1e-3;

/** Limits of `moved_rel` and `moved_gain`: far above errors of forces within the tolerance. */
static const double verify_moved = 0.01, verify_moved_gain = 2e-4;

/** Whether `moved_rel` and `moved_gain` are within their limits. */
bool verify_moves(const struct verification *verification);

/**
 * Returns the limit of the gain: three quarters of the tolerance, because linearly interpolated
 * tables have a mean error of two thirds of their largest one, which is their part of the
 * tolerance; and at most 7.5e-5, so that pair forces that are off by 1e-4 fail in coarse
 * precisions.
 */
double verify_gain_limit(double tolerance);

/** Returns what additions to a sum in fixed point may lose, a quantum each; 0 in floating point. */
double verify_lost(const struct reference *reference, double additions);

/** Returns the same for the energy, for its terms and for the virial: each of two particles has
 * half of a pair's, and one has that of a bonded term. */
double verify_energy_lost(const struct reference *reference);

/**
 * Compares forces, energy, its terms and the virial with the reference, apart from what fixed point
 * loses. A difference from a force or an energy that is exactly zero is infinite, and zero if there
 * is none. Forces of partners at the cut-off are left out of differences, unless more than one
 * particle in a hundred has such a partner.
 */
struct verification verify_forces(const struct reference *reference, const struct forces *forces,
                                  double tolerance);

enum { VERIFY_TEXT = 480 };

/**
 * Writes ", " and that the force on a particle exceeds the range of a precision in fixed point,
 * where kernels wrap around or saturate; "" if it does not. Returns the text.
 */
const char *verify_range_text(const struct verification *verification, enum precision precision,
                              char text[VERIFY_TEXT]);

/**
 * Writes the errors of a failed verification, with its worst particle and its worst energy term.
 * Returns the text.
 */
const char *verify_describe(const struct verification *verification, const struct model *model,
                            enum precision precision, char text[VERIFY_TEXT]);

/** Number of evaluations that are compared for determinism. */
enum { VERIFY_CALLS = 10 };

/**
 * Returns the number of evaluations to verify after timed calls, because a fault may be in every
 * fifth call: VERIFY_CALLS for up to 1,000 particles, fewer for more, at least 1.
 */
int verify_calls(int64_t n);

/**
 * Evaluates a prepared case, `calls` times, compares each with the reference and with the first.
 * Compares forces of the kernel that finds energies, too. The second half of the evaluations
 * follows a further force call each. `verification` is of the first that does not pass, its spread
 * of all. False only if the backend fails.
 */
bool verify_case(const struct backend *backend, struct prepared *prepared,
                 const struct reference *reference, double tolerance, int calls,
                 struct verification *verification, struct error *error);

/**
 * Compares the forces of the last call with the reference, and then a further one on the same
 * neighbors, in the manner of verify_case. If `moved` is not NULL, the last call is a step of its
 * particles, for which the reference becomes that of reference_of_steps.
 */
bool verify_last_call(const struct backend *backend, struct prepared *prepared,
                      struct reference *reference, const struct system *moved, double tolerance,
                      struct verification *verification, struct error *error);

/**
 * Compares the forces of a step in the midst of a motion with reference_of_steps, without another
 * call, so that the motion can continue.
 */
bool verify_step(const struct backend *backend, struct prepared *prepared,
                 struct reference *reference, const struct system *moved, double tolerance,
                 struct verification *verification, struct error *error);

/**
 * Compares the energies of a step with the potential energy of the reference, restraints included,
 * and with the kinetic energies of the particles; `verification` gets the error if it is larger.
 * `scale`: size of the potential energy. `lost`: what fixed point may lose of either.
 */
void verify_energies(const struct motion_energies *energies, double potential, double scale,
                     const struct kinetic *kinetic, const double lost[2],
                     struct verification *verification);

/** Bytes of the forces of a case. verify_case and verify_last_call take twice as many in addition
 * to the case. */
double verify_bytes(int64_t n, const struct model *model);
