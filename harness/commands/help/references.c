#include "harness/commands/help/references.h"

#include "harness/backend/hardware.h"
#include "harness/base/suggest.h"
#include "harness/base/version.h"
#include "harness/base/words.h"
#include "harness/catalog/model.h"
#include "harness/catalog/strategy.h"
#include "harness/commands/help/topics.h"
#include "harness/commands/options/axis_options.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/config_argument.h"
#include "harness/commands/options/option_list.h"
#include "harness/commands/options/setting_keys.h"
#include "harness/config/config_keys.h"
#include "harness/json/json_file.h"
#include "harness/json/member_describe.h"
#include "harness/report/figures/figure.h"
#include "harness/results/members.h"

#include <argp.h>
#include <cjson/cJSON.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void add_models(struct words *values)
{
    for (const struct model *const *model = models(); *model != NULL; model++)
        words_add(values, "%s", (*model)->name);
}

static void add_strategies(struct words *values)
{
    for (const struct strategy *strategy = strategies(); strategy->name != NULL; strategy++)
        words_add(values, "%s", strategy->name);
}

static void add_keys(struct words *values)
{
    struct words keys = {0};
    setting_keys(&keys);
    for (int k = 0; k < keys.count; k++)
        words_add(values, "%s=", keys.word[k]);
    words_free(&keys);
}

/* Options with possible values that are not in a table of keys. */
static const struct {
    const char *name;
    void (*add)(struct words *values);
} others[] = {{"model", add_models},
              {"strategy", add_strategies},
              {"figure", figure_names},
              {"set", add_keys}};

static bool add_names(const struct member *member, struct words *values)
{
    const char *names[MEMBER_NAMES];
    if (member == NULL || member->kind != MEMBER_NAME)
        return false;
    member_list_names(member, names);
    for (int k = 0; names[k] != NULL; k++)
        words_add(values, "%s", names[k]);
    return true;
}

static void add_choices(const char *name, struct words *values)
{
    for (const struct model *const *model = models(); *model != NULL; model++) {
        int index = model_parameter(*model, name);
        const char *const *choice = index >= 0 ? (*model)->parameters[index].choices : NULL;
        for (; choice != NULL && *choice != NULL; choice++)
            words_add(values, "%s", *choice);
    }
}

/* Adds the alternatives that an argument's name lists: "cpu|cuda". */
static void add_alternatives(const char *argument, struct words *values)
{
    for (const char *at = argument; *at != '\0'; at++)
        if (*at != '|' && !islower((unsigned char)*at))
            return;
    if (strchr(argument, '|') == NULL)
        return;
    for (const char *at = argument; *at != '\0'; at += strspn(at, "|")) {
        int length = (int)strcspn(at, "|");
        words_add(values, "%.*s", length, at);
        at += length;
    }
}

/*
 * Adds the possible values of an option, from the tables that check it. Adds none for an option
 * with a number or a file. Keys of --set end with "=".
 */
static void option_values(const struct argp_option *option, struct words *values)
{
    if (option->arg == NULL)
        return;
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        if (strcmp(option->name, others[k].name) == 0) {
            others[k].add(values);
            return;
        }
    }
    if (add_names(axis_options_member(option->name), values))
        return;
    add_alternatives(option->arg, values);
    if (values->count == 0)
        add_choices(option->name, values);
}

static void add_words(cJSON *object, const char *name, struct words *words)
{
    cJSON *list = cJSON_AddArrayToObject(object, name);
    for (int k = 0; k < words->count; k++)
        cJSON_AddItemToArray(list, cJSON_CreateString(words->word[k]));
    words_free(words);
}

static cJSON *describe_option(const struct argp_option *option)
{
    const char letter[] = {option_has_letter(option) ? (char)option->key : '\0', '\0'};
    struct words values = {0};
    cJSON *object = cJSON_CreateObject();
    option_values(option, &values);
    cJSON_AddStringToObject(object, "name", option->name);
    cJSON_AddStringToObject(object, "letter", letter);
    if (option->arg != NULL)
        cJSON_AddStringToObject(object, "arg", option->arg);
    cJSON_AddStringToObject(object, "doc", option->doc != NULL ? option->doc : "");
    add_words(object, "values", &values);
    return object;
}

/* Appends the names, other than files, that the args_doc of a command lists. */
static void argument_names(const char *arguments, struct words *names)
{
    if (strstr(arguments, "COMMAND") != NULL)
        for (const struct command *other = commands(); other->name != NULL; other++)
            words_add(names, "%s", other->name);
    if (strstr(arguments, "TOPIC") != NULL)
        for (const struct topic *topic = topics(); topic->name != NULL; topic++)
            words_add(names, "%s", topic->name);
    if (strstr(arguments, "MODEL") != NULL)
        for (const struct model *const *model = models(); *model != NULL; model++)
            words_add(names, "%s", (*model)->name);
    if (strstr(arguments, "CONFIG") != NULL)
        config_argument_names(names);
}

/*
 * Adds the texts before and after the options. \v separates the text after the options, and a
 * filter may append to it.
 */
static void add_texts(cJSON *object, const struct argp *argp)
{
    const size_t length = strcspn(argp->doc, "\v");
    const char *end = argp->doc[length] == '\v' ? argp->doc + length + 1 : "";
    char *start = strndup(argp->doc, length);
    char *more = argp->help_filter != NULL ? argp->help_filter(ARGP_KEY_HELP_POST_DOC, end, NULL)
                                           : (char *)end;
    cJSON_AddStringToObject(object, "doc", start);
    cJSON_AddStringToObject(object, "end", end);
    cJSON_AddStringToObject(object, "more", more != end ? more : "");
    free(start);
    if (more != end)
        free(more);
}

static cJSON *describe_command(const struct command *command)
{
    const struct argp *argp = command->argp;
    const char *arguments = argp->args_doc != NULL ? argp->args_doc : "";
    struct option_list options;
    struct words names = {0};
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "name", command->name);
    cJSON_AddStringToObject(object, "summary", command->summary);
    cJSON_AddStringToObject(object, "arguments", arguments);
    add_texts(object, argp);
    argument_names(arguments, &names);
    add_words(object, "names", &names);
    cJSON *list = cJSON_AddArrayToObject(object, "options");
    option_list(argp, &options);
    for (int k = 0; k < options.count; k++)
        cJSON_AddItemToArray(list, describe_option(options.option[k]));
    return object;
}

static void add_meanings(cJSON *document, const char *name, const struct meaning *meaning)
{
    cJSON *object = cJSON_AddObjectToObject(document, name);
    for (; meaning->name != NULL; meaning++)
        cJSON_AddStringToObject(object, meaning->name, meaning->text);
}

/*
 * Returns a description of the commands with their options and possible values. It also has the
 * topics of help, the environment variables and the exit codes. The caller deletes it.
 */
static cJSON *commands_describe(void)
{
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "version", version_number());
    cJSON *list = cJSON_AddArrayToObject(document, "commands");
    for (const struct command *command = commands(); command->name != NULL; command++)
        cJSON_AddItemToArray(list, describe_command(command));
    cJSON *named = cJSON_AddObjectToObject(document, "topics");
    for (const struct topic *topic = topics(); topic->name != NULL; topic++)
        cJSON_AddStringToObject(named, topic->name, topic->summary);
    add_meanings(document, "environment", topic_variables);
    add_meanings(document, "exits", topic_exit_meanings);
    return document;
}

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
