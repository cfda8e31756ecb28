#include "harness/catalog/model_bodies.h"

#include <string.h>

#define MODEL(name) void embody_##name(struct model_bodies *bodies);
#include "models/table.h"
#undef MODEL

static const struct {
    const char *name;
    void (*embody)(struct model_bodies *bodies);
} rows[] = {
#define MODEL(name) {#name, embody_##name},
#include "models/table.h"
#undef MODEL
};

static void copy_particle(const double *constants, const struct particle *particle, void *body)
{
    (void)constants;
    memcpy(body, particle, sizeof *particle);
}

struct model_bodies model_bodies_of(const struct model *model)
{
    struct model_bodies bodies = {sizeof(struct particle), copy_particle, NULL};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (strcmp(rows[k].name, model->name) == 0)
            rows[k].embody(&bodies);
    return bodies;
}

bool model_bodies_pair(const struct model_bodies *bodies, const struct model *model,
                       const double *constants, const void *p, const void *q, const double r[3],
                       struct pair_result *result)
{
    return bodies->pair != NULL ? bodies->pair(constants, p, q, r, result)
                                : model->pair(constants, p, q, r, result);
}
