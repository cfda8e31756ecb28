/* Files in which the kernel tells of the machine, below /proc and /sys. */
#ifndef PAIRLANES_SYSTEM_FILE_H
#define PAIRLANES_SYSTEM_FILE_H

#include <stdio.h>

/**
 * Opens such a file for reading; NULL where it is not there or not to be read, which callers take
 * for an answer. It is none that memory is short: that ends the process (memory_end).
 */
FILE *system_file_open(const char *path);

#endif
