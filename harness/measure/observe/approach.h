/*
 * Brings pairs into range that only the skin of a neighbor list contains, so that forces show a
 * list that lacks them.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/config/cases.h"
#include "harness/particles/system.h"

#include <stdbool.h>

/**
 * Displaces both particles of some pairs by `most` toward each other. The pairs are out of range,
 * by different shares of 2 `most`, and in range and interacting afterwards, each particle is in one
 * of them, and the forces on it hardly grow otherwise. There may be none. EXIT_ENVIRONMENT if
 * memory runs out.
 */
bool approach_pairs(struct system *system, const struct case_spec *spec, double most,
                    struct error *error);
