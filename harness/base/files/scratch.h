/*
 * Temporary folders of a process. A process locks its folder. Thus a later process can recognize
 * and remove the folders of processes that were killed.
 */
#pragma once

#include "harness/base/error.h"

#include <limits.h>
#include <stdbool.h>

/** A temporary folder. Zeroed: none. */
struct scratch {
    char path[PATH_MAX]; /* path of the folder; "": none */
    int lock;            /* descriptor of the folder, which is locked */
};

/**
 * Creates a hidden folder in `parent`; only the user may enter it. Removes the folders that killed
 * processes of the user have left there. EXIT_ENVIRONMENT if that fails.
 */
bool scratch_make(struct scratch *scratch, const char *parent, struct error *error);

/** Removes the folder with all its files. */
void scratch_remove(struct scratch *scratch);
