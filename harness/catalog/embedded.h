/* The kernel, model and list sources that the binary carries, and their hashes. */
#ifndef PAIRLANES_EMBEDDED_H
#define PAIRLANES_EMBEDDED_H

#include "harness/base/error.h"
#include "harness/base/hash.h"

struct embedded_file {
    const char *path; /* as included: "strategies/vertex/vertex.cu" */
    const char *text; /* ends with a zero */
};

/** The files, ended by one without a path. */
const struct embedded_file *embedded_files(void);

/**
 * Has every set of sources that is loaded from now on hold a file of the user's under `path`, as it
 * is included ("models/soft.h"), in the place of what was registered there before. Compilers name
 * `file` in their messages; hashes do not depend on where it lies. EXIT_USAGE if it cannot be read.
 */
bool source_register(const char *path, const char *file, struct error *error);

/** A set of sources: those of the binary, each replaced by a file of `--source DIR` if it is there,
 * and those that are registered. */
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

/** The kernels that a hash covers. */
enum source_kind {
    SOURCES_CPU,
    SOURCES_GPU,     /* kernels of strategies, and those that build their lists */
    SOURCES_KERNELS, /* of these, what the kernels of strategies are compiled from */
    SOURCES_BATCH,   /* SOURCES_GPU, and what lists several systems at once */
    SOURCES_PROBES,
    SOURCES_DESCRIPTIONS /* what describes models and strategies to the harness */
};

/**
 * The hash of everything that the kernels of a strategy and a model are made of on one kind of
 * hardware: files of the strategy's folder, the model's header and what all of them share, by
 * hash_source. Probes, which no strategy is made of, have a hash of their own.
 */
struct hash source_hash(const struct source_set *sources, enum source_kind kind,
                        const char *strategy, const char *model);

#endif
