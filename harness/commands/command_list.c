/* `pairlanes list` shows what can be combined into a case, and on which devices. */
#include "harness/backend/backend.h"
#include "harness/commands/catalog_json.h"
#include "harness/commands/choice.h"
#include "harness/commands/command.h"
#include "harness/commands/command_line.h"
#include "harness/commands/command_reference.h"
#include "harness/commands/topic_catalog.h"
#include "harness/devices/backends.h"
#include "harness/json/json_indent.h"

#include <argp.h>
#include <stdio.h>

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
    bool json;
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
    case 'j':
        arguments->json = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool list(struct arguments *arguments, struct error *error)
{
    if (arguments->reference != NULL)
        return command_reference(arguments->reference, stdout, error);
    if (!choice_add(&arguments->choice, NULL, error))
        return false;
    if (arguments->json)
        return json_indent_print(stdout, catalog_json(), error);
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
    {"json", 'j', NULL, 0, "Print it as JSON", 0},
    {"reference", REFERENCE, "WHAT", 0,
     "List instead what configs and results hold: keys and members, or their config-schema, "
     "results-schema (JSON Schema), config-page, results-page (Markdown); or the command line: its "
     "man page (man), or completion for bash, zsh or fish",
     0},
    {0},
};

static const struct argp_child children[] = {{.argp = &choice_options}, {0}};

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
    bool listed = list(&arguments, &error);
    if (!listed)
        fprintf(stderr, "%s: %s\n", argv[0], error.text);
    choice_free(&arguments.choice);
    return listed ? EXIT_OK : (int)error.code;
}
