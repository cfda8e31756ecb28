/* The model and the strategies that a command line names: of the catalog, or outside the tree. */
#ifndef PAIRLANES_CHOICE_H
#define PAIRLANES_CHOICE_H

#include "harness/base/error.h"
#include "harness/base/words.h"
#include "harness/config/settings.h"

#include <argp.h>
#include <stdbool.h>

/** Zeroed: none chosen. */
struct choice {
    const char *model; /* as given; of choice_add on its name */
    struct words strategies;
};

/** --model and --strategy, as the child of a command's argp; its input is the struct choice. */
extern const struct argp choice_options;

/** Adds strategies to the choice, with commas between them. */
void choice_strategies(struct choice *choice, const char *list);

/**
 * Adds to the catalog what $PAIRLANES_PATH names and what the choice names by its place, whose
 * names take the place of that; and the strategies, if there are any, to the settings (unless these
 * are NULL). Errors as of extension_add_model.
 */
bool choice_add(struct choice *choice, struct settings *settings, struct error *error);

void choice_free(struct choice *choice);

#endif
