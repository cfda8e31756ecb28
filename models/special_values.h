/* Special values in the arguments and lists of kernels. */
#ifndef PAIRLANES_MODELS_SPECIAL_VALUES_H
#define PAIRLANES_MODELS_SPECIAL_VALUES_H

/** Special value of a set of energy terms: kernels sum the virial r . F instead of energies. */
#define TERMS_VIRIAL (1U << 31)

/** Special value of a kind of interaction: it is not stored in the list but looked up by types. */
enum { LOOK_UP = -1 };

#endif
