/* `pairlanes list` shows the parts that can be combined into a case, and the devices. */
#include "harness/backend/backend.h"

#include "harness/base/error.h"
#include "harness/base/table.h"
#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "harness/catalog/source_hash.h"
#include "harness/catalog/strategy.h"
#include "harness/commands/help/references.h"
#include "harness/commands/help/topic_catalog.h"
#include "harness/commands/options/choice.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/table_options.h"
#include "harness/devices/backends.h"
#include "harness/devices/machine.h"
#include "harness/input/builders/builders.h"

#include <argp.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static void add_row(struct table *table, const struct source_set *sources, const char *backend,
                    const struct strategy *strategy, bool resides, const struct model *model)
{
    char hash[HASH_TEXT];
    enum source_side side = strcmp(backend, "cpu") == 0 ? SOURCES_CPU : SOURCES_GPU;
    hash_text(source_hash_of_cases(sources, side, strategy, model, resides), hash);
    table_cell(table, "%s%s", strategy->name, resides ? " " STRATEGY_RESIDES : "");
    table_cell(table, "%s", model->name);
    table_cell(table, "%s", backend);
    table_cell(table, "%s", hash);
}

/*
 * Writes a row for each combination of strategy, model and backend. Each row has the hash that its
 * cases record as "source_hash". Fails like table_write.
 */
static bool source_list(FILE *stream, struct table_style *style, struct error *error)
{
    static const struct table_column columns[] = {{"strategy", TABLE_LEFT},
                                                  {"model", TABLE_LEFT},
                                                  {"backend", TABLE_LEFT},
                                                  {"source_hash", TABLE_LEFT}};
    struct source_set sources;
    struct table table;
    if (!source_load(NULL, &sources, error))
        return false;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    for (const struct strategy *strategy = strategies(); strategy->name != NULL; strategy++) {
        for (const struct model *const *model = models(); *model != NULL; model++) {
            const int fused = strategy_tuning(strategy, "fused");
            add_row(&table, &sources, "cpu", strategy, false, *model);
            if (strategy_has_gpu(strategy))
                add_row(&table, &sources, "cuda", strategy, false, *model);
            if (fused >= 0 && strategy->tunings[fused].maximum > 1)
                add_row(&table, &sources, "cuda", strategy, true, *model);
        }
    }
    bool good = table_write(&table, style, stream, error);
    table_free(&table);
    source_free(&sources);
    return good;
}

/* Lists the devices. There is always a CPU. A missing GPU is listed with the reason. */
static bool list_devices(struct error *error)
{
    puts("\nbackends and devices");
    for (const struct backend *const *entry = backends(); *entry != NULL; entry++) {
        const struct backend *backend = *entry;
        printf("  %-15s %s\n", backend->name, backend->summary);
        int count = backend->count();
        for (int index = 0; index < count || index == 0; index++) {
            struct device_options options = {.index = index};
            struct device *device = NULL;
            if (!backend->open(&options, &device, error)) {
                if (backend == backends()[0])
                    return false;
                printf("    %-13s %s\n", "none", error->text);
                continue;
            }
            const struct device_info *info = backend->info(device);
            printf("    %-13d %s, %s, %d %s, %.1f GiB, %s\n", index, info->name, info->architecture,
                   info->cores, backend == backends()[0] ? "threads" : "multiprocessors",
                   (double)info->memory_bytes / (1 << 30), info->driver);
            backend->close(device);
        }
    }
    return true;
}

/* --- output for programs: a row per item --- */

static void add_thing(struct table *table, const char *kind, const char *of, const char *name,
                      const char *summary, const char *detail)
{
    table_cell(table, "%s", kind);
    table_cell(table, "%s", of);
    table_cell(table, "%s", name);
    table_cell(table, "%s", summary);
    table_cell(table, "%s", detail);
}

static void add_values(struct table *table, const char *initial, double least, double most,
                       const char *unit)
{
    table_cell(table, "%s", initial);
    table_number(table, least, "%g", least);
    table_number(table, most, "%g", most);
    table_cell(table, "%s", unit);
}

static void add_strategies(struct table *table)
{
    char initial[32];
    for (const struct strategy *strategy = strategies(); strategy->name != NULL; strategy++) {
        add_thing(table, "strategy", "", strategy->name, strategy->summary,
                  strategy_has_gpu(strategy) ? "cpu cuda" : "cpu");
        add_values(table, "", NAN, NAN, "");
        for (int k = 0; k < strategy_tunings(strategy); k++) {
            const struct tuning *tuning = &strategy->tunings[k];
            snprintf(initial, sizeof initial, "%d", tuning->initial);
            add_thing(table, "tuning", strategy->name, tuning->name, tuning->summary,
                      tuning->gpu_only ? "cuda" : "cpu cuda");
            add_values(table, initial, tuning->minimum, tuning->maximum,
                       tuning->power_of_two ? "power of two" : "");
        }
    }
}

static void add_models(struct table *table)
{
    char initial[64];
    for (const struct model *const *entry = models(); *entry != NULL; entry++) {
        const struct model *model = *entry;
        add_thing(table, "model", "", model->name, model->summary, model->citation);
        add_values(table, "", NAN, NAN, "");
        const char *builders[BUILDERS + 1];
        builder_names_of(model, builders);
        for (int k = 0; builders[k] != NULL; k++) {
            add_thing(table, "builder", model->name, builders[k], "", "");
            add_values(table, "", NAN, NAN, "");
        }
        for (int k = 0; k < model->parameter_count; k++) {
            const struct parameter *parameter = &model->parameters[k];
            char detail[256] = "";
            for (int c = 0; parameter->choices != NULL && parameter->choices[c] != NULL; c++)
                snprintf(detail + strlen(detail), sizeof detail - strlen(detail), "%s%s",
                         c > 0 ? " " : "", parameter->choices[c]);
            if (parameter->choices != NULL)
                snprintf(initial, sizeof initial, "%s",
                         parameter->choices[(int)parameter->initial]);
            else
                snprintf(initial, sizeof initial, "%g", parameter->initial);

            add_thing(table, "parameter", model->name, parameter->name, parameter->summary, detail);
            add_values(table, initial, NAN, NAN, parameter->choices != NULL ? "" : parameter->unit);
        }
    }
}

static void add_precisions(struct table *table)
{
    for (int k = 0; k < PRECISION_COUNT; k++) {
        const struct precision_info *info = precision_info((enum precision)k);
        add_thing(table, "precision", "", info->name, info->summary, "");
        add_values(table, "", NAN, NAN, "");
    }
}

static void add_devices(struct table *table)
{
    for (const struct backend *const *entry = backends(); *entry != NULL; entry++) {
        const struct backend *backend = *entry;
        struct error error;
        add_thing(table, "backend", "", backend->name, backend->summary, "");
        add_values(table, "", NAN, NAN, "");
        for (int index = 0; index < backend->count(); index++) {
            struct device_options options = {.index = index};
            struct device *device = NULL;
            if (!backend->open(&options, &device, &error))
                continue;
            const struct device_info *info = backend->info(device);
            add_thing(table, "device", backend->name, info->name, info->architecture, info->driver);
            add_values(table, "", NAN, info->cores, "cores");
            backend->close(device);
        }
    }
}

static bool list_table(struct table_style *style, struct error *error)
{
    static const struct table_column columns[] = {
        {"kind", TABLE_LEFT},    {"of", TABLE_LEFT},     {"name", TABLE_LEFT},
        {"summary", TABLE_LEFT}, {"detail", TABLE_LEFT}, {"initial", TABLE_LEFT},
        {"least", TABLE_RIGHT},  {"most", TABLE_RIGHT},  {"unit", TABLE_LEFT}};
    struct table table;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    add_strategies(&table);
    add_models(&table);
    add_precisions(&table);
    add_devices(&table);
    bool good = table_write(&table, style, stdout, error);
    table_free(&table);
    return good;
}

enum { REFERENCE = 'r', JSON = 'j' };

struct arguments {
    const char *reference; /* description to print (reference_write); NULL: list the parts of
                            * cases */
    bool machine;          /* true: print only the machine's name */
    bool sources;          /* true: list the hashes of kernel sources */
    struct choice choice;
    struct table_style style;
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->choice;
        state->child_inputs[1] = &arguments->style;
        return 0;
    case JSON:
        arguments->style.format = TABLE_JSON;
        return 0;
    case REFERENCE:
        arguments->reference = argument;
        return 0;
    default:
        return option_store(key, argument, arguments);
    }
}

static bool list(struct arguments *arguments, struct error *error)
{
    char machine[128];
    if (arguments->machine) {
        machine_name(machine, sizeof machine);
        puts(machine);
        return true;
    }
    if (arguments->reference != NULL)
        return reference_write(arguments->reference, stdout, error);
    const struct model *model = NULL;
    const char *given = arguments->choice.model;
    if (!choice_add(&arguments->choice, NULL, error) ||
        (given != NULL && !model_require(arguments->choice.model, &model, error)))
        return false;
    if (arguments->sources)
        return source_list(stdout, &arguments->style, error);
    if (arguments->style.format != TABLE_TEXT || arguments->style.columns != NULL)
        return list_table(&arguments->style, error);
    puts("strategies");
    topic_strategies(stdout);
    puts("\nmodels");
    topic_models(stdout);
    puts("\nprecisions");
    topic_precisions(stdout);
    puts("\nlists on a GPU");
    topic_lists(stdout);
    return list_devices(error);
}

static const struct argp_option options[] = {
    {"reference", REFERENCE, "tables|commands|keys|members", 0,
     "List only the keys of configs or the members of results; or all that is known of them "
     "(tables) or of the command line (commands), as JSON for scripts/reference and scripts/shells",
     0},
    {"json", JSON, NULL, 0, "Short for --format json: a table with a row for each entry", 0},
    {"machine", OPTION_FLAG(struct arguments, machine), NULL, 0,
     "Print only the name of this machine, which is also that of its folder of results", 0},
    {"sources", OPTION_FLAG(struct arguments, sources), NULL, 0,
     "List only the hashes of kernels' sources, as in results", 0},
    {0},
};

static const struct argp_child children[] = {
    {.argp = &choice_options}, {.argp = &table_options}, {0}};

const struct argp command_list_argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .doc = "Lists strategies with their tuning values, models with their parameters, "
           "precisions, ways to build lists, and the backends and devices of this machine; "
           "with --model and --strategy also those outside the tree.",
};

int command_list(int argc, char **argv)
{
    struct arguments arguments = {0};
    struct error error;
    command_line_parse(&command_list_argp, argc, argv, 0, &arguments);
    const int code = command_end(argv[0], list(&arguments, &error), &error);
    choice_free(&arguments.choice);
    return code;
}
