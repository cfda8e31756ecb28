/*
 * Parts of steps: rounds (cuda_rounds.c), boxes that follow the pressure (cuda_steps_pressure.c),
 * and times of parts (cuda_steps_time.c).
 */
#pragma once

#include "harness/backend/cuda/cuda_steps.h"

/**
 * Returns the list that determines the order in which particles are sorted. This is the case's list
 * if that is in cell order; otherwise, a list used only for sorting.
 */
struct cuda_list *cuda_steps_order(struct cuda_steps *steps);

/** Whether resident kernels also build lists. */
bool cuda_steps_list_inside(const struct cuda_steps *steps);

/** Enqueues the first list and the forces; sorts the particles if the steps sort them. */
bool cuda_steps_list(struct cuda_steps *steps, struct error *error);

/**
 * Enqueues the forces at the current positions, and moves forces on virtual sites to the particles
 * that define the sites.
 */
bool cuda_steps_find_forces(struct cuda_steps *steps, bool energy, struct error *error);

/** Enqueues the update of the list for particles that have moved, and their forces. */
bool cuda_steps_enqueue_moved(struct cuda_steps *steps, struct error *error);

/** Enqueues a fused step; `paused`: a step of zero length. */
bool cuda_steps_enqueue_fused(struct cuda_steps *steps, int offset, bool pending, bool paused,
                              struct error *error);

/**
 * Enqueues a resident kernel that makes `count` steps of a round. `listed`: the round begins with a
 * list. `paused`: steps have zero length.
 */
bool cuda_steps_enqueue_resident(struct cuda_steps *steps, int64_t count, bool listed, bool paused,
                                 struct error *error);

/** Enqueues rounds of at most `left` steps in total. */
bool cuda_steps_launch(struct cuda_steps *steps, int64_t left, struct error *error);

/** Waits for the enqueued rounds, and reads their progress. */
bool cuda_steps_follow(struct cuda_steps *steps, struct error *error);

/** Frees the graphs of rounds, because the arguments captured in them are out of date. */
void cuda_steps_forget(struct cuda_steps *steps);

/** Returns the last step up to which the box stays constant, at most `end`. */
int64_t cuda_steps_constant_until(const struct cuda_steps *steps, int64_t end);

/**
 * Makes one step: computes the pressure before it, and scales the box after the motion. List and
 * forces must be up to date, as after a halt.
 */
bool cuda_steps_press(struct cuda_steps *steps, struct error *error);

/**
 * Times the parts of a step at the current positions, if the number of steps has doubled since the
 * last timing. Times change as particles gather or spread. Nothing moves.
 */
bool cuda_steps_time(struct cuda_steps *steps, struct error *error);
