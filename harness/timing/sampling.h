/* Sampling of times: warm-up, batches, interleaved rounds, and criteria for stopping. */
#pragma once

#include "harness/base/error.h"
#include "harness/timing/device_state.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/**
 * Most samples that are discarded because the hardware throttled; later ones are kept. This many
 * consecutive samples of zero time are an error.
 */
enum { SAMPLING_DISCARDS = 20 };

enum { SAMPLING_REPLICAS = 16, SAMPLING_TOGETHER = 1024 };

struct sampling_options {
    int warmup_calls;         /* least calls before the first sample */
    double warmup_ms;         /* least duration of the warm-up */
    double sample_ms;         /* least duration of a sample, about; calls are batched for it */
    int min_samples;          /* least samples before the interval is computed */
    int max_samples;          /* most samples */
    double max_seconds;       /* most seconds for one quantity of a case, warm-up excluded; at
                               * least RATIO_FEWEST samples are taken */
    double relative_interval; /* largest half-width of the 95 % interval over the median at which
                               * sampling stops */
    double step;              /* time step of whole steps that are also timed; 0: none */
    double diffusion; /* diffusion of the Brownian heat bath of these steps; 0: they conserve the
                       * energy */
    int step_calls;   /* least steps of a sample; 0: 200 */
    bool energies;    /* true if force calls with energies are also timed */
    bool cold;        /* true if force calls are also timed on empty caches, one by one */
    int replicas[SAMPLING_REPLICAS]; /* numbers of systems that also move at the same time; */
    int replica_counts;              /* number of replica counts */
};

enum stop_reason {
    STOP_NOT_YET,
    STOP_CONVERGED,   /* the interval is narrow enough */
    STOP_STALLED,     /* four times the samples no longer narrow the interval: drift, not noise */
    STOP_MAX_SAMPLES, /* most samples reached */
    STOP_MAX_SECONDS, /* most seconds reached */
    STOP_INTERRUPTED, /* stop requested, after min_samples */
    STOP_FAILED,      /* the timed function failed, see `error` */
    STOP_DROPPED,     /* interrupted, with too few samples */
};

/** Returns the name of a stop reason in results: "converged", "max_seconds" … */
const char *stop_reason_name(enum stop_reason reason);

/**
 * A quantity that is timed. The caller fills the members before the blank line and zeroes the rest.
 */
struct sampler {
    /** Runs `calls` calls back to back, and gives their time in nanoseconds. */
    bool (*time)(void *context, int64_t calls, double *nanoseconds, struct error *error);
    /** Returns the state of the hardware just after a sample, false if it is unknown; NULL: never
     * known. */
    bool (*state)(void *context, struct device_state *state);
    void *context;
    bool warm;   /* true: each sample follows one untimed call, so that the caches are those of a
                  * repeated call, not those of another sampler */
    bool single; /* true: a sample is one call, even a short one */

    int64_t calls;      /* calls of a sample */
    double *samples_ns; /* nanoseconds per call, in the order taken */
    int count;
    struct device_state *states; /* state after each sample; NULL: unknown for some */
    int discarded;               /* throttled samples that were taken again */
    double seconds;              /* seconds of all samples, warm-up excluded */
    enum stop_reason stop;
    struct error error;
    int next_look; /* number of samples at which the interval is computed next */
    int timeless;  /* consecutive samples of zero time */
};

/** A function that is called after a sampler has stopped for any reason. */
typedef void sampling_stopped(void *context, struct sampler *sampler, int index);

/**
 * Samples all `count` samplers: warms up each, then takes rounds of one sample of each that has not
 * stopped, in a new random order from `seed`. When `*interrupted` becomes non-zero, samplers with
 * min_samples keep them, and others drop theirs.
 */
void sampling_run(const struct sampling_options *options, struct sampler *samplers, int count,
                  uint64_t seed, const volatile sig_atomic_t *interrupted,
                  sampling_stopped *stopped, void *context);

/** Decides whether to stop after the samples so far: STOP_NOT_YET or the reason. */
enum stop_reason sampling_judge(const struct sampling_options *options, const double *samples_ns,
                                int count, double seconds);

/** Frees the samples. A zeroed sampler may be freed. */
void sampler_free(struct sampler *sampler);
