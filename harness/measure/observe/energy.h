/*
 * Measures the energy of a case: force calls for at least a second between two readings of the
 * device's energy counter, not during timing.
 */
#pragma once

#include "harness/backend/backend.h"
#include "harness/base/error.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct energy {
    bool asked;    /* false: not measured, and the other members are empty */
    bool measured; /* false: not measured, for the reason `reason` */
    double joules;
    double seconds;
    int64_t calls;
    const char *source; /* "NVML", "RAPL" */
    struct error reason;
};

/**
 * Measures a prepared case for at least a second. The counter advances in steps (of 20 to 100 ms on
 * GPUs), so the measurement begins and ends with a step. If there is no counter, sets `reason`, and
 * the case goes on. Stops if `*interrupted`.
 */
void energy_measure(const struct backend *backend, struct device *device, struct prepared *prepared,
                    const volatile sig_atomic_t *interrupted, struct energy *energy);
