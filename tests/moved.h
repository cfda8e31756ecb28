/* A case of the CPU backend with moving particles. */
#pragma once

#include "harness/backend/backend.h"
#include "harness/devices/backends.h"
#include "harness/particles/sort_order.h"
#include "tests/support.h"

/** Settings of a motion. */
struct trial {
    const char *strategy;
    enum precision precision;
    struct motion motion;
    double skin;
    int threads;
    int prune; /* tuning value `prune` of `cluster` */
};

struct moved {
    struct system system, loaded;
    struct set_model model;
    struct device *device;
    struct workload *workload;
    struct prepared *prepared;
    struct moving *moving;
};

static inline const struct backend *cpu(void)
{
    return backend_find("cpu");
}

/** Starts the motion of a system; takes ownership of the system. */
static inline void begin(struct moved *moved, struct set_model model, const struct trial *trial,
                         struct system system)
{
    const struct strategy *strategy = strategy_find(trial->strategy);
    const struct device_options options = {.threads = trial->threads};
    int tuning[STRATEGY_TUNINGS];
    struct error error;
    *moved = (struct moved){.system = system, .model = model};
    const struct workload_spec spec = {.system = &moved->loaded,
                                       .model = moved->model.model,
                                       .constants = moved->model.constants,
                                       .cutoff = moved->model.range,
                                       .skin = trial->skin,
                                       .precision = trial->precision,
                                       .sort = SORT_HILBERT};
    strategy_defaults(strategy, tuning);
    if (trial->prune > 0)
        tuning[strategy_tuning(strategy, "prune")] = trial->prune;
    assert_good(
        system_round(&system, trial->precision, &moved->loaded, &error) &&
        cpu()->open(&options, &moved->device, &error) &&
        cpu()->load(moved->device, &spec, &moved->workload, &error) &&
        cpu()->prepare(moved->workload, strategy, tuning, &moved->prepared, &error) &&
        cpu()->start(moved->prepared, &trial->motion, &moved->system, &moved->moving, &error));
}

static inline void advance(struct moved *moved, int64_t steps)
{
    struct error error;
    assert_good(cpu()->advance(moved->moving, steps, &error));
}

/** Copies current positions into the system. */
static inline void fetch(struct moved *moved)
{
    struct error error;
    assert_good(cpu()->fetch(moved->moving, &moved->system, NULL, &error));
}

static inline struct motion_energies energies_of(struct moved *moved)
{
    struct motion_energies energies;
    struct error error;
    assert_true(cpu()->energies(moved->moving, &energies, &error));
    return energies;
}

static inline void end(struct moved *moved)
{
    cpu()->stop(moved->moving);
    cpu()->release(moved->prepared);
    cpu()->unload(moved->workload);
    cpu()->close(moved->device);
    system_free(&moved->loaded);
    system_free(&moved->system);
}
