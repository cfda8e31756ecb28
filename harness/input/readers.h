/* The readers by name, and the reading of a file by the one that its format needs. */
#ifndef PAIRLANES_READERS_H
#define PAIRLANES_READERS_H

#include "harness/input/reader.h"

/** The readers in their order, NULL after the last. */
const struct reader *const *readers(void);

/**
 * Reads the file `path` in the format named; with NULL, in the one that its name or else its first
 * line shows. The format's topology, if it has one, is read from `topology`, or with NULL from the
 * file beside `path` that is called as it is but for the suffix .top. Errors as those of the
 * format's reader, and EXIT_USAGE for an unknown format or a topology that the format has not.
 */
bool reader_read(const char *path, const char *format, const char *topology, struct system *system,
                 struct error *error);

#endif
