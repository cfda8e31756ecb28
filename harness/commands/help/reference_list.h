/* References of `pairlanes list --reference`. */
#ifndef PAIRLANES_REFERENCE_LIST_H
#define PAIRLANES_REFERENCE_LIST_H

/** The references of the command line itself: "man", "bash", "zsh", "fish". NULL after the last. */
extern const char *const reference_list_own[];

/** The names of all: these, then those of configs and results (results/reference.h). NULL after the
 * last. */
const char *const *reference_list(void);

#endif
