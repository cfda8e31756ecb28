/* The kernel, model and list sources that the binary carries. */
#pragma once

#include "harness/base/error.h"

struct embedded_file {
    const char *path; /* as included: "strategies/vertex/vertex.cu" */
    const char *text; /* ends with a zero */
};

/** The files, ended by one without a path. */
const struct embedded_file *embedded_files(void);

/** The text of a file that the binary carries; NULL if it carries none of that path. */
const char *embedded_find(const char *path);

/**
 * Adds a user's file to every set of sources that is loaded from now on, under the `path` by which
 * it is included ("models/soft.h"). It replaces an earlier file of that path. Compilers name `file`
 * in their messages; hashes do not depend on its path. EXIT_USAGE if it cannot be read.
 */
bool source_register(const char *path, const char *file, struct error *error);

/**
 * A set of sources: the binary's files, each replaced by the file of `--source DIR` if there is
 * one, and the registered files.
 */
struct source_set {
    int count;
    const char **paths;
    const char **texts;
    char *directory; /* NULL: the binary's own */
};

/** Loads the sources; `directory` may be NULL. EXIT_USAGE if it is no folder with sources. */
bool source_load(const char *directory, struct source_set *sources, struct error *error);
void source_free(struct source_set *sources);

/** The text of a file by its path; NULL if there is none. */
const char *source_text(const struct source_set *sources, const char *path);

/** Returns the file's own part of a set's text, after the directive that source_register adds. */
const char *source_own_text(const char *text);
