/* The standard output, checked to the end. */
#pragma once

/**
 * Ends the process with EXIT_ENVIRONMENT and a message if output to the standard output was lost,
 * when main returns or exit is called. The message names `program`, which must stay. If the process
 * was started without a standard output, no file that is opened later gets its number.
 */
void standard_output_check(const char *program);
