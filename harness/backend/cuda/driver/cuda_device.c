#include "harness/backend/cuda/driver/cuda_device.h"

#include "harness/base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int cuda_device_count(void)
{
    struct error error;
    int count = 0;
    if (!cuda_open_driver(&error) || cu.cuDeviceGetCount(&count) != CUDA_SUCCESS)
        return 0;
    return count;
}

bool cuda_device_name(int index, char *name, size_t size)
{
    CUdevice device;
    return cuda_device_count() > index && cu.cuDeviceGet(&device, index) == CUDA_SUCCESS &&
           cu.cuDeviceGetName(name, (int)size, device) == CUDA_SUCCESS;
}

static int attribute(CUdevice device, CUdevice_attribute which)
{
    int value = 0;
    return cu.cuDeviceGetAttribute(&value, which, device) == CUDA_SUCCESS ? value : 0;
}

/*
 * Writes the identifier of a GPU or a MIG instance as nvidia-smi -L prints it; "" if it has none.
 */
static void set_uuid(const struct device *device, char *text, size_t size)
{
    CUuuid uuid;
    size_t used = 0;
    text[0] = '\0';
    if (cu.cuDeviceGetUuid(&uuid, device->handle) != CUDA_SUCCESS)
        return;
    for (size_t k = 0; k < sizeof uuid.bytes; k++)
        used += (size_t)snprintf(text + used, size - used, "%s%02x",
                                 k == 4 || k == 6 || k == 8 || k == 10 ? "-" : "",
                                 (unsigned char)uuid.bytes[k]);
}

static void describe(struct device *device)
{
    struct device_info *info = &device->info;
    size_t memory = 0;
    int driver = 0;
    device->architecture =
        10 * attribute(device->handle, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) +
        attribute(device->handle, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    device->shared_bytes =
        attribute(device->handle, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    cu.cuDeviceGetName(info->name, sizeof info->name, device->handle);
    cu.cuDeviceTotalMem(&memory, device->handle);
    cu.cuDriverGetVersion(&driver);
    info->memory_bytes = (int64_t)memory;
    info->index = device->index;
    set_uuid(device, info->uuid, sizeof info->uuid);
    info->cores = attribute(device->handle, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    info->clock_mhz = attribute(device->handle, CU_DEVICE_ATTRIBUTE_CLOCK_RATE) / 1000.0;
    snprintf(info->architecture, sizeof info->architecture, "sm_%d", device->architecture);
    snprintf(info->driver, sizeof info->driver, "CUDA driver %d.%d", driver / 1000,
             driver % 1000 / 10);
}

/* Opens the monitor of clocks. If that fails, the GPU is used with unknown clocks. */
static void watch(struct device *device)
{
    char bus_id[32];
    if (cuda_check(cu.cuDeviceGetPCIBusId(bus_id, sizeof bus_id, device->handle), "PCI bus id",
                   &device->unwatched))
        cuda_monitor_open(bus_id, &device->monitor, &device->unwatched);
}

bool cuda_device_open(const struct device_options *options, struct device **opened,
                      struct error *error)
{
    int count = 0;
    if (!cuda_open_driver(error) ||
        !cuda_check(cu.cuDeviceGetCount(&count), "counting CUDA devices", error))
        return false;
    if (options->index < 0 || options->index >= count)
        return error_set(error, EXIT_ENVIRONMENT, "there is no CUDA device %d: this machine has %d",
                         options->index, count);
    struct device *device = memory_new(1, sizeof *device, "CUDA device");
    device->index = options->index;
    bool fine =
        cuda_check(cu.cuDeviceGet(&device->handle, options->index), "opening the GPU", error) &&
        cuda_check(cu.cuDevicePrimaryCtxRetain(&device->context, device->handle),
                   "making a CUDA context", error) &&
        cuda_check(cu.cuCtxSetCurrent(device->context), "using the CUDA context", error) &&
        cuda_check(cu.cuStreamCreate(&device->stream, CU_STREAM_NON_BLOCKING), "making a stream",
                   error) &&
        cuda_check(cu.cuEventCreate(&device->begin, CU_EVENT_DEFAULT), "making an event", error) &&
        cuda_check(cu.cuEventCreate(&device->end, CU_EVENT_DEFAULT), "making an event", error) &&
        source_load(options->source, &device->sources, error);
    if (!fine) {
        cuda_device_close(device);
        return false;
    }
    describe(device);
    watch(device);
    *opened = device;
    return true;
}

void cuda_device_close(struct device *device)
{
    if (device == NULL)
        return;
    cuda_modules_unload(&device->modules);
    cuda_monitor_close(&device->monitor);
    cuda_buffer_free(&device->flushing);
    cuda_block_close(&device->block);
    if (device->begin != NULL)
        cu.cuEventDestroy(device->begin);
    if (device->end != NULL)
        cu.cuEventDestroy(device->end);
    if (device->stream != NULL)
        cu.cuStreamDestroy(device->stream);
    if (device->context != NULL)
        cu.cuDevicePrimaryCtxRelease(device->handle);
    source_free(&device->sources);
    free(device);
}

bool cuda_device_flush(struct device *device, struct error *error)
{
    struct cuda_buffer *buffer = &device->flushing;
    int64_t bytes = 2 * (int64_t)attribute(device->handle, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
    if (buffer->address == 0 && !cuda_buffer_resize(buffer, bytes, 1, "twice the L2 cache", error))
        return false;
    return cuda_check(cu.cuMemsetD8Async(buffer->address, 0, (size_t)buffer->bytes, device->stream),
                      "flushing the L2 cache", error);
}

bool cuda_timer_begin(const struct device *device, struct error *error)
{
    return cuda_check(cu.cuEventRecord(device->begin, device->stream), "recording an event", error);
}

bool cuda_timer_stop(const struct device *device, struct error *error)
{
    return cuda_check(cu.cuEventRecord(device->end, device->stream), "recording an event", error);
}

bool cuda_timer_read(const struct device *device, double *nanoseconds, struct error *error)
{
    float milliseconds = 0;
    bool timed = cuda_check(cu.cuEventSynchronize(device->end), "running a kernel", error) &&
                 cuda_check(cu.cuEventElapsedTime(&milliseconds, device->begin, device->end),
                            "reading an event", error);
    *nanoseconds = 1e6 * (double)milliseconds;
    return timed;
}

bool cuda_timer_end(const struct device *device, double *nanoseconds, struct error *error)
{
    return cuda_timer_stop(device, error) && cuda_timer_read(device, nanoseconds, error);
}

const struct device_info *cuda_device_info(const struct device *device)
{
    return &device->info;
}

double cuda_device_free_memory(struct device *device)
{
    size_t free = 0, total = 0;
    (void)device;
    return cu.cuMemGetInfo(&free, &total) == CUDA_SUCCESS ? (double)free : INFINITY;
}

bool cuda_device_state(struct device *device, struct device_state *now)
{
    return cuda_monitor_state(&device->monitor, now);
}

bool cuda_device_energy(struct device *device, double *joules, struct error *error)
{
    if (device->monitor.device != NULL)
        return cuda_monitor_energy(&device->monitor, joules, error);
    *error = device->unwatched;
    return false;
}
