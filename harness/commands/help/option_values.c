#include "harness/commands/help/option_values.h"

#include "harness/catalog/model.h"
#include "harness/catalog/strategy.h"
#include "harness/commands/options/axis_options.h"
#include "harness/commands/options/setting_keys.h"
#include "harness/report/figures/figure.h"

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

/* Options whose values are in no table of keys. */
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

/* The alternatives that an argument names itself, "cpu|cuda". */
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

void option_values(const struct argp_option *option, struct words *values)
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
