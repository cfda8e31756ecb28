#include "harness/commands/help/references.h"

#include "harness/backend/hardware.h"
#include "harness/base/suggest.h"
#include "harness/commands/help/command_describe.h"
#include "harness/config/config_keys.h"
#include "harness/json/json_file.h"
#include "harness/json/member_describe.h"
#include "harness/results/members.h"

#include <string.h>

/* The tables that schemas and pages have a section of, and the metrics of GPUs. */
static cJSON *describe_all(void)
{
    static const struct {
        const char *name;
        const struct member *members;
    } tables[] = {
        {"config", config_document_keys},
        {"sweep", config_sweep_keys},
        {"claim", config_claim_keys},
        {"side", config_side_keys},
        {"results", results_members},
        {"cache", cache_members},
        {"gpu", gpu_members},
        {"device", device_members},
        {"case", case_members},
        {"timing", timing_members},
        {"counters", counters_members},
        {"region", region_members},
        {"series", series_members},
    };
    cJSON *document = cJSON_CreateObject();
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++)
        cJSON_AddItemToObject(document, tables[k].name, members_describe(tables[k].members));
    cJSON *metrics = cJSON_AddObjectToObject(document, "metrics");
    for (int k = 0; k < hardware_metrics_default.count; k++)
        cJSON_AddStringToObject(metrics, hardware_metrics_default.metric[k].field,
                                hardware_metrics_default.metric[k].name);
    return document;
}

static void write_tables(FILE *stream)
{
    json_file_print(stream, describe_all());
}

static void write_commands(FILE *stream)
{
    json_file_print(stream, commands_describe());
}

static void write_keys(FILE *stream)
{
    members_paths(stream, config_sweep_keys);
}

static void write_members(FILE *stream)
{
    members_paths(stream, case_members);
}

bool reference_write(const char *what, FILE *stream, struct error *error)
{
    static const char *const names[] = {"tables", "commands", "keys", "members", NULL};
    static void (*const write[])(FILE *) = {write_tables, write_commands, write_keys,
                                            write_members};
    for (int k = 0; names[k] != NULL; k++)
        if (strcmp(names[k], what) == 0) {
            write[k](stream);
            return true;
        }
    return suggest_error(error, "reference", what, names);
}
