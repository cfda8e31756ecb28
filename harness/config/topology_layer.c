#include "harness/config/topology_layer.h"

#include "harness/input/formats/gromacs_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Whether a config has only one model, and it is `name`. */
static bool is_alone(const cJSON *models, const char *name)
{
    if (cJSON_IsArray(models))
        models = cJSON_GetArraySize(models) == 1 ? models->child : NULL;
    return cJSON_IsString(models) && strcmp(models->valuestring, name) == 0;
}

static void add_parameters(const struct gromacs_choice *choice, cJSON *root)
{
    const struct model *model = model_find(choice->model);
    cJSON *parameters = cJSON_AddObjectToObject(root, "parameters");
    for (int k = 0; k < choice->settings; k++) {
        const char *key = choice->setting[k].key, *value = choice->setting[k].value;
        if (model->parameters[model_parameter(model, key)].choices != NULL)
            cJSON_AddStringToObject(parameters, key, value);
        else
            cJSON_AddNumberToObject(parameters, key, strtod(value, NULL));
    }
}

static void add_dynamics(const struct gromacs_choice *choice, cJSON *root)
{
    const double units_per_ps = 1000; /* the models' unit of time is the femtosecond */
    cJSON *dynamics = cJSON_AddObjectToObject(root, "dynamics");
    cJSON_AddNumberToObject(dynamics, "dt", units_per_ps * choice->step);
    if (choice->barostat != NULL && choice->uncoupled[0] == '\0') {
        cJSON_AddStringToObject(dynamics, "barostat", choice->barostat);
        cJSON_AddNumberToObject(dynamics, "barostat_time", units_per_ps * choice->pressure_time);
        cJSON_AddNumberToObject(dynamics, "pressure", choice->pressure);
        cJSON_AddNumberToObject(dynamics, "compressibility", choice->compressibility);
        if (!(choice->pressure_steps <= 0))
            cJSON_AddNumberToObject(dynamics, "barostat_interval", choice->pressure_steps);
    }
    if (choice->thermostat == NULL)
        return;
    cJSON_AddStringToObject(dynamics, "thermostat", choice->thermostat);
    if (!isnan(choice->temperature))
        cJSON_AddNumberToObject(dynamics, "temperature", choice->temperature);
    if (!isnan(choice->relaxation))
        cJSON_AddNumberToObject(dynamics, "time", units_per_ps * choice->relaxation);
}

bool topology_layer_read(const char *path, const char *mdp, const cJSON *models,
                         struct topology_layer *topology, struct error *error)
{
    const struct system_spec spec = {.file = path, .mdp = mdp};
    struct gromacs_choice choice;
    *topology = (struct topology_layer){.root = cJSON_CreateObject()};
    if (!gromacs_choose(&spec, &choice, error))
        return false;
    if (models == NULL)
        cJSON_AddStringToObject(topology->root, "model", choice.model);
    if (models == NULL || is_alone(models, choice.model))
        add_parameters(&choice, topology->root);
    add_dynamics(&choice, topology->root);
    memcpy(topology->uncoupled, choice.uncoupled, sizeof topology->uncoupled);
    snprintf(topology->name, sizeof topology->name, "%.250s:", mdp);
    topology->layer = (struct config_layer){topology->name, NULL, topology->root, topology->root};
    return true;
}

void topology_layer_free(struct topology_layer *topology)
{
    cJSON_Delete(topology->root);
    *topology = (struct topology_layer){0};
}
