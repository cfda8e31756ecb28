/* Special values in the arguments and lists of kernels. */
#ifndef PAIRLANES_STRATEGIES_SPECIAL_VALUES_H
#define PAIRLANES_STRATEGIES_SPECIAL_VALUES_H

/** Value instead of a set of energy terms: the twin with energies sums the virial r . F instead. */
#define TERMS_VIRIAL (1U << 31)

/** Value instead of a kind of interaction: the list has not stored it, and the types decide. */
enum { LOOK_UP = -1 };

/** Words of 32 bits that the strings of excluded pairs have: what other constants leave of the 64
 * KiB of a GPU. */
enum { EXCLUSION_WORDS = 15 * 1024 };

/** Values of the macro EXCLUSIONS: where a GPU kernel tests whether a pair is excluded. */
#define EXCLUSIONS_USUAL   0 /* test in rows, unless lists leave such pairs out */
#define EXCLUSIONS_ROWS    1
#define EXCLUSIONS_STRINGS 2

#endif
