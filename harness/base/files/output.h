/* Files that are written whole or not at all, compressed if their names end with ".gz". */
#pragma once

#include "harness/base/error.h"

#include <stdio.h>

/** Whether a path stands for the standard output: "-". */
bool output_is_standard(const char *path);

/** A file that is being written. Until output_end it is invisible, and an old one stays. */
struct output {
    FILE *stream; /* stream to write to; output_end reports failures */
    char *path;   /* path from the user; NULL: the standard output */

    FILE *packed;       /* file that `stream` is compressed into; NULL: none */
    char *target;       /* the path with its links followed */
    int folder, file;   /* folder of the target, and the new file in it */
    char temporary[40]; /* temporary name in the folder; "": none yet */
    int reason;         /* error number of the first write that failed; 0: none did */
};

/** Makes the folders above `path`. EXIT_ENVIRONMENT. */
bool output_folders(const char *path, struct error *error);

/**
 * Whether `path` can be written: it is a new file, a regular one, or a link to one. EXIT_USAGE if
 * it is anything else, a device, a FIFO or a folder, say; EXIT_ENVIRONMENT with the system's
 * reason, or with the holder of its lock (lock.h). Call it before work that would be lost. The
 * standard output, NULL or "-", can be written.
 */
bool output_check(const char *path, struct error *error);

/**
 * Returns the path of the file that output_begin would replace, with links resolved: two names of a
 * file give the same. The caller frees it; NULL if output_check fails.
 */
char *output_target(const char *path, struct error *error);

/**
 * Starts to write a file that will replace `path`, with the mode of the old one if there is one;
 * NULL and "-" are the standard output. Call output_end afterwards, unless it fails. Fails as
 * output_check does, or with EXIT_ENVIRONMENT if another process has locked the file (lock.h).
 */
bool output_begin(struct output *output, const char *path, struct error *error);

/**
 * Writes the new file to the disk and puts it in the place of the old one. The old file stays and
 * the new one is removed if `good` is false, if a write failed, or if another process has locked
 * the file meanwhile. Returns false in these cases, with EXIT_ENVIRONMENT and the reason if `good`
 * is true.
 */
bool output_end(struct output *output, bool good, struct error *error);
