/*
 * The model and the strategies that are named on the command line, from the catalog or from users'
 * files.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/words.h"
#include "harness/config/settings.h"

#include <argp.h>
#include <stdbool.h>

/** Zeroed: no model and no strategies are chosen. */
struct choice {
    const char *model; /* model as the user gives it; after choice_add its name */
    struct words strategies;
};

/**
 * The options --model and --strategy, as a child of a command's argp. Its input is the struct
 * choice.
 */
extern const struct argp choice_options;

/** Adds the strategies of a list, separated by commas, to the choice. */
void choice_strategies(struct choice *choice, const char *list);

/**
 * Adds to the catalog the users' models and strategies in $PAIRLANES_PATH, then the models and
 * strategies that the choice gives as paths. Names replace the paths in the choice. If strategies
 * are chosen and `settings` is not NULL, also adds them to the settings. Fails like
 * extension_add_model.
 */
bool choice_add(struct choice *choice, struct settings *settings, struct error *error);

void choice_free(struct choice *choice);
