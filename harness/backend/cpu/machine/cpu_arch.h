/* Instruction sets of this machine's CPU. */
#pragma once

#include "harness/base/error.h"

#include <stdbool.h>

/**
 * Whether code for `arch` (target_arch; NULL: the build's) runs here; if not, EXIT_ENVIRONMENT with
 * the instructions that the CPU lacks. `command`, that of the compiler proper, shows the meaning of
 * `native`, which under an emulator includes instructions that the CPU lacks; NULL: not known yet.
 */
bool cpu_arch_runs(const char *arch, const char *command, struct error *error);
