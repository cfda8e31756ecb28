#include "harness/catalog/interactions.h"

#include "harness/base/words.h"

static const char *const names[INTERACTIONS_COUNT] = {[INTERACTIONS_LOOKUP] = "lookup",
                                                      [INTERACTIONS_STORED] = "stored",
                                                      [INTERACTIONS_SORTED] = "sorted"};

void interactions_of(const struct model *model, const double *constants,
                     enum interaction_structure structure, struct interactions *interactions)
{
    *interactions = (struct interactions){.kinds = model->interaction_count};
    if (model->interaction_count == 1)
        return;
    interactions->structure = structure;
    for (int p = 0; p < model->type_count; p++)
        for (int q = 0; q < model->type_count; q++)
            interactions->of[MODEL_TYPES * p + q] = (uint8_t)model->interaction(constants, p, q);
}

int interactions_unloaded(const struct model *model, const double *constants)
{
    return model->pair_table ? model->common(constants) : -1;
}

WORDS_OF_VALUES(interactions, enum interaction_structure, names)
