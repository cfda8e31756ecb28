/*
 * The identity of a case is a hash of everything that determines its numbers. --resume keeps
 * recorded cases with the same identity.
 */
#pragma once

#include "harness/measure/case_state.h"

#include <stdbool.h>

/**
 * Sets compiler, source_hash and identity of a case. Its system is in the runner's inputs. The
 * identity includes the hash of the machine code or, if that is unknown, the source_hash.
 */
void identity_set(const struct runner *runner, const struct opened *opened,
                  struct case_state *state);

/** Finds the machine code of a case; all texts are "" if it is unknown. */
void identity_code(const struct runner *runner, const struct opened *opened,
                   const struct case_state *state, struct kernel_code *code);

/**
 * Whether the results contain the case, complete and with its current identity. Its particles,
 * hash, device and other properties known before measuring must also be the same.
 */
bool identity_recorded(const struct runner *runner, const struct opened *opened,
                       const struct case_state *state);
