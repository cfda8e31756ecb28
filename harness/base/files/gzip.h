/* Files compressed by gzip, written and read as plain text. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/** Whether a file of this name is written compressed: it ends with ".gz". */
bool gzip_is_name(const char *path);

/** Whether a name ends with a suffix, or with that and ".gz". */
bool gzip_has_suffix(const char *name, const char *suffix);

/** Returns the number of characters of a path before its ending: ".json", say, or ".json.gz". */
int gzip_stem(const char *path);

/**
 * Returns a stream of a file's content, expanded if its first bytes show that it is compressed; the
 * stream owns the file. NULL if memory runs out, and the file is then closed. Reading fails with
 * EBADMSG if compressed data are damaged, cut off or followed by something else, and with EFBIG
 * after 4 GiB of text, or after 256 MiB if that is over 200 times the bytes read: because a small
 * file may expand to any size.
 */
FILE *gzip_reading(FILE *file);

/**
 * Returns a stream that compresses its input into `to`, which stays open when the stream is closed.
 * The same text gives the same bytes. NULL if memory runs out.
 */
FILE *gzip_writing(FILE *to);
