/* State of a case that is being measured, with its results so far, and a group of such cases. */
#pragma once

#include "harness/backend/backend.h"
#include "harness/backend/hardware.h"
#include "harness/base/hash.h"
#include "harness/config/cases.h"
#include "harness/devices/devices.h"
#include "harness/lanes/lanes.h"
#include "harness/measure/instructions.h"
#include "harness/measure/observe/counts.h"
#include "harness/measure/observe/energy.h"
#include "harness/measure/observe/trajectory.h"
#include "harness/measure/observe/verify.h"
#include "harness/measure/quantity.h"
#include "harness/measure/replicas.h"
#include "harness/measure/runner.h"
#include "harness/timing/sampling.h"

#include <stdbool.h>
#include <stdint.h>

/** Times of the parts of filling cells, summed over calls. */
struct binning_sum {
    double nanoseconds[BINNING_PARTS]; /* time of each part, ns; 0: not timed separately */
    int64_t calls;
};

/** A case of the run, with its results so far. */
struct case_state {
    int64_t index; /* index among the cases of the run */
    const struct case_spec *spec;
    char source_hash[HASH_TEXT];
    char identity[HASH_TEXT];
    struct kernel_compiler compiler;  /* compiler of the case's CPU kernels; "": unknown */
    struct kernel_code code;          /* machine code, found by the preparation of the case */
    struct prepared *prepared;        /* prepared case; NULL: not prepared yet, or released */
    struct verification verification; /* result of the verification, or of a failed verification
                                       * after the motion */
    char missed_after[32]; /* steps or calls after which the verification failed: "step 7", "the
                            * last step", "the timed steps", "the timed calls", "a move after timed
                            * calls"; "" if it passed, or failed already before them */
    struct structure_sizes sizes;
    struct counts counts;
    struct energy energy;
    struct lane_counts lanes;
    bool has_lanes;
    struct hardware force_counters, list_counters, integration_counters;
    struct instruction_count instructions;
    struct trajectory trajectory;

    struct case_state *builder;                /* first case that reads the same neighbor
                                                * structure */
    const struct sampler *sampler[QUANTITIES]; /* sampler of each quantity while it is timed; NULL:
                                                * not requested */
    struct binning_sum binning;                /* times of filling the cells of the structure, in
                                                * its builder */
    struct moving *moving;         /* moving particles; NULL unless whole steps are timed */
    struct motion_progress motion; /* progress of the timed steps */
    struct replicas replicas;      /* results of replicas that moved at the same time */
};

/** Cases on one device that share a system and a workload. */
struct group {
    struct runner *runner;
    const struct opened *opened;
    struct workload *workload;
    struct case_state *cases;
    int count;
};
