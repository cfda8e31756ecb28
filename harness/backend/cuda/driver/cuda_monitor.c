#include "harness/backend/cuda/driver/cuda_monitor.h"
#include "harness/base/clock.h"

#include <dlfcn.h>
#include <stddef.h>

typedef int nvml_result; /* nvmlReturn_t, an enum; 0 means success */

enum { NVML_SUCCESS = 0, NVML_CLOCK_SM = 1, NVML_CLOCK_MEM = 2 };

static struct {
    void *library;
    nvml_result (*init)(void);
    nvml_result (*shutdown)(void);
    const char *(*error_text)(nvml_result);
    nvml_result (*find)(const char *bus_id, void **device);
    nvml_result (*clock)(void *device, int type, unsigned *mhz);
    nvml_result (*events)(void *device, unsigned long long *events);
    nvml_result (*energy)(void *device, unsigned long long *millijoules);
    /* MIG mode; NULL: the driver does not have this function */
    nvml_result (*parts)(void *device, unsigned *now, unsigned *next);
} nvml;

/* Age up to which a state is returned again instead of a new reading. */
static const double fresh_seconds = 0.01;

static bool check(nvml_result result, const char *what, struct error *error)
{
    return result == NVML_SUCCESS ||
           error_set(error, EXIT_ENVIRONMENT, "NVML: %s: %s", what, nvml.error_text(result));
}

static bool open_library(struct error *error)
{
    /* drivers before 535 call clock events throttle reasons */
    static const struct {
        const char *name;
        void **address;
        const char *older;
        bool optional;
    } symbols[] = {
        {"nvmlInit_v2", (void **)&nvml.init, NULL, false},
        {"nvmlShutdown", (void **)&nvml.shutdown, NULL, false},
        {"nvmlErrorString", (void **)&nvml.error_text, NULL, false},
        {"nvmlDeviceGetHandleByPciBusId_v2", (void **)&nvml.find, NULL, false},
        {"nvmlDeviceGetClockInfo", (void **)&nvml.clock, NULL, false},
        {"nvmlDeviceGetCurrentClocksEventReasons", (void **)&nvml.events,
         "nvmlDeviceGetCurrentClocksThrottleReasons", false},
        {"nvmlDeviceGetTotalEnergyConsumption", (void **)&nvml.energy, NULL, false},
        /* missing in drivers before 450 */
        {"nvmlDeviceGetMigMode", (void **)&nvml.parts, NULL, true},
    };
    if (nvml.library != NULL)
        return true;
    void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    if (library == NULL)
        return error_set(error, EXIT_ENVIRONMENT,
                         "no NVML on this machine (libnvidia-ml.so.1 not found)");
    for (size_t k = 0; k < sizeof symbols / sizeof *symbols; k++) {
        *symbols[k].address = dlsym(library, symbols[k].name);
        if (*symbols[k].address == NULL && symbols[k].older != NULL)
            *symbols[k].address = dlsym(library, symbols[k].older);
        if (*symbols[k].address == NULL && !symbols[k].optional) {
            dlclose(library);
            return error_set(error, EXIT_ENVIRONMENT, "NVML is too old: it has no %s",
                             symbols[k].name);
        }
    }
    nvml.library = library;
    return true;
}

bool cuda_monitor_open(const char *bus_id, struct cuda_monitor *monitor, struct error *error)
{
    *monitor = (struct cuda_monitor){0};
    if (!open_library(error) || !check(nvml.init(), "starting", error))
        return false;
    if (check(nvml.find(bus_id, &monitor->device), bus_id, error))
        return true;
    nvml.shutdown();
    monitor->device = NULL;
    return false;
}

void cuda_monitor_close(struct cuda_monitor *monitor)
{
    if (monitor->device != NULL)
        nvml.shutdown();
    *monitor = (struct cuda_monitor){0};
}

static bool read_state(void *device, struct device_state *state)
{
    unsigned clock = 0;
    unsigned memory = 0;
    unsigned long long events = 0;
    bool known = nvml.clock(device, NVML_CLOCK_SM, &clock) == NVML_SUCCESS &&
                 nvml.clock(device, NVML_CLOCK_MEM, &memory) == NVML_SUCCESS &&
                 nvml.events(device, &events) == NVML_SUCCESS;
    *state = (struct device_state){clock, memory, (unsigned)events};
    return known;
}

bool cuda_monitor_state(struct cuda_monitor *monitor, struct device_state *state)
{
    if (monitor->device == NULL)
        return false;
    if (monitor->read_at == 0 || device_throttled(&monitor->state) ||
        clock_seconds() - monitor->read_at > fresh_seconds) {
        monitor->known = read_state(monitor->device, &monitor->state);
        monitor->read_at = clock_seconds();
    }
    *state = monitor->state;
    return monitor->known;
}

/* Whether the GPU is divided into MIG instances. False for GPUs that cannot be divided. */
static bool is_divided(void *device)
{
    unsigned now = 0, next = 0;
    return nvml.parts != NULL && nvml.parts(device, &now, &next) == NVML_SUCCESS && now != 0;
}

bool cuda_monitor_energy(const struct cuda_monitor *monitor, double *joules, struct error *error)
{
    unsigned long long millijoules = 0;
    if (is_divided(monitor->device))
        return error_set(error, EXIT_ENVIRONMENT,
                         "NVML: total energy: the GPU is divided (MIG), and its energy is that of "
                         "all instances");
    if (!check(nvml.energy(monitor->device, &millijoules), "total energy", error))
        return false;
    *joules = 1e-3 * (double)millijoules;
    return true;
}
