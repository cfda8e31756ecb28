/*
 * The layer of a config that comes from a GROMACS topology and its run parameters. It has the
 * model, parameters, and the motion of particles. The motion only applies if another layer makes
 * them move.
 */
#pragma once

#include "harness/config/config_check.h"

struct topology_layer {
    cJSON *root;
    struct config_layer layer; /* values of the layer */
    char name[256];            /* path of the run parameters, followed by a colon; cut if it is
                                * long */
    char uncoupled[160]; /* reason why the thermostat and barostat of the run parameters are not
                          * available; "": they are available */
};

/**
 * Reads the topology at `path` and its run parameters at `mdp`. `models` is the model or the list
 * of models in the config; NULL if it has none. The run parameters choose a model. The layer has
 * its parameters if `models` is NULL or contains only this model. EXIT_USAGE if a file is wrong,
 * with file and line, or EXIT_ENVIRONMENT. `topology` must be freed even after an error.
 */
bool topology_layer_read(const char *path, const char *mdp, const cJSON *models,
                         struct topology_layer *topology, struct error *error);

/** Frees the layer. A zeroed one may be freed. */
void topology_layer_free(struct topology_layer *topology);
