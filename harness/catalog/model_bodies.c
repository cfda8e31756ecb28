#include "harness/catalog/model_bodies.h"

#include "harness/catalog/model_parts.h"

#include <string.h>

static void copy_particle(const double *constants, const struct particle *particle, void *body)
{
    (void)constants;
    memcpy(body, particle, sizeof *particle);
}

struct model_bodies model_bodies_of(const struct model *model)
{
    const struct model_bodies particles = {sizeof(struct particle), copy_particle, NULL};
    const struct model_bodies bodies = model_parts_of(model).bodies;
    return bodies.make != NULL ? bodies : particles;
}

model_test *model_may_interact(const struct model *model)
{
    return model_parts_of(model).may_interact;
}

bool model_bodies_pair(const struct model_bodies *bodies, const struct model *model,
                       const double *constants, const double *row, const void *p, const void *q,
                       const double r[3], struct pair_result *result)
{
    return bodies->pair != NULL ? bodies->pair(constants, row, p, q, r, result)
                                : model->pair(constants, row, p, q, r, result);
}
