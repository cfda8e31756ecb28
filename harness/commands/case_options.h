/* What the commands that run or compile cases share: options, as children of a command's argp that
 * also check them, and the way from these and a config to the cases. */
#ifndef PAIRLANES_CASE_OPTIONS_H
#define PAIRLANES_CASE_OPTIONS_H

#include "harness/base/error.h"
#include "harness/commands/choice.h"
#include "harness/config/cases.h"
#include "harness/config/config.h"
#include "harness/config/settings.h"
#include "harness/measure/run.h"

#include <argp.h>
#include <stdbool.h>

struct case_options {
    struct settings settings;
    struct choice choice;
    const char *backend; /* NULL for all */
    struct run_options run;
};

/** The input of these children is the struct case_options. */
extern const struct argp case_options_device; /* --backend, --device */
extern const struct argp case_options_source; /* --source */
extern const struct argp case_options_set;    /* --set */
extern const struct argp case_options_all;    /* these, --quiet, and those of choice_options */

/** Adds a setting (settings_add) on behalf of an option. Ends the program if memory runs out. */
void case_options_setting(struct case_options *options, const char *key, const char *value,
                          struct argp_state *state);

/** Finds the model and the strategies that were chosen, once before case_options_read. Errors are
 * those of choice_add, and EXIT_USAGE for a model that is unknown. */
bool case_options_choose(struct case_options *options, struct error *error);

/**
 * Reads the config at `path`, or, if that is NULL, makes the one that `verify` goes through, and
 * expands it into the cases of the chosen model, strategies and backend. Errors are those of
 * config_read, verify_matrix, cases_expand and cases_choose.
 */
bool case_options_read(struct case_options *options, const char *path, struct config *config,
                       struct cases *cases, struct error *error);

/** Frees settings and choice. */
void case_options_free(struct case_options *options);

#endif
