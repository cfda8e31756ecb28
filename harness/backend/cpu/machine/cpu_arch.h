/* Instruction sets of this machine's CPU. */
#pragma once

#include "harness/base/error.h"

#include <stdbool.h>

/**
 * Whether code for `arch` (target_arch; NULL: the build's) runs here; if not, EXIT_ENVIRONMENT with
 * the missing instruction set. `command` is the command line of the internal compiler, which lists
 * the features of `native`. Under an emulator these can include features that the CPU does not
 * have. NULL: unknown.
 */
bool cpu_arch_runs(const char *arch, const char *command, struct error *error);
