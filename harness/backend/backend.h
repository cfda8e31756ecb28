/*
 * A backend runs strategies on one kind of hardware. Nesting: a device holds workloads (particles
 * in one precision and order, with the neighbor structures that its strategies share), a workload
 * holds prepared cases (a strategy with its tuning, its kernel and outputs).
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
    int threads;        /* CPU threads; 0: all that OpenMP gives */
    const char *source; /* --source DIR: kernel and model sources; NULL: those in the binary */
};

struct device_info {
    char name[256];        /* "AMD EPYC …", "NVIDIA H200" */
    char architecture[64]; /* "x86-64-v4", "sm_90" */
    char driver[64];       /* driver or OpenMP version */
    int cores;             /* threads in use, or multiprocessors */
    int64_t memory_bytes;
    double clock_mhz; /* highest SM or core clock; 0 where unknown */
    int index;        /* index among several; -1: there is one */
    char uuid[40];    /* "c1f9…-…", different for each device; "": unknown */
};

/**
 * Input from which a workload is made. `system` is already rounded to `precision`, and outlives it.
 * It may be a batch: independent systems of the same box and number of particles, one after another
 * (harness/particles/batch.h); only backends with `batches` accept those.
 */
struct workload_spec {
    const struct system *system;
    int systems;  /* systems in it; 0: one */
    bool pressed; /* true if a barostat changes the box, which matters only to the code of its
                   * case */
    bool coupled; /* true if a thermostat of all particles acts; only for the code, too */
    const struct model *model;
    const double *constants; /* model->constant_count values */
    double cutoff;           /* the model's range */
    double skin;
    enum precision precision;
    enum sort_order sort;
    enum interaction_structure
        interactions;                       /* no effect for a model with one kind of interaction */
    enum exclusion_method exclusion_method; /* method of leaving out excluded pairs */
    enum bonding bonding;     /* way of evaluating bonded terms; gather with the tuning `bonded`
                               * if a GPU's pair kernel evaluates them */
    struct building building; /* way of building lists on a GPU; the CPU has one way */
    struct target target;     /* target of the CPU's compiler; a GPU has only one */
};

/** Forces in the order of the system (not of the sort), energy counted once per pair. */
struct forces {
    int64_t n;
    double *x, *y, *z;
    double *torque;                /* n vectors in the space frame; NULL: not asked for */
    double *energy_of, *virial_of; /* energy and virial that the kernel assigns to each particle:
                                    * half of a pair to each of the two, or all of it to one; all
                                    * of a bonded term to its first member; NULL: not asked for */
    double energy;                 /* bonded terms included, as are their forces */
    double terms[MODEL_TERMS];     /* energy of each of the model's terms, evaluated separately */
    double virial; /* sum of r . F over pairs and bonded terms, evaluated separately */
};

/** Returns the number of systems of a workload. */
static inline int workload_systems(const struct workload_spec *spec)
{
    return spec->systems > 0 ? spec->systems : 1;
}

struct structure_sizes {
    int64_t pairs_listed;   /* list entries; for patches the pairs of particles tested */
    int64_t list_bytes;     /* bytes of the neighbor structure */
    int64_t memory_bytes;   /* everything that the case needs, positions and forces included */
    int64_t atomics;        /* vectors added to shared memory per call; -1: it follows from the
                             * pairs */
    int64_t bonded_atomics; /* atomics of bonded terms, if `atomics` does not contain them */
    bool bonded_step;       /* the bonded terms have a separate kernel, for time_bonded */
};

/** Memory that an operation takes on a device and on the host; a CPU has only the host's. */
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
    char version[256], arch[32]; /* the version; also the command if that has more words than the
                                  * program */
};

/** Machine code that a case runs. Hashes are texts; "": there is none, or it is not known. */
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
     * Opens a device for the calling thread, in the place of any other. Only that thread uses
     * objects of the device. EXIT_ENVIRONMENT with the reason if it cannot be opened.
     */
    bool (*open)(const struct device_options *options, struct device **device, struct error *error);
    void (*close)(struct device *device);
    const struct device_info *(*info)(const struct device *device);
    int (*count)(void); /* devices on this machine */

    /**
     * Writes the name of a device, from 0, without opening it; false if there is none. NULL for the
     * CPU, which every machine has.
     */
    bool (*name_of)(int index, char *name, size_t size);

    /**
     * Reads clocks, and reasons for throttling, just after a timed region; false if the device does
     * not report them. NULL on a backend that never does.
     */
    bool (*state)(struct device *device, struct device_state *state);

    /**
     * Values of the device's hardware counters over one force call, one building of the neighbor
     * structure, or the integration of one step of `moving` (NULL for the others), run as often as
     * `passes` says. EXIT_ENVIRONMENT with the reason, and with a remedy if rights are missing.
     * NULL: the backend has none.
     */
    bool (*count_hardware)(struct prepared *prepared, struct moving *moving, enum motion_part part,
                           const char *const *metrics, int count, double *values, int *passes,
                           struct error *error);

    /**
     * Counts the instructions of one force call by this thread (base/machine/instructions.h), which
     * has to be the device's only one. `file`: --callgrind-out-file of this process.
     * EXIT_ENVIRONMENT with the reason. NULL: the backend cannot.
     */
    bool (*count_instructions)(struct prepared *prepared, const char *file, double *count,
                               struct error *error);

    /**
     * Reads the device's energy counter in joules, from an arbitrary zero, and the name of its
     * source. EXIT_ENVIRONMENT with the reason if the device has no counter or forbids reading it.
     */
    bool (*energy)(struct device *device, double *joules, struct error *error);
    const char *energy_source;

    /**
     * Fills the caches with other data, so that the next call reads from memory. It may still run
     * when the function returns, but ends before the next work begins.
     */
    bool (*flush)(struct device *device, struct error *error);

    /** Measures the ceilings of the device (ceilings.h), in a few seconds. */
    bool (*ceilings)(struct device *device, struct ceilings *ceilings, struct error *error);

    /**
     * Compiles the kernels of cases several at a time, where that has not been done yet; prepare
     * reports failures. NULL: prepare compiles.
     */
    void (*compile)(struct device *device, const struct kernel_case *cases, int count,
                    const struct compile_watch *watch);

    /**
     * EXIT_ENVIRONMENT with reason and remedy if the kernels of a case are not compiled yet,
     * and cannot be on this machine, or if it cannot run them. NULL: they can.
     */
    bool (*can_compile)(struct device *device, const struct kernel_case *spec, struct error *error);

    /**
     * Returns the compiler of a case's kernels; false if it is unknown. NULL: the driver's own
     * compiler.
     */
    bool (*compiler)(const struct kernel_case *spec, struct kernel_compiler *compiler);

    /** Finds the machine code of a case, and compiles what is missing. Errors as of prepare. */
    bool (*code)(struct device *device, const struct workload_spec *spec,
                 const struct strategy *strategy, const int tuning[STRATEGY_TUNINGS],
                 struct kernel_code *code, struct error *error);

    /**
     * These functions add to `need` the memory of load, of prepare and evaluate of a case, and of
     * start and advance. The system may be an outline (system_bytes). Its box has to be at least
     * twice the range.
     */
    void (*estimate_load)(const struct workload_spec *spec, struct memory_need *need);
    void (*estimate_case)(const struct workload_spec *spec, const struct strategy *strategy,
                          const int tuning[STRATEGY_TUNINGS], struct memory_need *need);
    void (*estimate_motion)(const struct workload_spec *spec, struct memory_need *need);

    /**
     * Adds the memory that flush keeps on a device of `threads` threads (0: all). NULL: flush needs
     * hardly any memory.
     */
    void (*estimate_flush)(int threads, struct memory_need *need);

    /** Bytes that are free on the device; INFINITY if it does not report them. NULL: it has no
     * memory of its own. */
    double (*free_memory)(struct device *device);

    /** Loads the particles onto the device in the given order. */
    bool (*load)(struct device *device, const struct workload_spec *spec,
                 struct workload **workload, struct error *error);
    void (*unload)(struct workload *workload);

    /**
     * Builds the structure that the strategy reads, unless the workload has it, and loads its
     * kernel.
     */
    bool (*prepare)(struct workload *workload, const struct strategy *strategy,
                    const int tuning[STRATEGY_TUNINGS], struct prepared **prepared,
                    struct error *error);
    void (*release)(struct prepared *prepared);

    /** Runs `calls` force calls back to back, and gives the time of all of them in nanoseconds. */
    bool (*time_force)(struct prepared *prepared, int64_t calls, double *nanoseconds,
                       struct error *error);

    /** Times force calls that also find energies or the virial, as time_force times others. */
    bool (*time_energies)(struct prepared *prepared, int64_t calls, double *nanoseconds,
                          struct error *error);

    /**
     * Times only the bonded terms, as time_force times all forces; only for cases with
     * `bonded_step`.
     */
    bool (*time_bonded)(struct prepared *prepared, int64_t calls, double *nanoseconds,
                        struct error *error);

    /**
     * Whether times of time_force may contain gaps in which the device waited for the host's
     * launches. NULL: there are no launches.
     */
    bool (*gaps)(const struct prepared *prepared);

    /**
     * Returns why times of whole steps of a case cannot be trusted; NULL: they can. NULL instead of
     * a function: they always can.
     */
    const char *(*step_untrusted)(const struct prepared *prepared);

    /** Builds the case's neighbor structure once more, and gives the time in nanoseconds. */
    bool (*time_build)(struct prepared *prepared, double *nanoseconds, struct error *error);

    /**
     * Fills the cells of the case's neighbor structure again, the first part of a build. Gives the
     * time, and adds the times of its parts to `part` if it has parts. NULL: not timed separately.
     */
    bool (*time_binning)(struct prepared *prepared, double *nanoseconds, double part[BINNING_PARTS],
                         struct error *error);

    /**
     * Computes forces with the kernel that time_force runs, and the energy and its terms with the
     * twin of that kernel, which also computes energies. The caller allocates the arrays (n each;
     * torques only for a model with orientation). The last force call is one of the twin.
     */
    bool (*evaluate)(struct prepared *prepared, struct forces *forces, struct error *error);

    /**
     * Reads the forces and torques of the last force call, into arrays like those of evaluate.
     * Those of a step move the particles: with restraints, and with forces on virtual sites moved
     * to their makers. Fused steps keep no forces: the same kernel computes them again.
     */
    bool (*last_forces)(struct prepared *prepared, struct forces *forces, struct error *error);

    /**
     * Gives the particles the places and orientations of `system`, and leaves the neighbor
     * structure as it is: they must be within half its skin.
     */
    bool (*place)(struct prepared *prepared, const struct system *system, struct error *error);

    /**
     * Starts to move particles by steps of harness/physics/dynamics.h, with the case's forces and
     * the state in the precision's own type (precision_info). The state begins as that of `system`,
     * whose particles are the workload's; missing velocities and spins are drawn. The workload's
     * particles move too, so that its other cases become invalid. NULL: the backend moves nothing.
     */
    bool (*start)(struct prepared *prepared, const struct motion *motion, struct system *system,
                  struct moving **moving, struct error *error);
    void (*stop)(struct moving *moving);

    /**
     * Makes steps; the state stays on the device. EXIT_USAGE, naming a particle, if one moves
     * farther in a step than the list can follow; the state is void then.
     */
    bool (*advance)(struct moving *moving, int64_t steps, struct error *error);

    /** The energies after the last step. */
    bool (*energies)(struct moving *moving, struct motion_energies *energies, struct error *error);

    /**
     * Copies the state after the last step into the system that start got, or into one like it, and
     * the step and the thermostat's state into `motion` (NULL: nowhere). start can continue from
     * both.
     */
    bool (*fetch)(struct moving *moving, struct system *system, struct motion *motion,
                  struct error *error);

    /**
     * Copies the places with which the rule of the list compares, those when it was built, into the
     * coordinates of a system like that of start.
     */
    bool (*listed)(struct moving *moving, struct system *system, struct error *error);

    void (*progress)(const struct moving *moving, struct motion_progress *progress);

    void (*sizes)(const struct prepared *prepared, struct structure_sizes *sizes);
};
