/*
 * Clocks, throttling and energy of a GPU by NVML, a library of the driver that is loaded at run
 * time. Its few functions are declared here, because some toolkits have no nvml.h.
 *
 * NVIDIA, NVML API Reference Guide: Device Queries, NvmlClocksEventReasons.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/timing/device_state.h"

/** A GPU in NVML; zeroed: not monitored. */
struct cuda_monitor {
    void *device;
    struct device_state state; /* state that was read last */
    double read_at;            /* time of that reading in seconds */
    bool known;                /* true if that reading succeeded */
};

/**
 * Finds the GPU by its PCI bus id. EXIT_ENVIRONMENT if NVML cannot be used; `error` has the reason.
 */
bool cuda_monitor_open(const char *bus_id, struct cuda_monitor *monitor, struct error *error);

/**
 * Reads clocks and clock events; false if they cannot be read. A query takes as long as a short
 * sample, and the driver's readings are some milliseconds old. A recent reading is therefore
 * returned again if it shows no throttling.
 */
bool cuda_monitor_state(struct cuda_monitor *monitor, struct device_state *state);

/**
 * Reads the energy used since the driver was loaded, in joules. EXIT_ENVIRONMENT if the GPU does
 * not report it, or is divided into MIG instances: their shares are unknown.
 */
bool cuda_monitor_energy(const struct cuda_monitor *monitor, double *joules, struct error *error);

void cuda_monitor_close(struct cuda_monitor *monitor);
