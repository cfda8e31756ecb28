/*
 * A substitute for libnvidia-ml.so.1 with one GPU. A test sets the GPU's readings. Has the
 * functions that the monitor calls.
 */
#include <stddef.h>
#include <string.h>

struct fake_nvml {
    unsigned sm_mhz, memory_mhz;
    unsigned divided; /* 1: the GPU is divided into instances (MIG) */
    unsigned long long events, millijoules;
    int queries, started;
};

struct fake_nvml fake_nvml;

enum { SUCCESS = 0, INVALID_ARGUMENT = 2, NOT_SUPPORTED = 3, NOT_FOUND = 6 };

int nvmlInit_v2(void);
int nvmlInit_v2(void)
{
    fake_nvml.started++;
    return SUCCESS;
}

int nvmlShutdown(void);
int nvmlShutdown(void)
{
    fake_nvml.started--;
    return SUCCESS;
}

const char *nvmlErrorString(int result);
const char *nvmlErrorString(int result)
{
    return result == NOT_FOUND ? "Not Found" : "Not Supported";
}

int nvmlDeviceGetHandleByPciBusId_v2(const char *bus_id, void **device);
int nvmlDeviceGetHandleByPciBusId_v2(const char *bus_id, void **device)
{
    if (strcmp(bus_id, "0000:3b:00.0") != 0)
        return NOT_FOUND;
    *device = &fake_nvml;
    return SUCCESS;
}

int nvmlDeviceGetClockInfo(void *device, int type, unsigned *mhz);
int nvmlDeviceGetClockInfo(void *device, int type, unsigned *mhz)
{
    const struct fake_nvml *fake = device;
    if (type != 1 && type != 2)
        return INVALID_ARGUMENT;
    *mhz = type == 1 ? fake->sm_mhz : fake->memory_mhz;
    return *mhz > 0 ? SUCCESS : NOT_SUPPORTED;
}

int nvmlDeviceGetCurrentClocksThrottleReasons(void *device, unsigned long long *reasons);
int nvmlDeviceGetCurrentClocksThrottleReasons(void *device, unsigned long long *reasons)
{
    struct fake_nvml *fake = device;
    fake->queries++;
    *reasons = fake->events;
    return SUCCESS;
}

int nvmlDeviceGetTotalEnergyConsumption(void *device, unsigned long long *millijoules);
int nvmlDeviceGetTotalEnergyConsumption(void *device, unsigned long long *millijoules)
{
    const struct fake_nvml *fake = device;
    *millijoules = fake->millijoules;
    return *millijoules > 0 ? SUCCESS : NOT_SUPPORTED;
}

int nvmlDeviceGetMigMode(void *device, unsigned *now, unsigned *next);
int nvmlDeviceGetMigMode(void *device, unsigned *now, unsigned *next)
{
    const struct fake_nvml *fake = device;
    *now = *next = fake->divided;
    return SUCCESS;
}
