/* Starts another program, without a shell, in a new process group. */
#pragma once

#include <sys/types.h>

enum { SPAWN_NOTHING = -1 /* number for the file /dev/null */ };

/** A file of this process, or SPAWN_NOTHING, and its number in the program. */
struct spawn_file {
    int from, to;
};

/**
 * Starts a program by its path, or by its name in PATH, with `count` files in addition to those
 * that it inherits, in a folder (NULL: here), and with no signal blocked. It gets SIGTERM when the
 * thread that has started it ends. `arguments` ends with NULL. Returns 0, or an error number.
 */
int spawn_program(const char *program, const char *const *arguments, const char *directory,
                  const struct spawn_file *files, int count, pid_t *id);
