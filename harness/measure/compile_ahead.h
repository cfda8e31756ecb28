/*
 * Kernels of a run, if its backend compiles them: compiled before they are needed, several at a
 * time.
 */
#pragma once

#include "harness/measure/runner.h"

/** Compiles once in a run the missing kernels of its cases on the device's backend; prepare reports
 * failures. */
void compile_ahead(struct runner *runner, const struct opened *opened);

/** EXIT_ENVIRONMENT with reason and remedy if a case's kernels are neither cached nor compilable
 * here. */
bool compile_possible(const struct opened *opened, const struct case_spec *spec,
                      struct error *error);

/** Finds the compiler of a case's CPU kernels; false if it is unknown, or the case is a GPU's. */
bool compile_known(const struct opened *opened, const struct case_spec *spec,
                   struct kernel_compiler *compiler);
