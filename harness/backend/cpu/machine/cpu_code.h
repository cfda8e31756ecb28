/* Hash of the machine code of a CPU kernel, which shows whether a change of sources has changed
 * it. */
#pragma once

#include "harness/base/hash.h"

#include <stdbool.h>
#include <stddef.h>

/**
 * Hashes a shared object: its instructions and the data that they read, without names, addresses
 * and lines. False, with the hash of nothing, if it has no instructions.
 */
bool cpu_code_hash(const void *bytes, size_t size, struct hash *hash);
