/*
 * Energy of the CPU packages by RAPL, as Linux shows it below /sys/class/powercap, for Intel and
 * AMD. All processes contribute. The energy includes cores and caches, but not the memory.
 *
 * Linux kernel documentation, Power Capping Framework (power/powercap/powercap.rst).
 */
#pragma once

#include "harness/base/error.h"

enum { RAPL_PACKAGES = 64, RAPL_PATH = 192 };

/** Counters of all packages; zeroed: not open. */
struct rapl {
    int packages;
    struct {
        char path[RAPL_PATH]; /* folder of the zone */
        double range;         /* value in microjoules at which the counter restarts from zero */
        double last;
    } package[RAPL_PACKAGES];
    double joules; /* energy since the first reading */
};

/** Finds the packages below `root`, such as "/sys/class/powercap". EXIT_ENVIRONMENT if there are
 * none or their counters cannot be read; `error` has the reason. */
bool rapl_open(struct rapl *rapl, const char *root, struct error *error);

/**
 * Returns the energy of all packages since rapl_open in joules. It has to be called before any
 * counter has wrapped around.
 */
bool rapl_read(struct rapl *rapl, double *joules, struct error *error);
