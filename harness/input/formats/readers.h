/* Lists the readers, and reads a file with the reader of its format. */
#pragma once

#include "harness/input/formats/reader.h"
#include "harness/particles/system_spec.h"

/** The readers in the order in which they are tried, then NULL. */
const struct reader *const *readers(void);

/**
 * Reads the file of a spec in the format that the spec names, otherwise in the format that the
 * file's name or first lines suggest. If the format has topologies, that file is the one in the
 * spec, otherwise the one with the same name and the suffix .top. Errors are those of the format's
 * reader, and EXIT_USAGE for an unknown format, or for a topology, a frame or an atom style that
 * the format does not have.
 */
bool reader_read(const struct system_spec *spec, struct system *system, struct error *error);
