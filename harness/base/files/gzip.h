/* Files that are compressed by gzip, but read and written as plain text. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/** Whether a file is written compressed: its name ends with ".gz". */
bool gzip_is_name(const char *path);

/** Whether a name ends with a suffix, or with this suffix and ".gz". */
bool gzip_has_suffix(const char *name, const char *suffix);

/** Returns the length of a path without its ending, such as ".json" or ".json.gz". */
int gzip_stem(const char *path);

/**
 * Returns a stream of a file's content, decompressed if its first bytes show that it is compressed.
 * The stream owns the file. If memory runs out, closes the file and returns NULL. Reading fails
 * with EBADMSG if compressed data are damaged, incomplete or followed by something else. A small
 * file may expand to any size. Reading therefore fails with EFBIG after 4 GiB of text. It already
 * fails after 256 MiB if that is over 200 times the bytes read.
 */
FILE *gzip_reading(FILE *file);

/**
 * Returns a stream that compresses its input into `to`, which stays open when the stream is closed.
 * Equal texts give equal bytes. NULL if memory runs out.
 */
FILE *gzip_writing(FILE *to);
