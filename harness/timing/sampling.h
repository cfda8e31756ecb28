/*
 * Takes samples of times: warm-up, batches of calls, interleaved rounds, and criteria for stopping.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/timing/device_state.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/**
 * Largest number of samples that are discarded because of throttling; further samples are kept. The
 * same number of consecutive samples of zero time is an error.
 */
enum { SAMPLING_DISCARDS = 20 };

enum { SAMPLING_REPLICAS = 16, SAMPLING_TOGETHER = 1024 };

struct sampling_options {
    int warmup_calls;         /* minimum number of calls before the first sample */
    double warmup_ms;         /* minimum duration of the warm-up */
    double sample_ms;         /* approximate minimum duration of a sample; short calls are
                               * batched */
    int min_samples;          /* minimum number of samples before the interval is computed */
    int max_samples;          /* maximum number of samples */
    double max_seconds;       /* maximum seconds for one quantity of a case, without warm-up;
                               * RATIO_FEWEST samples are always taken */
    double relative_interval; /* sampling stops when half the width of the 95 % interval divided
                               * by the median is at most this */
    double step;              /* time step of whole steps, which are then also timed; 0: no steps */
    double diffusion; /* diffusion of the Brownian heat bath in whole steps; 0: steps conserve
                       * energy */
    int step_calls;   /* minimum number of steps per sample; 0: 200 */
    bool energies;    /* true: also time force calls with energies */
    bool cold;        /* true: also time single force calls with cold caches */
    int replicas[SAMPLING_REPLICAS]; /* numbers of systems that are timed while they move at the
                                      * same time */
    int replica_counts;              /* number of elements in `replicas` */
};

enum stop_reason {
    STOP_NOT_YET,
    STOP_CONVERGED,   /* the interval is narrow enough */
    STOP_STALLED,     /* four times as many samples did not narrow the interval: the times drift */
    STOP_MAX_SAMPLES, /* the largest number of samples is reached */
    STOP_MAX_SECONDS, /* the largest number of seconds is reached */
    STOP_INTERRUPTED, /* stopped on request, with at least min_samples */
    STOP_FAILED,      /* the timed function failed; `error` has the reason */
    STOP_DROPPED,     /* stopped on request, with too few samples */
};

/** Returns the name of a stop reason in results: "converged", "max_seconds" and so on. */
const char *stop_reason_name(enum stop_reason reason);

/**
 * A quantity that is timed. The caller sets the members before the blank line, and zeroes the
 * remaining ones.
 */
struct sampler {
    /** Runs `calls` calls back to back, and gives their total time in nanoseconds. */
    bool (*time)(void *context, int64_t calls, double *nanoseconds, struct error *error);
    /**
     * Returns the state of the hardware just after a sample; false if it is unknown. NULL: it is
     * never known.
     */
    bool (*state)(void *context, struct device_state *state);
    void *context;
    bool warm;   /* true: an untimed call precedes each sample, and fills the caches as in
                  * repeated calls */
    bool single; /* true: each sample is a single call, even if that is short */

    int64_t calls;      /* number of calls per sample */
    double *samples_ns; /* nanoseconds per call of each sample, in the order in which they were
                         * taken */
    int count;
    struct device_state *states; /* state of the hardware after each sample; NULL: not known for
                                  * all samples */
    int discarded;               /* number of samples that were repeated because of throttling */
    double seconds;              /* seconds of all samples, without warm-up */
    enum stop_reason stop;
    struct error error;
    int next_look; /* number of samples at the next computation of the interval */
    int timeless;  /* number of consecutive samples of zero time */
};

/** Called after a sampler has stopped, for any reason. */
typedef void sampling_stopped(void *context, struct sampler *sampler, int index);

/**
 * Takes samples with all `count` samplers. First warms up each. Then takes rounds with one sample
 * of each sampler that has not stopped, in a new random order from `seed`. When `*interrupted`
 * becomes non-zero, samplers with min_samples keep their samples, and the remaining ones drop them.
 */
void sampling_run(const struct sampling_options *options, struct sampler *samplers, int count,
                  uint64_t seed, const volatile sig_atomic_t *interrupted,
                  sampling_stopped *stopped, void *context);

/** Returns the reason to stop after the samples so far, or STOP_NOT_YET. */
enum stop_reason sampling_judge(const struct sampling_options *options, const double *samples_ns,
                                int count, double seconds);

/** Frees the samples. A zeroed sampler may be freed. */
void sampler_free(struct sampler *sampler);
