/*
 * Computes the molecular contributions to the pressure on the CPU, and moves molecules with the
 * box. Results have the same bits for every number of threads.
 */
#pragma once

#include "harness/particles/molecules.h"
#include "harness/particles/system.h"

/**
 * Sums the momenta of molecules and the forces on their members (3 n numbers, including forces on
 * virtual sites). Fills `offset` with the displacements of members from their molecule's first
 * member (3 n numbers, in the order of the members).
 */
void pressure_sum(const struct molecules *molecules, const struct system *system,
                  const struct particle_type *types, const double *force, double *offset,
                  struct molecular_sums *sums);

/**
 * Computes the virial within molecules along each axis, in units of energy. It is the virial of all
 * forces (3 n numbers) minus the virial between molecules. EXIT_ENVIRONMENT if memory runs out.
 */
bool pressure_inner_virial(const struct system *system, const struct particle_type *types,
                           const double *force, double inner[3], struct error *error);

/**
 * Multiplies the edges of the box by `scale`, and moves molecules with it. With `single` edges and
 * positions are rounded to single precision. `offset` is memory for 3 n numbers.
 */
void pressure_scale(const struct molecules *molecules, const double scale[3], bool single,
                    const struct particle_type *types, struct system *system, double *offset);
