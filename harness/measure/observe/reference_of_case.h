/* The double reference of a case's particles. */
#pragma once

#include "harness/config/cases.h"
#include "harness/physics/reference.h"

/** Computes the reference of particles that are rounded as the kernels of a case read them. */
bool reference_of_case(const struct case_spec *spec, const struct system *rounded,
                       struct reference *reference, struct error *error);
