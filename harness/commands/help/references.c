#include "harness/commands/help/references.h"

#include "harness/backend/hardware.h"
#include "harness/base/suggest.h"
#include "harness/commands/help/command_describe.h"
#include "harness/config/config_keys.h"
#include "harness/json/json_file.h"
#include "harness/json/member_describe.h"
#include "harness/results/members.h"

/* Describes the tables that have a section in schemas and pages, and the metrics of GPUs. */
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

static void print_paths(FILE *stream, const struct member *members)
{
    struct words paths = {0};
    members_paths(&paths, members);
    for (int k = 0; k < paths.count; k++)
        fprintf(stream, "%s\n", paths.word[k]);
    words_free(&paths);
}

bool reference_write(const char *what, FILE *stream, struct error *error)
{
    static const char *const names[] = {"tables", "commands", "keys", "members", NULL};
    const int chosen = words_find(names, sizeof names / sizeof *names - 1, what);
    if (chosen < 0)
        return suggest_error(error, "reference", what, names);
    if (chosen < 2)
        json_file_print(stream, chosen == 0 ? describe_all() : commands_describe());
    else
        print_paths(stream, chosen == 2 ? config_sweep_keys : case_members);
    return true;
}
