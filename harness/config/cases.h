/* The cases of a config: the product of its axes. */
#pragma once

#include "harness/backend/backend.h"
#include "harness/backend/hardware.h"
#include "harness/base/error.h"
#include "harness/base/words.h"
#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "harness/catalog/sharing.h"
#include "harness/catalog/strategy.h"
#include "harness/catalog/target.h"
#include "harness/config/config.h"
#include "harness/particles/sort_order.h"
#include "harness/particles/system.h"
#include "harness/particles/system_spec.h"
#include "harness/physics/motion.h"
#include "harness/timing/sampling.h"

#include <stdbool.h>
#include <stdint.h>

enum { CASE_ID = 512, CASE_BACKEND = 16, CASE_SHARD = 24 };

/** Motion of the particles of a case. */
struct case_motion {
    int64_t steps; /* number of steps; 0: particles do not move */
    int64_t warmup, sample;
    int64_t frames;    /* samples from one frame to the next; 0: no frames */
    double checkpoint; /* seconds from one checkpoint to the next; 0: none */
    double dt;         /* time step in the unit that the model names */
    /* values of the thermostat from the config; without one NAN and 0 */
    double time, diffusion;
    int interval;
    struct motion motion; /* motion in the model's units */
};

/** One point of a sweep with all its values, so that later code does not read the config. */
struct case_spec {
    /**
     * A readable and stable name of model, system, precision, backend, sort order, strategy and
     * tuning, as in "lj/n32000/rho0.8442/single/cuda/hilbert/team/block128-lanes8". It also names
     * those model parameters, builder, temperature, seed, skin, threads, compiler and arch that are
     * not the defaults. If the particles move, it ends with how they do, as in
     * "/dt10-verlet-none-steps1000".
     */
    char id[CASE_ID];
    int system_length; /* length of its part for the model and the particles */
    const struct model *model;
    double parameters[MODEL_PARAMETERS];
    double constants[MODEL_CONSTANTS];
    double range; /* range of the model */
    struct system_spec system;
    enum precision precision;
    double skin;
    enum sort_order sort;
    enum exclusion_method exclusion_method;  /* method; the usual one if it has no effect */
    enum bonding bonding;                    /* gather if it has no effect; case_bonding says for
                                              * which cases it is a tuning value */
    enum interaction_structure interactions; /* structure of lists; lookup if it has no effect */
    struct building building;                /* way of building lists of GPU cases; zeros if it has
                                              * no effect */
    char backend[CASE_BACKEND];              /* name of the backend, which this build may lack */
    int threads;                             /* 0 for all; GPU cases have 0 */
    struct target target;                    /* target of CPU kernels; zeroed: not requested */
    const struct strategy *strategy;
    int tuning[STRATEGY_TUNINGS];
    struct sampling_options sampling;
    enum sharing sharing; /* way to share the machine among replicas; streams without replicas */
    struct case_motion dynamics;
    bool repeat;                            /* evaluates again to see whether forces repeat */
    bool energy;                            /* measures the energy that the device consumes */
    bool count_lanes;                       /* replays the strategy's mapping to lanes */
    bool hardware;                          /* reads hardware counters */
    bool instructions;                      /* counts the instructions of a force call on a CPU */
    const struct hardware_metrics *metrics; /* counters; owned by struct cases */
    bool verified;                          /* an earlier pass has verified the case */
    bool verify_once;                       /* verifies one evaluation after the timing */
    bool passed_over;                       /* the case belongs to the config, but is not run now */
    char shard[CASE_SHARD];                 /* shard of the case, "1/4"; "": none */
};

/** The cases are ordered so that those of one system follow each other, and within a system
 * those of one group (see case_same_group). */
struct cases {
    int64_t count;
    struct case_spec *spec;
    struct hardware_metrics *metrics; /* metrics of each sweep */
    struct words paths;               /* paths of files of the specifications */
};

enum { CASES_MOST = 1000000, CASES_RECORDED = 100000 };

/**
 * Multiplies the axes of a resolved config. Two sweeps, or two values of an axis that a case does
 * not have (such as a GPU tuning on the CPU), may give the same case; it then appears once.
 * EXIT_USAGE if a model refuses its parameters, or if the axes multiply into more than CASES_MOST
 * cases (CASES_RECORDED for a config in results), which is checked before any is made.
 */
bool cases_expand(const struct config *config, struct cases *cases, struct error *error);

/** Passes over the cases of other backends. EXIT_USAGE if the name is unknown or no case is
 * left. */
bool cases_choose(struct cases *cases, const char *backend, struct error *error);

/** Frees the cases. Zeroed cases may be freed. */
void cases_free(struct cases *cases);

/** Returns the tuning values that a case has. */
cJSON *case_tuning_json(const struct case_spec *spec);

/** Whether two cases work on the same particles. */
bool case_same_system(const struct case_spec *first, const struct case_spec *second);

/** Whether two cases have the same model with the same parameters. */
bool case_same_model(const struct case_spec *a, const struct case_spec *b);

/** Whether two cases share system, model, precision, skin, sort order, backend, threads,
 * compiler, arch, sampling and counters. The cases of such a group are sampled in turns. */
bool case_same_group(const struct case_spec *a, const struct case_spec *b);

/**
 * Whether a case has parameters that its model takes, and a system that a builder makes and that is
 * large enough; the particles of a file are not read.
 */
bool case_is_possible(const struct case_spec *spec);

/** Returns the possible number of particles of a case nearest to `usual`: molecules are whole. */
int64_t case_nearest_count(const struct case_spec *spec, double usual);

/** Returns the workload of a case, on particles that are rounded to its precision. */
struct workload_spec case_workload(const struct case_spec *spec, const struct system *rounded);

/**
 * Returns the same, with all further properties that decide which kernels the case runs. `rounded`
 * may be NULL.
 */
struct workload_spec case_code_workload(const struct case_spec *spec, const struct system *rounded);

/** Whether there are kernels for a case; EXIT_ENVIRONMENT with the reason if not. */
bool case_has_kernels(const struct case_spec *spec, struct error *error);

/** Whether there may be bonded terms and excluded pairs: the model has them, or its particles are
 * points and come from a file. */
bool case_has_bonding(const struct case_spec *spec);

/** Returns the way to evaluate bonded terms of a case, from its axis or its tuning. */
enum bonding case_bonding(const struct case_spec *spec);

/** Whether lists distinguish kinds of interaction: the model has several, and there is a list. */
bool case_has_interactions(const struct case_spec *spec);

/** Whether the case's structure is built from cells that can be filled in several ways. */
bool case_has_binning(const struct case_spec *spec);

/** Whether the list that a case reads can be built in several ways. */
bool case_has_listing(const struct case_spec *spec);

/** Whether a tuning value has an effect on the case's backend and for its model. */
bool case_has_tuning(const struct case_spec *spec, int tuning);

/** Writes a model's parameter in the form of a config: a number or the name of a choice. */
void case_parameter_text(const struct case_spec *spec, int parameter, char *text, size_t size);
