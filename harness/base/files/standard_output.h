/* The standard output, checked to the end. */
#ifndef PAIRLANES_STANDARD_OUTPUT_H
#define PAIRLANES_STANDARD_OUTPUT_H

/**
 * Has the process end with EXIT_ENVIRONMENT and a message if anything that it wrote to its standard
 * output did not get there, however it ends by itself: returning from main or by exit. `program` is
 * named in the message, and must stay. No file that is opened from here on is the standard output
 * by its number, where the process was started without one.
 */
void standard_output_check(const char *program);

#endif
