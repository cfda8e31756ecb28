/* Keeps what kernels print out of the standard output, which may be that of results. */
#pragma once

/** Sends the standard output to the standard error output until divert_end. */
void divert_begin(void);

/** Ends divert_begin; no effect without one. */
void divert_end(void);

/** Ends divert_begin in a signal handler: what is buffered stays there. */
void divert_end_at_once(void);
