/*
 * Files that are written completely or not at all. They are compressed if their names end with
 * ".gz".
 */
#pragma once

#include "harness/base/error.h"

#include <stdio.h>

/** Whether a path means the standard output: "-". */
bool output_is_standard(const char *path);

/**
 * A file that is being written. Until output_end it is invisible, and an existing file stays
 * unchanged.
 */
struct output {
    FILE *stream; /* stream to write to; output_end reports its failures */
    char *path;   /* path as given by the user; NULL: the standard output */

    FILE *packed;       /* file into which `stream` is compressed; NULL: not compressed */
    char *target;       /* the path with symbolic links resolved */
    int folder, file;   /* descriptors of the target's folder, and of the new file in it */
    char temporary[40]; /* temporary name in the folder; "": none yet */
    int reason;         /* error number of the first write that failed; 0: none has failed */
};

/** Creates the folders above `path`. EXIT_ENVIRONMENT if that fails. */
bool output_folders(const char *path, struct error *error);

/**
 * Whether `path` can be written: it is a new file, a regular file, or a link to one. EXIT_USAGE for
 * anything else, such as a device, a FIFO or a folder. EXIT_ENVIRONMENT with the system's reason,
 * or with the process that holds the lock (lock.h). Call it before long work, to avoid a loss of
 * results. The standard output, NULL or "-", can be written.
 */
bool output_check(const char *path, struct error *error);

/**
 * Returns the path of the file that output_begin would replace, with symbolic links resolved. Two
 * paths of the same file give the same result. The caller frees it; NULL if output_check fails.
 */
char *output_target(const char *path, struct error *error);

/**
 * Starts writing a file that will replace `path`, with the mode of the existing file. NULL and "-"
 * mean the standard output. If it succeeds, output_end has to be called. Fails like output_check,
 * or with EXIT_ENVIRONMENT if another process has locked the file (lock.h).
 */
bool output_begin(struct output *output, const char *path, struct error *error);

/**
 * Writes the new file to disk and replaces the existing one by it. Keeps the existing file and
 * removes the new one if `good` is false, a write failed, or another process has locked the file
 * meanwhile. In these cases returns false; if `good` is true, with EXIT_ENVIRONMENT and the reason.
 */
bool output_end(struct output *output, bool good, struct error *error);
