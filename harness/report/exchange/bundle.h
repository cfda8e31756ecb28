/*
 * A bundle is a file with all results of a machine, for sending them. `pairlanes bundle` makes it,
 * and `pairlanes import` stores its parts among other results. It is a JSON document that contains
 * documents, not an archive. It therefore has no paths, links, modes or compressed data, and is
 * read and checked like any other file. Names in it consist of letters, digits and '-'; names of
 * machines may also contain '.'. The reader decides where files are stored.
 *
 * The checksum detects damage, but not forgery. It belongs to the content as json_lines writes it,
 * so that changes of blanks and line ends do no harm.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/words.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

enum { BUNDLE_SCHEMA = 1, BUNDLE_FILES = 128, BUNDLE_BYTES = 64 << 20, BUNDLE_NAME = 96 };

/** Kinds of files in a bundle. */
enum bundle_kind { BUNDLE_RESULTS, BUNDLE_CEILINGS, BUNDLE_NOISE, BUNDLE_KINDS };

/** A file in a bundle. */
struct bundle_part {
    const char *name; /* name without .json */
    enum bundle_kind kind;
    const cJSON *document;
    int64_t cases, ok; /* number of all cases, and of cases with status "ok"; for ceilings, the
                        * number of ceilings */
    int64_t doubtful;  /* number of cases whose force times cannot be trusted (trust.h), or number
                        * of ceilings with a median under half of the best */
};

/** A bundle with checked content. Zeroed: none. */
struct bundle {
    cJSON *document;
    const char *machine, *commit, *date;
    struct bundle_part part[BUNDLE_FILES];
    int parts;
};

/**
 * Whether a name is possible for a machine. It must have the form of machine_name in
 * devices/machine.h, and differ from the folders of results/ for other data.
 */
bool bundle_is_machine(const char *name);

/**
 * Checks JSON files, and packs results, ceilings and noise. Adds the paths of other files to
 * `left`. EXIT_USAGE if a file is wrong; the message has its name. EXIT_USAGE also if there is
 * nothing, or too much, to pack.
 */
bool bundle_pack(const struct words *paths, const char *machine, struct bundle *bundle,
                 struct words *left, struct error *error);

/** Adds the checksum of its content to a document. */
void bundle_seal(cJSON *document);

/**
 * Reads a bundle. EXIT_USAGE if it is not a regular file, or is too large, incomplete, damaged or
 * of another schema. EXIT_USAGE also if a file in it is not a valid file of results. The message
 * has the file and the reason.
 */
bool bundle_read(const char *path, struct bundle *bundle, struct error *error);

/** Result of bundle_file. */
struct bundle_filed {
    int written, same, replaced;
};

/**
 * Writes the files of a bundle to `folder`/`machine`/NAME.json, under a lock. If files with other
 * content exist, `replace` replaces all of them, and keeps measurements as FILE.old. Without
 * `replace`, nothing is written if other content exists: EXIT_USAGE with the first difference.
 * EXIT_USAGE also if one of the names is a link or another special file; EXIT_ENVIRONMENT if a file
 * cannot be written. No file is ever incomplete. After an interrupt the same call continues.
 */
bool bundle_file(const struct bundle *bundle, const char *machine, const char *folder, bool replace,
                 struct bundle_filed *filed, struct error *error);

/** Frees a bundle, which may be zeroed. */
void bundle_free(struct bundle *bundle);
