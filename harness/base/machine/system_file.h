/* Files below /proc and /sys in which the kernel describes the machine. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/**
 * Opens a system file for reading; NULL if it is absent or may not be read. If memory runs out, the
 * process ends (memory_end).
 */
FILE *system_file_open(const char *path);

/**
 * Reads the first line, including its line break, of the file `format` (printf) below the folder
 * `root`. False if there is none.
 */
__attribute__((format(printf, 4, 5))) bool system_file_line(const char *root, char *text,
                                                            size_t size, const char *format, ...);
