/* The readers by name, and reading a file with the reader of its format. */
#pragma once

#include "harness/input/formats/reader.h"
#include "harness/particles/system_spec.h"

/** The readers in their order, NULL after the last. */
const struct reader *const *readers(void);

/**
 * Reads the file of a spec in the format that it names; without one, in the format that the file's
 * name or its first lines suggest. The topology of the format, if it has one, is that of the spec,
 * or otherwise the file of the same name with the suffix .top. Errors are those of the format's
 * reader, and EXIT_USAGE for an unknown format, or for a topology, a frame or an atom style that
 * the format does not have.
 */
bool reader_read(const struct system_spec *spec, struct system *system, struct error *error);
