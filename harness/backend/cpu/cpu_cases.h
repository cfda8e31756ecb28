/* The kernels that cases need, compiled before these are prepared. */
#ifndef PAIRLANES_CPU_CASES_H
#define PAIRLANES_CPU_CASES_H

#include "harness/backend/cpu/machine/cpu_device.h"

/** Implement compile, can_compile, compiler and code of struct backend. */
void cpu_cases_compile(struct device *device, const struct kernel_case *cases, int count,
                       const struct compile_watch *watch);
bool cpu_cases_can_compile(struct device *device, const struct kernel_case *spec,
                           struct error *error);
bool cpu_cases_compiler(const struct kernel_case *spec, struct kernel_compiler *found);
bool cpu_cases_code(struct device *device, const struct workload_spec *spec,
                    const struct strategy *strategy, const int tuning[STRATEGY_TUNINGS],
                    struct kernel_code *code, struct error *error);

#endif
