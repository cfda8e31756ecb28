/* This file is C++ only because cupti_profiler_host.h includes <string>. */
#include "harness/backend/cuda/driver/cuda_counters.h"

#include <cupti_profiler_host.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_target.h>

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <vector>

namespace
{

#define CUPTI_FUNCTIONS(X)                                                                         \
    X(cuptiGetResultString)                                                                        \
    X(cuptiDeviceGetChipName)                                                                      \
    X(cuptiProfilerInitialize)                                                                     \
    X(cuptiProfilerGetCounterAvailability)                                                         \
    X(cuptiProfilerHostInitialize)                                                                 \
    X(cuptiProfilerHostDeinitialize)                                                               \
    X(cuptiProfilerHostConfigAddMetrics)                                                           \
    X(cuptiProfilerHostGetConfigImageSize)                                                         \
    X(cuptiProfilerHostGetConfigImage)                                                             \
    X(cuptiProfilerHostGetNumOfPasses)                                                             \
    X(cuptiProfilerHostEvaluateToGpuValues)                                                        \
    X(cuptiRangeProfilerEnable)                                                                    \
    X(cuptiRangeProfilerDisable)                                                                   \
    X(cuptiRangeProfilerSetConfig)                                                                 \
    X(cuptiRangeProfilerStart)                                                                     \
    X(cuptiRangeProfilerStop)                                                                      \
    X(cuptiRangeProfilerPushRange)                                                                 \
    X(cuptiRangeProfilerPopRange)                                                                  \
    X(cuptiRangeProfilerDecodeData)                                                                \
    X(cuptiRangeProfilerGetCounterDataSize)                                                        \
    X(cuptiRangeProfilerCounterDataImageInitialize)

struct library {
#define DECLARE(name) decltype(&::name) name;
    CUPTI_FUNCTIONS(DECLARE)
#undef DECLARE
} cupti;

bool open_library(struct error *error)
{
    static void *opened;
    const char *const folders[] = {"", getenv("CUDA_PATH"), getenv("CUDA_HOME"), PAIRLANES_CUDA};
    const char *const names[] = {"libcupti.so", "libcupti.so.13", "libcupti.so.12"};
    const char *const below[] = {"/lib64/", "/extras/CUPTI/lib64/"};
    void *handle = opened;
    for (const char *folder : folders) {
        for (const char *name : names) {
            for (const char *middle : below) {
                char path[4096];
                if (handle != nullptr || folder == nullptr)
                    continue;
                snprintf(path, sizeof path, "%s%s%s", folder, *folder != '\0' ? middle : "", name);
                handle = dlopen(path, RTLD_NOW);
            }
        }
    }
    if (handle == nullptr)
        return error_set(error, EXIT_ENVIRONMENT,
                         "no CUPTI on this machine: libcupti.so is neither on the library path nor "
                         "in lib64 of $CUDA_PATH, $CUDA_HOME or " PAIRLANES_CUDA);
#define RESOLVE(name)                                                                              \
    cupti.name = reinterpret_cast<decltype(cupti.name)>(dlsym(handle, #name));                     \
    if (cupti.name == nullptr)                                                                     \
        return error_set(error, EXIT_ENVIRONMENT, "CUPTI is too old: it has no " #name);
    CUPTI_FUNCTIONS(RESOLVE)
#undef RESOLVE
    opened = handle;
    return true;
}

bool check(CUptiResult result, const char *what, struct error *error)
{
    if (result == CUPTI_SUCCESS)
        return true;
    if (result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES)
        return error_set(error, EXIT_ENVIRONMENT,
                         "no rights to read the GPU's counters: run as root (in a container with "
                         "--cap-add SYS_ADMIN), or have the driver loaded with "
                         "NVreg_RestrictProfilingToAdminUsers=0");
    const char *text = "unknown error";
    cupti.cuptiGetResultString(result, &text);
    return error_set(error, EXIT_ENVIRONMENT, "%s: %s", what, text);
}

/* Declares a parameter structure of CUPTI, zeroed, with its size set. */
#define PARAMETERS(type, name)                                                                     \
    type name = {};                                                                                \
    name.structSize = type##_STRUCT_SIZE

/* Resources of one measurement, released in reverse order even after errors. */
struct session {
    CUpti_Profiler_Host_Object *host = nullptr;
    CUpti_RangeProfiler_Object *profiler = nullptr;
    std::vector<uint8_t> available, config, data; /* CUPTI keeps pointers to all three */

    ~session()
    {
        if (profiler != nullptr) {
            PARAMETERS(CUpti_RangeProfiler_Disable_Params, disable);
            disable.pRangeProfilerObject = profiler;
            cupti.cuptiRangeProfilerDisable(&disable);
        }
        if (host != nullptr) {
            PARAMETERS(CUpti_Profiler_Host_Deinitialize_Params, end);
            end.pHostObject = host;
            cupti.cuptiProfilerHostDeinitialize(&end);
        }
    }
};

bool open_host(session *s, CUcontext context, int index, struct error *error)
{
    PARAMETERS(CUpti_Profiler_Initialize_Params, initialize);
    PARAMETERS(CUpti_Device_GetChipName_Params, chip);
    PARAMETERS(CUpti_Profiler_GetCounterAvailability_Params, availability);
    chip.deviceIndex = (size_t)index;
    availability.ctx = context;
    if (!check(cupti.cuptiProfilerInitialize(&initialize), "starting CUPTI", error) ||
        !check(cupti.cuptiDeviceGetChipName(&chip), "asking CUPTI for the chip", error) ||
        !check(cupti.cuptiProfilerGetCounterAvailability(&availability), "asking for counters",
               error))
        return false;
    s->available.resize(availability.counterAvailabilityImageSize);
    availability.pCounterAvailabilityImage = s->available.data();
    if (!check(cupti.cuptiProfilerGetCounterAvailability(&availability), "asking for counters",
               error))
        return false;
    PARAMETERS(CUpti_Profiler_Host_Initialize_Params, host);
    host.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    host.pChipName = chip.pChipName;
    host.pCounterAvailabilityImage = s->available.data();
    if (!check(cupti.cuptiProfilerHostInitialize(&host), "starting CUPTI's host side", error))
        return false;
    s->host = host.pHostObject;
    return true;
}

/* Adds metrics one by one, to find the rejected one: CUPTI does not report its name. */
bool add_metrics(CUpti_Profiler_Host_Object *host, const char **metrics, int count,
                 struct error *error)
{
    PARAMETERS(CUpti_Profiler_Host_ConfigAddMetrics_Params, add);
    add.pHostObject = host;
    add.ppMetricNames = metrics;
    add.numMetrics = (size_t)count;
    CUptiResult result = cupti.cuptiProfilerHostConfigAddMetrics(&add);
    add.numMetrics = 1;
    const bool refused =
        result == CUPTI_ERROR_INVALID_METRIC_NAME || result == CUPTI_ERROR_INVALID_PARAMETER;
    for (int k = 0; k < count && refused; k++) {
        add.ppMetricNames = &metrics[k];
        if (cupti.cuptiProfilerHostConfigAddMetrics(&add) != CUPTI_SUCCESS)
            return error_set(error, EXIT_ENVIRONMENT, "CUPTI has no metric %s for this GPU",
                             metrics[k]);
    }
    return check(result, "asking for metrics", error);
}

bool configure(session *s, const char **metrics, int count, int *passes, struct error *error)
{
    if (!add_metrics(s->host, metrics, count, error))
        return false;
    PARAMETERS(CUpti_Profiler_Host_GetConfigImageSize_Params, size);
    size.pHostObject = s->host;
    if (!check(cupti.cuptiProfilerHostGetConfigImageSize(&size), "configuring counters", error))
        return false;
    s->config.resize(size.configImageSize);
    PARAMETERS(CUpti_Profiler_Host_GetConfigImage_Params, image);
    image.pHostObject = s->host;
    image.configImageSize = s->config.size();
    image.pConfigImage = s->config.data();
    PARAMETERS(CUpti_Profiler_Host_GetNumOfPasses_Params, number);
    number.configImageSize = s->config.size();
    number.pConfigImage = s->config.data();
    if (!check(cupti.cuptiProfilerHostGetConfigImage(&image), "configuring counters", error) ||
        !check(cupti.cuptiProfilerHostGetNumOfPasses(&number), "configuring counters", error))
        return false;
    *passes = (int)number.numOfPasses;
    return true;
}

bool enable(session *s, CUcontext context, const char **metrics, int count, struct error *error)
{
    PARAMETERS(CUpti_RangeProfiler_Enable_Params, enable);
    enable.ctx = context;
    if (!check(cupti.cuptiRangeProfilerEnable(&enable), "enabling counters", error))
        return false;
    s->profiler = enable.pRangeProfilerObject;
    PARAMETERS(CUpti_RangeProfiler_GetCounterDataSize_Params, size);
    size.pRangeProfilerObject = s->profiler;
    size.pMetricNames = metrics;
    size.numMetrics = (size_t)count;
    size.maxNumOfRanges = 1;
    size.maxNumRangeTreeNodes = 1;
    if (!check(cupti.cuptiRangeProfilerGetCounterDataSize(&size), "sizing counters", error))
        return false;
    s->data.resize(size.counterDataSize);
    PARAMETERS(CUpti_RangeProfiler_CounterDataImage_Initialize_Params, clear);
    clear.pRangeProfilerObject = s->profiler;
    clear.counterDataSize = s->data.size();
    clear.pCounterData = s->data.data();
    PARAMETERS(CUpti_RangeProfiler_SetConfig_Params, set);
    set.pRangeProfilerObject = s->profiler;
    set.configSize = s->config.size();
    set.pConfig = s->config.data();
    set.counterDataImageSize = s->data.size();
    set.pCounterDataImage = s->data.data();
    set.range = CUPTI_UserRange;
    set.replayMode = CUPTI_UserReplay;
    set.maxRangesPerPass = 1;
    set.numNestingLevels = 1;
    set.minNestingLevel = 1;
    set.targetNestingLevel = 1;
    return check(cupti.cuptiRangeProfilerCounterDataImageInitialize(&clear), "clearing counters",
                 error) &&
           check(cupti.cuptiRangeProfilerSetConfig(&set), "setting counters", error);
}

bool replay(session *s, counted *run, void *context, struct error *error)
{
    PARAMETERS(CUpti_RangeProfiler_Start_Params, start);
    PARAMETERS(CUpti_RangeProfiler_PushRange_Params, push);
    PARAMETERS(CUpti_RangeProfiler_PopRange_Params, pop);
    PARAMETERS(CUpti_RangeProfiler_Stop_Params, stop);
    PARAMETERS(CUpti_RangeProfiler_DecodeData_Params, decode);
    start.pRangeProfilerObject = push.pRangeProfilerObject = pop.pRangeProfilerObject =
        stop.pRangeProfilerObject = decode.pRangeProfilerObject = s->profiler;
    push.pRangeName = "force";
    while (stop.isAllPassSubmitted == 0) {
        if (!check(cupti.cuptiRangeProfilerStart(&start), "starting a pass", error) ||
            !check(cupti.cuptiRangeProfilerPushRange(&push), "beginning a range", error) ||
            !run(context, error) ||
            !check(cupti.cuptiRangeProfilerPopRange(&pop), "ending a range", error) ||
            !check(cupti.cuptiRangeProfilerStop(&stop), "ending a pass", error))
            return false;
    }
    return check(cupti.cuptiRangeProfilerDecodeData(&decode), "decoding counters", error);
}

} // namespace

bool cuda_counters_measure(CUcontext device_context, int index, const char *const *metrics,
                           int count, counted *run, void *context, double *values, int *passes,
                           struct error *error)
{
    session s;
    std::vector<const char *> names(metrics, metrics + count);
    if (!open_library(error) || !open_host(&s, device_context, index, error) ||
        !configure(&s, names.data(), count, passes, error) ||
        !enable(&s, device_context, names.data(), count, error) || !replay(&s, run, context, error))
        return false;
    PARAMETERS(CUpti_Profiler_Host_EvaluateToGpuValues_Params, evaluate);
    evaluate.pHostObject = s.host;
    evaluate.pCounterDataImage = s.data.data();
    evaluate.counterDataImageSize = s.data.size();
    evaluate.rangeIndex = 0;
    evaluate.ppMetricNames = names.data();
    evaluate.numMetrics = (size_t)count;
    evaluate.pMetricValues = values;
    return check(cupti.cuptiProfilerHostEvaluateToGpuValues(&evaluate), "evaluating counters",
                 error);
}
