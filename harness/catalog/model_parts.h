/* What the unit of a model in the tree gives beside its description (harness/catalog/model_unit.c).
 */
#ifndef PAIRLANES_MODEL_PARTS_H
#define PAIRLANES_MODEL_PARTS_H

#include "harness/catalog/interactions.h"
#include "harness/catalog/model_bodies.h"
#include "harness/catalog/model_table.h"

struct model_parts {
    struct model_bodies bodies;
    model_test *may_interact; /* NULL: the model has no short test */
    struct model_table table;
    model_kind *common; /* NULL: the model has no MODEL_PAIR_TABLE */
};

/** The parts of a model; zeroed: it is not in the tree. */
struct model_parts model_parts_of(const struct model *model);

#endif
