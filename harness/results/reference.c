#include "harness/results/reference.h"

#include "harness/backend/hardware.h"
#include "harness/base/suggest.h"
#include "harness/config/config_keys.h"
#include "harness/config/config_schema.h"
#include "harness/json/json_indent.h"
#include "harness/json/member_page.h"
#include "harness/results/members.h"
#include "harness/results/results_schema.h"

#include <string.h>

static bool write_config_schema(FILE *stream, struct error *error)
{
    return json_indent_print(stream, config_schema(), error);
}

static bool write_results_schema(FILE *stream, struct error *error)
{
    return json_indent_print(stream, results_schema(), error);
}

static void section(FILE *stream, const char *title, const char *text, const struct member *members,
                    enum member_page page)
{
    fprintf(stream, "\n## %s\n\n%s\n\n", title, text);
    member_page_table(stream, members, page);
}

static bool write_config_page(FILE *stream, struct error *error)
{
    (void)error;
    fputs("# The keys of a config\n\n"
          "`make references` writes this page out of the tables of harness/config/config_keys.c.\n"
          "`[…]` in a default is a list of values that multiply into cases.\n",
          stream);
    section(stream, "document", "Keys of the top level only; it may also have the keys of a sweep.",
            config_document_keys, PAGE_DEFAULTS);
    section(stream, "sweep", "Of the top level, of an entry of `sweeps`, and of `full`.",
            config_sweep_keys, PAGE_DEFAULTS);
    section(stream, "claim", "Of an entry of `claims`.", config_claim_keys, PAGE_DEFAULTS);
    section(stream, "side",
            "Side of a claim, in addition to a strategy with its tuning and `parameters`.",
            config_side_keys, PAGE_DEFAULTS);
    return true;
}

static bool write_results_page(FILE *stream, struct error *error)
{
    (void)error;
    fputs("# The members of results\n\n"
          "`make references` writes this page out of the tables of harness/results/members/.\n"
          "A name after a dot is a member of the object before it. What a file lacks, or has as\n"
          "null, is an empty field in the columns of `export`.\n",
          stream);
    section(stream, "document", "Of the file.", results_members, PAGE_PLAIN);
    section(stream, "cache", "Of a cache in `provenance`.", cache_members, PAGE_PLAIN);
    section(stream, "gpu", "Of a GPU in `provenance`.", gpu_members, PAGE_PLAIN);
    section(stream, "device", "Of a device in `provenance`.", device_members, PAGE_PLAIN);
    section(stream, "case", "Of an entry of `cases`.", case_members, PAGE_COLUMNS);
    section(stream, "timing", "Of times of one call; columns follow the name of the time.",
            timing_members, PAGE_COLUMNS);
    section(stream, "counters", "Of hardware counters; columns follow the name of the part.",
            counters_members, PAGE_COLUMNS);
    fputs("\nUnless `counters.metrics` names others, these are CUPTI's\n\n", stream);
    for (int k = 0; k < hardware_metrics_default.count; k++)
        fprintf(stream, "- `%s`: `%s`\n", hardware_metrics_default.metric[k].field,
                hardware_metrics_default.metric[k].name);
    section(stream, "region", "Of a region of the kernel, or a branch of the model.",
            region_members, PAGE_PLAIN);
    section(stream, "series",
            "Of a quantity that was sampled while particles moved; columns follow its name.",
            series_members, PAGE_COLUMNS);
    return true;
}

static bool write_keys(FILE *stream, struct error *error)
{
    (void)error;
    member_page_paths(stream, config_sweep_keys);
    return true;
}

static bool write_members(FILE *stream, struct error *error)
{
    (void)error;
    member_page_paths(stream, case_members);
    return true;
}

static const char *const names[] = {
    "config-schema", "results-schema", "config-page", "results-page", "keys", "members", NULL};

const char *const *reference_names(void)
{
    return names;
}

bool reference_write(const char *what, FILE *stream, struct error *error)
{
    static bool (*const write[])(FILE *, struct error *) = {
        write_config_schema, write_results_schema, write_config_page,
        write_results_page,  write_keys,           write_members};
    for (int k = 0; names[k] != NULL; k++)
        if (strcmp(names[k], what) == 0)
            return write[k](stream, error);
    return suggest_error(error, "reference", what, names);
}
