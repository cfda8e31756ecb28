/* What energy twins of kernels sum: the energy of terms, by their bits in the arguments. */
#ifndef PAIRLANES_STRATEGIES_TERMS_H
#define PAIRLANES_STRATEGIES_TERMS_H

/** No term's bit: the virial r . F in the place of energies. */
#define TERMS_VIRIAL (1U << 31)

#endif
