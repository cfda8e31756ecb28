/*
 * Redirects the output of users' kernels and models, so that it does not mix with results on the
 * standard output.
 */
#pragma once

/** Redirects the standard output to the standard error until divert_end. Calls may be nested. */
void divert_begin(void);

/** Ends the redirection that divert_begin started. */
void divert_end(void);

/**
 * Ends the redirection in a signal handler; text in buffers of the C library still goes to the
 * standard error.
 */
void divert_end_at_once(void);
