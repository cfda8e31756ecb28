#include "harness/measure/case_values.h"

#include "harness/base/memory.h"
#include "harness/json/json_file.h"
#include "harness/timing/series.h"

#include <math.h>
#include <stdlib.h>

/* A trajectory that reached its end, and statistics of it. */
struct moved {
    const struct case_motion *motion;
    const struct thermostat *thermostat;
    const struct model_time *time;
    const struct motion_progress *progress;
    const struct barostat *barostat;
    const double *box; /* edges after the last step */
    double pressure_units;
    double steps;
    int64_t count; /* number of samples */
    const double *temperatures, *potentials, *totals;
    const struct series *temperature, *potential, *total;
    double drift, drift_error; /* drift of the total energy and its standard error, in kT per
                                * particle in the model's span of time */
};

static double relaxation_of(const struct moved *d)
{
    bool timed = d->thermostat->interval > 0 && (d->thermostat->kind == THERMOSTAT_LANGEVIN ||
                                                 d->thermostat->kind == THERMOSTAT_NOSE_HOOVER);
    return timed ? d->thermostat->time * d->time->own : NAN;
}

static double diffusion_of(const struct moved *d)
{
    bool brownian = d->thermostat->interval > 0 && d->thermostat->kind == THERMOSTAT_BROWNIAN;
    return brownian ? d->thermostat->diffusion : NAN;
}

/* Returns the mean of a barostat's pressures, in the model's unit, from their sum. */
static double pressure_of(const struct moved *d, double sum)
{
    return sum / (double)d->progress->pressures.count * d->pressure_units;
}

static double share_of(const struct moved *d, enum motion_part part)
{
    return d->progress->part[part] / d->progress->nanoseconds;
}

static double rest_of(const struct moved *d)
{
    double rest = 1;
    for (int k = 0; k < MOTION_PARTS; k++)
        if (isfinite(share_of(d, (enum motion_part)k)))
            rest -= share_of(d, (enum motion_part)k);
    return rest;
}

static cJSON *parts_of(const struct moved *d)
{
    cJSON *parts = cJSON_CreateObject();
    for (int k = 0; k < MOTION_PARTS; k++)
        json_add_number(parts, motion_part_name((enum motion_part)k),
                        d->progress->part[k] / d->steps);
    return parts;
}

/* Significant digits of a sample: enough for drifts, while the file stays short. */
enum { DIGITS = 10 };

static cJSON *samples_of(const struct moved *d, const double *value)
{
    cJSON *samples = cJSON_CreateArray();
    for (int64_t k = 0; k < d->count; k++)
        cJSON_AddItemToArray(samples, json_number(json_digits(value[k], DIGITS)));
    return samples;
}

#define MEMBER(kind, field, path, value, ...)    .field = (value),
#define PART(structure, field, path, value, ...) .field = (value),

void case_values_dynamics(const struct case_spec *spec, const struct trajectory *trajectory,
                          struct record_dynamics *dynamics)
{
    members_read(dynamics_members, NULL, dynamics);
    if (spec->dynamics.steps == 0)
        return;
    if (!trajectory->moved) {
        dynamics->reason = trajectory->reason.text;
        return;
    }
    int64_t count = trajectory->samples;
    double *value = memory_new(3 * count, sizeof *value, "samples of a trajectory");
    double *temperatures = value, *potentials = value + count, *totals = value + 2 * count;
    for (int64_t k = 0; k < count; k++) {
        temperatures[k] = trajectory_temperature(trajectory, k);
        potentials[k] = trajectory->potential[k] / (double)trajectory->n;
        totals[k] = potentials[k] + trajectory->kinetic[k] / (double)trajectory->n;
    }
    const struct model_time *time = &spec->model->time;
    const struct series temperature = series_of(temperatures, count);
    const struct series potential = series_of(potentials, count);
    const struct series total = series_of(totals, count);
    const struct trend trend = trend_of(totals, count);
    double span = (double)spec->dynamics.sample * spec->dynamics.dt / time->spans;
    const struct moved moved = {.motion = &spec->dynamics,
                                .thermostat = &spec->dynamics.motion.thermostat,
                                .time = time,
                                .progress = &trajectory->progress,
                                .barostat = &spec->dynamics.motion.barostat,
                                .box = trajectory->box,
                                .pressure_units = model_pressure_units(spec->model),
                                .steps = (double)trajectory->progress.steps,
                                .count = count,
                                .temperatures = temperatures,
                                .potentials = potentials,
                                .totals = totals,
                                .temperature = &temperature,
                                .potential = &potential,
                                .total = &total,
                                .drift = trend.slope / span / temperature.mean,
                                .drift_error = trend.error / span / temperature.mean};
    const struct moved *d = &moved;
    *dynamics = (struct record_dynamics){
#include "harness/results/members/dynamics.h"
    };
    free(value);
}
