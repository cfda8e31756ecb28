/* Starts another program, without a shell, in a new process group. */
#pragma once

#include <sys/types.h>

enum { SPAWN_NOTHING = -1 /* instead of a descriptor: the file /dev/null */ };

/**
 * A file of the program: a descriptor of this process, or SPAWN_NOTHING, and its number in the
 * program.
 */
struct spawn_file {
    int from, to;
};

/**
 * Starts a program by its path, or by its name in PATH, in a folder (NULL: the current one). It
 * gets `count` files in addition to the inherited ones, and no signal is blocked. It receives
 * SIGTERM when the thread that started it ends. `arguments` ends with NULL. Returns 0, or an error
 * number.
 */
int spawn_program(const char *program, const char *const *arguments, const char *directory,
                  const struct spawn_file *files, int count, pid_t *id);
