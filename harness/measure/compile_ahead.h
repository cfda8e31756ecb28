/*
 * Compiles the kernels of a run before they are needed, several at a time, if the backend compiles
 * kernels.
 */
#pragma once

#include "harness/measure/runner.h"

/**
 * Compiles the missing kernels of a run's cases on the device's backend, once per run. Failures are
 * reported later, when a case is prepared.
 */
void compile_ahead(struct runner *runner, const struct opened *opened);

/**
 * Whether the kernels of a case are cached or can be compiled here; if not, EXIT_ENVIRONMENT with
 * reason and remedy.
 */
bool compile_possible(const struct opened *opened, const struct case_spec *spec,
                      struct error *error);

/**
 * Finds the compiler of a case's CPU kernels. False if it is unknown, or if the case runs on a GPU.
 */
bool compile_known(const struct opened *opened, const struct case_spec *spec,
                   struct kernel_compiler *compiler);
