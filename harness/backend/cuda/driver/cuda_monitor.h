/*
 * Clocks, throttling and energy of a GPU by NVML, which is opened at run time and comes with the
 * driver. Its few functions are declared here: toolkits may be installed without nvml.h.
 *
 * NVIDIA, NVML API Reference Guide: Device Queries, NvmlClocksEventReasons.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/timing/device_state.h"

/** A GPU in NVML; zeroed: not watched. */
struct cuda_monitor {
    void *device;
    struct device_state state; /* last state read */
    double read_at;            /* seconds */
    bool known;                /* true if that reading succeeded */
};

/** Finds the GPU by its PCI bus id. EXIT_ENVIRONMENT with the reason if NVML cannot be used. */
bool cuda_monitor_open(const char *bus_id, struct cuda_monitor *monitor, struct error *error);

/**
 * Reads clocks and events; false if they cannot be read. A query takes as long as a short sample,
 * and the driver's readings are some milliseconds old. So a recent reading is returned again,
 * unless it was throttled.
 */
bool cuda_monitor_state(struct cuda_monitor *monitor, struct device_state *state);

/**
 * Reads the energy used since the driver was loaded, in joules. EXIT_ENVIRONMENT if the GPU does
 * not report it, or is divided into instances (MIG), whose shares are unknown.
 */
bool cuda_monitor_energy(const struct cuda_monitor *monitor, double *joules, struct error *error);

void cuda_monitor_close(struct cuda_monitor *monitor);
