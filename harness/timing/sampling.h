/* Sampling of times: warm-up, batches, interleaved rounds, and when to stop. */
#pragma once

#include "harness/base/error.h"
#include "harness/timing/device_state.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/**
 * Most samples that are discarded because the hardware throttled; later ones are kept. As many
 * samples of zero time in a row are an error.
 */
enum { SAMPLING_DISCARDS = 20 };

enum { SAMPLING_REPLICAS = 16, SAMPLING_TOGETHER = 1024 };

struct sampling_options {
    int warmup_calls;         /* least calls before the first sample */
    double warmup_ms;         /* least duration of the warm-up */
    double sample_ms;         /* a sample lasts at least about this; calls are batched for it */
    int min_samples;          /* least samples before the interval is computed */
    int max_samples;          /* cap */
    double max_seconds;       /* cap on the time spent on one timed thing, warm-up excluded; it
                                 leaves RATIO_FEWEST samples */
    double relative_interval; /* stop when the 95 % interval is within +- this of the median */
    double step;              /* dt of whole steps that are also timed; 0: none */
    double diffusion; /* diffusion of the Brownian heat bath of these steps; 0: they conserve the
                       * energy */
    int step_calls;   /* least steps of a sample; 0: 200 */
    bool energies;    /* force calls with energies are also timed */
    bool cold;        /* force calls are also timed on empty caches, one by one */
    int replicas[SAMPLING_REPLICAS]; /* numbers of systems that also move at a time; */
    int replica_counts;              /* number of replica counts */
};

enum stop_reason {
    STOP_NOT_YET,
    STOP_CONVERGED,   /* the interval is narrow enough */
    STOP_STALLED,     /* four times the samples no longer narrow the interval: drift, not noise */
    STOP_MAX_SAMPLES, /* cap */
    STOP_MAX_SECONDS, /* cap */
    STOP_INTERRUPTED, /* stop requested, after min_samples */
    STOP_FAILED,      /* the timed thing failed: `error` */
    STOP_DROPPED,     /* an interrupt, with too few samples */
};

/** The name of a stop reason in results: "converged", "max_seconds" … */
const char *stop_reason_name(enum stop_reason reason);

/** One timed thing. The caller fills the members before the blank line and zeroes the rest. */
struct sampler {
    /** Runs `calls` calls back to back; their time in nanoseconds. */
    bool (*time)(void *context, int64_t calls, double *nanoseconds, struct error *error);
    /** Returns the state of the hardware just after a sample, false if it is unknown; NULL: never
     * known. */
    bool (*state)(void *context, struct device_state *state);
    void *context;
    bool warm;   /* true: each sample follows one untimed call, so that it finds the caches as a
                    repeated call does, not as another sampler left them */
    bool single; /* a sample is one call, even a short one */

    int64_t calls;      /* per sample */
    double *samples_ns; /* nanoseconds per call, in the order taken */
    int count;
    struct device_state *states; /* state after each; NULL: unknown for some */
    int discarded;               /* throttled samples that were taken again */
    double seconds;              /* spent on it, warm-up excluded */
    enum stop_reason stop;
    struct error error;
    int next_look; /* the number of samples at which the interval is looked at next */
    int timeless;  /* samples of zero time in a row */
};

/** A function that is called after a sampler has stopped for any reason. */
typedef void sampling_stopped(void *context, struct sampler *sampler, int index);

/**
 * Samples all `count` samplers: warms up each, then takes rounds of one sample of each that has not
 * stopped, in a new random order from `seed`. When `*interrupted` becomes non-zero those with
 * min_samples keep them, the others are dropped. False only if memory runs out.
 */
bool sampling_run(const struct sampling_options *options, struct sampler *samplers, int count,
                  uint64_t seed, const volatile sig_atomic_t *interrupted,
                  sampling_stopped *stopped, void *context, struct error *error);

/** Whether to stop on the samples taken so far: STOP_NOT_YET or the reason. */
enum stop_reason sampling_judge(const struct sampling_options *options, const double *samples_ns,
                                int count, double seconds);

/** Frees the samples. A zeroed sampler may be freed. */
void sampler_free(struct sampler *sampler);
