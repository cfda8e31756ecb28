/* Binding of OpenMP's threads to cores. OpenMP reads it from the environment before main begins. */
#pragma once

#include "harness/base/error.h"

#include <stdbool.h>

/**
 * The ways to bind threads, NULL after the last: "close" puts them on adjacent cores, "spread" as
 * far apart as possible, "none" leaves them to the system.
 */
extern const char *const places_policies[];

/**
 * Binds the threads of OpenMP, each to a core, or to what OMP_PLACES names. Starts this program
 * again with the same arguments, unless it already runs this way: call it before anything is read
 * or written. EXIT_ENVIRONMENT if it cannot be started.
 */
bool places_bind(const char *policy, struct error *error);

/** Writes the first hardware thread of each thread's place into `processor`; -1 for one that did
 * not start. False if threads are not bound. */
bool places_of(int threads, int *processor);
