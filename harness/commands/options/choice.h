/* The model and the strategies that a command line names. They are in the catalog or outside the
 * tree. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/words.h"
#include "harness/config/settings.h"

#include <argp.h>
#include <stdbool.h>

/** A zeroed choice has neither a model nor strategies. */
struct choice {
    const char *model; /* as given; after choice_add the model's name */
    struct words strategies;
};

/** --model and --strategy, as the child of a command's argp; its input is the struct choice. */
extern const struct argp choice_options;

/** Adds strategies to the choice from a list separated by commas. */
void choice_strategies(struct choice *choice, const char *list);

/**
 * Adds to the catalog the extensions in $PAIRLANES_PATH, then the model and the strategies that the
 * choice gives as paths; these replace others of the same names. If strategies are chosen and
 * `settings` is not NULL, adds them to the settings. Errors are those of extension_add_model.
 */
bool choice_add(struct choice *choice, struct settings *settings, struct error *error);

void choice_free(struct choice *choice);
