/* What the commands that run cases share: options, as children of a command's argp that also
 * check them, and the cases that they choose. */
#ifndef PAIRLANES_CASE_OPTIONS_H
#define PAIRLANES_CASE_OPTIONS_H

#include "harness/base/error.h"
#include "harness/config/cases.h"
#include "harness/config/config.h"
#include "harness/config/settings.h"
#include "harness/measure/run.h"

#include <argp.h>
#include <stdbool.h>

struct case_options {
    struct settings settings;
    const char *backend; /* NULL for all */
    struct run_options run;
};

/** The input of these children is the struct case_options. */
extern const struct argp case_options_device;   /* --backend, --device */
extern const struct argp case_options_source;   /* --source */
extern const struct argp case_options_settings; /* --set, --quiet */

/** Adds a setting (settings_add) on behalf of an option. Ends the program if memory runs out. */
void case_options_set(struct case_options *options, const char *key, const char *value,
                      struct argp_state *state);

/** Expands a config into its cases and passes over those of other backends than the chosen one.
 * Errors are those of cases_expand and cases_choose. */
bool case_options_expand(const struct case_options *options, const struct config *config,
                         struct cases *cases, struct error *error);

#endif
