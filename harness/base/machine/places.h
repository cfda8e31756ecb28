/*
 * Binds OpenMP's threads to cores. OpenMP reads its settings from the environment before main
 * begins.
 */
#pragma once

#include "harness/base/error.h"

#include <stdbool.h>

/**
 * Ways to bind threads, ended by NULL. "close" uses adjacent cores. "spread" uses cores that are as
 * far from each other as possible. "none" leaves the choice to the system.
 */
extern const char *const places_policies[];

/**
 * Binds each OpenMP thread to a core, or to a place in OMP_PLACES. For that it starts this program
 * again with the same arguments and other settings, unless it already runs with them. So call it
 * before anything is read or written. EXIT_ENVIRONMENT if the program cannot be started.
 */
bool places_bind(const char *policy, struct error *error);

/**
 * Writes the first hardware thread of each thread's binding into `processor`; -1 for threads that
 * did not start. False if threads are not bound.
 */
bool places_of(int threads, int *processor);
