/* Writers of configuration files, one file writer_<format>.c each. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/particles/system.h"

#include <stdio.h>

/** Parts of a system that only some formats support. */
enum writer_part {
    WRITES_TYPES = 1,
    WRITES_CHARGES = 2,
    WRITES_ORIENTATIONS = 4,
    WRITES_VELOCITIES = 8,
    WRITES_MOMENTA = 16, /* angular momenta */
    WRITES_BONDED = 32,
    WRITES_EXCLUSIONS = 64,
    WRITES_COEFFICIENTS = 128 /* coefficients of the system's own types, or of a force field */
};

struct writer {
    const char *name;
    const char *summary;
    unsigned parts; /* set of enum writer_part that the format supports */

    /**
     * Fails with EXIT_USAGE if the format supports the parts of a system, but not their values.
     * NULL: nothing to check.
     */
    bool (*check)(const struct system *system, struct error *error);

    /**
     * Returns a sentence on details of a part that the file loses; NULL: none. The pointer is NULL
     * if the format never loses any.
     */
    const char *(*loss)(const struct system *system);

    /**
     * Writes the system and the masses of the model with all digits. Masses are 1 if `model` is
     * NULL. The caller checks the stream. EXIT_ENVIRONMENT if memory runs out.
     */
    bool (*write)(const struct system *system, const struct model *model, FILE *stream,
                  struct error *error);
};

/** The writers in their order, then NULL. */
const struct writer *const *writers(void);

/**
 * Finds a writer by its name. EXIT_USAGE if there is none; the message lists the valid names and
 * the nearest one.
 */
bool writer_find(const char *name, const struct writer **writer, struct error *error);

/**
 * Writes a system of a model (NULL: unknown) to the file `path`, with output_begin and output_end.
 * EXIT_USAGE if the format does not support a part of the system.
 */
bool writer_write(const struct writer *writer, const char *path, const struct system *system,
                  const struct model *model, struct error *error);
