/* Computes the reference of a case's particles in double precision. */
#pragma once

#include "harness/config/cases.h"
#include "harness/physics/reference.h"

/**
 * Computes the reference of a case from `rounded`, the particles with the rounding that kernels
 * see.
 */
bool reference_of_case(const struct case_spec *spec, const struct system *rounded,
                       struct reference *reference, struct error *error);
