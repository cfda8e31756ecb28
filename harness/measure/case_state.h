/* A case that is being measured, with its numbers so far, and a group of such cases. */
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

/** The time of the parts of filling cells, summed over calls. */
struct binning_sum {
    double nanoseconds[BINNING_PARTS]; /* 0: not timed separately */
    int64_t calls;
};

/** A case of the run, with its numbers so far. */
struct case_state {
    int64_t index; /* index among the cases of the run */
    const struct case_spec *spec;
    char source_hash[HASH_TEXT];
    char identity[HASH_TEXT];
    struct kernel_compiler compiler;  /* compiler of a CPU's kernels; "": unknown */
    struct kernel_code code;          /* machine code, found when the case is prepared */
    struct prepared *prepared;        /* prepared case; NULL: not yet, or released */
    struct verification verification; /* verification; the one after the motion, if that failed */
    char missed_after[32]; /* "step 7", "the last step", "the timed steps", "the timed calls" or
                            * "a move after timed calls" if the verification failed only after
                            * these; otherwise "" */
    struct structure_sizes sizes;
    struct counts counts;
    struct energy energy;
    struct lane_counts lanes;
    bool has_lanes;
    struct hardware force_counters, list_counters, integration_counters;
    struct instruction_count instructions;
    struct trajectory trajectory;

    struct case_state *builder;                /* first case that reads the same structure */
    const struct sampler *sampler[QUANTITIES]; /* sampler while it is timed; NULL: not requested */
    struct binning_sum binning;                /* times of filling the cells of a builder */
    struct moving *moving;         /* particles that move; NULL unless whole steps are timed */
    struct motion_progress motion; /* progress of those steps */
    struct replicas replicas;      /* replicas that moved at the same time */
};

/** Cases on one device that share a workload. */
struct group {
    struct runner *runner;
    const struct opened *opened;
    struct workload *workload;
    struct case_state *cases;
    int count;
};
