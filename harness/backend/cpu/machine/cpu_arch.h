/* Instruction sets of this machine's CPU. */
#pragma once

#include "harness/base/error.h"

#include <stdbool.h>

/**
 * Whether code for `arch` (target_arch; NULL: the build's) runs here; if not, EXIT_ENVIRONMENT with
 * an instruction set that the CPU lacks. `command` is the command line of the internal compiler,
 * which lists the features that `native` means: under an emulator these can include features that
 * the CPU lacks. NULL: not known yet.
 */
bool cpu_arch_runs(const char *arch, const char *command, struct error *error);
