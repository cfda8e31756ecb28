#include "harness/measure/observe/energy.h"
#include "harness/base/clock.h"

enum { MOST_CALLS = 1000000 }; /* most calls of a batch */

static const double at_least_seconds = 1;
static const double batch_ns =
    1e7; /* time between two readings, short compared with the second that a case takes */
static const double no_step_seconds = 1;

struct load {
    const struct backend *backend;
    struct device *device;
    struct prepared *prepared;
    int64_t batch; /* calls of a batch */
    double joules; /* last reading of the counter */
};

static bool interrupted_error(struct error *error)
{
    return error_set(error, EXIT_ENVIRONMENT, "interrupted");
}

static bool find_batch(struct load *load, const volatile sig_atomic_t *interrupted,
                       struct error *error)
{
    double nanoseconds = 0;
    for (load->batch = 1; !*interrupted; load->batch *= 2) {
        if (!load->backend->time_force(load->prepared, load->batch, &nanoseconds, error))
            return false;
        if (nanoseconds >= batch_ns || load->batch >= MOST_CALLS)
            return true;
    }
    return interrupted_error(error);
}

/* Runs a batch. *stepped: the counter has advanced since the last batch. */
static bool run_batch(struct load *load, bool *stepped, struct error *error)
{
    double nanoseconds = 0;
    double before = load->joules;
    if (!load->backend->time_force(load->prepared, load->batch, &nanoseconds, error) ||
        !load->backend->energy(load->device, &load->joules, error))
        return false;
    *stepped = load->joules > before;
    return true;
}

/*
 * Runs batches for at least `seconds`, and then until the counter advances. *calls becomes the
 * number of calls.
 */
static bool run_to_step(struct load *load, double seconds, const volatile sig_atomic_t *interrupted,
                        int64_t *calls, struct error *error)
{
    double start = clock_seconds();
    bool stepped = false;
    *calls = 0;
    while (!stepped || clock_seconds() - start < seconds) {
        if (*interrupted)
            return interrupted_error(error);
        if (clock_seconds() - start > seconds + no_step_seconds)
            return error_set(error, EXIT_ENVIRONMENT, "the energy counter stands still");
        if (!run_batch(load, &stepped, error))
            return false;
        *calls += load->batch;
    }
    return true;
}

void energy_measure(const struct backend *backend, struct device *device, struct prepared *prepared,
                    const volatile sig_atomic_t *interrupted, struct energy *energy)
{
    struct load load = {.backend = backend, .device = device, .prepared = prepared};
    *energy = (struct energy){.asked = true, .source = backend->energy_source};
    if (!backend->energy(device, &load.joules, &energy->reason) ||
        !find_batch(&load, interrupted, &energy->reason) ||
        !run_to_step(&load, 0, interrupted, &energy->calls, &energy->reason))
        return;
    double joules = load.joules;
    double start = clock_seconds();
    if (!run_to_step(&load, at_least_seconds, interrupted, &energy->calls, &energy->reason))
        return;
    energy->seconds = clock_seconds() - start;
    energy->joules = load.joules - joules;
    energy->measured = true;
}
