/* Particles on the device, and launches of the kernels that list them. */
#pragma once

#include "harness/backend/cuda/driver/cuda_device.h"
#include "harness/backend/cuda/driver/cuda_memory.h"
#include "harness/particles/sort_order.h"
#include "strategies/gpu_list_arguments.h"

/** The particles from which lists are built. */
struct cuda_particles {
    struct device *device;
    enum precision precision;
    int n;
    int systems; /* independent systems of n / systems particles each, one after another; 1: one */
    bool bonded; /* true if they have bonded terms or excluded pairs */
    bool constrained; /* true if motion keeps constraints or restraints */
    bool pressed;     /* true if motion changes their box */
    double box[3];
    double cutoff, skin;
    struct building building;
    enum sort_order sort;                 /* order of the positions */
    int types;                            /* number of types */
    CUdeviceptr position;                 /* n + 1 vectors */
    CUdeviceptr excluded;                 /* exclusions that lists leave out, as in gpu_arguments;
                                           * 0: none */
    int64_t excluded_count;               /* number of exclusions */
    enum interaction_structure structure; /* use of kinds of interaction in lists */
    int kinds;                            /* number of kinds */
    CUdeviceptr interaction_of;           /* as in list_arguments */
};

/** Fills the box of both precisions; `range` sets the margin. */
void cuda_box(const double box[3], double range, struct box_double *wide,
              struct box_single *narrow);

/** Returns the bytes of a position or an orientation in a kernel. */
int64_t cuda_vector_bytes(const struct cuda_particles *particles);

/**
 * Returns a squared range that, tested in single precision, has every pair within `range`. The
 * coordinates of both particles and the edge of the box are each rounded by half an ulp of the
 * longest edge, and so is their difference: less than 6 epsilon of it in the distance, 12 in its
 * square over the range.
 */
double cuda_widened_range2(const struct cuda_particles *particles, double range);

/** Returns the particles per volume of each system. */
double cuda_particles_density(const struct cuda_particles *particles);

/** Returns the mean number of partners within `range` of a particle. */
double cuda_partners(const struct cuda_particles *particles, double range);

/** Returns the cells in the grid of `a`, which is that of one system. */
int64_t cuda_cells(const struct list_arguments *a);

/** Returns the particles of each system. */
int cuda_particles_each(const struct cuda_particles *particles);

/** Loads the modules of lists and motion for these particles that are not loaded yet. */
bool cuda_particles_modules(const struct cuda_particles *particles, struct error *error);

/** Launches a kernel of one of these modules with one argument of `size` bytes. */
bool cuda_particles_launch(const struct cuda_particles *particles, enum cuda_list_module module,
                           const char *name, int64_t blocks, int block, const void *argument,
                           size_t size, struct error *error);

/** The same by cuda_launch_early. */
bool cuda_particles_launch_early(const struct cuda_particles *particles,
                                 enum cuda_list_module module, const char *name, int64_t blocks,
                                 int block, const void *argument, size_t size, struct error *error);

/**
 * Resizes a buffer that kernels read beyond the end of a row. Fills it with zeros, so that every
 * entry is a valid particle and kind of interaction.
 */
bool cuda_list_resize(const struct cuda_particles *particles, struct cuda_buffer *buffer,
                      int64_t count, int64_t size, const char *what, struct error *error);

/** Launches a kernel of a module of lists on `a`, with `threads` threads. */
bool cuda_list_launch(const struct cuda_particles *particles, enum cuda_list_module module,
                      const char *name, int64_t threads, const struct list_arguments *a,
                      struct error *error);

/**
 * Launches the twin for several systems (batch/batch.cu) of the kernel with this name, `lanes`
 * threads for each particle. A system's particles have `keys` keys.
 */
bool cuda_batch_launch(const struct cuda_particles *particles, const char *name, int lanes,
                       int64_t keys, const struct list_arguments *a, struct error *error);

/**
 * Launches a kernel of device/rows.cu, a team of threads for each particle: the twin for exclusions
 * if there are any, and for several systems that of a batch.
 */
bool cuda_rows_launch(const struct cuda_particles *particles, const char *name,
                      const struct list_arguments *a, struct error *error);

/** Whether a call of CUB has succeeded. */
bool cuda_cub_check(int result, const char *what, struct error *error);

/** Waits, and reads element `index` of a buffer whose elements have `size` bytes. */
bool cuda_list_read(const struct cuda_particles *particles, const struct cuda_buffer *buffer,
                    int64_t index, void *value, int64_t size, struct error *error);

/** Waits, and adds up a buffer of `count` numbers. */
bool cuda_list_sum(const struct cuda_particles *particles, const struct cuda_buffer *buffer,
                   int64_t count, int64_t *sum, struct error *error);
