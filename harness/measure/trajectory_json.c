#include "harness/measure/trajectory_json.h"

#include "harness/base/json_file.h"
#include "harness/base/memory.h"
#include "harness/timing/series.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Ten digits are enough for drifts and keep the file short. */
static void add_samples(cJSON *samples, const char *key, const double *value, int64_t count)
{
    cJSON *list = cJSON_AddArrayToObject(samples, key);
    for (int64_t k = 0; k < count; k++) {
        char text[32];
        snprintf(text, sizeof text, "%.10g", value[k]);
        cJSON_AddItemToArray(list, cJSON_CreateRaw(text));
    }
}

static struct series add_series(cJSON *object, const char *key, const double *value, int64_t count)
{
    struct series series = series_of(value, count);
    cJSON *entry = cJSON_AddObjectToObject(object, key);
    json_add_number(entry, "mean", series.mean);
    json_add_number(entry, "deviation", series.deviation);
    json_add_number(entry, "error", series.error);
    return series;
}

static void add_motion(cJSON *object, const struct case_spec *spec)
{
    const struct case_motion *dynamics = &spec->dynamics;
    const struct thermostat *thermostat = &dynamics->motion.thermostat;
    const struct model_time *time = &spec->model->time;
    bool timed = thermostat->interval > 0 && (thermostat->kind == THERMOSTAT_LANGEVIN ||
                                              thermostat->kind == THERMOSTAT_NOSE_HOOVER);
    bool brownian = thermostat->interval > 0 && thermostat->kind == THERMOSTAT_BROWNIAN;
    json_add_number(object, "steps", (double)dynamics->steps);
    json_add_number(object, "warmup", (double)dynamics->warmup);
    json_add_number(object, "dt", dynamics->dt);
    cJSON_AddStringToObject(object, "time_unit", time->unit);
    cJSON_AddStringToObject(object, "integrator", integrator_name(dynamics->motion.integrator));
    cJSON_AddStringToObject(object, "thermostat", thermostat_name(thermostat));
    json_add_number(object, "target", thermostat->interval > 0 ? thermostat->temperature : NAN);
    json_add_number(object, "interval", thermostat->interval > 0 ? thermostat->interval : NAN);
    json_add_number(object, "time", timed ? thermostat->time * time->own : NAN);
    json_add_number(object, "diffusion", brownian ? thermostat->diffusion : NAN);
}

static void add_cost(cJSON *object, const struct motion_progress *progress)
{
    json_add_number(object, "builds", (double)progress->builds);
    json_add_number(object, "builds_per_step", (double)progress->builds / (double)progress->steps);
    json_add_number(object, "step_ns", progress->nanoseconds / (double)progress->steps);
    cJSON *shares = cJSON_AddObjectToObject(object, "shares");
    for (int k = 0; k < MOTION_PARTS; k++)
        json_add_number(shares, motion_part_name((enum motion_part)k),
                        progress->part[k] / progress->nanoseconds);
    cJSON *parts = cJSON_AddObjectToObject(object, "part_ns");
    for (int k = 0; k < MOTION_PARTS; k++)
        json_add_number(parts, motion_part_name((enum motion_part)k),
                        progress->part[k] / (double)progress->steps);
}

/* Adds the drift of the total energy in kT per particle over the model's span of time. T is the
 * mean temperature. */
static void add_drift(cJSON *object, const struct case_spec *spec, const double *total,
                      int64_t count, double temperature)
{
    const struct model_time *time = &spec->model->time;
    struct trend trend = trend_of(total, count);
    double span = (double)spec->dynamics.sample * spec->dynamics.dt / time->spans;
    cJSON *drift = cJSON_AddObjectToObject(object, "drift");
    json_add_number(drift, "kt_per_particle", trend.slope / span / temperature);
    json_add_number(drift, "error", trend.error / span / temperature);
    cJSON_AddStringToObject(drift, "per", time->span);
}

bool trajectory_json(cJSON *item, const struct case_spec *spec, const struct trajectory *trajectory,
                     struct error *error)
{
    if (spec->dynamics.steps == 0)
        return true;
    cJSON *object = cJSON_CreateObject();
    if (!trajectory->moved) {
        cJSON_AddStringToObject(object, "reason", trajectory->reason.text);
        return cJSON_ReplaceItemInObjectCaseSensitive(item, "dynamics", object);
    }
    int64_t count = trajectory->samples;
    double *value = memory_allocate(3 * count, sizeof *value, "samples of a trajectory", error);
    if (value == NULL) {
        cJSON_Delete(object);
        return false;
    }
    double *temperature = value, *potential = value + count, *total = value + 2 * count;
    for (int64_t k = 0; k < count; k++) {
        temperature[k] = trajectory_temperature(trajectory, k);
        potential[k] = trajectory->potential[k] / (double)trajectory->n;
        total[k] = potential[k] + trajectory->kinetic[k] / (double)trajectory->n;
    }
    add_motion(object, spec);
    add_cost(object, &trajectory->progress);
    struct series series = add_series(object, "temperature", temperature, count);
    add_series(object, "potential", potential, count);
    add_series(object, "total", total, count);
    add_drift(object, spec, total, count, series.mean);
    cJSON *samples = cJSON_AddObjectToObject(object, "samples");
    json_add_number(samples, "every", (double)spec->dynamics.sample);
    add_samples(samples, "temperature", temperature, count);
    add_samples(samples, "potential", potential, count);
    add_samples(samples, "total", total, count);
    free(value);
    return cJSON_ReplaceItemInObjectCaseSensitive(item, "dynamics", object);
}
