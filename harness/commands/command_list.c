/* `pairlanes list` shows what can be combined into a case, and on which devices. */
#include "harness/backend/backend.h"
#include "harness/catalog/building.h"
#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "harness/catalog/strategy.h"
#include "harness/commands/choice.h"
#include "harness/commands/command_line.h"
#include "harness/devices/backends.h"
#include "harness/results/reference.h"

#include <argp.h>
#include <stdio.h>

static void list_strategies(void)
{
    puts("strategies");
    for (const struct strategy *strategy = strategies(); strategy->name != NULL; strategy++) {
        printf("  %-15s %s%s\n", strategy->name, strategy->summary,
               strategy_has_gpu(strategy) ? "" : " (CPU only)");
        for (int k = 0; k < strategy_tunings(strategy); k++) {
            const struct tuning *tuning = &strategy->tunings[k];
            printf("    %-13s %s: %d…%d%s, initially %d%s\n", tuning->name, tuning->summary,
                   tuning->minimum, tuning->maximum, tuning->power_of_two ? ", a power of two" : "",
                   tuning->initial, tuning->gpu_only ? " (GPU)" : "");
        }
    }
}

static void list_models(void)
{
    puts("\nmodels");
    for (const struct model *const *entry = models(); *entry != NULL; entry++) {
        const struct model *model = *entry;
        printf("  %-15s %s; %s\n    %-13s ", model->name, model->summary, model->citation,
               "built by");
        for (int k = 0; model->builders[k] != NULL; k++)
            printf("%s%s", k ? ", " : "", model->builders[k]);
        puts("");
        for (int k = 0; k < model->parameter_count; k++) {
            const struct parameter *parameter = &model->parameters[k];
            printf("    %-13s %s: ", parameter->name, parameter->summary);
            if (parameter->choices == NULL) {
                printf("initially %g %s\n", parameter->initial, parameter->unit);
                continue;
            }
            for (int c = 0; parameter->choices[c] != NULL; c++)
                printf("%s%s", c ? ", " : "", parameter->choices[c]);
            printf("; initially %s\n", parameter->choices[(int)parameter->initial]);
        }
    }
}

static void list_precisions(void)
{
    puts("\nprecisions");
    for (int k = 0; k < PRECISION_COUNT; k++) {
        const struct precision_info *info = precision_info((enum precision)k);
        printf("  %-15s %s; force tolerance", info->name, info->summary);
        if (info->tolerance > 0)
            printf(" %g", info->tolerance);
        for (const struct model *const *model = models(); *model != NULL; model++)
            if (info->tolerance == 0 && (*model)->fixed_tolerance > 0)
                printf(" %g (%s)", (*model)->fixed_tolerance, (*model)->name);
        puts("");
    }
}

static void list_buildings(void)
{
    puts("\nlists on a GPU");
    printf("  %-15s how cells are filled:", "binning");
    for (int k = 0; k < BINNING_COUNT; k++)
        printf("%s %s", k ? "," : "", binning_name((enum binning)k));
    printf("; initially %s\n  %-15s who looks for neighbors:", binning_name((enum binning)0),
           "listing");
    for (int k = 0; k < LISTING_COUNT; k++)
        printf("%s %s", k ? "," : "", listing_name((enum listing)k));
    printf("; initially %s\n  %-15s of the test of a pair: %s, %s; initially that of the pairs\n",
           listing_name((enum listing)0), "distance", distance_name(DISTANCE_SINGLE),
           distance_name(DISTANCE_DOUBLE));
}

/* A machine without a GPU is listed as such, but it has a CPU, whatever happens. */
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

enum { REFERENCE = 'r' };

struct arguments {
    const char *reference; /* NULL to list what can be combined */
    struct choice choice;
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->choice;
        return 0;
    case REFERENCE:
        arguments->reference = argument;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool list(struct arguments *arguments, struct error *error)
{
    if (arguments->reference != NULL)
        return reference_write(arguments->reference, stdout, error);
    if (!choice_add(&arguments->choice, NULL, error))
        return false;
    list_strategies();
    list_models();
    list_precisions();
    list_buildings();
    return list_devices(error);
}

int command_list(int argc, char **argv)
{
    static const struct argp_option options[] = {
        {"reference", REFERENCE, "WHAT", 0,
         "List instead what configs and results hold: keys and members, or their config-schema, "
         "results-schema (JSON Schema), config-page, results-page (Markdown)",
         0},
        {0},
    };
    static const struct argp_child children[] = {{.argp = &choice_options}, {0}};
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .children = children,
        .doc = "Lists strategies with their tuning values, models with their parameters, "
               "precisions, ways to build lists, and the backends and devices of this machine; "
               "with --model and --strategy also those outside the tree.",
    };
    struct arguments arguments = {0};
    struct error error;
    command_line_parse(&argp, argc, argv, 0, &arguments);
    bool listed = list(&arguments, &error);
    if (!listed)
        fprintf(stderr, "%s: %s\n", argv[0], error.text);
    choice_free(&arguments.choice);
    return listed ? EXIT_OK : (int)error.code;
}
