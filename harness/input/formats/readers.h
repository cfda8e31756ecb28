/* The readers by name, and the reading of a file by the one that its format needs. */
#ifndef PAIRLANES_READERS_H
#define PAIRLANES_READERS_H

#include "harness/input/formats/reader.h"
#include "harness/particles/system_spec.h"

/** The readers in their order, NULL after the last. */
const struct reader *const *readers(void);

/**
 * Reads the file of a spec in the format that it names; without, in the one that the file's name or
 * else its first lines show. The format's topology, if it has one, is read from the spec's, or
 * without from the file beside it that is called as it is but for the suffix .top. Errors as those
 * of the format's reader, and EXIT_USAGE for an unknown format, or for a topology, a frame or an
 * atom style that the format has not.
 */
bool reader_read(const struct system_spec *spec, struct system *system, struct error *error);

#endif
