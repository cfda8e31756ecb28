/*
 * Common code of the physics tests: cmocka, reference data, and models that are ready to evaluate.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/input/builders/builders.h"
#include "harness/input/system_create.h"
#include "harness/particles/system.h"
#include "harness/physics/reference.h"
#include "tests/near.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_LENGTH = 1024 };

/** Sets the path of a file of the reference data; skips the test if the file does not exist. */
static inline void refdata(const char *name, char path[PATH_LENGTH])
{
    const char *folder = getenv("PAIRLANES_REFDATA");
    snprintf(path, PATH_LENGTH, "%s/%s", folder != NULL ? folder : "../shared/refdata", name);
    if (access(path, R_OK) != 0) {
        print_message("skipped: %s is not there (PAIRLANES_REFDATA names the folder)\n", path);
        skip();
    }
}

/** Returns a system, or fails the test with the reason. */
static inline struct system created(const struct system_spec *spec)
{
    struct system system;
    struct error error;
    assert_good(system_create(spec, &system, &error));
    return system;
}

/** Fails unless creating the system fails for the given reason. */
static inline void not_created(const struct system_spec *spec, const char *complaint)
{
    struct system system;
    struct error error;
    assert_false(system_create(spec, &system, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    if (strstr(error.text, complaint) == NULL)
        fail_msg("expected \"%s\" in: %s", complaint, error.text);
}

/** Returns a default spec of a builder, with the seed 1. */
static inline struct system_spec spec_of(const char *builder, int64_t n)
{
    struct system_spec spec = {
        .builder = builder, .n = n, .density = NAN, .temperature = NAN, .seed = 1};
    builder_defaults(&spec);
    return spec;
}

/** Returns a Lennard-Jones fluid of n particles at this density and temperature. */
static inline struct system fluid(int64_t n, double density, double temperature, uint64_t seed)
{
    const struct system_spec spec = {
        .builder = "fluid", .n = n, .density = density, .temperature = temperature, .seed = seed};
    return created(&spec);
}

/** Returns the distance of two particles to the nearest image. */
static inline double distance_between(const struct system *system, int64_t i, int64_t j)
{
    double r[3] = {system->x[j] - system->x[i], system->y[j] - system->y[i],
                   system->z[j] - system->z[i]};
    double r2 = 0;
    for (int d = 0; d < 3; d++) {
        r[d] -= system->box[d] * nearbyint(r[d] / system->box[d]);
        r2 += r[d] * r[d];
    }
    return sqrt(r2);
}

/**
 * Returns duplexes of DNA, each with a strand broken in its middle. There the two nucleotides are
 * no longer bonded, but stack coaxially. The duplexes are pressed together until nucleotides
 * overlap, so that all terms are nonzero.
 */
static inline struct system nicked_duplexes(int64_t n)
{
    enum { BONDS = 14 /* bonds of a duplex */, MIDDLE = 3 };
    const struct system_spec spec = {
        .builder = "duplexes", .n = n, .density = 0.01608, .temperature = 0.1, .seed = 1};
    struct system system = created(&spec);
    int64_t kept = 0;
    for (int64_t k = 0; k < system.bonded_count; k++) {
        if (k % BONDS == MIDDLE)
            continue;
        memcpy(system.exclusion[kept], system.exclusion[k], sizeof *system.exclusion);
        system.bonded[kept++] = system.bonded[k];
    }
    system.bonded_count = system.exclusion_count = kept;
    for (int64_t i = 0; i < system.n; i++) {
        system.x[i] *= 0.92;
        system.y[i] *= 0.92;
        system.z[i] *= 0.92;
    }
    for (int d = 0; d < 3; d++)
        system.box[d] *= 0.92;
    return system;
}

/** Wraps a difference of two coordinates in the box to the nearest image. */
static inline double nearest_image(double difference, double box)
{
    if (difference > box / 2)
        return difference - box;
    return difference < -box / 2 ? difference + box : difference;
}

/** A model with its constants for some parameters. */
struct set_model {
    const struct model *model;
    double constants[MODEL_CONSTANTS];
    double range;
};

/**
 * Returns a model with default parameters, except for `parameter`: its value is read from text.
 * NULL: no exception.
 */
static inline struct set_model model_with(const char *name, const char *parameter,
                                          const char *value)
{
    struct set_model set = {.model = model_find(name)};
    struct error error;
    double parameters[MODEL_PARAMETERS];
    assert_non_null(set.model);
    model_defaults(set.model, parameters);
    assert_true(parameter == NULL || model_set(set.model, parameter, value, parameters, &error));
    assert_true(set.model->derive(parameters, set.constants, &error));
    set.range = set.model->range(parameters);
    return set;
}

/** Returns Lennard-Jones with epsilon = sigma = 1. */
static inline struct set_model lj(const char *cutoff, const char *shift)
{
    struct set_model lj = {.model = model_find("lj")};
    struct error error;
    double parameters[MODEL_PARAMETERS];
    model_defaults(lj.model, parameters);
    assert_true(model_set(lj.model, "cutoff", cutoff, parameters, &error));
    assert_true(model_set(lj.model, "shift", shift, parameters, &error));
    assert_true(lj.model->derive(parameters, lj.constants, &error));
    lj.range = lj.model->range(parameters);
    return lj;
}

typedef bool evaluate_with(const struct system *system, const struct model *model,
                           const double *constants, double range, struct reference *reference,
                           struct error *error);

/** Computes the coefficient rows of a system, if the model has rows. */
static inline void set_rows(struct system *system, const struct set_model *set)
{
    struct error error;
    assert_good(system_set_rows(system, set->model, set->constants, &error));
}

/**
 * Returns the reference of a system, evaluated by cells or over all pairs; fails the test on
 * errors.
 */
static inline struct reference evaluated(evaluate_with *evaluate, struct system *system,
                                         const struct set_model *lj)
{
    struct reference reference;
    struct error error;
    set_rows(system, lj);
    assert_good(evaluate(system, lj->model, lj->constants, lj->range, &reference, &error));
    return reference;
}
