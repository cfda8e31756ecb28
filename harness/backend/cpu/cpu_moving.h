/* Moving the particles of a case by steps of harness/physics/dynamics.h. */
#ifndef PAIRLANES_CPU_MOVING_H
#define PAIRLANES_CPU_MOVING_H

#include "harness/backend/cpu/cpu_prepared.h"

/** Implement the members of struct backend with these names. */
bool cpu_moving_start(struct prepared *prepared, const struct motion *motion, struct system *system,
                      struct moving **started, struct error *error);
void cpu_moving_stop(struct moving *moving);
bool cpu_moving_advance(struct moving *moving, int64_t steps, struct error *error);
bool cpu_moving_energies(struct moving *moving, struct motion_energies *energies,
                         struct error *error);
bool cpu_moving_fetch(struct moving *moving, struct system *system, struct motion *motion,
                      struct error *error);
void cpu_moving_progress(const struct moving *moving, struct motion_progress *progress);

#endif
