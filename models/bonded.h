/* The forces of bonded terms. models/model.h includes this file. */
#ifndef PAIRLANES_MODELS_BONDED_H
#define PAIRLANES_MODELS_BONDED_H

/*
 * Largest number of members of a bonded term. The harness defines it if forms of models/forms/ are
 * used.
 */
#ifndef BONDED_MOST
#define BONDED_MOST MODEL_BONDED
#endif

/** The forces and torques on the members of a bonded term. */
struct bonded_force {
    struct vector force[BONDED_MOST], torque[BONDED_MOST];
    real energy;
    MODEL_DETAILS
};

#endif
