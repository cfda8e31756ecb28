/* The options of commands that print tables: --format and --columns. */
#ifndef PAIRLANES_TABLE_OPTIONS_H
#define PAIRLANES_TABLE_OPTIONS_H

#include "harness/base/table.h"

#include <argp.h>

/** The options as the child of a command's argp; its input is the struct table_style, zeroed. Text
 * is as wide as the terminal. */
extern const struct argp table_options;

#endif
