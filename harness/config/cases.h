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
    int64_t steps; /* number of steps; 0: the particles do not move */
    int64_t warmup, sample;
    int64_t frames;    /* samples per frame; 0: no frames */
    double checkpoint; /* seconds between checkpoints; 0: none */
    double dt;         /* time step in the unit that the model defines */
    /* the thermostat's values in the config; NAN and 0 if there is no thermostat */
    double time, diffusion;
    int interval;
    struct motion motion; /* motion in the model's units */
};

/** A point of a sweep with all its values, so that later code need not read the config. */
struct case_spec {
    /**
     * Readable name made of model, system, precision, backend, sort order, strategy and tuning:
     * "lj/n32000/rho0.8442/single/cuda/hilbert/team/block128-lanes8". Model parameters, builder,
     * temperature, seed, skin, threads, compiler and arch are part of it if they are not the
     * default. If the particles move, it ends with their motion: "/dt10-verlet-none-steps1000".
     */
    char id[CASE_ID];
    int system_length; /* length of the part of `id` for the model and the particles */
    const struct model *model;
    double parameters[MODEL_PARAMETERS];
    double constants[MODEL_CONSTANTS];
    double range; /* cut-off of the model */
    struct system_spec system;
    enum precision precision;
    double skin;
    enum sort_order sort;
    enum exclusion_method exclusion_method;  /* EXCLUSION_USUAL if it has no effect */
    enum bonding bonding;                    /* bonding method; BONDING_GATHER if it has no effect.
                                              * It is a tuning value in some cases (case_bonding) */
    enum interaction_structure interactions; /* INTERACTIONS_LOOKUP if it has no effect */
    struct building building;                /* way to build lists on a GPU; zeros if it has no
                                              * effect */
    char backend[CASE_BACKEND];              /* name of the backend; this build may lack it */
    int threads;                             /* number of CPU threads; 0: all, or a GPU case */
    struct target target;                    /* compiler and instruction set of CPU kernels;
                                              * zeroed: the default */
    const struct strategy *strategy;
    int tuning[STRATEGY_TUNINGS];
    struct sampling_options sampling;
    enum sharing sharing; /* sharing of the machine by replicas; SHARING_STREAMS if there are
                           * none */
    struct case_motion dynamics;
    bool repeat;                            /* true: evaluates twice, and compares the forces */
    bool energy;                            /* true: measures the energy that the device consumes */
    bool count_lanes;                       /* true: counts active lanes on the host */
    bool hardware;                          /* true: reads hardware counters */
    bool instructions;                      /* true: counts the instructions of a force call on a
                                             * CPU */
    const struct hardware_metrics *metrics; /* hardware metrics; owned by struct cases */
    bool verified;                          /* true if an earlier pass has verified the case */
    bool verify_once;                       /* true: verifies one evaluation after the timing */
    bool passed_over;                       /* true if the case is skipped in this run */
    char shard[CASE_SHARD];                 /* shard that contains the case, "1/4"; "": none */
};

/**
 * The cases in order of their systems. Within a system they are in order of their groups
 * (case_same_group).
 */
struct cases {
    int64_t count;
    struct case_spec *spec;
    struct hardware_metrics *metrics; /* hardware metrics of each sweep */
    struct words paths;               /* paths of the cases' files */
};

enum { CASES_MOST = 1000000, CASES_RECORDED = 100000 };

/**
 * Multiplies the axes of a resolved config. Two sweeps may give the same case, and so may two
 * values of an axis without effect, such as a GPU tuning on the CPU. The case then appears only
 * once. EXIT_USAGE if a model rejects its parameters, or if there are too many cases: more than
 * CASES_MOST, or CASES_RECORDED for a config in results. The number is checked before any case is
 * made.
 */
bool cases_expand(const struct config *config, struct cases *cases, struct error *error);

/**
 * Skips the cases of other backends. EXIT_USAGE if the name is unknown or all cases are skipped.
 */
bool cases_choose(struct cases *cases, const char *backend, struct error *error);

/** Frees the cases. Zeroed cases may be freed. */
void cases_free(struct cases *cases);

/** Returns the tuning values that a case has. */
cJSON *case_tuning_json(const struct case_spec *spec);

/** Whether two cases work on the same particles. */
bool case_same_system(const struct case_spec *first, const struct case_spec *second);

/** Whether two cases have the same model with the same parameters. */
bool case_same_model(const struct case_spec *a, const struct case_spec *b);

/**
 * Whether two cases have the same system, model, precision, skin, sort order, backend, threads,
 * compiler, arch, sampling and counters. Such cases are a group, which is sampled in turns.
 */
bool case_same_group(const struct case_spec *a, const struct case_spec *b);

/**
 * Whether the model accepts the parameters of a case, and a builder can make its system. The box
 * must be large enough for the model's range and the skin. Files of particles are not read.
 */
bool case_is_possible(const struct case_spec *spec);

/**
 * Returns the number of particles nearest to `usual` that a case can have; molecules are complete.
 */
int64_t case_nearest_count(const struct case_spec *spec, double usual);

/** Returns the workload of a case; `rounded` are its particles, rounded to its precision. */
struct workload_spec case_workload(const struct case_spec *spec, const struct system *rounded);

/**
 * Like case_workload, with all further properties that determine which kernels the case runs.
 * `rounded` may be NULL.
 */
struct workload_spec case_code_workload(const struct case_spec *spec, const struct system *rounded);

/** Whether there are kernels for a case. EXIT_ENVIRONMENT if not; the message has the reason. */
bool case_has_kernels(const struct case_spec *spec, struct error *error);

/**
 * Whether a case may have bonded terms and excluded pairs. The model may have them, or the
 * particles may be points from a file.
 */
bool case_has_bonding(const struct case_spec *spec);

/** Returns a case's method of evaluating bonded terms, from its axis or its tuning. */
enum bonding case_bonding(const struct case_spec *spec);

/**
 * Whether lists distinguish kinds of interaction: the model has several kinds, and there is a list.
 */
bool case_has_interactions(const struct case_spec *spec);

/** Whether a case's neighbor structure is built from cells, which can be filled in several ways. */
bool case_has_binning(const struct case_spec *spec);

/** Whether a case reads a list that can be built in several ways. */
bool case_has_listing(const struct case_spec *spec);

/** Whether a tuning value has an effect for the backend and the model of a case. */
bool case_has_tuning(const struct case_spec *spec, int tuning);

/** Writes a parameter of a case's model as in a config: a number, or the name of a choice. */
void case_parameter_text(const struct case_spec *spec, int parameter, char *text, size_t size);
