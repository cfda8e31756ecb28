/*
 * Layer of a config from a GROMACS topology and its run parameters: model, parameters, and how
 * particles move if another layer makes them move.
 */
#pragma once

#include "harness/config/config_check.h"

struct topology_layer {
    cJSON *root;
    struct config_layer layer; /* its values */
    char name[256];            /* path of the run parameters, cut short, with a colon */
    char
        uncoupled[160]; /* reason why its thermostat and barostat are not available; "": they are */
};

/**
 * Reads the topology at `path` and its run parameters. `models` are those that the config names,
 * one or a list; NULL: none. Parameters are left out unless `models` is only the model of the run
 * parameters. EXIT_USAGE with file and line; EXIT_ENVIRONMENT. Free it in any case.
 */
bool topology_layer_read(const char *path, const char *mdp, const cJSON *models,
                         struct topology_layer *topology, struct error *error);

/** Frees it. A zeroed one may be freed. */
void topology_layer_free(struct topology_layer *topology);
