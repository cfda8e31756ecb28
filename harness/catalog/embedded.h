/* The sources in the binary, from which kernels, models and lists are compiled. */
#pragma once

#include "harness/base/error.h"

struct embedded_file {
    const char *path; /* path in #include, "strategies/vertex/vertex.cu" */
    const char *text; /* ends with a zero */
};

/** Returns the files; the last has no path. */
const struct embedded_file *embedded_files(void);

/** Returns the text of a file that the binary contains; NULL if there is none with this path. */
const char *embedded_find(const char *path);

/**
 * Adds a user's file to every set of sources that is loaded later. Other sources include it as
 * `path` ("models/soft.h"). The file replaces an earlier file of that path. Compilers call it
 * `file` in messages; hashes do not depend on `file`. EXIT_USAGE if the file cannot be read.
 */
bool source_register(const char *path, const char *file, struct error *error);

/**
 * A set of sources: the binary's files, where a file of the same path in `--source DIR` takes
 * precedence, and the registered files.
 */
struct source_set {
    int count;
    const char **paths;
    const char **texts;
    char *directory; /* DIR of `--source DIR`; NULL: not given */
};

/** Loads the sources; `directory` may be NULL. EXIT_USAGE if it is not a folder with sources. */
bool source_load(const char *directory, struct source_set *sources, struct error *error);
void source_free(struct source_set *sources);

/** Returns the text of a file by its path; NULL if there is none. */
const char *source_text(const struct source_set *sources, const char *path);

/** Returns a file's text without the #line directive that source_register has added. */
const char *source_own_text(const char *text);
