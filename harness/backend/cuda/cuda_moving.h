/* Moving the particles of a case on the device (harness/backend/cuda/cuda_steps.h). */
#pragma once

#include "harness/backend/cuda/cuda_prepared.h"
#include "harness/backend/cuda/cuda_steps.h"

struct moving {
    struct prepared *prepared;
    struct cuda_steps steps;
};

/** Implement the members of struct backend with these names. */
bool cuda_moving_place(struct prepared *prepared, const struct system *system, struct error *error);
bool cuda_moving_start(struct prepared *prepared, const struct motion *motion,
                       struct system *system, struct moving **started, struct error *error);
void cuda_moving_stop(struct moving *moving);
bool cuda_moving_advance(struct moving *moving, int64_t steps, struct error *error);
bool cuda_moving_energies(struct moving *moving, struct motion_energies *energies,
                          struct error *error);
bool cuda_moving_fetch(struct moving *moving, struct system *system, struct motion *motion,
                       struct error *error);
bool cuda_moving_listed(struct moving *moving, struct system *system, struct error *error);
bool cuda_moving_pruned(struct moving *moving, double *distance, double *most, struct error *error);
void cuda_moving_progress(const struct moving *moving, struct motion_progress *progress);

/** Reads the forces of fused steps by cuda_steps_forces. */
bool cuda_moving_forces(struct moving *moving, struct forces *forces, struct error *error);
