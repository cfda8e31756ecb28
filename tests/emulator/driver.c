/* The functions of the CUDA driver that the backend calls. Streams run commands at once, unless
 * they are captured. */
#include "models/texture.h"
#include "tests/emulator/grid.h"
#include "tests/emulator/library.h"

#include <dlfcn.h>
#include <elf.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { ALIGNMENT = 256, KERNELS = 32, KERNEL_NAME = 64, SHARED_ALWAYS = 40 << 10 };

/* Largest size of a kernel's argument in bytes. */
enum { ARGUMENT = 4096 };

struct CUfunc_st {
    char name[KERNEL_NAME];
    CUcontext context; /* context of its device; it may be launched only in this context */
    struct grid_kernel kernel;
    unsigned allowed; /* largest shared memory of a launch in bytes, if set above the default */
};

struct CUmod_st {
    CUcontext context;
    void *library;
    int file; /* file descriptor of the shared object */
    int kernels;
    struct CUfunc_st kernel[KERNELS];
};

/** A command of a stream: a launch if `function` is not NULL, otherwise a call of `run`. */
struct command {
    CUfunction function;
    unsigned blocks, threads;
    bool together; /* true if the blocks run at the same time */
    bool (*run)(const void *argument);
    const void *argument; /* copy of the caller's argument */
    struct command *next;
};

struct CUgraph_st {
    struct command *first, **end;
};

struct CUevent_st {
    struct timespec time;
};

static int capability = 90;
static int multiprocessors = 1;
static struct error launch_error;
/* Graph for commands of the thread; NULL: commands run at once. */
static _Thread_local struct CUgraph_st *capturing;

/* The current context of the thread. */
static _Thread_local CUcontext used;

/* Held while a kernel runs, because only one can run at a time. */
static pthread_mutex_t grid = PTHREAD_MUTEX_INITIALIZER;

void emulator_set_architecture(int architecture)
{
    capability = architecture;
}

void emulator_set_multiprocessors(int count)
{
    multiprocessors = count;
}

static CUresult initialize(unsigned flags)
{
    (void)flags;
    return CUDA_SUCCESS;
}

static CUresult error_text(CUresult result, const char **text)
{
    *text = result == CUDA_ERROR_LAUNCH_FAILED    ? launch_error.text
            : result == CUDA_ERROR_OUT_OF_MEMORY  ? "out of memory"
            : result == CUDA_ERROR_NOT_FOUND      ? "not found"
            : result == CUDA_ERROR_INVALID_IMAGE  ? "not a shared object"
            : result == CUDA_ERROR_INVALID_VALUE  ? "invalid value"
            : result == CUDA_ERROR_INVALID_HANDLE ? "of another context"
                                                  : "not supported";
    return CUDA_SUCCESS;
}

/* --- the device --- */

/* Returns the version of the build, or of EMULATOR_DRIVER. */
static CUresult version(int *driver)
{
    const char *asked = getenv("EMULATOR_DRIVER");
    *driver = asked != NULL ? atoi(asked) : CUDA_VERSION;
    return CUDA_SUCCESS;
}

static CUresult count_devices(int *count)
{
    const char *wanted = getenv("EMULATOR_DEVICES");
    *count = wanted != NULL ? atoi(wanted) : 1;
    return CUDA_SUCCESS;
}

static CUresult get_device(CUdevice *device, int index)
{
    *device = index;
    return CUDA_SUCCESS;
}

static CUresult device_name(char *name, int size, CUdevice device)
{
    const char *other = getenv("EMULATOR_OTHER");
    bool is_other = other != NULL && atoi(other) == device;
    snprintf(name, (size_t)size, is_other ? "other emulator" : "emulator");
    return CUDA_SUCCESS;
}

static CUresult device_uuid(CUuuid *uuid, CUdevice device)
{
    memset(uuid, 0, sizeof *uuid);
    uuid->bytes[sizeof uuid->bytes - 1] = (char)device;
    return CUDA_SUCCESS;
}

static CUresult device_attribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    (void)device;
    *value = attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR            ? capability / 10
             : attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR          ? capability % 10
             : attribute == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN ? GRID_SHARED
             : attribute == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT              ? multiprocessors
                                                                                  : 1;
    return CUDA_SUCCESS;
}

static CUresult device_memory(size_t *bytes, CUdevice device)
{
    (void)device;
    *bytes = (size_t)1 << 40;
    return CUDA_SUCCESS;
}

static CUresult device_bus(char *id, int size, CUdevice device)
{
    (void)id;
    (void)size;
    (void)device;
    return CUDA_ERROR_NOT_SUPPORTED;
}

static CUresult retain_context(CUcontext *context, CUdevice device)
{
    const char *deadly = getenv("EMULATOR_DEADLY");
    if (deadly != NULL && atoi(deadly) == device)
        raise(SIGKILL);
    *context = (CUcontext)(uintptr_t)(device + 1);
    return CUDA_SUCCESS;
}

static CUresult release_context(CUdevice device)
{
    (void)device;
    return CUDA_SUCCESS;
}

static CUresult use_context(CUcontext context)
{
    used = context;
    return CUDA_SUCCESS;
}

/* --- streams and events --- */

static CUresult create_stream(CUstream *stream, unsigned flags)
{
    (void)flags;
    *stream = NULL;
    return CUDA_SUCCESS;
}

static CUresult use_stream(CUstream stream)
{
    (void)stream;
    return CUDA_SUCCESS;
}

static CUresult create_event(CUevent *event, unsigned flags)
{
    (void)flags;
    *event = calloc(1, sizeof **event);
    return *event != NULL ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

static CUresult destroy_event(CUevent event)
{
    free(event);
    return CUDA_SUCCESS;
}

static bool take_time(const void *argument)
{
    CUevent const *event = argument;
    clock_gettime(CLOCK_MONOTONIC, &(*event)->time);
    return true;
}

static CUresult record_event(CUevent event, CUstream stream)
{
    (void)stream;
    take_time(&event);
    return CUDA_SUCCESS;
}

static CUresult record_external_event(CUevent event, CUstream stream, unsigned flags)
{
    (void)stream;
    return flags == CU_EVENT_RECORD_EXTERNAL && capturing != NULL
               ? emulator_submit(take_time, &event, sizeof event)
               : CUDA_ERROR_INVALID_VALUE;
}

static CUresult wait_event(CUevent event)
{
    (void)event;
    return CUDA_SUCCESS;
}

static CUresult elapsed(float *milliseconds, CUevent begin, CUevent end)
{
    *milliseconds = (float)(1e3 * (double)(end->time.tv_sec - begin->time.tv_sec) +
                            1e-6 * (double)(end->time.tv_nsec - begin->time.tv_nsec));
    return CUDA_SUCCESS;
}

/* --- memory --- */

static size_t allocated, most_allocated;

size_t emulator_most_allocated(void)
{
    size_t most = most_allocated;
    most_allocated = allocated;
    return most;
}

static CUresult allocate(CUdeviceptr *address, size_t bytes)
{
    void *memory = NULL;
    if (posix_memalign(&memory, ALIGNMENT, bytes) != 0)
        return CUDA_ERROR_OUT_OF_MEMORY;
    allocated += malloc_usable_size(memory);
    if (allocated > most_allocated)
        most_allocated = allocated;
    memset(memory, 0xff, bytes); /* unwritten memory must not look like a number */
    *address = (CUdeviceptr)memory;
    return CUDA_SUCCESS;
}

static CUresult release(CUdeviceptr address)
{
    allocated -= malloc_usable_size((void *)address);
    free((void *)address);
    return CUDA_SUCCESS;
}

static CUresult memory_info(size_t *left, size_t *total)
{
    device_memory(total, 0);
    *left = *total - allocated;
    return CUDA_SUCCESS;
}

static CUresult copy_in(CUdeviceptr to, const void *from, size_t bytes)
{
    memcpy((void *)to, from, bytes);
    return CUDA_SUCCESS;
}

static CUresult copy_out(void *to, CUdeviceptr from, size_t bytes)
{
    memcpy(to, (const void *)from, bytes);
    return CUDA_SUCCESS;
}

static CUresult copy_over(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    memcpy((void *)to, (const void *)from, bytes);
    return CUDA_SUCCESS;
}

static CUresult allocate_host(void **memory, size_t bytes, unsigned flags)
{
    (void)flags;
    *memory = malloc(bytes);
    return *memory != NULL ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

static CUresult release_host(void *memory)
{
    free(memory);
    return CUDA_SUCCESS;
}

static CUresult host_address(CUdeviceptr *address, void *memory, unsigned flags)
{
    (void)flags;
    *address = (CUdeviceptr)memory;
    return CUDA_SUCCESS;
}

/* --- textures --- */

struct CUarray_st {
    struct texture texture;
    float *numbers; /* data of the texture */
};

static CUresult create_array(CUarray *created, const CUDA_ARRAY_DESCRIPTOR *shape)
{
    if (shape->Format != CU_AD_FORMAT_FLOAT || shape->NumChannels != TEXTURE_CHANNELS ||
        shape->Height != 0 || shape->Width == 0 || shape->Width > INT32_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    CUarray array = calloc(1, sizeof *array);
    float *numbers = calloc(shape->Width, TEXTURE_CHANNELS * sizeof *numbers);
    if (array == NULL || numbers == NULL) {
        free(array);
        free(numbers);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    array->numbers = numbers;
    array->texture = (struct texture){numbers, (int)shape->Width};
    *created = array;
    return CUDA_SUCCESS;
}

static CUresult destroy_array(CUarray array)
{
    free(array->numbers);
    free(array);
    return CUDA_SUCCESS;
}

static CUresult copy_to_array(CUarray array, size_t offset, const void *from, size_t bytes)
{
    if (offset + bytes > (size_t)array->texture.texels * TEXTURE_CHANNELS * sizeof(float))
        return CUDA_ERROR_INVALID_VALUE;
    memcpy((char *)array->numbers + offset, from, bytes);
    return CUDA_SUCCESS;
}

/* A texture is read by models/texture.h, and in no other way. */
static CUresult create_texture(CUtexObject *texture, const CUDA_RESOURCE_DESC *resource,
                               const CUDA_TEXTURE_DESC *reading,
                               const CUDA_RESOURCE_VIEW_DESC *view)
{
    if (resource->resType != CU_RESOURCE_TYPE_ARRAY || view != NULL ||
        reading->addressMode[0] != CU_TR_ADDRESS_MODE_CLAMP ||
        reading->filterMode != CU_TR_FILTER_MODE_LINEAR ||
        reading->flags != CU_TRSF_NORMALIZED_COORDINATES)
        return CUDA_ERROR_INVALID_VALUE;
    *texture = (CUtexObject)(uintptr_t)&resource->res.array.hArray->texture;
    return CUDA_SUCCESS;
}

static CUresult destroy_texture(CUtexObject texture)
{
    (void)texture;
    return CUDA_SUCCESS;
}

/* --- kernels --- */

/* Opens an image through a file in memory. The file stays open, so that no other file gets its
 * path, by which the loader identifies libraries. */
static bool open_image(const void *image, CUmodule module)
{
    char path[64];
    const Elf64_Ehdr *header = image;
    if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0)
        return false;
    /* the table of sections comes last */
    size_t bytes = header->e_shoff + (size_t)header->e_shnum * header->e_shentsize;
    module->file = memfd_create("kernel", MFD_CLOEXEC);
    if (module->file < 0)
        return false;
    snprintf(path, sizeof path, "/proc/self/fd/%d", module->file);
    if (write(module->file, image, bytes) == (ssize_t)bytes)
        module->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (module->library == NULL)
        close(module->file);
    return module->library != NULL;
}

/* An older driver does not load images of the build's compiler. */
static CUresult load_module(CUmodule *loaded, const void *image)
{
    int driver;
    if (version(&driver) == CUDA_SUCCESS && driver < CUDA_VERSION)
        return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
    CUmodule module = calloc(1, sizeof *module);
    if (module == NULL)
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (!open_image(image, module)) {
        free(module);
        return CUDA_ERROR_INVALID_IMAGE;
    }
    module->context = used;
    *loaded = module;
    return CUDA_SUCCESS;
}

static CUresult unload_module(CUmodule module)
{
    dlclose(module->library);
    close(module->file);
    free(module);
    return CUDA_SUCCESS;
}

static CUresult get_function(CUfunction *function, CUmodule module, const char *name)
{
    size_t (*shared)(void **begin);
    for (int k = 0; k < module->kernels; k++) {
        *function = &module->kernel[k];
        if (strcmp(module->kernel[k].name, name) == 0)
            return CUDA_SUCCESS;
    }
    struct CUfunc_st *kernel = &module->kernel[module->kernels];
    if (module->kernels == KERNELS)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *(void **)&kernel->kernel.run = dlsym(module->library, name);
    *(void **)&shared = dlsym(module->library, "emulated_shared");
    if (kernel->kernel.run == NULL || shared == NULL)
        return CUDA_ERROR_NOT_FOUND;
    kernel->context = module->context;
    snprintf(kernel->name, sizeof kernel->name, "%s", name);
    kernel->kernel.shared_bytes = shared(&kernel->kernel.shared);
    module->kernels++;
    *function = kernel;
    return CUDA_SUCCESS;
}

/* Returns a variable that holds an address or a texture. */
static CUresult get_global(CUdeviceptr *address, size_t *bytes, CUmodule module, const char *name)
{
    *address = (CUdeviceptr)(uintptr_t)dlsym(module->library, name);
    *bytes = sizeof(void *);
    return *address != 0 ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

/* A kernel that uses more shared memory than the default has to call this first. */
static CUresult set_attribute(CUfunction function, CUfunction_attribute attribute, int value)
{
    if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES || value < 0 ||
        value > GRID_SHARED)
        return CUDA_ERROR_INVALID_VALUE;
    function->allowed = (unsigned)value;
    return CUDA_SUCCESS;
}

/* --- commands --- */

static CUresult execute(const struct command *command)
{
    if (command->function == NULL)
        return command->run(command->argument) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    const char *absent = getenv("EMULATOR_ABSENT");
    pthread_mutex_lock(&grid);
    grid_absent = absent != NULL ? (unsigned)atoi(absent) : 0;
    bool good = (command->together ? grid_run_together
                                   : grid_run)(&command->function->kernel, command->argument,
                                               command->blocks, command->threads, &launch_error);
    pthread_mutex_unlock(&grid);
    return good ? CUDA_SUCCESS : CUDA_ERROR_LAUNCH_FAILED;
}

/* Runs a command, or stores it with a copy of its argument of `size` bytes. */
static CUresult submit(struct command command, size_t size)
{
    if (capturing == NULL)
        return execute(&command);
    struct command *kept = malloc(sizeof *kept);
    void *argument = malloc(size);
    if (kept == NULL || argument == NULL) {
        free(kept);
        free(argument);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    memcpy(argument, command.argument, size);
    *kept = command;
    kept->argument = argument;
    *capturing->end = kept;
    capturing->end = &kept->next;
    return CUDA_SUCCESS;
}

CUresult emulator_submit(bool (*run)(const void *argument), const void *argument, size_t size)
{
    return submit((struct command){.run = run, .argument = argument}, size);
}

struct filling {
    CUdeviceptr address;
    unsigned char value;
    size_t bytes;
};

static bool fill_memory(const void *argument)
{
    const struct filling *filling = argument;
    memset((void *)filling->address, filling->value, filling->bytes);
    return true;
}

static CUresult fill(CUdeviceptr address, unsigned char value, size_t bytes, CUstream stream)
{
    const struct filling filling = {address, value, bytes};
    (void)stream;
    return emulator_submit(fill_memory, &filling, sizeof filling);
}

/* Returns a copy of as many bytes as an argument can have; this argument may be shorter. Reads
 * byte by byte, so that sanitizers do not check the bytes after its end. */
__attribute__((no_sanitize_address)) static const void *all_bytes(const void *argument)
{
    static _Thread_local unsigned char bytes[ARGUMENT];
    const volatile unsigned char *from = argument;
    for (size_t k = 0; k < sizeof bytes; k++)
        bytes[k] = from[k];
    return bytes;
}

/* Whether a launch has its argument: packed or, in a cooperative launch, as a parameter. */
static bool has_argument(bool together, void **parameters, void **extra)
{
    return together
               ? parameters != NULL && extra == NULL
               : parameters == NULL && extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER &&
                     extra[2] == CU_LAUNCH_PARAM_BUFFER_SIZE && extra[4] == CU_LAUNCH_PARAM_END;
}

/* Kernels run one at a time, so an attribute for an early launch has no effect. */
static CUresult launch_by(const CUlaunchConfig *config, CUfunction function, void **parameters,
                          void **extra)
{
    const unsigned allowed = function->allowed > SHARED_ALWAYS ? function->allowed : SHARED_ALWAYS;
    bool together = false;
    for (unsigned k = 0; k < config->numAttrs; k++)
        together |= config->attrs[k].id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE &&
                    config->attrs[k].value.cooperative != 0;
    if (function->context != used)
        return CUDA_ERROR_INVALID_HANDLE;
    if (config->gridDimY != 1 || config->gridDimZ != 1 || config->blockDimY != 1 ||
        config->blockDimZ != 1 || config->sharedMemBytes > allowed ||
        !has_argument(together, parameters, extra))
        return CUDA_ERROR_INVALID_VALUE;
    return submit((struct command){.function = function,
                                   .blocks = config->gridDimX,
                                   .threads = config->blockDimX,
                                   .together = together,
                                   .argument = together ? all_bytes(parameters[0]) : extra[1]},
                  together ? ARGUMENT : *(size_t *)extra[3]);
}

static CUresult launch(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                       unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                       CUstream stream, void **parameters, void **extra)
{
    const CUlaunchConfig config = {.gridDimX = grid_x,
                                   .gridDimY = grid_y,
                                   .gridDimZ = grid_z,
                                   .blockDimX = block_x,
                                   .blockDimY = block_y,
                                   .blockDimZ = block_z,
                                   .sharedMemBytes = shared_bytes,
                                   .hStream = stream};
    return launch_by(&config, function, parameters, extra);
}

/* Counts the blocks that can run at the same time on the single multiprocessor. */
static CUresult count_blocks(int *blocks, CUfunction function, int threads, size_t shared_bytes)
{
    (void)function;
    (void)shared_bytes;
    const int whole = (threads + GRID_WARP - 1) / GRID_WARP * GRID_WARP;
    *blocks = GRID_TOGETHER / whole;
    return CUDA_SUCCESS;
}

/* --- graphs --- */

static CUresult begin_capture(CUstream stream, CUstreamCaptureMode mode)
{
    (void)stream;
    (void)mode;
    if (capturing != NULL || (capturing = calloc(1, sizeof *capturing)) == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    capturing->end = &capturing->first;
    return CUDA_SUCCESS;
}

static CUresult end_capture(CUstream stream, CUgraph *graph)
{
    (void)stream;
    *graph = capturing;
    capturing = NULL;
    return CUDA_SUCCESS;
}

/* The captured graph is also the executable graph, because it has no other use. */
static CUresult instantiate(CUgraphExec *executable, CUgraph graph, unsigned long long flags)
{
    (void)flags;
    *executable = (CUgraphExec)graph;
    return CUDA_SUCCESS;
}

static CUresult upload(CUgraphExec executable, CUstream stream)
{
    (void)executable;
    (void)stream;
    return CUDA_SUCCESS;
}

static CUresult launch_graph(CUgraphExec executable, CUstream stream)
{
    CUresult result = CUDA_SUCCESS;
    (void)stream;
    for (struct command *command = ((CUgraph)executable)->first;
         command != NULL && result == CUDA_SUCCESS; command = command->next)
        result = execute(command);
    return result;
}

static CUresult forget_graph(CUgraph graph)
{
    (void)graph;
    return CUDA_SUCCESS;
}

static CUresult destroy_graph(CUgraphExec executable)
{
    CUgraph graph = (CUgraph)executable;
    for (struct command *command = graph->first, *next = NULL; command != NULL; command = next) {
        next = command->next;
        free((void *)command->argument);
        free(command);
    }
    free(graph);
    return CUDA_SUCCESS;
}

const struct cuda_driver emulated_driver = {
    .cuInit = initialize,
    .cuDriverGetVersion = version,
    .cuGetErrorString = error_text,
    .cuDeviceGetCount = count_devices,
    .cuDeviceGet = get_device,
    .cuDeviceGetName = device_name,
    .cuDeviceGetAttribute = device_attribute,
    .cuDeviceGetPCIBusId = device_bus,
    .cuDeviceGetUuid = device_uuid,
    .cuDeviceTotalMem = device_memory,
    .cuDevicePrimaryCtxRetain = retain_context,
    .cuDevicePrimaryCtxRelease = release_context,
    .cuCtxSetCurrent = use_context,
    .cuStreamCreate = create_stream,
    .cuStreamDestroy = use_stream,
    .cuStreamSynchronize = use_stream,
    .cuStreamBeginCapture = begin_capture,
    .cuStreamEndCapture = end_capture,
    .cuGraphInstantiate = instantiate,
    .cuGraphUpload = upload,
    .cuGraphLaunch = launch_graph,
    .cuGraphDestroy = forget_graph,
    .cuGraphExecDestroy = destroy_graph,
    .cuEventCreate = create_event,
    .cuEventDestroy = destroy_event,
    .cuEventRecord = record_event,
    .cuEventRecordWithFlags = record_external_event,
    .cuEventSynchronize = wait_event,
    .cuEventElapsedTime = elapsed,
    .cuMemGetInfo = memory_info,
    .cuMemAlloc = allocate,
    .cuMemFree = release,
    .cuMemHostAlloc = allocate_host,
    .cuMemFreeHost = release_host,
    .cuMemHostGetDevicePointer = host_address,
    .cuMemcpyHtoD = copy_in,
    .cuMemcpyDtoH = copy_out,
    .cuMemcpyDtoD = copy_over,
    .cuMemsetD8Async = fill,
    .cuArrayCreate = create_array,
    .cuArrayDestroy = destroy_array,
    .cuMemcpyHtoA = copy_to_array,
    .cuTexObjectCreate = create_texture,
    .cuTexObjectDestroy = destroy_texture,
    .cuModuleLoadData = load_module,
    .cuModuleUnload = unload_module,
    .cuModuleGetFunction = get_function,
    .cuModuleGetGlobal = get_global,
    .cuFuncSetAttribute = set_attribute,
    .cuOccupancyMaxActiveBlocksPerMultiprocessor = count_blocks,
    .cuLaunchKernel = launch,
    .cuLaunchKernelEx = launch_by,
};
