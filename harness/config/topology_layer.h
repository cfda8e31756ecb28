/* The layer of a config that a GROMACS topology with its run parameters makes: model, parameters,
 * and how particles move if any other layer lets them. */
#pragma once

#include "harness/config/config_check.h"

struct topology_layer {
    cJSON *root;
    struct config_layer layer; /* its values */
    char name[256];            /* path of the run parameters, cut short, with a colon */
    char uncoupled[160];       /* why its couplings cannot be had here; "": they can */
};

/**
 * Reads the topology at `path` and its run parameters. `models` are those that the config names,
 * one or a list; NULL: none. Parameters are left out unless these are only the model of the run
 * parameters. EXIT_USAGE with file and line; EXIT_ENVIRONMENT. Free it in any case.
 */
bool topology_layer_read(const char *path, const char *mdp, const cJSON *models,
                         struct topology_layer *topology, struct error *error);

/** Frees it. A zeroed one may be freed. */
void topology_layer_free(struct topology_layer *topology);
