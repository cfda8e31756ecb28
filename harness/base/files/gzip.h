/* Files that are compressed as gzip does it: whoever writes or reads them sees the text alone. */
#ifndef PAIRLANES_GZIP_H
#define PAIRLANES_GZIP_H

#include <stdbool.h>
#include <stdio.h>

/** Whether a file of this name is written compressed: it ends with ".gz". */
bool gzip_is_name(const char *path);

/** Whether a name ends with a suffix, or with that and ".gz". */
bool gzip_has_suffix(const char *name, const char *suffix);

/** How many characters of a path stand before its ending: ".json", say, or ".json.gz". */
int gzip_stem(const char *path);

/**
 * A stream of what a file holds, which it takes over, expanded if it is compressed: that is told by
 * its first bytes. NULL if memory runs out, and then it is closed. Reading fails with EBADMSG where
 * compressed data are damaged, cut off or followed by what is none, and with EFBIG behind 4 GiB of
 * text: a file of some bytes may hold any amount.
 */
FILE *gzip_reading(FILE *file);

/**
 * A stream that compresses what is written to it, and puts it out to `to`, which stays open when it
 * is closed. The same text gives the same bytes. NULL if memory runs out.
 */
FILE *gzip_writing(FILE *to);

#endif
