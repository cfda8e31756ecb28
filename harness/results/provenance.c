#include "harness/results/provenance.h"
#include "harness/base/version.h"

#include <ctype.h>
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

void provenance_host(char *name, size_t size)
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

static void add_cpu(cJSON *provenance)
{
    char name[256] = "unknown";
    FILE *stream = fopen("/proc/cpuinfo", "r");
    char line[512];
    while (stream != NULL && fgets(line, sizeof line, stream) != NULL) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && colon != NULL) {
            snprintf(name, sizeof name, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
            break;
        }
    }
    if (stream != NULL)
        fclose(stream);
    cJSON_AddStringToObject(provenance, "cpu", name);
    cJSON_AddNumberToObject(provenance, "cpu_cores", (double)sysconf(_SC_NPROCESSORS_ONLN));
    cJSON_AddNumberToObject(provenance, "memory_bytes",
                            (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE));
}

cJSON *provenance_new(void)
{
    char text[256];
    cJSON *provenance = cJSON_CreateObject();
    cJSON_AddStringToObject(provenance, "version", version_number());
    cJSON_AddStringToObject(provenance, "commit", version_commit());
    cJSON_AddStringToObject(provenance, "compiler", version_compiler());
    cJSON_AddStringToObject(provenance, "flags", version_kernel_flags());
    provenance_host(text, sizeof text);
    cJSON_AddStringToObject(provenance, "host", text);
    struct utsname system;
    if (uname(&system) == 0)
        snprintf(text, sizeof text, "%s %s %s", system.sysname, system.release, system.machine);
    else
        snprintf(text, sizeof text, "unknown");
    cJSON_AddStringToObject(provenance, "operating_system", text);
    add_cpu(provenance);
    provenance_date(text, sizeof text);
    cJSON_AddStringToObject(provenance, "date", text);
    cJSON_AddArrayToObject(provenance, "devices");
    return provenance;
}

void provenance_add_device(cJSON *provenance, const char *backend, const struct device_info *info)
{
    cJSON *devices = cJSON_GetObjectItemCaseSensitive(provenance, "devices");
    cJSON *device = cJSON_CreateObject();
    cJSON_AddStringToObject(device, "backend", backend);
    cJSON_AddStringToObject(device, "name", info->name);
    cJSON_AddStringToObject(device, "architecture", info->architecture);
    cJSON_AddStringToObject(device, "driver", info->driver);
    cJSON_AddNumberToObject(device, "cores", info->cores);
    cJSON_AddNumberToObject(device, "memory_bytes", (double)info->memory_bytes);
    cJSON_AddNumberToObject(device, "clock_mhz", info->clock_mhz);
    const cJSON *known = NULL;
    cJSON_ArrayForEach (known, devices) {
        if (cJSON_Compare(known, device, true)) {
            cJSON_Delete(device);
            return;
        }
    }
    cJSON_AddItemToArray(devices, device);
}

const char *provenance_conflict(const cJSON *old, const cJSON *here)
{
    static const char *const keys[] = {"host", "commit", "compiler", "flags"};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        const cJSON *a = cJSON_GetObjectItemCaseSensitive(old, keys[k]);
        const cJSON *b = cJSON_GetObjectItemCaseSensitive(here, keys[k]);
        if (!cJSON_IsString(a) || strcmp(a->valuestring, b->valuestring) != 0)
            return keys[k];
    }
    return NULL;
}
