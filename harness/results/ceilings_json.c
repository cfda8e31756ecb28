#include "harness/backend/ceilings.h"
#include "harness/json/json_file.h"
#include "harness/json/json_get.h"
#include "harness/results/ceilings_check.h"
#include "harness/results/provenance.h"

static const char *const cache_keys[CEILINGS_CACHES] = {"l1_bytes", "l2_bytes", "l3_bytes"};

static cJSON *device_json(const struct ceilings *ceilings)
{
    cJSON *device = cJSON_CreateObject();
    cJSON_AddStringToObject(device, "backend", ceilings->backend);
    cJSON_AddStringToObject(device, "name", ceilings->info.name);
    cJSON_AddNumberToObject(device, "cores", ceilings->info.cores);
    for (int k = 0; k < CEILINGS_CACHES; k++)
        cJSON_AddNumberToObject(device, cache_keys[k], (double)ceilings->cache_bytes[k]);
    cJSON *list = cJSON_AddObjectToObject(device, "ceilings");
    for (int k = 0; k < CEILING_COUNT; k++) {
        const struct ceiling *ceiling = &ceilings->ceiling[k];
        if (ceiling->repetitions == 0)
            continue;
        cJSON *item = cJSON_AddObjectToObject(list, ceiling_info((enum ceiling_kind)k)->name);
        cJSON_AddNumberToObject(item, "best", ceiling->best);
        cJSON_AddNumberToObject(item, "median", ceiling->median);
        cJSON_AddNumberToObject(item, "worst", ceiling->worst);
        cJSON_AddStringToObject(item, "unit", ceiling_info((enum ceiling_kind)k)->unit);
        cJSON_AddNumberToObject(item, "repetitions", ceiling->repetitions);
        cJSON_AddNumberToObject(item, "set_bytes", (double)ceiling->set_bytes);
    }
    return device;
}

cJSON *ceilings_json(const struct ceilings_set *set)
{
    cJSON *document = cJSON_CreateObject();
    cJSON *provenance = provenance_new();
    cJSON *devices = cJSON_CreateArray();
    for (int k = 0; k < set->count; k++) {
        provenance_add_device(provenance,
                              provenance_device(set->device[k].backend, &set->device[k].info));
        cJSON_AddItemToArray(devices, device_json(&set->device[k]));
    }
    cJSON_AddNumberToObject(document, "schema_version", CEILINGS_SCHEMA);
    cJSON_AddItemToObject(document, "provenance", provenance);
    cJSON_AddItemToObject(document, "devices", devices);
    return document;
}

static double number(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

static void text(const cJSON *object, const char *key, char *to, size_t size)
{
    snprintf(to, size, "%s", json_text(object, key));
}

static void device_read(const cJSON *item, struct ceilings *ceilings)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(item, "ceilings");
    *ceilings = (struct ceilings){.info.cores = (int)number(item, "cores")};
    text(item, "backend", ceilings->backend, sizeof ceilings->backend);
    text(item, "name", ceilings->info.name, sizeof ceilings->info.name);
    for (int k = 0; k < CEILINGS_CACHES; k++)
        ceilings->cache_bytes[k] = (int64_t)number(item, cache_keys[k]);
    for (int k = 0; k < CEILING_COUNT; k++) {
        const cJSON *one =
            cJSON_GetObjectItemCaseSensitive(list, ceiling_info((enum ceiling_kind)k)->name);
        ceilings->ceiling[k] = (struct ceiling){
            .best = number(one, "best"),
            .median = number(one, "median"),
            .worst = number(one, "worst"),
            .repetitions = (int)number(one, "repetitions"),
            .set_bytes = (int64_t)number(one, "set_bytes"),
        };
    }
}

bool ceilings_read(const char *path, struct ceilings_set *set, struct error *error)
{
    *set = (struct ceilings_set){0};
    cJSON *document = json_file_read(path, error);
    if (document == NULL)
        return false;
    bool good = ceilings_check_all(document, path, error);
    const cJSON *item = NULL;
    if (good)
        cJSON_ArrayForEach (item, cJSON_GetObjectItemCaseSensitive(document, "devices"))
            if (set->count < CEILINGS_DEVICES)
                device_read(item, &set->device[set->count++]);
    cJSON_Delete(document);
    return good;
}
