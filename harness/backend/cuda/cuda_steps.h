/*
 * Whole steps on the device. If a particle moves farther than half the skin, the following steps do
 * nothing until the next list (harness/backend/cuda/device/dynamics.cu). Steps are enqueued in
 * rounds: a list, then one step more than the last list was valid for. Thus the device does not
 * wait for the host between steps, and the host reads the progress after several rounds. Some
 * rounds sort the particles before the list is built. The second half of a step and the first half
 * of the next are one kernel, or are done at the end of the force kernel (fused steps). A round is
 * a CUDA graph, except if the host builds its list.
 *
 * Resident steps of a round are a single kernel. If that kernel also builds lists, a new round is
 * only needed for sorting the particles.
 */
#pragma once

#include "harness/backend/cuda/cuda_dynamics.h"
#include "harness/backend/cuda/cuda_renumber.h"
#include "harness/backend/cuda/driver/cuda_graph.h"
#include "harness/backend/cuda/lists/cuda_neighbors.h"
#include "harness/backend/cuda/resident/resident_arguments.h"

enum {
    STEPS_TOGETHER = 64,   /* maximum steps of a round */
    ROUNDS_AHEAD = 8,      /* rounds before the host reads the progress */
    STEPS_TIMED = 32,      /* number of steps in a run that times parts of a step */
    LISTS_IN_ORDER = 4,    /* lists per sort of the particles */
    LISTS_IN_BONDS = 16,   /* lists per sort of bonded particles; more than LISTS_IN_ORDER,
                            * because a sort renumbers their terms */
    LISTS_TO_TIME = 16,    /* one of this many lists is timed */
    STEPS_RESIDENT = 1024, /* maximum steps of a kernel that builds lists, and between two sorts of
                            * particles */
};

/** Beginning of a round: no list, a list, or a sort of the particles and a list. */
enum round_kind { ROUND_STEPS, ROUND_LIST, ROUND_ORDER, ROUND_KINDS };

/** Events before sorting, before listing, and after both. */
enum list_event { LIST_BEGUN, LIST_SORTED, LIST_DONE, LIST_EVENTS };

/** Functions that enqueue the forces. */
struct cuda_forces {
    void *context;
    /** Enqueues the forces at the current positions; `energy`: with the energy of each particle. */
    bool (*enqueue)(void *context, bool energy, struct error *error);
    /**
     * Enqueues only the bonded terms; afterwards the forces are invalid. NULL: no separate kernel.
     */
    bool (*enqueue_bonded)(void *context, struct error *error);
    /**
     * Enqueues the kernel of a fused step, which reads particles from `places`, computes their
     * forces and moves them.
     */
    bool (*enqueue_fused)(void *context, const struct cuda_places *places,
                          const struct dynamics_arguments *motion, struct error *error);
    /**
     * Fills in `arguments->forces`, and enqueues a resident kernel. The other arguments are set.
     */
    bool (*enqueue_resident)(void *context, struct resident_arguments *arguments,
                             struct error *error);
    /** Selects the result of an energy evaluation: the virial, or all energies. */
    void (*select)(void *context, bool virial);
    /** Updates the arguments for the box, which has changed a little. */
    void (*rebox)(void *context);
    /** Called when the list has new addresses. */
    bool (*follow)(void *context, struct error *error);
};

/** State of steps; zeroed except for what the caller sets. */
struct cuda_steps {
    /* set by the caller */
    struct cuda_dynamics dynamics;
    struct cuda_list *list;
    struct cuda_forces forces;
    bool sorts;                    /* true if particles are sorted into the workload's order as
                                    * they move */
    struct cuda_renumber renumber; /* renumbers bonded terms and exclusions after sorts */
    struct cuda_particles *boxed;  /* particles of `dynamics` if a barostat changes their box;
                                    * otherwise NULL */

    int64_t step;                /* last step with forces that are computed or enqueued; fused steps
                                  * compute forces themselves */
    bool pending;                /* true if the second half of step `step` is pending */
    bool stale;                  /* true if forces and list are out of date */
    bool unchecked;              /* true if the list is perhaps too large for its memory */
    int64_t served;              /* steps since the list was built */
    int64_t serves;              /* steps that a list is expected to last; 0: unknown */
    int64_t builds;              /* number of lists built so far */
    int64_t sorted;              /* sorts of particles */
    int64_t unsorted;            /* lists since the last sort of particles */
    int64_t unsorted_steps;      /* steps since the last sort, made by resident kernels that build
                                  * lists */
    int64_t resident_lists;      /* lists that resident kernels had built when the host last read
                                  * the progress */
    bool outgrown;               /* true if a row of a resident kernel's list did not fit; the
                                  * host then builds the next list */
    struct cuda_buffer resident; /* a struct resident_state; allocated only for resident steps */
    struct cuda_buffer groups;   /* boxes around groups of particles; allocated only if resident
                                  * kernels build lists */
    int64_t made;                /* steps made so far */
    double nanoseconds;          /* time of all steps so far, from the first launch to the last */
    /*
     * nanoseconds per step of each part that is timed separately, when it was last timed; 0:
     * unknown, or steps do not have this part. Bonded terms are also part of the forces.
     */
    double part[MOTION_PARTS];
    double spent[MOTION_PARTS]; /* nanoseconds of each part in all steps until the last timing */
    int64_t timed_at;           /* number of steps made at the last timing */
    double pressing; /* nanoseconds of all evaluations of the pressure and changes of the box so
                      * far */
    struct pressures pressures;
    struct cuda_relisting {
        int64_t lists;              /* number of lists so far */
        int64_t timed;              /* number of timed lists, as of the host's last reading */
        double listing, sorting;    /* nanoseconds of the timed lists, and of the sorts before
                                     * them */
        bool marked;                /* true if one of the rounds enqueued last is timed */
        CUevent event[LIST_EVENTS]; /* events for timing the list */
    } relisting[2];                 /* [0]: lists without sorting; [1]: lists with sorting first */
    struct cuda_list order;
    struct cuda_graph round[ROUND_KINDS][2][STEPS_TOGETHER + 1]; /* graphs: [kind][timed][number of
                                                                  * steps] */
};

/** Returns the address of the word that halts kernels of forces and lists, for their arguments. */
CUdeviceptr cuda_steps_halted(const struct cuda_steps *steps);

/** Lists the particles that cuda_dynamics_start has copied to the device, and enqueues forces. */
bool cuda_steps_start(struct cuda_steps *steps, struct error *error);

/**
 * Makes `count` steps. EXIT_USAGE with a particle's number if the particle moves farther in one
 * step than the list allows; the state is then invalid.
 */
bool cuda_steps_run(struct cuda_steps *steps, int64_t count, struct error *error);

/** Enqueues the integration of a step of zero length, which only rounds the state. */
bool cuda_steps_pause(struct cuda_steps *steps, struct error *error);

/** Completes the last step: its second half, and thermostat collisions. */
bool cuda_steps_finish(struct cuda_steps *steps, struct error *error);

/** Computes the energies after the last step. */
bool cuda_steps_energies(struct cuda_steps *steps, struct motion_energies *energies,
                         struct error *error);

/**
 * Computes forces and torques with the fused kernel at the current positions, and reads them in the
 * order of the system. cuda_dynamics_read has to be called before.
 */
bool cuda_steps_forces(struct cuda_steps *steps, struct forces *forces, struct error *error);

/**
 * Returns the nanoseconds of a part of the steps, over all steps so far; NAN: not timed separately.
 */
double cuda_steps_part(const struct cuda_steps *steps, enum motion_part part);

/** Frees everything, including the dynamics. */
void cuda_steps_free(struct cuda_steps *steps);
