/* Instruction sets of this machine's CPU. */
#ifndef PAIRLANES_CPU_ARCH_H
#define PAIRLANES_CPU_ARCH_H

#include "harness/base/error.h"

#include <stdbool.h>

/**
 * Whether code for `arch` (target_arch; NULL: the build's) runs here; EXIT_ENVIRONMENT with what
 * the CPU lacks if not. What `native` means, which under an emulator is more than the CPU has, is
 * read from the `command` of the compiler proper; NULL: not known yet.
 */
bool cpu_arch_runs(const char *arch, const char *command, struct error *error);

#endif
