/*
 * The molecular part of the pressure on the CPU, and molecules that move with the box. The same
 * bits for every number of threads.
 */
#pragma once

#include "harness/particles/molecules.h"
#include "harness/particles/system.h"

/**
 * Sums momenta of molecules and forces on their members (3 n, those on virtual sites included), and
 * computes the displacements of members from the first ones of their molecules (3 n, by place among
 * the members).
 */
void pressure_sum(const struct molecules *molecules, const struct system *system,
                  const struct particle_type *types, const double *force, double *offset,
                  struct molecular_sums *sums);

/**
 * Computes the virial within molecules along each axis, in units of energy: the virial of the 3 n
 * forces less that of the forces between molecules. EXIT_ENVIRONMENT for memory.
 */
bool pressure_inner_virial(const struct system *system, const struct particle_type *types,
                           const double *force, double inner[3], struct error *error);

/**
 * Multiplies edges of the box, and moves molecules with it. `single`: both are kept in single
 * precision; `offset` is work memory as above.
 */
void pressure_scale(const struct molecules *molecules, const double scale[3], bool single,
                    const struct particle_type *types, struct system *system, double *offset);
