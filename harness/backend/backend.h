/*
 * A backend runs strategies on one kind of hardware. A device holds workloads (particles in one
 * precision and order, with the neighbor structures that strategies share). A workload holds
 * prepared cases (a strategy with its tuning, its kernel and its outputs).
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/base/machine/footprint.h"
#include "harness/catalog/bonded_needs.h"
#include "harness/catalog/bonding.h"
#include "harness/catalog/building.h"
#include "harness/catalog/exclusion_method.h"
#include "harness/catalog/interactions.h"
#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "harness/catalog/strategy.h"
#include "harness/catalog/target.h"
#include "harness/particles/sort_order.h"
#include "harness/particles/system.h"
#include "harness/physics/motion.h"
#include "harness/timing/device_state.h"

#include <stdbool.h>
#include <stdint.h>

struct device_options {
    int index;          /* CUDA device; ignored on the CPU */
    int threads;        /* number of CPU threads; 0: the number that OpenMP starts */
    const char *source; /* --source DIR: kernel and model sources; NULL: those in the binary */
};

struct device_info {
    char name[256];        /* "AMD EPYC …", "NVIDIA H200" */
    char architecture[64]; /* "x86-64-v4", "sm_90" */
    char driver[64];       /* driver or OpenMP version */
    int cores;             /* threads in use, or multiprocessors */
    int64_t memory_bytes;
    double clock_mhz; /* highest SM or core clock; 0 where unknown */
    int index;        /* index among several devices; -1: there is only one */
    char uuid[40];    /* "c1f9…-…", different for each device; "": unknown */
};

/**
 * Input from which a workload is made. `system` is already rounded to `precision`, and must outlive
 * the workload. It may be a batch: independent systems of equal box and number of particles, stored
 * contiguously (harness/particles/batch.h). Only backends with `batches` accept a batch.
 */
struct workload_spec {
    const struct system *system;
    int systems;  /* number of systems in `system`; 0 stands for one */
    bool pressed; /* true if a barostat changes the box; used only to find the machine code of
                   * the case */
    bool coupled; /* true if a thermostat couples all particles; used only to find the machine
                   * code */
    const struct model *model;
    const double *constants; /* array of model->constant_count values */
    double cutoff;           /* cut-off of the model */
    double skin;
    enum precision precision;
    enum sort_order sort;
    enum interaction_structure interactions; /* use of kinds of interaction in lists; no effect if
                                              * the model has one kind */
    enum exclusion_method exclusion_method;  /* method of leaving out excluded pairs */
    enum bonding bonding;     /* way to evaluate bonded terms; BONDING_GATHER with the tuning
                               * `bonded` if a GPU's pair kernel evaluates them */
    struct building building; /* way to build lists on a GPU; ignored on the CPU */
    struct target target;     /* target of the CPU's compiler; a GPU has only one */
};

/** Forces in the order of the system, not in sorted order. Energies count each pair once. */
struct forces {
    int64_t n;
    double *x, *y, *z;
    double *torque;                /* n vectors in the space frame; NULL: not requested */
    double *energy_of, *virial_of; /* energy and virial that the kernel assigns to each particle. A
                                    * pair's value is split between its particles, or assigned to
                                    * one of them. A bonded term's value is assigned to its first
                                    * member. NULL: not requested */
    double energy;                 /* includes bonded terms, as the forces do */
    double terms[MODEL_TERMS];     /* energy of each of the model's terms, evaluated separately */
    double virial; /* sum of r . F over pairs and bonded terms, evaluated separately */
};

/** Returns the number of systems of a workload. */
static inline int workload_systems(const struct workload_spec *spec)
{
    return spec->systems > 0 ? spec->systems : 1;
}

struct structure_sizes {
    int64_t pairs_listed;   /* number of list entries; for patches, of tested pairs */
    int64_t list_bytes;     /* bytes of the neighbor structure */
    int64_t memory_bytes;   /* bytes of all data of the case, including positions and forces */
    int64_t atomics;        /* vectors added by atomics per force call; -1: depends on how many
                             * pairs interact */
    int64_t bonded_atomics; /* atomics of bonded terms, if `atomics` does not contain them */
    bool bonded_step;       /* true if bonded terms have a separate kernel, which time_bonded can
                             * time */
};

/** Memory that an operation needs on a device and on the host; a CPU has only the host's. */
struct memory_need {
    struct footprint host, device;
};

/** Properties of a case that its kernels are compiled for. */
struct kernel_case {
    const struct strategy *strategy;
    const struct model *model;
    enum precision precision;
    struct bonded_needs bonded;
    enum bonding bonding;
    struct target target;
};

/** Compiler of a kernel, "gcc 12.2.0", and its target, "native". */
struct kernel_compiler {
    char version[256], arch[32]; /* the version, followed by the command if that has several
                                  * words */
};

/** Machine code that a case runs, as hashes in hexadecimal; "": there is none, or it is unknown. */
struct kernel_code {
    char force[HASH_TEXT];  /* code of the force kernels, bonded terms included */
    char lists[HASH_TEXT];  /* code of the kernels that order particles and build their lists */
    char motion[HASH_TEXT]; /* code of the kernels that move particles */
    int loops; /* instructions in the innermost loops of a GPU's force kernels; 0: unknown */
};

/** Called while kernels are compiled: before the first and after each of `count`. */
struct compile_watch {
    void (*say)(void *context, int done, int count, const char *name);
    void *context;
};

struct ceilings;
struct device;
struct workload;
struct prepared;
struct moving; /* motion of the particles of a prepared case */

struct backend {
    const char *name; /* "cpu", "cuda" */
    const char *summary;
    bool batches; /* true if load accepts several systems at once */

    /**
     * Opens a device and makes it current for the calling thread. Only this thread may use objects
     * of the device. EXIT_ENVIRONMENT if it cannot be opened; `error` has the reason.
     */
    bool (*open)(const struct device_options *options, struct device **device, struct error *error);
    void (*close)(struct device *device);
    const struct device_info *(*info)(const struct device *device);
    int (*count)(void); /* Returns the number of devices on this machine. */

    /**
     * Writes the name of device `index`, from 0, without opening it; false if there is no such
     * device. NULL for the CPU, which every machine has.
     */
    bool (*name_of)(int index, char *name, size_t size);

    /**
     * Reads clocks and reasons for throttling just after a timed region; false if the device does
     * not report them. NULL: the backend cannot read them.
     */
    bool (*state)(struct device *device, struct device_state *state);

    /**
     * Reads `count` hardware counters during one run of a case's work. This is a force call, a
     * build of the neighbor structure, or the integration of a step of `moving` (otherwise NULL).
     * `*passes` becomes the number of runs. EXIT_ENVIRONMENT if counters cannot be read; the error
     * has a remedy if rights are missing. NULL: the backend has no counters.
     */
    bool (*count_hardware)(struct prepared *prepared, struct moving *moving, enum motion_part part,
                           const char *const *metrics, int count, double *values, int *passes,
                           struct error *error);

    /**
     * Counts the instructions of one force call (base/machine/instructions.h). The calling thread
     * must be the only thread of the device. `file`: --callgrind-out-file of this process.
     * EXIT_ENVIRONMENT if valgrind fails. NULL: the backend cannot count them.
     */
    bool (*count_instructions)(struct prepared *prepared, const char *file, double *count,
                               struct error *error);

    /**
     * Reads the device's energy counter in joules, from an arbitrary zero. EXIT_ENVIRONMENT if the
     * device has no counter or forbids reading it; `error` has the reason. `energy_source` names
     * the counter.
     */
    bool (*energy)(struct device *device, double *joules, struct error *error);
    const char *energy_source;

    /**
     * Fills the caches with other data, so that the next call reads from memory. May return before
     * the device has finished; later work on the device waits for the end.
     */
    bool (*flush)(struct device *device, struct error *error);

    /** Measures the ceilings of the device (ceilings.h), in a few seconds. */
    bool (*ceilings)(struct device *device, struct ceilings *ceilings, struct error *error);

    /**
     * Compiles the missing kernels of cases, several at a time; `prepare` reports failures. NULL:
     * only `prepare` compiles.
     */
    void (*compile)(struct device *device, const struct kernel_case *cases, int count,
                    const struct compile_watch *watch);

    /**
     * Checks that this machine can run a case's kernels, and can find or compile them.
     * EXIT_ENVIRONMENT with a remedy if not. NULL: it always can.
     */
    bool (*can_compile)(struct device *device, const struct kernel_case *spec, struct error *error);

    /**
     * Returns the compiler of a case's kernels; false if it is unknown. NULL: the driver compiles
     * them.
     */
    bool (*compiler)(const struct kernel_case *spec, struct kernel_compiler *compiler);

    /** Finds the machine code of a case, and compiles missing kernels. Errors as for `prepare`. */
    bool (*code)(struct device *device, const struct workload_spec *spec,
                 const struct strategy *strategy, const int tuning[STRATEGY_TUNINGS],
                 struct kernel_code *code, struct error *error);

    /**
     * Add to `need` the memory that `load`, then `prepare` and `evaluate`, then `start` and
     * `advance` allocate. The system may be an outline (system_bytes). Its box has to be at least
     * twice the range.
     */
    void (*estimate_load)(const struct workload_spec *spec, struct memory_need *need);
    void (*estimate_case)(const struct workload_spec *spec, const struct strategy *strategy,
                          const int tuning[STRATEGY_TUNINGS], struct memory_need *need);
    void (*estimate_motion)(const struct workload_spec *spec, struct memory_need *need);

    /**
     * Adds the memory that `flush` keeps on a device with `threads` threads (0: all). NULL: it is
     * negligible.
     */
    void (*estimate_flush)(int threads, struct memory_need *need);

    /**
     * Returns the bytes that are free on the device; INFINITY: unknown. NULL: the device uses host
     * memory.
     */
    double (*free_memory)(struct device *device);

    /** Loads the particles onto the device in the given order. */
    bool (*load)(struct device *device, const struct workload_spec *spec,
                 struct workload **workload, struct error *error);
    void (*unload)(struct workload *workload);

    /**
     * Builds the neighbor structure that the strategy reads, if the workload does not have it yet,
     * and loads the strategy's kernel.
     */
    bool (*prepare)(struct workload *workload, const struct strategy *strategy,
                    const int tuning[STRATEGY_TUNINGS], struct prepared **prepared,
                    struct error *error);
    void (*release)(struct prepared *prepared);

    /** Runs `calls` force calls back to back. Gives their total time in nanoseconds. */
    bool (*time_force)(struct prepared *prepared, int64_t calls, double *nanoseconds,
                       struct error *error);

    /** Like time_force, for force calls that also compute energies or the virial. */
    bool (*time_energies)(struct prepared *prepared, int64_t calls, double *nanoseconds,
                          struct error *error);

    /** Like time_force, but only runs the bonded terms. The case must have a `bonded_step`. */
    bool (*time_bonded)(struct prepared *prepared, int64_t calls, double *nanoseconds,
                        struct error *error);

    /**
     * Whether times of time_force may contain gaps, in which the device waited for the host's
     * launches. NULL: there are no launches.
     */
    bool (*gaps)(const struct prepared *prepared);

    /**
     * Returns why times of whole steps of a case are unreliable; NULL: they are reliable. NULL as
     * the member: they always are.
     */
    const char *(*step_untrusted)(const struct prepared *prepared);

    /** Builds the case's neighbor structure again, and gives the time in nanoseconds. */
    bool (*time_build)(struct prepared *prepared, double *nanoseconds, struct error *error);

    /**
     * Fills the cells of the case's neighbor structure again, the first part of a build. Gives the
     * time in nanoseconds. Adds the times of its parts, if there are several, to `part`. NULL: not
     * timed separately.
     */
    bool (*time_binning)(struct prepared *prepared, double *nanoseconds, double part[BINNING_PARTS],
                         struct error *error);

    /**
     * Computes forces with the kernel that time_force runs. Then computes the energy and its terms
     * with this kernel's twin, which also computes energies. The caller allocates the arrays (n
     * each; torques only for a model with orientation).
     */
    bool (*evaluate)(struct prepared *prepared, struct forces *forces, struct error *error);

    /**
     * Reads forces and torques of the last force call into arrays, as `evaluate` does. After a step
     * they include restraints. Forces on virtual sites have then been moved to the particles that
     * define the sites. Fused steps do not store forces, so the same kernel computes them again.
     */
    bool (*last_forces)(struct prepared *prepared, struct forces *forces, struct error *error);

    /**
     * Copies positions and orientations from `system`, and keeps the neighbor structure. No
     * particle may be farther than half the skin from its position in the list.
     */
    bool (*place)(struct prepared *prepared, const struct system *system, struct error *error);

    /**
     * Prepares the motion of particles by steps of harness/physics/dynamics.h, with the case's
     * forces. The state has a separate type in each precision (precision_info). It is copied from
     * `system`, which holds the workload's particles. Missing velocities and spins are drawn. The
     * steps move the workload's particles, so its other cases become invalid. NULL: the backend
     * moves nothing.
     */
    bool (*start)(struct prepared *prepared, const struct motion *motion, struct system *system,
                  struct moving **moving, struct error *error);
    void (*stop)(struct moving *moving);

    /**
     * Makes `steps` steps; the state stays on the device. EXIT_USAGE with a particle's number if
     * the particle moves farther in one step than the list allows. The state is then invalid.
     */
    bool (*advance)(struct moving *moving, int64_t steps, struct error *error);

    /** Computes the energies after the last step. */
    bool (*energies)(struct moving *moving, struct motion_energies *energies, struct error *error);

    /**
     * Copies the state after the last step into `system`: the system passed to `start`, or one of
     * the same layout. Copies the number of steps and the thermostat's state into `motion`, if that
     * is not NULL. `start` can continue from both.
     */
    bool (*fetch)(struct moving *moving, struct system *system, struct motion *motion,
                  struct error *error);

    /**
     * Copies the positions at the last build of the list into the coordinates of a system of the
     * same layout. Displacements are measured from them.
     */
    bool (*listed)(struct moving *moving, struct system *system, struct error *error);

    /**
     * Computes the largest displacement of a particle since rows of the list were last pruned.
     * `*most` becomes its limit; 0: rows are not pruned. NULL: the host prunes the rows.
     */
    bool (*pruned)(struct moving *moving, double *distance, double *most, struct error *error);

    void (*progress)(const struct moving *moving, struct motion_progress *progress);

    void (*sizes)(const struct prepared *prepared, struct structure_sizes *sizes);
};
