/* Values that stand for something else, in the arguments and lists of kernels. */
#ifndef PAIRLANES_STRATEGIES_SPECIAL_VALUES_H
#define PAIRLANES_STRATEGIES_SPECIAL_VALUES_H

/** In the place of a set of energy terms: the twin with energies sums the virial r . F instead. */
#define TERMS_VIRIAL (1U << 31)

/** In the place of a kind of interaction: the list has not stored it, the types decide. */
enum { LOOK_UP = -1 };

#endif
