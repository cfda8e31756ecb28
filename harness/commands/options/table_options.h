/* The options --format and --columns of commands that print tables. */
#pragma once

#include "harness/base/table.h"

#include <argp.h>

/**
 * The options, as a child of a command's argp. Its input is a zeroed struct table_style. Text gets
 * the width of the terminal.
 */
extern const struct argp table_options;
