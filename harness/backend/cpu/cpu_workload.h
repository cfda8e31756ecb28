/*
 * The particles of a workload in memory: sorted, in the precision, with the data that its cases
 * share.
 */
#pragma once

#include "harness/backend/cpu/cpu_vectors.h"
#include "harness/backend/cpu/lists/cpu_neighbors.h"
#include "harness/backend/cpu/machine/cpu_device.h"
#include "harness/particles/exclusion_strings.h"
#include "harness/particles/term_groups.h"
#include "strategies/cpu_arguments.h"

struct workload {
    struct device *device;
    struct workload_spec spec;
    int32_t *order;       /* order[k] is the system's index of particle k */
    struct system sorted; /* the particles in the order of `order` */
    struct topology topology;
    struct term_groups groups;        /* terms of each group, for kernels that evaluate terms by
                                       * group */
    struct exclusion_strings strings; /* bit strings of exclusions, for kernels that test bits */
    struct interactions interactions;
    void *position;                  /* n + 1 vectors in the precision */
    void *orientation;               /* n + 1 quaternions in the precision; NULL: none */
    void *pair_rows, *bonded_rows;   /* rows of the force field, in the precision; NULL: none */
    struct cpu_tables tables;        /* rows of the force field in the form that kernels read */
    const void *table;               /* interpolation table in the precision; NULL: none */
    struct cpu_neighbors *neighbors; /* linked list of the neighbor structures of the workload's
                                      * cases; NULL: none yet */
};

/**
 * Implement load and unload of struct backend. All cases of a workload must be released before it
 * is unloaded.
 */
bool cpu_workload_load(struct device *device, const struct workload_spec *spec,
                       struct workload **loaded, struct error *error);
void cpu_workload_unload(struct workload *workload);

/** Writes the positions and orientations of the sorted particles. */
void cpu_workload_place(const struct workload *workload);
