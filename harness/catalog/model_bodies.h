/*
 * What a model's pair function takes of particles, for who evaluates many pairs of the same ones: a
 * body is made once per particle, not anew for each pair as `pair` of struct model does.
 */
#ifndef PAIRLANES_MODEL_BODIES_H
#define PAIRLANES_MODEL_BODIES_H

#include "harness/catalog/model.h"

#include <stddef.h>

/** What the unit of a model gives (harness/catalog/model_unit.c). */
struct model_bodies {
    size_t bytes; /* of a body; 0: bare positions, and bodies may be NULL */
    void (*make)(const double *constants, const struct particle *particle, void *body);
    bool (*pair)(const double *constants, const double *row, const void *p, const void *q,
                 const double r[3], struct pair_result *result);
};

/** Whether a pair has to be evaluated, by a model's short test (MODEL_MAY_INTERACT). */
typedef bool model_test(const double *constants, const struct particle *p, const struct particle *q,
                        const double r[3]);

/** The short test of a model in the tree; NULL: it has none. */
model_test *model_may_interact(const struct model *model);

/** The functions of a model in the tree; of others a body is the particle, and `pair` is NULL. */
struct model_bodies model_bodies_of(const struct model *model);

/** The same bits as `pair` of struct model. */
bool model_bodies_pair(const struct model_bodies *bodies, const struct model *model,
                       const double *constants, const double *row, const void *p, const void *q,
                       const double r[3], struct pair_result *result);

#endif
