/* Lists the readers, and reads a file with the reader of its format. */
#pragma once

#include "harness/input/formats/reader.h"
#include "harness/particles/system_spec.h"

/** The readers, in the order in which their formats are tried, then NULL. */
const struct reader *const *readers(void);

/**
 * Reads the file of a spec in the format of the spec. If the spec gives no format, the file's name
 * or first lines suggest the format. A topology is the spec's file, or by default the file of the
 * same name with the suffix .top. Fails like the format's reader. EXIT_USAGE if the format is
 * unknown, or does not support the given topology, frame or atom style.
 */
bool reader_read(const struct system_spec *spec, struct system *system, struct error *error);
