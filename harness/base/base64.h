/* Bytes as letters, RFC 4648. */
#ifndef PAIRLANES_BASE64_H
#define PAIRLANES_BASE64_H

#include "harness/base/error.h"

#include <stdio.h>

/** Writes what a file holds. EXIT_USAGE if it cannot be read; failures of `to` are kept in it. */
bool base64_write_file(FILE *to, const char *path, struct error *error);

#endif
