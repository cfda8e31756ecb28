/* The particles of a workload on the device, and the neighbor structures that its cases share. */
#pragma once

#include "harness/backend/cuda/driver/cuda_compile.h"
#include "harness/backend/cuda/driver/cuda_texture.h"
#include "harness/backend/cuda/lists/cuda_lists.h"
#include "harness/particles/exclusion_strings.h"

struct workload {
    struct workload_spec spec;
    struct device *device;
    struct cuda_particles particles;
    struct cuda_buffer position;
    struct cuda_buffer orientation;
    struct cuda_buffer bonded_start, bonded, excluded, interaction_of;
    struct cuda_buffer strings;                /* strings of each particle, as in gpu_arguments */
    struct cuda_buffer pair_rows, bonded_rows; /* rows of the force field; empty without one */
    struct cuda_buffer table;                  /* table that kernels look up; empty without one */
    int64_t terms;                             /* bonded terms, if each has a thread; otherwise 0 */
    int64_t term_groups;        /* groups of bonded terms, if each has a block; otherwise 0 */
    int64_t term_groups_shared; /* bytes of shared memory of a block for a group */
    int32_t exclusions_most;    /* most excluded partners of a particle */
    struct exclusion_strings exclusion_strings; /* exclusions that kernels test; zeroed: none */
    /* the table in a texture, for kernels that read it through a texture unit */
    struct cuda_texture texture;
    CUmodule bonded_kernels; /* NULL: there are no bonded terms */
    int32_t *order;          /* the system's index of each particle in the workload's order */
    struct cuda_list *lists; /* lists that its cases read; NULL: none yet */
};

/** Implement load and unload of struct backend. */
bool cuda_workload_load(struct device *device, const struct workload_spec *spec,
                        struct workload **loaded, struct error *error);
void cuda_workload_unload(struct workload *workload);

/** Sets the workload's table in a module, if there is one. */
bool cuda_workload_set_table(const struct workload *workload, CUmodule module, struct error *error);

/** Gives the kernels of a module the strings of exclusions, if they test them. */
bool cuda_workload_set_exclusions(const struct workload *workload, CUmodule module,
                                  struct error *error);

/** Returns the properties that the kernels of a workload's bonded terms are compiled for; `tuning`
 * is room for their values. */
struct kernel_wanted cuda_bonded_wanted(const struct workload_spec *spec,
                                        int tuning[STRATEGY_TUNINGS]);

/** Returns the known properties of a workload's particles before they are on a device. */
struct cuda_particles cuda_workload_particles(const struct workload_spec *spec);

/** Returns the structure that a strategy reads, not yet built. */
struct cuda_list cuda_workload_wanted(const struct strategy *strategy,
                                      const int tuning[STRATEGY_TUNINGS]);

/** Finds or builds the structure that a strategy reads; cases of a workload share it. */
struct cuda_list *cuda_workload_list(struct workload *workload, const struct strategy *strategy,
                                     const int tuning[STRATEGY_TUNINGS], struct error *error);

/**
 * Copies positions and orientations of a system to the arrays from which the kernels of forces and
 * lists read them.
 */
bool cuda_workload_place(struct workload *workload, const struct system *system,
                         struct error *error);

/** Return the bytes of a vector of four numbers, and of one of four sums. */
int64_t cuda_workload_vector(const struct workload *workload);
int64_t cuda_workload_sums(const struct workload *workload);

/** Returns the number of vectors per particle in an output: 1, or 2 if there are torques. */
int64_t cuda_workload_outputs(const struct workload *workload);
