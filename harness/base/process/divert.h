/*
 * Keeps what kernels and models outside the tree print out of the standard output, which may be
 * that of results.
 */
#pragma once

/** Sends the standard output to the standard error output until divert_end; calls may be nested. */
void divert_begin(void);

/** Ends divert_begin. */
void divert_end(void);

/** Ends divert_begin in a signal handler: what is buffered stays there. */
void divert_end_at_once(void);
