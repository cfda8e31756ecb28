#include "harness/commands/options/named_device.h"

#include "harness/predict/known_ceilings.h"
#include "harness/search/recorded.h"

bool named_device_find(struct named_device *device, const struct records *records,
                       struct error *error)
{
    struct error no_ceilings, no_records;
    device->has_ceilings = known_ceilings(device->name, &device->ceilings, &no_ceilings);
    device->backend = recorded_backend(records, device->name);
    if (device->backend != NULL)
        return true;
    if (device->has_ceilings) {
        device->name = device->ceilings.info.name;
        device->backend = device->ceilings.backend;
        return true;
    }
    if (no_ceilings.code != EXIT_USAGE || records->count == 0) {
        *error = no_ceilings;
        return false;
    }
    recorded_refuse(records, device->name, &no_records);
    return error_set(error, EXIT_USAGE, "%s; %s", no_records.text, no_ceilings.text);
}
