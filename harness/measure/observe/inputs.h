/* Data that successive cases share: the system, its rounded copy, the reference forces, and the
 * input of lane replays. */
#pragma once

#include "harness/base/error.h"
#include "harness/config/cases.h"
#include "harness/lanes/lanes.h"
#include "harness/particles/file_parameters.h"
#include "harness/particles/system.h"
#include "harness/physics/reference.h"

#include <stdbool.h>

/** Data of the last requested case, whose spec must outlive them. Zeroed: none yet. */
struct inputs {
    const struct case_spec *system_of;
    const struct case_spec *rows_of; /* case for whose model the particles have rows */
    struct system system;
    bool system_good;
    struct error system_error;
    char note[FILE_PARAMETERS_TEXT]; /* differences from parameters in the file, reported once */

    bool is_rounded;
    enum precision precision;
    struct system rounded;

    const struct case_spec *reference_of;
    char reference_hash[HASH_TEXT];
    struct reference reference;

    const struct case_spec *shaken_of;
    char shaken_from[HASH_TEXT]; /* hash of the particles that were shaken */
    double approached;           /* displacement of pairs that approach each other */
    struct system shaken;
    struct reference shaken_reference;

    const struct case_spec *lanes_of;
    struct lanes_input lanes;
};

/** Builds or reads the system of a case, unless it is already the current one. */
bool inputs_system(struct inputs *inputs, const struct case_spec *spec, struct error *error);

/**
 * Builds or reads the system like inputs_system, rounds it to the case's precision, checks the box
 * against cut-off and skin, and computes the reference. Precisions that round to the same particles
 * share the reference.
 */
bool inputs_reference(struct inputs *inputs, const struct case_spec *spec, struct error *error);

/**
 * Makes `shaken` from the particles of the case: displaces each by up to 0.002 of the cut-off,
 * rotates it a little, brings some pairs into range that only the skin has (approach.h), rounds
 * it, and computes the reference. To be called after inputs_reference.
 * False also if these particles have no finite forces.
 */
bool inputs_shaken(struct inputs *inputs, const struct case_spec *spec, struct error *error);

/** Returns the largest distance by which inputs_shaken displaces a particle. */
double inputs_shaken_most(const struct case_spec *spec);

/** Prepares the input of a case's lane replay; to be called after inputs_reference. */
bool inputs_lanes(struct inputs *inputs, const struct case_spec *spec, struct error *error);

/** Returns the system of a case if it is the current one, otherwise NULL. */
const struct system *inputs_peek(const struct inputs *inputs, const struct case_spec *spec);

/** Returns the bytes of the current systems and the reference. */
double inputs_bytes(const struct inputs *inputs);

/** Frees all. */
void inputs_free(struct inputs *inputs);
