/* Data that successive cases share: the system, its rounded copy, the reference forces, and the
 * input of lane replays. */
#pragma once

#include "harness/base/error.h"
#include "harness/config/cases.h"
#include "harness/lanes/lanes.h"
#include "harness/particles/system.h"
#include "harness/physics/reference.h"

#include <stdbool.h>

/** Input of the last case asked for; cases must outlive it. Zeroed: none yet. */
struct inputs {
    const struct case_spec *system_of;
    const struct case_spec *rows_of; /* case with the model of the particles' rows */
    struct system system;
    bool system_good;
    struct error system_error;
    char reported[1024]; /* differences from parameters in the file, reported once */

    bool is_rounded;
    enum precision precision;
    struct system rounded;

    const struct case_spec *reference_of;
    char reference_hash[HASH_TEXT];
    struct reference reference;

    const struct case_spec *lanes_of;
    struct lanes_input lanes;
};

/** Builds or reads the system of a case, unless it is already there. */
bool inputs_system(struct inputs *inputs, const struct case_spec *spec, struct error *error);

/**
 * The same, rounded to the case's precision and checked against its range and skin, with its
 * reference forces. Precisions that round to the same particles share the reference.
 */
bool inputs_reference(struct inputs *inputs, const struct case_spec *spec, struct error *error);

/** Prepares the input of a case's lane replay; after inputs_reference. */
bool inputs_lanes(struct inputs *inputs, const struct case_spec *spec, struct error *error);

/** Returns the system of a case if it is there, otherwise NULL. */
const struct system *inputs_peek(const struct inputs *inputs, const struct case_spec *spec);

/** Bytes of the systems and the reference that are held. */
double inputs_bytes(const struct inputs *inputs);

/** Frees all. */
void inputs_free(struct inputs *inputs);
