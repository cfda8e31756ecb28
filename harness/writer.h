/* Writers of configuration files, one file writer_<format>.c each. */
#ifndef PAIRLANES_WRITER_H
#define PAIRLANES_WRITER_H

#include "harness/error.h"
#include "harness/system.h"

#include <stdio.h>

struct writer {
    const char *name;
    const char *summary;
    bool orientations; /* of the particles are written */

    /** Writes the system with all digits; the caller checks the stream. */
    void (*write)(const struct system *system, FILE *stream);
};

/** The writers in their order, NULL after the last. */
const struct writer *const *writers(void);

/** Finds a writer by name: EXIT_USAGE with the valid names and the nearest if there is none. */
bool writer_find(const char *name, const struct writer **writer, struct error *error);

/**
 * Writes a system to the file `path`: EXIT_USAGE with the system's reason if that fails, or if the
 * system has bonded terms, which no format here has room for, or orientations where the format has
 * none: half a system would be another one.
 */
bool writer_write(const struct writer *writer, const char *path, const struct system *system,
                  struct error *error);

#endif
