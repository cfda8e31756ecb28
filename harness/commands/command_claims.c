/* `pairlanes claims` reports whether results confirm the claims of a paper. */
#include "harness/base/memory.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/config_argument.h"
#include "harness/commands/options/table_options.h"
#include "harness/json/json_get.h"
#include "harness/report/tables/claims_report.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>

struct arguments {
    struct record_files files;
    struct table_style style;
    const char *config; /* config with the claims; NULL: the config in the results */
    bool strict;
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->style;
        return 0;
    default:
        return option_store(key, argument, arguments) == 0
                   ? 0
                   : record_files_parse(key, argument, state, &arguments->files);
    }
}

/* Returns the member "claims" or "name" of the config in a results file. */
static const cJSON *of_config(const struct records *records, const char *key)
{
    return json_get(json_get(records->document[0], "config"), key);
}

/* Returns the first file with the same config. */
static int first_of(const struct records *records, int file)
{
    const struct records *own = &records[file];
    for (int k = 0; k < file; k++)
        if (records[k].documents > 0 &&
            cJSON_Compare(of_config(&records[k], "name"), of_config(own, "name"), true) &&
            cJSON_Compare(of_config(&records[k], "claims"), of_config(own, "claims"), true))
            return k;
    return file;
}

/*
 * Judges the claims of each config. The cases of all files with the same config count, because CPU
 * and GPU may have run separately. `records` has an element for each file. The first file of a
 * config also gets the cases of its other files.
 */
static bool evaluate(const struct record_files *files, struct records *records,
                     struct claims *claims, struct error *error)
{
    int loaded = 0;
    for (int k = 0; k < files->count; k++) {
        const struct record_files file = {
            .path = files->path + k, .count = 1, .any = true, .quiet = files->count == 1};
        if (!records_load(&records[k], &file, error))
            return false;
        loaded += records[k].documents;
        if (records[k].documents == 0)
            continue;
        int first = first_of(records, k);
        if (first < k &&
            !records_add(&records[first], records[k].document[0], files->path[k], error))
            return false;
    }
    if (loaded == 0)
        return error_set(error, EXIT_USAGE, "%s: no results: it holds no cases%s", files->path[0],
                         files->count > 1 ? ", and neither do the others" : "");
    for (int k = 0; k < files->count; k++)
        if (records[k].documents > 0 && first_of(records, k) == k &&
            !claims_add(claims, &records[k], records[k].document[0], files->path[k], error))
            return false;
    return true;
}

/* Judges the claims of the config `given` by the cases of all files. */
static bool evaluate_config(const char *given, const struct record_files *files,
                            struct records *records, struct claims *claims, struct error *error)
{
    struct config_argument argument = {0};
    struct config config = {0};
    const struct settings claims_alone = {.no_systems = true};
    const struct record_files any = {.path = files->path, .count = files->count, .any = true};
    cJSON *document = cJSON_CreateObject();
    bool good = config_argument_find(given, &argument, error) &&
                config_argument_read(&argument, &claims_alone, &config, error) &&
                records_load(records, &any, error);
    if (good) {
        cJSON_AddItemReferenceToObject(document, "config", config.resolved);
        good = claims_add(claims, records, document, given, error);
    }
    cJSON_Delete(document);
    config_free(&config);
    config_argument_free(&argument);
    return good;
}

static const struct argp_option keys[] = {
    {"config", OPTION_TEXT(struct arguments, config), "CONFIG", 0,
     "Check the claims of this config, not those stored in the results", 0},
    {"strict", OPTION_FLAG(struct arguments, strict), NULL, 0,
     "Exit with 1 if a claim does not hold any more", 0},
    {0},
};

static const struct argp_child children[] = {{.argp = &table_options}, {0}};

const struct argp command_claims_argp = {
    .options = keys,
    .parser = parse,
    .children = children,
    .args_doc = "RESULT…",
    .doc = "Compares the claims of a config with the times measured for it, in one file or "
           "several, on each device. A claim bounds the ratio of the times of two strategies.\vA "
           "claim holds if at every point the 95 % interval of the ratio lies within the bounds. "
           "It is exceeded if the interval lies beyond the bound farther from one, and no longer "
           "holds if it lies beyond the other; otherwise it is undecided. The point that is shown "
           "decides it: the worst.\nExit codes: 0 the claims are judged; 1 one holds no more, "
           "with --strict; 2 wrong usage or input; 3 this machine cannot do it.",
};

int command_claims(int argc, char **argv)
{
    struct arguments arguments = {0};
    command_line_parse(&command_claims_argp, argc, argv, 0, &arguments);

    struct error error;
    struct claims claims = {0};
    struct records *records = memory_new(arguments.files.count, sizeof *records, "results");
    bool good = (arguments.config != NULL
                     ? evaluate_config(arguments.config, &arguments.files, records, &claims, &error)
                     : evaluate(&arguments.files, records, &claims, &error)) &&
                claims_report(stdout, &claims, &arguments.style, &error);
    int code = good && arguments.strict ? claims_exit_code(&claims) : EXIT_OK;
    claims_free(&claims);
    for (int k = 0; k < arguments.files.count; k++)
        records_free(&records[k]);
    free(records);
    const int failed = command_end(argv[0], good, &error);
    return good ? code : failed;
}
