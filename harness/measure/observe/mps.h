/*
 * CUDA's Multi-Process Service, by which kernels of several processes run side by side on a GPU;
 * without it they take turns. It is started for this program alone, in a folder of its own, and
 * ends with it.
 */
#ifndef PAIRLANES_MPS_H
#define PAIRLANES_MPS_H

#include "harness/base/error.h"
#include "harness/base/files/scratch.h"

#include <stdbool.h>
#include <sys/types.h>

/** Zeroed: it does not run. */
struct mps {
    pid_t id;              /* of its control program */
    struct scratch folder; /* of its pipes and logs */
};

/** Whether this machine has it, or the environment says that it runs. */
bool mps_exists(void);

/**
 * Starts it, unless the environment says that it runs; processes that are started from now on until
 * mps_stop use it. EXIT_ENVIRONMENT with the reason, and what it has written, if that fails.
 */
bool mps_start(struct mps *mps, struct error *error);

/** Ends it, once the processes that use it have ended, and removes its folder. */
void mps_stop(struct mps *mps);

#endif
