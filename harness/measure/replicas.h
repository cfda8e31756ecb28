/*
 * Measures independent systems that move at the same time on one machine, like simulations that
 * share it. Results are the total throughput and each system's time per step.
 *
 * All systems start from the same positions, because building them can take longer than moving
 * them. Velocities and lists differ. The systems share a device, by streams, in a batch or by
 * processes, or have one device per system (harness/catalog/sharing.h).
 */
#pragma once

#include "harness/backend/backend.h"
#include "harness/base/error.h"
#include "harness/config/cases.h"
#include "harness/measure/run.h"
#include "harness/timing/sampling.h"

#include <signal.h>

/** Result for a number of systems: medians over the windows of time. */
struct replica_rate {
    int count;
    double rate;     /* particles times steps per second, of all systems together */
    double step_ns;  /* time of a step of one system, ns */
    double fairness; /* time per step of the slowest system, divided by that of the fastest */
    bool mps;        /* true if the processes used CUDA's Multi-Process Service */
};

/** Results in the requested order, and the reason why some were not measured. */
struct replicas {
    struct replica_rate rate[SAMPLING_REPLICAS];
    int measured;
    struct error reason; /* reason why results are missing; "": none are missing */
    bool broken;         /* true if `reason` is that a process ended or hung, not a limit of the
                          * machine */
};

/** The systems to move, with their device. */
struct replicas_task {
    const struct backend *backend;
    struct device_options options; /* options of the shared device; its threads are divided */
    double free_memory;            /* free memory of the device, in bytes; INFINITY: unknown */
    const struct case_spec *spec;
    const struct motion *motion;
    double tolerance;              /* tolerance for the forces after the last step */
    bool crowded;                  /* true if other processes measure on other devices at the same
                                    * time */
    const struct run_start *start; /* arguments for starting further processes of this program;
                                    * NULL: none are started */
    const volatile sig_atomic_t *interrupted;
};

/** Measures each number of systems that the case's sampling requests. */
void replicas_measure(const struct replicas_task *task, struct replicas *replicas);
