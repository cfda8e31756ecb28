/* Which instruction sets this machine's CPU has. */
#ifndef PAIRLANES_CPU_ARCH_H
#define PAIRLANES_CPU_ARCH_H

#include "harness/base/error.h"

#include <stdbool.h>

/** Whether code for `arch` (target_arch; NULL: the usual) runs here; EXIT_ENVIRONMENT with what the
 * CPU lacks if not. */
bool cpu_arch_runs(const char *arch, struct error *error);

#endif
