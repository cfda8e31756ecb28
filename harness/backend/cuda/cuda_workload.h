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
    struct cuda_buffer strings;                /* bit strings of exclusions of each particle, as
                                                * in gpu_arguments */
    struct cuda_buffer pair_rows, bonded_rows; /* rows of the force field; empty if the model has
                                                * none */
    struct cuda_buffer table;                  /* interpolation table; empty if the model has
                                                * none */
    int64_t terms;                             /* number of bonded terms if each has a thread,
                                                * otherwise 0 */
    int64_t term_groups;        /* number of groups of bonded terms if each has a block, otherwise
                                 * 0 */
    int64_t term_groups_shared; /* bytes of shared memory that a block needs for a group */
    int32_t exclusions_most;    /* largest number of excluded partners of a particle */
    struct exclusion_strings exclusion_strings; /* exclusions that kernels test; zeroed: none */
    /* interpolation table as a texture, for kernels that read it by texture units */
    struct cuda_texture texture;
    CUmodule bonded_kernels; /* NULL: there are no bonded terms */
    int32_t *order;          /* the system's index of each particle in the workload's order */
    struct cuda_list *lists; /* linked list of the lists of the workload's cases; NULL: none yet */
};

/** Implement load and unload of struct backend. */
bool cuda_workload_load(struct device *device, const struct workload_spec *spec,
                        struct workload **loaded, struct error *error);
void cuda_workload_unload(struct workload *workload);

/** Sets the address of the workload's table in a module, if there is a table. */
bool cuda_workload_set_table(const struct workload *workload, CUmodule module, struct error *error);

/** Sets the addresses of the bit strings of exclusions in a module; its kernels test them. */
bool cuda_workload_set_exclusions(const struct workload *workload, CUmodule module,
                                  struct error *error);

/**
 * Returns the properties that bonded kernels are compiled for; `tuning` is memory for their tuning
 * values.
 */
struct kernel_wanted cuda_bonded_wanted(const struct workload_spec *spec,
                                        int tuning[STRATEGY_TUNINGS]);

/** Returns the properties of a workload's particles that are known before they are on a device. */
struct cuda_particles cuda_workload_particles(const struct workload_spec *spec);

/** Returns the neighbor structure that a strategy reads, not yet built. */
struct cuda_list cuda_workload_wanted(const struct strategy *strategy,
                                      const int tuning[STRATEGY_TUNINGS]);

/** Finds or builds the neighbor structure that a strategy reads. Cases of a workload share it. */
struct cuda_list *cuda_workload_list(struct workload *workload, const struct strategy *strategy,
                                     const int tuning[STRATEGY_TUNINGS], struct error *error);

/** Copies positions and orientations of a system to the arrays that force and list kernels read. */
bool cuda_workload_place(struct workload *workload, const struct system *system,
                         struct error *error);

/** Return the bytes of a vector of four numbers, or of a vector of four sums. */
int64_t cuda_workload_vector(const struct workload *workload);
int64_t cuda_workload_sums(const struct workload *workload);

/** Returns the number of vectors per particle in the outputs: 1, or 2 with torques. */
int64_t cuda_workload_outputs(const struct workload *workload);
