/*
 * Predicts the time of a force call on a GPU from counts and ceilings, with a roofline model of
 * several resources. The counts of a call determine how long it needs each resource. These times
 * overlap in part. docs/notes/2026-11-prediction.md has the equations.
 */
#pragma once

#include "harness/backend/ceilings.h"
#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "harness/catalog/strategy.h"
#include "harness/lanes/lanes.h"

#include <stdbool.h>

/** Resources that a force call needs. */
enum resource {
    RESOURCE_LAUNCH,  /* starting kernels and waiting for their last blocks */
    RESOURCE_ISSUE,   /* issue slots of the schedulers */
    RESOURCE_L1,      /* gathers from L1, or from shared memory */
    RESOURCE_L2,      /* bytes of the list, the positions and the forces, each once */
    RESOURCE_DRAM,    /* bytes of list, positions and forces that do not fit into L2 */
    RESOURCE_ATOMICS, /* sectors changed by atomic adds */
    RESOURCE_LATENCY, /* waiting for dependent loads */
    RESOURCE_BONDED,  /* a separate kernel for bonded terms */
    RESOURCE_COUNT
};

/** Returns the name of a resource in tables and files. */
const char *resource_name(enum resource resource);

/**
 * Returns the number of wavefronts for 32 positions at random places in L1. `real_size` is the size
 * of a coordinate in bytes.
 */
double predicted_wavefronts(int real_size);

/** Properties of a case that are known before it runs. */
struct prediction_case {
    const struct model *model;
    const double *parameters; /* parameters of the model */
    const struct strategy *strategy;
    const int *tuning;
    enum precision precision;
    struct lane_counts lanes; /* lane counts of a replay with `replayed` particles */
    double replayed;
    double n;      /* particles of the case; counts are scaled by n / replayed */
    double bonded; /* bonded terms in the replay */
    double density;
    double range; /* cut-off of the model plus skin */
    bool ordered; /* true if neighboring particles are in the same warp */
};

struct prediction {
    double seconds;
    double part[RESOURCE_COUNT]; /* time for each resource alone, s */
    enum resource binding;       /* the resource that takes longest */
};

/**
 * Predicts the time of a case. EXIT_USAGE if ceilings are unknown or no kernel of the kind was
 * counted.
 */
bool prediction_of(const struct prediction_case *c, const struct ceilings *ceilings,
                   struct prediction *prediction, struct error *error);
