/* Writers of configuration files, one file writer_<format>.c each. */
#ifndef PAIRLANES_WRITER_H
#define PAIRLANES_WRITER_H

#include "harness/base/error.h"
#include "harness/particles/system.h"

#include <stdio.h>

struct writer {
    const char *name;
    const char *summary;
    bool orientations; /* of the particles are written */

    /** Refuses what the format cannot hold, EXIT_USAGE; NULL: bonded terms, and orientations if
     * they are not written. */
    bool (*check)(const struct system *system, struct error *error);

    /** Writes the system with all digits; the caller checks the stream. EXIT_ENVIRONMENT for
     * memory. */
    bool (*write)(const struct system *system, FILE *stream, struct error *error);
};

/** The writers in their order, NULL after the last. */
const struct writer *const *writers(void);

/** Finds a writer by name: EXIT_USAGE with the valid names and the nearest if there is none. */
bool writer_find(const char *name, const struct writer **writer, struct error *error);

/**
 * Writes a system to the file `path`, as output_begin and output_end do: EXIT_USAGE if the system
 * has bonded terms or orientations for which the format has no room: half a system would be another
 * one.
 */
bool writer_write(const struct writer *writer, const char *path, const struct system *system,
                  struct error *error);

#endif
