/* Hash of the machine code of a CPU kernel, which shows whether a change of sources has changed
 * it. */
#ifndef PAIRLANES_CPU_CODE_H
#define PAIRLANES_CPU_CODE_H

#include "harness/base/hash.h"

#include <stdbool.h>
#include <stddef.h>

/**
 * The hash of a shared object: of its instructions and of the data that they read. Names, places
 * and lines do not count. False, and a hash of nothing, if there are none.
 */
bool cpu_code_hash(const void *bytes, size_t size, struct hash *hash);

#endif
