/*
 * Predicted time of a force call on a GPU, only from counts and ceilings: a roofline model with
 * several resources. A call needs each resource for a time that follows from its counts; these
 * times overlap in part. docs/notes/2026-11-prediction.md has the equations.
 */
#pragma once

#include "harness/backend/ceilings.h"
#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "harness/catalog/strategy.h"
#include "harness/lanes/lanes.h"

#include <stdbool.h>

/** Resources of a call. */
enum resource {
    RESOURCE_LAUNCH,  /* starting kernels and waiting for their last blocks */
    RESOURCE_ISSUE,   /* slots of the schedulers */
    RESOURCE_L1,      /* gathers from L1, or shared memory */
    RESOURCE_L2,      /* bytes of list, positions and forces, once */
    RESOURCE_DRAM,    /* the part of the bytes that L2 cannot hold */
    RESOURCE_ATOMICS, /* sectors that atomic adds change */
    RESOURCE_LATENCY, /* dependent loads */
    RESOURCE_BONDED,  /* a separate kernel for bonded terms */
    RESOURCE_COUNT
};

/** Returns the name of a resource in tables and files. */
const char *resource_name(enum resource resource);

/** Returns the wavefronts in which L1 serves the positions of 32 particles at random places,
 * without types. `real_size`: bytes of a coordinate. */
double predicted_wavefronts(int real_size);

/** Properties of a case that are known before it runs. */
struct prediction_case {
    const struct model *model;
    const double *parameters; /* parameters of the model */
    const struct strategy *strategy;
    const int *tuning;
    enum precision precision;
    struct lane_counts lanes; /* lanes of a replay of `replayed` particles */
    double replayed;
    double n;      /* particles of the case; counts grow in proportion */
    double bonded; /* bonded terms in the replay */
    double density;
    double range; /* range of the model, and the skin */
    bool ordered; /* true if the particles of a warp are near each other */
};

struct prediction {
    double seconds;
    double part[RESOURCE_COUNT]; /* seconds for each resource, as if it were the only one */
    enum resource binding;       /* resource that takes longest */
};

/** Predicts the time. EXIT_USAGE if the ceilings or such kernels are not known. */
bool prediction_of(const struct prediction_case *c, const struct ceilings *ceilings,
                   struct prediction *prediction, struct error *error);
