#include "harness/commands/options/choice.h"

#include "harness/extensions/extension.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_STRATEGY = 512 };

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct choice *choice = state->input;
    switch (key) {
    case 'm':
        choice->model = argument;
        return 0;
    case KEY_STRATEGY:
        choice_strategies(choice, argument);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp choice_options = {
    .options =
        (const struct argp_option[]){
            {"model", 'm', "NAME|FILE.h", 0,
             "This model: of `pairlanes list`, or in a header of your own", 0},
            {"strategy", KEY_STRATEGY, "NAME|DIR[,…]", 0,
             "These strategies: of `pairlanes list`, or in folders of your own (with a / in the "
             "name); may be repeated",
             0},
            {0}},
    .parser = parse,
};

void choice_strategies(struct choice *choice, const char *list)
{
    for (const char *at = list; *at != '\0';) {
        size_t length = strcspn(at, ",");
        words_add(&choice->strategies, "%.*s", (int)length, at);
        at += length + (at[length] == ',');
    }
}

/* Joins the names of the strategies with commas, and adds those that are paths to the catalog.
 * NULL if that fails. */
static char *strategy_names(const struct words *strategies, struct error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    const char *name = NULL;
    bool good = stream != NULL;
    if (!good)
        error_set(error, EXIT_ENVIRONMENT, "out of memory: --strategy");
    for (int k = 0; k < strategies->count && good; k++) {
        name = strategies->word[k];
        good = !extension_is_path(name) || extension_add_strategy(name, &name, error);
        if (good)
            fprintf(stream, "%s%s", k > 0 ? "," : "", name);
    }
    bool closed = stream == NULL || fclose(stream) == 0;
    if (good && (!closed || text == NULL))
        good = error_set(error, EXIT_ENVIRONMENT, "out of memory: strategies");
    if (!good) {
        free(text);
        text = NULL;
    }
    return text;
}

bool choice_add(struct choice *choice, struct settings *settings, struct error *error)
{
    if (!extension_add_from_path(error) ||
        (choice->model != NULL && extension_is_path(choice->model) &&
         !extension_add_model(choice->model, &choice->model, error)))
        return false;
    char *names = strategy_names(&choice->strategies, error);
    bool good = names != NULL && (settings == NULL || choice->strategies.count == 0 ||
                                  settings_add(settings, "strategy", names, error));
    free(names);
    return good;
}

void choice_free(struct choice *choice)
{
    words_free(&choice->strategies);
    *choice = (struct choice){0};
}
