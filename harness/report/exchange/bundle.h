/*
 * All results of a machine in one file, for sending: `pairlanes bundle` makes it, and `pairlanes
 * import` stores its parts among other results. It is a JSON document of documents, not an archive.
 * So it has no paths, links, modes or compressed data, and is read and checked like any other file.
 * The names in it are letters, digits, '-' and, of machines, '.'; the reader decides on their
 * meaning.
 *
 * Its checksum reveals damage, not intent: it is of the content as json_lines writes it, so
 * that blanks and line ends may change on the way.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/words.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

enum { BUNDLE_SCHEMA = 1, BUNDLE_FILES = 128, BUNDLE_BYTES = 64 << 20, BUNDLE_NAME = 96 };

/** Kinds of files of a bundle. */
enum bundle_kind { BUNDLE_RESULTS, BUNDLE_CEILINGS, BUNDLE_NOISE, BUNDLE_KINDS };

/** A file of a bundle. */
struct bundle_part {
    const char *name; /* name without .json */
    enum bundle_kind kind;
    const cJSON *document;
    int64_t cases, ok; /* number of cases of results, or of ceilings */
    int64_t doubtful;  /* cases whose force calls are not to be trusted (trust.h), or ceilings whose
                          median is under half of the best */
};

/** A bundle whose content was checked. Zeroed: none. */
struct bundle {
    cJSON *document;
    const char *machine, *commit, *date;
    struct bundle_part part[BUNDLE_FILES];
    int parts;
};

/**
 * Whether a name can be that of a machine: it has the form of machine_name in devices/machine.h,
 * and is not another folder of results/.
 */
bool bundle_is_machine(const char *name);

/**
 * Packs the results, ceilings and noise among JSON files, each checked; `left` gets the other
 * files. EXIT_USAGE with the file if one of them is wrong, or if there is nothing, or too much, to
 * pack.
 */
bool bundle_pack(const struct words *paths, const char *machine, struct bundle *bundle,
                 struct words *left, struct error *error);

/** Adds the checksum of a document's content to it. */
void bundle_seal(cJSON *document);

/**
 * Reads a bundle. EXIT_USAGE with the file and the reason if it is no regular file, too large, cut
 * off, damaged, of another schema, or has contents that no file of results may have.
 */
bool bundle_read(const char *path, struct bundle *bundle, struct error *error);

/** Result of filing a bundle. */
struct bundle_filed {
    int written, same, replaced;
};

/**
 * Files a bundle as `folder`/`machine`/NAME.json, one process at a time. If files with other
 * content exist, `replace` replaces all of them, and keeps those with measurements as FILE.old;
 * otherwise nothing is written: EXIT_USAGE with the first difference. EXIT_USAGE also if one of the
 * names is a link or another special file; EXIT_ENVIRONMENT if it cannot be written. Each file is
 * complete at any moment, and the same call continues after an interrupt.
 */
bool bundle_file(const struct bundle *bundle, const char *machine, const char *folder, bool replace,
                 struct bundle_filed *filed, struct error *error);

/** Frees it. A zeroed bundle may be freed. */
void bundle_free(struct bundle *bundle);
