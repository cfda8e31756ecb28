/*
 * Energy of the CPU packages by RAPL, as Linux shows it below /sys/class/powercap: Intel's and
 * AMD's. Package energy is that of all processes; cores and caches, without the memory.
 *
 * Linux kernel documentation, Power Capping Framework (power/powercap/powercap.rst).
 */
#pragma once

#include "harness/base/error.h"

enum { RAPL_PACKAGES = 64, RAPL_PATH = 192 };

/** Zeroed: not open. */
struct rapl {
    int packages;
    struct {
        char path[RAPL_PATH]; /* the zone's folder */
        double range;         /* range in microjoules; then the counter starts from zero */
        double last;
    } package[RAPL_PACKAGES];
    double joules; /* energy since the first reading */
};

/** Finds the packages below `root`, such as "/sys/class/powercap". EXIT_ENVIRONMENT with the reason
 * if there are none or their counters cannot be read. */
bool rapl_open(struct rapl *rapl, const char *root, struct error *error);

/**
 * Returns the joules of all packages since rapl_open. It has to be called before any counter wraps
 * around.
 */
bool rapl_read(struct rapl *rapl, double *joules, struct error *error);
