#include "harness/commands/options/case_query.h"

#include "harness/catalog/model.h"
#include "harness/commands/options/option_number.h"
#include "harness/devices/backends.h"

#include <stdio.h>

enum { KEY_STEP = 700 };

static const struct argp_option options[] = {
    {"step", KEY_STEP, "DT", OPTION_ARG_OPTIONAL,
     "Time whole steps of dynamics with their lists, not force calls; of this length, in the "
     "model's unit of time (default: its usual one)",
     0},
    {0},
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct case_query *query = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &query->cases;
        return 0;
    case KEY_STEP:
        query->step = true;
        query->step_length = argument;
        if (argument != NULL)
            option_above_zero(state, "--step", argument);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp case_query_options = {
    .options = options,
    .parser = parse,
    .children = (const struct argp_child[]){{.argp = &case_options_all}, {0}},
};

/* Returns the requested backend. By default this is cuda if there is a GPU, otherwise cpu. */
static const char *backend_of(const struct case_query *query)
{
    if (query->cases.backend != NULL)
        return query->cases.backend;
    const struct backend *cuda = backend_find("cuda");
    return cuda != NULL && cuda->count() > 0 ? "cuda" : "cpu";
}

bool case_query_ask(struct case_query *query, struct error *error)
{
    struct settings *settings = &query->cases.settings;
    if (query->cases.choice.model == NULL)
        return error_set(error, EXIT_USAGE, "--model is missing");
    const struct model *model = NULL;
    char step[32] = "0";
    if (!case_options_choose(&query->cases, error) ||
        !model_require(query->cases.choice.model, &model, error))
        return false;
    double usual = model->time.step > 0 ? model->time.step : 0.001;
    if (query->step)
        snprintf(step, sizeof step, "%.12g", usual);
    settings_add(settings, "model", model->name);
    settings_add(settings, "backend", backend_of(query));
    settings_add(settings, "sampling.step", query->step_length != NULL ? query->step_length : step);
    return true;
}

/* Removes the cases without kernels; `error` gets the reason of the first removed case. */
static bool leave_out(struct cases *cases, struct error *error)
{
    struct error reason = {0}, another;
    int64_t kept = 0;
    for (int64_t k = 0; k < cases->count; k++)
        if (case_has_kernels(&cases->spec[k], reason.text[0] == '\0' ? &reason : &another))
            cases->spec[kept++] = cases->spec[k];
    cases->count = kept;
    return kept > 0 || error_set(error, EXIT_ENVIRONMENT, "%s", reason.text);
}

static bool is_one(const struct cases *cases, struct error *error)
{
    for (int64_t k = 1; k < cases->count; k++)
        if (cases->spec[k].strategy == cases->spec[k - 1].strategy ||
            !case_same_group(&cases->spec[0], &cases->spec[k]))
            return error_set(error, EXIT_USAGE,
                             "expected one case of each strategy, found also %s; a config and "
                             "`pairlanes run` take lists of values",
                             cases->spec[k].id);
    return true;
}

bool case_query_read(const struct case_query *query, struct config *config, struct cases *cases,
                     struct error *error)
{
    static const char usual[] = "{\"precision\": \"single\", \"sampling\": {\"warmup_ms\": 20}}";
    return config_parse(usual, "the command line", &query->cases.settings, config, error) &&
           cases_expand(config, cases, error) && leave_out(cases, error) && is_one(cases, error);
}
