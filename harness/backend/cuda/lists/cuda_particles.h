/* Particles on the device, and functions that launch list kernels for them. */
#pragma once

#include "harness/backend/cuda/driver/cuda_device.h"
#include "harness/backend/cuda/driver/cuda_memory.h"
#include "harness/particles/sort_order.h"
#include "strategies/gpu_list_arguments.h"

/** Particles from which lists are built. */
struct cuda_particles {
    struct device *device;
    enum precision precision;
    int n;
    int systems;      /* number of independent systems; each has n / systems particles,
                       * contiguous in memory */
    bool bonded;      /* true if there are bonded terms or excluded pairs */
    bool constrained; /* true if particles move with constraints or restraints */
    bool pressed;     /* true if the box changes as particles move */
    double box[3];
    double cutoff, skin;
    struct building building;
    enum sort_order sort;                 /* order in which particles are sorted */
    int types;                            /* number of types */
    CUdeviceptr position;                 /* array of n + 1 vectors */
    CUdeviceptr excluded;                 /* exclusions that lists leave out, as in
                                           * gpu_arguments; 0: none */
    int64_t excluded_count;               /* number of exclusions */
    enum interaction_structure structure; /* use of kinds of interaction in lists */
    int kinds;                            /* number of kinds of interaction */
    CUdeviceptr interaction_of;           /* kinds of interaction by types, as in list_arguments */
};

/** Computes the box in both precisions; `range` determines the margin for rounding. */
void cuda_box(const double box[3], double range, struct box_double *wide,
              struct box_single *narrow);

/** Returns the bytes of a position or an orientation in a kernel. */
int64_t cuda_vector_bytes(const struct cuda_particles *particles);

/**
 * Returns a squared range that, tested in single precision, includes every pair within `range`.
 * Each coordinate, the box edge, and the difference that is computed from them is rounded by at
 * most half an ulp of the longest edge. The error of the distance is below 6 epsilon times that
 * edge. The error of its square is below 12 epsilon times edge times range.
 */
double cuda_widened_range2(const struct cuda_particles *particles, double range);

/** Returns the number of particles per volume of each system. */
double cuda_particles_density(const struct cuda_particles *particles);

/** Returns the mean number of partners within `range` of a particle. */
double cuda_partners(const struct cuda_particles *particles, double range);

/** Returns the number of cells in the grid of `a`, which is for one system. */
int64_t cuda_cells(const struct list_arguments *a);

/** Returns the number of particles in each system. */
int cuda_particles_each(const struct cuda_particles *particles);

/** Loads the missing list and motion modules of these particles. */
bool cuda_particles_modules(const struct cuda_particles *particles, struct error *error);

/** Launches a kernel of a list or motion module, with one argument of `size` bytes. */
bool cuda_particles_launch(const struct cuda_particles *particles, enum cuda_list_module module,
                           const char *name, int64_t blocks, int block, const void *argument,
                           size_t size, struct error *error);

/** Like cuda_particles_launch, but the launch overlaps the previous kernel (cuda_launch_early). */
bool cuda_particles_launch_early(const struct cuda_particles *particles,
                                 enum cuda_list_module module, const char *name, int64_t blocks,
                                 int block, const void *argument, size_t size, struct error *error);

/**
 * Resizes a buffer that kernels read beyond the ends of rows. Fills it with zeros, so that all
 * entries are valid particles and kinds of interaction.
 */
bool cuda_list_resize(const struct cuda_particles *particles, struct cuda_buffer *buffer,
                      int64_t count, int64_t size, const char *what, struct error *error);

/** Launches a kernel of a list module with the arguments `a` and `threads` threads. */
bool cuda_list_launch(const struct cuda_particles *particles, enum cuda_list_module module,
                      const char *name, int64_t threads, const struct list_arguments *a,
                      struct error *error);

/**
 * Launches the variant for several systems (batch/batch.cu) of the kernel `name`, with `lanes`
 * threads per particle. `keys` is the number of keys of a system's particles.
 */
bool cuda_batch_launch(const struct cuda_particles *particles, const char *name, int lanes,
                       int64_t keys, const struct list_arguments *a, struct error *error);

/**
 * Launches a kernel of device/rows.cu with a team of threads per particle. Chooses the variant with
 * exclusions if particles have any. Chooses the variant for a batch if there are several systems.
 */
bool cuda_rows_launch(const struct cuda_particles *particles, const char *name,
                      const struct list_arguments *a, struct error *error);

/** Turns a result of CUB into an error; returns true for success. */
bool cuda_cub_check(int result, const char *what, struct error *error);

/** Waits for the device, and reads element `index` of a buffer with elements of `size` bytes. */
bool cuda_list_read(const struct cuda_particles *particles, const struct cuda_buffer *buffer,
                    int64_t index, void *value, int64_t size, struct error *error);

/** Waits for the device, and returns the sum of a buffer of `count` numbers. */
bool cuda_list_sum(const struct cuda_particles *particles, const struct cuda_buffer *buffer,
                   int64_t count, int64_t *sum, struct error *error);
