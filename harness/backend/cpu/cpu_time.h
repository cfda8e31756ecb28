/* Timing the parts of a case. */
#ifndef PAIRLANES_CPU_TIME_H
#define PAIRLANES_CPU_TIME_H

#include "harness/backend/cpu/cpu_prepared.h"

/** Implement time_force, time_bonded and time_build of struct backend. */
bool cpu_time_force(struct prepared *prepared, int64_t calls, double *nanoseconds,
                    struct error *error);
bool cpu_time_bonded(struct prepared *prepared, int64_t calls, double *nanoseconds,
                     struct error *error);
bool cpu_time_build(struct prepared *prepared, double *nanoseconds, struct error *error);

#endif
