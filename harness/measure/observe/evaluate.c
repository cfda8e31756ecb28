#include "harness/measure/observe/evaluate.h"
#include "harness/catalog/model_table.h"
#include "harness/devices/backends.h"
#include "harness/particles/sort_order.h"

#include "harness/base/process/crash.h"
#include "harness/base/process/stall.h"
#include "harness/base/suggest.h"
#include "harness/config/names.h"
#include "harness/physics/reference.h"

#include <math.h>
#include <string.h>

static bool find_strategy(const char *name, const struct strategy **strategy, struct error *error)
{
    *strategy = strategy_find(name);
    if (*strategy != NULL)
        return true;
    const char *names[MEMBER_NAMES];
    names_strategy(names);
    return suggest_error(error, "strategy", name, names);
}

static bool find_backend(const char *name, const struct backend **backend, struct error *error)
{
    *backend = backend_find(name);
    if (*backend != NULL)
        return true;
    const char *names[MEMBER_NAMES];
    names_backend(names);
    for (int k = 0; names[k] != NULL; k++)
        if (strcmp(names[k], name) == 0)
            return error_set(error, EXIT_ENVIRONMENT, "this build has no %s backend", name);
    return suggest_error(error, "backend", name, names);
}

static bool find_precision(const char *name, enum precision *precision, struct error *error)
{
    const char *names[PRECISION_COUNT + 1] = {NULL};
    for (int k = 0; k < PRECISION_COUNT; k++)
        names[k] = precision_info((enum precision)k)->name;
    return precision_find(name, precision) || suggest_error(error, "precision", name, names);
}

bool evaluator_find(const char *strategy, const char *backend, const char *precision,
                    struct evaluator *evaluator, struct error *error)
{
    return find_strategy(strategy, &evaluator->strategy, error) &&
           find_backend(backend, &evaluator->backend, error) &&
           find_precision(precision, &evaluator->precision, error);
}

/* Loads, prepares and evaluates on an open device. */
static bool evaluate_on(const struct evaluator *evaluator, struct device *device,
                        const struct workload_spec *spec, struct forces *forces,
                        struct error *error)
{
    const struct backend *backend = evaluator->backend;
    struct workload *workload = NULL;
    struct prepared *prepared = NULL;
    int tuning[STRATEGY_TUNINGS];
    strategy_defaults(evaluator->strategy, tuning);
    if (!backend->load(device, spec, &workload, error))
        return false;
    bool good = backend->prepare(workload, evaluator->strategy, tuning, &prepared, error);
    if (good) {
        good = backend->evaluate(prepared, forces, error);
        backend->release(prepared);
    }
    backend->unload(workload);
    return good;
}

/* Compares forces with the reference, which refuses two particles at one place. */
static bool compare(const struct evaluator *evaluator, const struct system *system,
                    const struct model *model, const double *constants, double range,
                    const struct forces *forces, struct verification *found, struct error *error)
{
    struct reference reference;
    if (!reference_by_cells(system, model, constants, range, &reference, error))
        return false;
    reference.quantum = precision_quantum(evaluator->precision);
    *found = verify_forces(&reference, forces,
                           model_table_tolerance(model, constants, evaluator->precision));
    reference_free(&reference);
    return isfinite(forces->energy) ||
           error_set(error, EXIT_USAGE,
                     "the energy by strategy %s is not finite, though that of the reference is: "
                     "the precision is too low for it",
                     evaluator->strategy->name);
}

static struct workload_spec workload_of(const struct evaluator *evaluator,
                                        const struct system *system, const struct model *model,
                                        const double *constants, double range)
{
    return (struct workload_spec){
        .system = system,
        .model = model,
        .constants = constants,
        .cutoff = range,
        .precision = evaluator->precision,
        .sort = SORT_HILBERT,
    };
}

struct footprint evaluate_footprint(const struct evaluator *evaluator, const struct system *system,
                                    const struct model *model, const double *constants,
                                    double range)
{
    const struct workload_spec spec = workload_of(evaluator, system, model, constants, range);
    struct memory_need need = {0};
    struct error error;
    int tuning[STRATEGY_TUNINGS];
    strategy_defaults(evaluator->strategy, tuning);
    if (!system_check_range(system, range, &error))
        return need.host; /* no further memory, because the box will be refused */
    footprint_keep(&need.host, system_bytes(system, model) + verify_bytes(system->n, model));
    evaluator->backend->estimate_load(&spec, &need);
    evaluator->backend->estimate_case(&spec, evaluator->strategy, tuning, &need);
    const double compared = reference_footprint(system, model, range).peak +
                            system_bytes(system, model) + verify_bytes(system->n, model);
    need.host.peak = fmax(need.host.peak, compared);
    return need.host;
}

bool evaluate(const struct evaluator *evaluator, const struct system *system,
              const struct model *model, const double *constants, double range,
              struct forces *forces, struct verification *found, struct error *error)
{
    struct system rounded;
    if (!system_check_model(system, model, constants, error) ||
        !system_round(system, evaluator->precision, &rounded, error))
        return false;
    const struct workload_spec spec = workload_of(evaluator, &rounded, model, constants, range);
    struct device *device = NULL;
    bool good = system_check_range(&rounded, range, error) &&
                evaluator->backend->open(&(struct device_options){0}, &device, error);
    if (good) {
        stall_watch(STALL_SECONDS);
        stall_note("evaluating by", evaluator->strategy->name);
        const char *crash = crash_reason(evaluator->strategy->name, NULL);
        crash_guard(evaluator->strategy->name, evaluator->strategy->name, 0);
        good = crash == NULL
                   ? evaluate_on(evaluator, device, &spec, forces, error)
                   : error_set(error, EXIT_VERIFICATION, "the kernel did not end: %s", crash);
        crash_leave();
        stall_leave();
        evaluator->backend->close(device);
    }
    good = good && compare(evaluator, &rounded, model, constants, range, forces, found, error);
    system_free(&rounded);
    return good;
}
