#include "harness/measure/dispatch/instruction_worker.h"

#include "harness/devices/backends.h"
#include "harness/input/system_create.h"
#include "harness/measure/observe/mover.h"
#include "harness/measure/worker_message.h"

static bool make_system(const struct case_spec *spec, struct system *rounded, struct error *error)
{
    struct system system = {0};
    bool good = system_create(&spec->system, &system, error) &&
                system_set_rows(&system, spec->model, spec->constants, error) &&
                system_round(&system, spec->precision, rounded, error);
    system_free(&system);
    return good;
}

bool instruction_work(struct channel *channel, const struct spread_order *order,
                      const struct case_spec *spec, const struct run_options *options,
                      struct error *error)
{
    const struct backend *backend = backend_find(spec->backend);
    const struct device_options device_options = {.threads = 1, .source = options->source};
    struct device *device = NULL;
    struct system rounded = {0};
    struct mover mover = {0};
    double count = 0;
    bool good = make_system(spec, &rounded, error) &&
                backend->open(&device_options, &device, error) &&
                mover_load(&mover, backend, device, spec, &rounded, 1, error) &&
                backend->count_instructions(mover.prepared, order->path, &count, error);
    mover_stop(&mover);
    if (device != NULL)
        backend->close(device);
    system_free(&rounded);
    return good && message_send_number(channel, "instructions", count, error);
}
