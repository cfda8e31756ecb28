/*
 * The parts of which steps consist: rounds (cuda_rounds.c), boxes that follow the pressure
 * (cuda_steps_pressure.c), and times of parts (cuda_steps_time.c).
 */
#pragma once

#include "harness/backend/cuda/cuda_steps.h"

/**
 * Returns the list if the order of its cells serves for sorting, as that of lists in cell order
 * does; otherwise the one that is only an order.
 */
struct cuda_list *cuda_steps_order(struct cuda_steps *steps);

/** Whether kernels that make steps build lists, too. */
bool cuda_steps_list_inside(const struct cuda_steps *steps);

/** Enqueues the first list, with particles in order, and the forces. */
bool cuda_steps_list(struct cuda_steps *steps, struct error *error);

/**
 * Enqueues the forces at the current positions, and moves those on virtual sites to their makers.
 */
bool cuda_steps_find_forces(struct cuda_steps *steps, bool energy, struct error *error);

/** Enqueues the update of the list and the forces of moved particles. */
bool cuda_steps_enqueue_moved(struct cuda_steps *steps, struct error *error);

/** Enqueues a fused step; `paused`: of zero length. */
bool cuda_steps_enqueue_fused(struct cuda_steps *steps, int offset, bool pending, bool paused,
                              struct error *error);

/**
 * Enqueues a kernel that makes `count` steps of a round, `listed` if it begins with a list;
 * `paused`: steps of zero length.
 */
bool cuda_steps_enqueue_resident(struct cuda_steps *steps, int64_t count, bool listed, bool paused,
                                 struct error *error);

/** Enqueues rounds of at most `left` steps in total. */
bool cuda_steps_launch(struct cuda_steps *steps, int64_t left, struct error *error);

/** Waits for the rounds, and reads their progress. */
bool cuda_steps_follow(struct cuda_steps *steps, struct error *error);

/** Frees the graphs of rounds, whose calls no longer hold. */
void cuda_steps_forget(struct cuda_steps *steps);

/** Returns the last step, at most `end`, before which the box stays unchanged. */
int64_t cuda_steps_constant_until(const struct cuda_steps *steps, int64_t end);

/**
 * Makes a step: finds the pressure before it, and scales the box after the motion. List and forces
 * are those after a halt.
 */
bool cuda_steps_press(struct cuda_steps *steps, struct error *error);

/** Times the parts of a step at the current positions, which do not change. */
bool cuda_steps_time(struct cuda_steps *steps, struct error *error);
