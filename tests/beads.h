/* A test system of lipid beads with all kinds of interaction that default parameters allow. */
#pragma once

#include "tests/gradients.h"

#include <string.h>

/** Returns the lipid model (brahms) with default parameters. */
static inline struct set_model lipids(void)
{
    struct set_model lipids = {.model = model_find("brahms")};
    double parameters[MODEL_PARAMETERS];
    struct error error;
    model_defaults(lipids.model, parameters);
    assert_true(lipids.model->derive(parameters, lipids.constants, &error));
    lipids.range = lipids.model->range(parameters);
    return lipids;
}

/** Returns lipid beads of all types on a lattice, with random orientations. */
static inline struct system beads(int edge, double spacing)
{
    struct random random = random_start(3, 0);
    struct system system;
    struct error error;
    assert_true(system_allocate((int64_t)edge * edge * edge, &system, &error));
    system.type = calloc((size_t)system.n, sizeof *system.type);
    system.orientation = calloc((size_t)system.n, 4 * sizeof *system.orientation);
    assert_true(system.type != NULL && system.orientation != NULL);
    for (int d = 0; d < 3; d++)
        system.box[d] = edge * spacing;
    for (int64_t i = 0; i < system.n; i++) {
        const struct particle bead = random_particle((int)(7 * random_uniform(&random)), &random);
        system.x[i] = spacing * ((double)(i % edge) + 0.2 * random_uniform(&random));
        system.y[i] = spacing * ((double)(i / edge % edge) + 0.2 * random_uniform(&random));
        system.z[i] = spacing * ((double)(i / edge / edge) + 0.2 * random_uniform(&random));
        system.type[i] = (int32_t)bead.type;
        memcpy(system.orientation + 4 * i, bead.orientation, sizeof bead.orientation);
    }
    return system;
}
