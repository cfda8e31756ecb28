#include "harness/system.h"

#include "harness/builder.h"
#include "harness/memory.h"
#include "harness/reader.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "the content hash is of little-endian bytes");

bool system_allocate(int64_t n, struct system *system, struct error *error)
{
    *system = (struct system){.n = n};
    system->x = memory_allocate(n, sizeof *system->x, "the particles' x", error);
    system->y = memory_allocate(n, sizeof *system->y, "the particles' y", error);
    system->z = memory_allocate(n, sizeof *system->z, "the particles' z", error);
    if (system->x != NULL && system->y != NULL && system->z != NULL)
        return true;
    system_free(system);
    return false;
}

void system_free(struct system *system)
{
    free(system->x);
    free(system->y);
    free(system->z);
    *system = (struct system){0};
}

double system_density(const struct system *system)
{
    return (double)system->n / (system->box[0] * system->box[1] * system->box[2]);
}

static void set_hash(struct system *system)
{
    size_t size = (size_t)system->n * sizeof(double);
    uint64_t hash = hash_bytes(hash_start(), &system->n, sizeof system->n);
    hash = hash_bytes(hash, system->box, sizeof system->box);
    hash = hash_bytes(hash, system->x, size);
    hash = hash_bytes(hash, system->y, size);
    hash = hash_bytes(hash, system->z, size);
    hash_text(hash, system->hash);
}

double system_wrap(double coordinate, double box)
{
    if (coordinate < 0 || coordinate >= box)
        coordinate -= box * floor(coordinate / box);
    /* rounding may leave it a hair outside; + 0.0 turns -0 into 0 */
    return coordinate < 0 || coordinate >= box ? 0 : coordinate + 0.0;
}

static void wrap(int64_t n, double box, double *coordinate)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++)
        coordinate[i] = system_wrap(coordinate[i], box);
}

static bool check_spec(const struct system_spec *spec, struct error *error)
{
    if (spec->n < 2 || spec->n >= INT32_MAX)
        return error_set(error, EXIT_USAGE, "n: expected 2 to %d particles, found %" PRId64,
                         INT32_MAX - 1, spec->n);
    if (!(spec->density > 0) || !isfinite(spec->density))
        return error_set(error, EXIT_USAGE,
                         "density: expected a positive number of particles per volume, found %g",
                         spec->density);
    if (!(spec->temperature > 0) || !isfinite(spec->temperature))
        return error_set(error, EXIT_USAGE,
                         "temperature: expected a positive number (epsilon / k_B), found %g",
                         spec->temperature);
    return true;
}

static bool build(const struct system_spec *spec, struct system *system, struct error *error)
{
    const struct builder *builder;
    if (!builder_find(spec->builder, &builder, error) || !check_spec(spec, error) ||
        !system_allocate(spec->n, system, error))
        return false;
    if (!builder->build(spec, system, error)) {
        system_free(system);
        return false;
    }
    system->temperature = spec->temperature;
    snprintf(system->source, sizeof system->source, "%s, seed %" PRIu64, spec->builder, spec->seed);
    return true;
}

static bool read(const struct system_spec *spec, struct system *system, struct error *error)
{
    if (!reader_read(spec->file, spec->format, system, error))
        return false;
    wrap(system->n, system->box[0], system->x);
    wrap(system->n, system->box[1], system->y);
    wrap(system->n, system->box[2], system->z);
    snprintf(system->source, sizeof system->source, "%s", spec->file);
    return true;
}

bool system_create(const struct system_spec *spec, struct system *system, struct error *error)
{
    *system = (struct system){0};
    if (!(spec->file != NULL ? read : build)(spec, system, error))
        return false;
    set_hash(system);
    return true;
}

static void round_to_single(int64_t n, double box, const double *from, double *to)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++) {
        double rounded = (float)from[i];
        to[i] = rounded < box ? rounded : 0;
    }
}

bool system_round(const struct system *system, enum precision precision, struct system *rounded,
                  struct error *error)
{
    if (!system_allocate(system->n, rounded, error))
        return false;
    size_t size = (size_t)system->n * sizeof(double);
    double *const to[3] = {rounded->x, rounded->y, rounded->z};
    const double *const from[3] = {system->x, system->y, system->z};
    for (int k = 0; k < 3; k++) {
        if (precision_info(precision)->real_size == sizeof(double)) {
            rounded->box[k] = system->box[k];
            memcpy(to[k], from[k], size);
        } else {
            rounded->box[k] = (float)system->box[k];
            round_to_single(system->n, rounded->box[k], from[k], to[k]);
        }
    }
    rounded->temperature = system->temperature;
    memcpy(rounded->source, system->source, sizeof rounded->source);
    set_hash(rounded);
    return true;
}

bool system_check_range(const struct system *system, double range, struct error *error)
{
    for (int k = 0; k < 3; k++) {
        if (system->box[k] < 2 * range)
            return error_set(error, EXIT_USAGE,
                             "the box edge in %c is %.9g, but has to be at least %.9g: twice the "
                             "range %.9g (cut-off and skin of the list); take more particles, a "
                             "lower density or a shorter cut-off",
                             "xyz"[k], system -> box[k], 2 * range, range);
    }
    return true;
}
