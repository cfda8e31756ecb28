#include "harness/results/provenance.h"
#include "harness/base/machine/gpus.h"
#include "harness/base/machine/processors.h"
#include "harness/base/version.h"
#include "harness/results/members.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

void provenance_file_name(char *name)
{
    for (char *c = name; *c != '\0'; c++)
        if (!isalnum((unsigned char)*c) && strchr("._-+", *c) == NULL)
            *c = '-';
    if (name[0] == '.')
        name[0] = '-';
}

/* Writes the host's name up to the first dot, and replaces characters that file names do not
 * allow. */
static void find_host(char *name, size_t size)
{
    if (gethostname(name, size) != 0 || name[0] == '\0')
        snprintf(name, size, "unknown");
    name[size - 1] = '\0';
    name[strcspn(name, ".")] = '\0';
    provenance_file_name(name);
}

void provenance_date(char *text, size_t size)
{
    time_t seconds = time(NULL);
    struct tm utc;
    gmtime_r(&seconds, &utc);
    strftime(text, size, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

/* Provenance of this machine. */
struct here {
    char host[256], system[256], cpu[256], cpu_model[64], date[32];
    struct processors processors;
    int gpus;
    struct gpu_place gpu[GPUS_MAX];
};

static double known(int count)
{
    return count > 0 ? count : NAN;
}

#define MEMBER(kind, field, path, value, ...) .field = (value),

/* Makes a JSON list of caches; NULL: none is known. */
static cJSON *caches_of(const struct processors *processors)
{
    cJSON *caches = processors->caches > 0 ? cJSON_CreateArray() : NULL;
    for (int k = 0; k < processors->caches; k++) {
        const struct processors_cache *cache = &processors->cache[k];
        const struct record_cache one = {
#include "harness/results/members/cache.h"
        };
        cJSON_AddItemToArray(caches, members_write(cache_members, &one));
    }
    return caches;
}

/* Makes a JSON list of GPUs; NULL: there are none. */
static cJSON *gpus_of(const struct here *here)
{
    cJSON *gpus = here->gpus > 0 ? cJSON_CreateArray() : NULL;
    for (int k = 0; k < here->gpus; k++) {
        const struct gpu_place *place = &here->gpu[k];
        const struct record_gpu one = {
#include "harness/results/members/gpu.h"
        };
        cJSON_AddItemToArray(gpus, members_write(gpu_members, &one));
    }
    return gpus;
}

static void look_around(struct here *here)
{
    struct utsname system;
    find_host(here->host, sizeof here->host);
    if (!processors_name("/proc/cpuinfo", here->cpu, sizeof here->cpu))
        snprintf(here->cpu, sizeof here->cpu, "unknown");
    processors_model(here->cpu_model, sizeof here->cpu_model);
    provenance_date(here->date, sizeof here->date);
    here->processors = processors_read("/sys/devices/system");
    here->gpus = gpus_read("/sys/bus/pci/drivers/nvidia", here->gpu);
    if (uname(&system) == 0)
        snprintf(here->system, sizeof here->system, "%s %s %s", system.sysname, system.release,
                 system.machine);
    else
        snprintf(here->system, sizeof here->system, "unknown");
}

cJSON *provenance_new(void)
{
    struct here machine;
    const struct here *here = &machine;
    look_around(&machine);
    const struct record_provenance provenance = {
#include "harness/results/members/provenance.h"
    };
    return members_write(provenance_members, &provenance);
}

cJSON *provenance_device(const char *backend, const struct device_info *info)
{
    const struct record_device used = {
#include "harness/results/members/device.h"
    };
    return members_write(device_members, &used);
}

void provenance_add_device(cJSON *provenance, cJSON *device)
{
    cJSON *devices = cJSON_GetObjectItemCaseSensitive(provenance, "devices");
    const cJSON *known = NULL;
    cJSON_ArrayForEach (known, devices) {
        if (cJSON_Compare(known, device, true)) {
            cJSON_Delete(device);
            return;
        }
    }
    cJSON_AddItemToArray(devices, device);
}

const char *provenance_conflict(const cJSON *old, const cJSON *here, bool any_host)
{
    /* the first two keys depend on the machine */
    static const char *const keys[] = {"host", "list_instructions", "commit", "compiler", "flags"};
    for (size_t k = any_host ? 2 : 0; k < sizeof keys / sizeof *keys; k++) {
        const cJSON *a = cJSON_GetObjectItemCaseSensitive(old, keys[k]);
        const cJSON *b = cJSON_GetObjectItemCaseSensitive(here, keys[k]);
        if (!cJSON_IsString(a) || strcmp(a->valuestring, b->valuestring) != 0)
            return keys[k];
    }
    return NULL;
}

bool provenance_same_machine(const cJSON *old, const cJSON *here)
{
    static const char *const keys[] = {"operating_system", "cpu",         "cpu_model",
                                       "cpu_cores",        "cpu_sockets", "numa_nodes",
                                       "caches",           "memory_bytes"};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        const cJSON *a = cJSON_GetObjectItemCaseSensitive(old, keys[k]);
        const cJSON *b = cJSON_GetObjectItemCaseSensitive(here, keys[k]);
        if (a != NULL && !cJSON_IsNull(a) && !cJSON_Compare(a, b, true))
            return false;
    }
    return true;
}
