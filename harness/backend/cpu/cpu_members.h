/* The functions of struct backend (harness/backend/backend.h) on the CPU. */
#pragma once

#include "harness/backend/backend.h"
#include "harness/backend/cpu/cpu_prepared.h"
#include "harness/backend/cpu/machine/cpu_device.h"

/* Kernels that cases need, compiled before these are prepared (cpu_cases.c). */
void cpu_cases_compile(struct device *device, const struct kernel_case *cases, int count,
                       const struct compile_watch *watch);
bool cpu_cases_can_compile(struct device *device, const struct kernel_case *spec,
                           struct error *error);
bool cpu_cases_compiler(const struct kernel_case *spec, struct kernel_compiler *found);
bool cpu_cases_code(struct device *device, const struct workload_spec *spec,
                    const struct strategy *strategy, const int tuning[STRATEGY_TUNINGS],
                    struct kernel_code *code, struct error *error);

/* Memory needs of cases, estimated before anything is built (cpu_estimate.c). */
void cpu_estimate_load(const struct workload_spec *spec, struct memory_need *need);
void cpu_estimate_case(const struct workload_spec *spec, const struct strategy *strategy,
                       const int tuning[STRATEGY_TUNINGS], struct memory_need *need);
void cpu_estimate_motion(const struct workload_spec *spec, struct memory_need *need);
void cpu_estimate_flush(int threads, struct memory_need *need);

/* Forces, energies and virial of a case, for comparison with the reference (cpu_evaluate.c). */
bool cpu_evaluate(struct prepared *prepared, struct forces *forces, struct error *error);
bool cpu_last_forces(struct prepared *prepared, struct forces *forces, struct error *error);

/* Times of the parts of a case (cpu_time.c). */
bool cpu_time_force(struct prepared *prepared, int64_t calls, double *nanoseconds,
                    struct error *error);
bool cpu_time_energies(struct prepared *prepared, int64_t calls, double *nanoseconds,
                       struct error *error);
bool cpu_time_bonded(struct prepared *prepared, int64_t calls, double *nanoseconds,
                     struct error *error);
bool cpu_time_build(struct prepared *prepared, double *nanoseconds, struct error *error);

/* Instructions of a force call (cpu_instructions.c). */
bool cpu_count_instructions(struct prepared *prepared, const char *file, double *count,
                            struct error *error);

/* Motion of a case's particles by steps of harness/physics/dynamics.h (cpu_moving.c). */
bool cpu_moving_place(struct prepared *prepared, const struct system *system, struct error *error);
bool cpu_moving_start(struct prepared *prepared, const struct motion *motion, struct system *system,
                      struct moving **started, struct error *error);
void cpu_moving_stop(struct moving *moving);
bool cpu_moving_advance(struct moving *moving, int64_t steps, struct error *error);
bool cpu_moving_energies(struct moving *moving, struct motion_energies *energies,
                         struct error *error);
bool cpu_moving_fetch(struct moving *moving, struct system *system, struct motion *motion,
                      struct error *error);
bool cpu_moving_listed(struct moving *moving, struct system *system, struct error *error);
void cpu_moving_progress(const struct moving *moving, struct motion_progress *progress);
