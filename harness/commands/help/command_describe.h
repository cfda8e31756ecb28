/* The command line as JSON, of which scripts/shells makes a man page and completions. */
#pragma once

#include <cjson/cJSON.h>

/**
 * Returns the commands with their options and option values, the topics of help, the environment
 * variables and the exit codes; the caller deletes it.
 */
cJSON *commands_describe(void);
