/* Energy of a case: force calls for a second, between two readings of the device's energy counter,
 * separate from all timing. */
#pragma once

#include "harness/backend/backend.h"
#include "harness/base/error.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct energy {
    bool asked;    /* false: not measured, and the other members are empty */
    bool measured; /* otherwise `reason` */
    double joules;
    double seconds;
    int64_t calls;
    const char *source; /* "NVML", "RAPL" */
    struct error reason;
};

/**
 * Measures a prepared case for a second at least. The counter advances in steps (of 20 to 100 ms on
 * GPUs), so it begins and ends at a step. Without a counter the case continues with the `reason`.
 * Stops if `*interrupted`.
 */
void energy_measure(const struct backend *backend, struct device *device, struct prepared *prepared,
                    const volatile sig_atomic_t *interrupted, struct energy *energy);
