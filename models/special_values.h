/* Special values in the arguments and lists of kernels. */
#ifndef PAIRLANES_MODELS_SPECIAL_VALUES_H
#define PAIRLANES_MODELS_SPECIAL_VALUES_H

/** Value instead of a set of energy terms: the twin with energies sums the virial r . F instead. */
#define TERMS_VIRIAL (1U << 31)

/** Value instead of a kind of interaction: the list does not store it, and the types decide. */
enum { LOOK_UP = -1 };

#endif
