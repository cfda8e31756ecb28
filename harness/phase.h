/*
 * What is being done to which case, as NVTX ranges of the domain "pairlanes": Nsight Systems shows
 * the sweep, and Nsight Compute can be told what to profile (--nvtx-include). Without a tool that
 * listens a range costs a comparison; without a CUDA toolkit at build time it is nothing.
 */
#ifndef PAIRLANES_PHASE_H
#define PAIRLANES_PHASE_H

/** Begins a range "what id" within those that are open: `what` is one of few words. */
void phase_begin(const char *what, const char *id);

/** Ends the innermost range. */
void phase_end(void);

#endif
