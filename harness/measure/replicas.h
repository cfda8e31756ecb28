/*
 * Independent systems that move at the same time on one machine, as simulations do that share it:
 * the throughput of all, and the time of a step of each.
 *
 * All start from the same positions, because building can take longer than moving; velocities and
 * lists differ. They share a device by streams, in a batch or by processes, or have a device each
 * (harness/catalog/sharing.h).
 */
#pragma once

#include "harness/backend/backend.h"
#include "harness/base/error.h"
#include "harness/config/cases.h"
#include "harness/measure/run.h"
#include "harness/timing/sampling.h"

#include <signal.h>

/** Result for a number of systems: medians over windows of time. */
struct replica_rate {
    int count;
    double rate;     /* particles times steps a second, of all systems together */
    double step_ns;  /* time of a step of one of them */
    double fairness; /* time of the slowest system's step over that of the fastest */
    bool mps;        /* true if the processes had CUDA's Multi-Process Service */
};

/** Results in the requested order, and the reason why the rest was not measured. */
struct replicas {
    struct replica_rate rate[SAMPLING_REPLICAS];
    int measured;
    struct error reason; /* reason why numbers are missing; "": none is */
    bool broken;         /* true if `reason` is that a process ended or hung, not a limit of the
                          * machine */
};

/** Systems to move, and their device. */
struct replicas_task {
    const struct backend *backend;
    struct device_options options; /* options of the shared device, whose threads are divided */
    double free_memory;            /* free memory of the device, in bytes; INFINITY: unknown */
    const struct case_spec *spec;
    const struct motion *motion;
    double tolerance;              /* tolerance of the forces after the last step */
    bool crowded;                  /* true if other cases are measured on other devices at the
                                    * same time */
    const struct run_start *start; /* arguments of further processes like this one; NULL: none */
    const volatile sig_atomic_t *interrupted;
};

/** Moves all numbers of systems that the sampling of the case asks for. */
void replicas_measure(const struct replicas_task *task, struct replicas *replicas);
