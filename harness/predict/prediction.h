/*
 * The time of a force call on a GPU only from counts and ceilings: a roofline of several roofs. A
 * call needs each of the device's resources for a time that follows from its counts; these times
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

/** Resources of a call. */
enum resource {
    RESOURCE_LAUNCH,  /* starting kernels and waiting for their last blocks */
    RESOURCE_ISSUE,   /* slots of the schedulers */
    RESOURCE_L1,      /* gathers from L1, or shared memory */
    RESOURCE_L2,      /* list, positions and forces, once */
    RESOURCE_DRAM,    /* the part of the bytes that L2 cannot hold */
    RESOURCE_ATOMICS, /* sectors that atomic adds change */
    RESOURCE_LATENCY, /* dependent loads */
    RESOURCE_BONDED,  /* a separate kernel for bonded terms */
    RESOURCE_COUNT
};

/** The name of a resource in tables and files. */
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
    bool ordered; /* particles of a warp are near one another */
};

struct prediction {
    double seconds;
    double part[RESOURCE_COUNT]; /* seconds, as if each resource were the only one */
    enum resource binding;       /* the resource that takes longest */
};

/** Predicts. EXIT_USAGE if ceilings or kernels of the kind are not known. */
bool prediction_of(const struct prediction_case *c, const struct ceilings *ceilings,
                   struct prediction *prediction, struct error *error);
