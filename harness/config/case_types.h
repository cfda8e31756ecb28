/* Types of a system's own among the constants of a case: kernels are compiled for them, before the
 * particles are read. */
#ifndef PAIRLANES_CASE_TYPES_H
#define PAIRLANES_CASE_TYPES_H

#include "harness/config/cases.h"

/** What the last file has, so that the cases of one file read it once. Zeroed: none was read. */
struct file_types {
    char *path, *format, *style;
    int64_t frame;
    struct own_types own;
};

/**
 * Puts the types that the file of a case has of its own into the constants; none without a file,
 * without `reads`, or where the model takes none. A file that cannot be read has none: its case
 * tells why. EXIT_ENVIRONMENT without memory.
 */
bool case_put_types(struct case_spec *spec, bool reads, struct file_types *known,
                    struct error *error);

void file_types_free(struct file_types *known);

#endif
