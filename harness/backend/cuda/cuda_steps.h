/*
 * Whole steps on the device. A particle that leaves half the skin halts the steps after it
 * (harness/backend/cuda/device/dynamics.cu), up to the next list. Steps are enqueued in rounds: a
 * list, and one step more than the last list was valid for. So the device needs no host between
 * steps, and the host reads the progress after several rounds. Before some lists particles are
 * brought into order. The second half of a step and the first of the next are one kernel, or
 * the end of the forces'. A round is a CUDA graph, unless its list waits for the host.
 *
 * Resident steps of a round are one kernel. One that builds lists itself needs no other round until
 * particles are to be brought into order.
 */
#pragma once

#include "harness/backend/cuda/cuda_dynamics.h"
#include "harness/backend/cuda/cuda_renumber.h"
#include "harness/backend/cuda/driver/cuda_graph.h"
#include "harness/backend/cuda/lists/cuda_neighbors.h"
#include "harness/backend/cuda/resident/resident_arguments.h"

enum {
    STEPS_TOGETHER = 64,   /* most steps of a round */
    ROUNDS_AHEAD = 8,      /* rounds before the host reads the progress */
    STEPS_TIMED = 32,      /* least steps of a run in which parts of a step are timed */
    LISTS_IN_ORDER = 4,    /* lists before particles are brought into order again */
    LISTS_IN_BONDS = 16,   /* number of lists between two sorts of bonded particles, because a sort
                            * renumbers the terms */
    LISTS_TO_TIME = 16,    /* lists of which one is timed */
    STEPS_RESIDENT = 1024, /* most steps of a kernel that builds lists, and of one order of
                            * particles */
};

/** Beginning of a round: a step, a list, or an ordering of particles and a list. */
enum round_kind { ROUND_STEPS, ROUND_LIST, ROUND_ORDER, ROUND_KINDS };

/** Events before ordering, before listing, and after both. */
enum list_event { LIST_BEGUN, LIST_SORTED, LIST_DONE, LIST_EVENTS };

/** Function that enqueues the forces. */
struct cuda_forces {
    void *context;
    /**
     * Enqueues the forces at the current positions, with the energy of each particle if asked for.
     */
    bool (*enqueue)(void *context, bool energy, struct error *error);
    /** Enqueues only the bonded terms, after which forces are void; NULL: they have no kernel of
     * their own. */
    bool (*enqueue_bonded)(void *context, struct error *error);
    /**
     * Enqueues the kernel of a fused step, which computes forces of particles at `places` and moves
     * them.
     */
    bool (*enqueue_fused)(void *context, const struct cuda_places *places,
                          const struct dynamics_arguments *motion, struct error *error);
    /** Enqueues a resident kernel with these arguments, of which `forces` are filled. */
    bool (*enqueue_resident)(void *context, struct resident_arguments *arguments,
                             struct error *error);
    /** Selects what an energy evaluation computes: the virial, or all energies. */
    void (*select)(void *context, bool virial);
    /** Applies the box of the particles, which has changed a little. */
    void (*rebox)(void *context);
    /** Called when the list has moved in memory. */
    bool (*follow)(void *context, struct error *error);
};

/** State of steps; zeroed except for what the caller sets. */
struct cuda_steps {
    /* set by the caller */
    struct cuda_dynamics dynamics;
    struct cuda_list *list;
    struct cuda_forces forces;
    bool sorts;                    /* true if particles are brought into the workload's order */
    struct cuda_renumber renumber; /* renumbers their bonded terms and exclusions */
    struct cuda_particles *boxed;  /* particles of the dynamics, whose box the barostat changes;
                                    * NULL: it does not change */

    int64_t step;                /* step whose forces are known, or enqueued, except fused ones */
    bool pending;                /* true if the second half of that step is pending */
    bool stale;                  /* true if the forces and the list are stale, too */
    bool unchecked;              /* true if it is unknown whether the list fits in its memory */
    int64_t served;              /* steps since the list was built */
    int64_t serves;              /* steps that a list is likely to last; 0: unknown */
    int64_t builds;              /* builds of the list */
    int64_t unsorted;            /* lists since particles were brought into order */
    int64_t unsorted_steps;      /* steps since then that were made by kernels that build lists */
    int64_t resident_lists;      /* lists that kernels have built, as of the host's last reading */
    bool outgrown;               /* a row of such a list does not fit: the host builds the next */
    struct cuda_buffer resident; /* a struct resident_state; only of resident steps */
    struct cuda_buffer groups;   /* boxes around particles; only for kernels that build lists */
    int64_t made;                /* steps so far */
    double nanoseconds;          /* time of all steps so far, from the first launch to the last */
    /*
     * nanoseconds per step of each part that is timed by itself, bonded terms also as a part of the
     * forces; 0: unknown, or none
     */
    double part[MOTION_PARTS];
    double pressing; /* nanoseconds of all pressures and changes of the box so far */
    struct pressures pressures;
    struct cuda_relisting {
        int64_t lists;              /* number of lists so far */
        int64_t timed;              /* number of timed lists, as of the host's last reading */
        double listing, sorting;    /* nanoseconds of the timed ones */
        bool marked;                /* true if one of the last enqueued rounds is timed, */
        CUevent event[LIST_EVENTS]; /* events that time them */
    } relisting[2];                 /* [0]: lists without sorting; [1]: lists that sort
                                     * particles first */
    struct cuda_list order;
    struct cuda_graph round[ROUND_KINDS][2][STEPS_TOGETHER + 1]; /* graphs: [kind][timed][number of
                                                                  * steps] */
};

/**
 * Returns the address of the word that halts kernels of forces, for their arguments and the list's.
 */
CUdeviceptr cuda_steps_halted(const struct cuda_steps *steps);

/** Lists the particles, which cuda_dynamics_start has copied to the device, and enqueues forces. */
bool cuda_steps_start(struct cuda_steps *steps, struct error *error);

/**
 * Makes steps. EXIT_USAGE, naming a particle, if one moves farther in a step than the list can
 * follow; then the state is void.
 */
bool cuda_steps_run(struct cuda_steps *steps, int64_t count, struct error *error);

/** Enqueues the integration of a step of zero length, which only rounds. */
bool cuda_steps_pause(struct cuda_steps *steps, struct error *error);

/** Completes the last step: the second half, and collisions. */
bool cuda_steps_finish(struct cuda_steps *steps, struct error *error);

/** The energies after the last step. */
bool cuda_steps_energies(struct cuda_steps *steps, struct motion_energies *energies,
                         struct error *error);

/** Reads forces and torques of fused kernels at the current positions, in the order of the system,
 * after cuda_dynamics_read has read the positions. */
bool cuda_steps_forces(struct cuda_steps *steps, struct forces *forces, struct error *error);

/** Nanoseconds of a part of the steps so far; NAN where it is not timed separately. */
double cuda_steps_part(const struct cuda_steps *steps, enum motion_part part);

/** Frees everything, the dynamics too. */
void cuda_steps_free(struct cuda_steps *steps);
