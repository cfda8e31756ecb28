/* The options of commands that print tables: --format and --columns. */
#pragma once

#include "harness/base/table.h"

#include <argp.h>

/** The options as the child of a command's argp; its input is the struct table_style, zeroed. Text
 * is as wide as the terminal. */
extern const struct argp table_options;
