#include "harness/commands/options/choice.h"

#include "harness/base/text.h"
#include "harness/extensions/extension.h"

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
        (const struct argp_option[]){{"model", 'm', "NAME|FILE.h", 0,
                                      "Model of `pairlanes list`, or path of your own header", 0},
                                     {"strategy", KEY_STRATEGY, "NAME|DIR[,…]", 0,
                                      "Strategies of `pairlanes list`, or your own folders (with a "
                                      "/ in the name); may be repeated",
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

bool choice_add(struct choice *choice, struct settings *settings, struct error *error)
{
    if (!extension_add_from_path(error) ||
        (choice->model != NULL && extension_is_path(choice->model) &&
         !extension_add_model(choice->model, &choice->model, error)))
        return false;
    char *names = text_new("%s", "");
    bool good = true;
    for (int k = 0; k < choice->strategies.count && good; k++) {
        const char *name = choice->strategies.word[k];
        char *before = names;
        good = !extension_is_path(name) || extension_add_strategy(name, &name, error);
        names = text_new("%s%s%s", before, k > 0 ? "," : "", name);
        free(before);
    }
    if (good && settings != NULL && choice->strategies.count > 0)
        settings_add(settings, "strategy", names);
    free(names);
    return good;
}

void choice_free(struct choice *choice)
{
    words_free(&choice->strategies);
    *choice = (struct choice){0};
}
