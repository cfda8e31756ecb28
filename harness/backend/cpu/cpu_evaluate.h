/* The forces, energies and virial of a case, for comparison with the reference. */
#ifndef PAIRLANES_CPU_EVALUATE_H
#define PAIRLANES_CPU_EVALUATE_H

#include "harness/backend/cpu/cpu_prepared.h"

/** Implements evaluate of struct backend. */
bool cpu_evaluate(struct prepared *prepared, struct forces *forces, struct error *error);

#endif
