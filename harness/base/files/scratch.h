/*
 * Temporary folders of a process. A process locks its folder, so that the next one can find and
 * remove the folders of processes that were killed.
 */
#pragma once

#include "harness/base/error.h"

#include <limits.h>
#include <stdbool.h>

/** A folder to work in. Zeroed: there is none. */
struct scratch {
    char path[PATH_MAX]; /* path of the folder; "": there is none */
    int lock;            /* the open folder, locked */
};

/**
 * Makes a hidden folder in a folder, which only the user may enter, and removes the folders that
 * killed processes of the user have left there. EXIT_ENVIRONMENT with the reason.
 */
bool scratch_make(struct scratch *scratch, const char *parent, struct error *error);

/** Removes the folder with all that is in it. */
void scratch_remove(struct scratch *scratch);
