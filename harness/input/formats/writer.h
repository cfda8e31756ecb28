/* Writers of configuration files, one file writer_<format>.c each. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/particles/system.h"

#include <stdio.h>

/** Parts of a system that only some formats can express. */
enum writer_part {
    WRITES_TYPES = 1,
    WRITES_CHARGES = 2,
    WRITES_ORIENTATIONS = 4,
    WRITES_VELOCITIES = 8,
    WRITES_MOMENTA = 16, /* angular ones */
    WRITES_BONDED = 32,
    WRITES_EXCLUSIONS = 64,
    WRITES_COEFFICIENTS = 128 /* coefficients of the system's own types, or of a force field */
};

struct writer {
    const char *name;
    const char *summary;
    unsigned parts; /* parts, a set of enum writer_part */

    /**
     * Refuses a system whose parts the format can hold, but not in this form: EXIT_USAGE; NULL:
     * none.
     */
    bool (*check)(const struct system *system, struct error *error);

    /**
     * Returns a sentence on details of a part that the file does not keep; NULL: it keeps all. NULL
     * for writers that always keep all.
     */
    const char *(*loss)(const struct system *system);

    /** Writes the system with all digits, and the masses of the model, NULL: 1; the caller checks
     * the stream. EXIT_ENVIRONMENT for memory. */
    bool (*write)(const struct system *system, const struct model *model, FILE *stream,
                  struct error *error);
};

/** The writers in their order, NULL after the last. */
const struct writer *const *writers(void);

/** Finds a writer by name: EXIT_USAGE with the valid names and the nearest if there is none. */
bool writer_find(const char *name, const struct writer **writer, struct error *error);

/**
 * Writes a system of a model, NULL: of none, to the file `path`, as output_begin and output_end do:
 * EXIT_USAGE if the format cannot hold a part of the system.
 */
bool writer_write(const struct writer *writer, const char *path, const struct system *system,
                  const struct model *model, struct error *error);
