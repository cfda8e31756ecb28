/*
 * Compiles GPU kernels at run time for one case. They are cached on disk by a hash of their input.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/bonded_needs.h"
#include "harness/catalog/bonding.h"
#include "harness/catalog/building.h"
#include "harness/catalog/embedded.h"
#include "harness/catalog/exclusion_method.h"
#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "harness/catalog/strategy.h"

#include <stddef.h>

/** The assembler's report on one kernel of an image. */
struct kernel_usage {
    char name[64];
    int registers;
    int shared_bytes;
    int stack_bytes; /* bytes of a thread's local memory: spills, and arrays that are not in
                      * registers */
    int spill_bytes; /* bytes of spill stores and loads */
};

enum { IMAGE_KERNELS = 32 };

struct kernel_image {
    void *bytes; /* compiled code, a cubin */
    size_t size;
    bool cached; /* true if the image was in the cache on disk */
    int kernels;
    struct kernel_usage usage[IMAGE_KERNELS];
};

/** Properties for which the kernels of a strategy are compiled. */
struct kernel_wanted {
    const struct strategy *strategy;
    const int *tuning; /* array of STRATEGY_TUNINGS values */
    const struct model *model;
    const double *constants; /* array of model->constant_count values */
    double cutoff;           /* cut-off of the model */
    enum precision precision;
    bool stored;                            /* true if the list stores the kinds of interaction */
    enum exclusion_method exclusion_method; /* method of leaving out excluded pairs */
    struct bonded_needs bonded;
    bool coupled;         /* true: only the kernels of many steps with a thermostat that couples all
                           * particles */
    bool long_exclusions; /* true if a particle has more than EXCLUSIONS_KEPT excluded partners */
};

/** Number of a particle's excluded partners that a kernel keeps in registers. */
enum { EXCLUSIONS_KEPT = 4 };

/**
 * Returns the image of a strategy's kernels, for an architecture such as 90 (sm_90). Needs no GPU.
 * EXIT_ENVIRONMENT without NVRTC, EXIT_USAGE with the compiler's messages if the source does not
 * compile.
 */
bool kernel_compile(const struct source_set *sources, const struct kernel_wanted *wanted,
                    int architecture, struct kernel_image *image, struct error *error);

/**
 * Returns the image of the list kernels in `path`, such as "harness/backend/cuda/device/rows.cu".
 * `building` is the way to build rows; NULL for other kernels.
 */
bool kernel_compile_lists(const struct source_set *sources, const char *path,
                          enum precision precision, const struct building *building,
                          int architecture, struct kernel_image *image, struct error *error);

/** Returns the image of the probe kernels in `path` ("harness/backend/cuda/probes/memory.cu"). */
bool kernel_compile_probe(const struct source_set *sources, const char *path,
                          enum precision precision, int architecture, struct kernel_image *image,
                          struct error *error);

void kernel_image_free(struct kernel_image *image);
