#include "harness/commands/options/axis_options.h"

#include "harness/base/text.h"
#include "harness/catalog/model.h"
#include "harness/config/config_keys.h"
#include "harness/config/settings.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 96, TEXTS = 1 << 15, FIRST_KEY = 4096, GROUP_AXES = 10, GROUP_PARAMETERS };

/* Keys that are set by options. */
static struct {
    const char *path;            /* path of the key, as for --set */
    const struct member *member; /* NULL: a parameter of a model */
} set[MOST];

static struct argp_option options[MOST + 3];
static int count; /* number of `options`, including headings */

static char texts[TEXTS]; /* memory for the texts of options */
static size_t used;

/* Axes with a separate option, because it also accepts files or selects among the cases. */
static const char *const others[] = {"model", "strategy", "backend"};

/* Options that also have a one-letter form. */
static const struct {
    const char *name;
    int letter;
} letters[] = {{"n", 'n'}, {"precision", 'p'}, {"threads", 't'}};

static const char *keep(const char *text)
{
    size_t size = strlen(text) + 1;
    if (used + size > sizeof texts)
        abort(); /* TEXTS is too small for the tables */
    char *kept = memcpy(texts + used, text, size);
    used += size;
    return kept;
}

static bool is_taken(const char *name)
{
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (strcmp(name, others[k]) == 0)
            return true;
    for (int k = 0; k < count; k++)
        if (options[k].name != NULL && strcmp(name, options[k].name) == 0)
            return true;
    return false;
}

static int key_of(const char *name)
{
    for (size_t k = 0; k < sizeof letters / sizeof *letters; k++)
        if (strcmp(name, letters[k].name) == 0)
            return letters[k].letter;
    return FIRST_KEY + count;
}

static void add_heading(const char *text, int group)
{
    options[count++] = (struct argp_option){.doc = text, .group = group};
}

static void add(const char *name, const char *path, const char *argument, const char *doc,
                const struct member *member, int group)
{
    if (is_taken(name))
        return;
    if (count == MOST)
        abort(); /* MOST is too small for the tables */
    set[count].path = keep(path);
    set[count].member = member;
    options[count] = (struct argp_option){.name = keep(name),
                                          .key = key_of(name),
                                          .arg = argument,
                                          .flags = OPTION_HIDDEN,
                                          .doc = keep(doc),
                                          .group = group};
    count++;
}

static const char *argument_of(const struct member *member)
{
    switch (member->kind) {
    case MEMBER_INTEGER:
        return "N[,…]";
    case MEMBER_NUMBER:
        return "X[,…]";
    case MEMBER_TEXT:
        return "FILE[,…]";
    default:
        return "NAME[,…]";
    }
}

/* Writes the summary of a key and its valid names. */
static void describe(const struct member *member, char *text, size_t size)
{
    const char *names[MEMBER_NAMES];
    snprintf(text, size, "%s", member->summary);
    if (member->kind != MEMBER_NAME || member->open)
        return;
    member_list_names(member, names);
    for (int k = 0; names[k] != NULL; k++)
        text_append(text, size, "", "%s%s", k == 0 ? " Of: " : ", ", names[k]);
}

static void add_axes(const struct member *members, const char *prefix, const char *short_prefix)
{
    char path[MEMBER_TEXT_SIZE], name[MEMBER_TEXT_SIZE], doc[1024];
    for (; members->path != NULL; members++) {
        snprintf(path, sizeof path, "%s%s", prefix, members->path);
        snprintf(name, sizeof name, "%s%s", short_prefix, members->path);
        describe(members, doc, sizeof doc);
        if (members->axis)
            add(name, path, argument_of(members), doc, members, GROUP_AXES);
    }
}

/* Writes the names of the models with a parameter, then its summary and its choices. */
static void describe_parameter(const struct parameter *parameter, char *text, size_t size)
{
    text[0] = '\0';
    for (const struct model *const *model = models(); *model != NULL; model++)
        if (model_parameter(*model, parameter->name) >= 0)
            text_append(text, size, "", "%s%s", text[0] != '\0' ? ", " : "Of ", (*model)->name);
    text_append(text, size, "", ": %s", parameter->summary);
    for (int k = 0; parameter->choices != NULL && parameter->choices[k] != NULL; k++)
        text_append(text, size, "", "%s%s", k == 0 ? ": " : ", ", parameter->choices[k]);
}

static void add_parameters(const struct model *model)
{
    char path[MEMBER_TEXT_SIZE], doc[1024];
    for (int k = 0; k < model->parameter_count; k++) {
        const struct parameter *parameter = &model->parameters[k];
        snprintf(path, sizeof path, "parameters.%s", parameter->name);
        describe_parameter(parameter, doc, sizeof doc);
        add(parameter->name, path, parameter->choices != NULL ? "NAME[,…]" : "X[,…]", doc, NULL,
            GROUP_PARAMETERS);
    }
}

void axis_options_set(struct settings *settings, const char *path, const char *value,
                      const struct argp_state *state)
{
    if (settings_have(settings, path))
        argp_error(state,
                   "%s is given twice, the second time as %s; separate several values of an axis "
                   "by commas",
                   path, value);
    settings_add(settings, path, value);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    for (int k = 0; k < count; k++) {
        if (options[k].name == NULL || options[k].key != key)
            continue;
        axis_options_set(state->input, set[k].path, argument, state);
        return 0;
    }
    return ARGP_ERR_UNKNOWN;
}

struct argp axis_options = {.options = options, .parser = parse};

void axis_options_make(void)
{
    if (count > 0)
        return;
    add_heading(
        "Every axis of a config is an option, too, and every parameter of the models, with one "
        "value or several with commas: --density 0.5,0.8 --cutoff 3. `pairlanes help axes` and "
        "`pairlanes help models` list them. Those of \"dynamics\" make particles move.",
        GROUP_AXES);
    add_axes(config_system_keys, "system.", "");
    add_axes(config_sweep_keys, "", "");
    add_axes(config_dynamics_keys, "dynamics.", "dynamics.");
    for (const struct model *const *model = models(); *model != NULL; model++)
        add_parameters(*model);
}

const struct member *axis_options_member(const char *name)
{
    for (int k = 0; k < count; k++)
        if (options[k].name != NULL && strcmp(options[k].name, name) == 0)
            return set[k].member;
    return NULL;
}
