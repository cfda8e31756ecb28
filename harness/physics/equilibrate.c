#include "harness/physics/equilibrate.h"

#include "harness/base/files/cache.h"
#include "harness/base/hash.h"
#include "harness/base/memory.h"
#include "harness/base/process/interrupt.h"

#include <stdlib.h>
#include <string.h>

/*
 * Version of the cached files. Increase it with every change to a model, the forces or the
 * integrator that changes a run's final state.
 */
static const int32_t version = 2;

/**
 * Returns the number of values per particle in the cache: of its position and, if particles have
 * orientations, of its orientation.
 */
static int64_t values_of(const struct system *system)
{
    return system->orientation != NULL ? 7 : 3;
}

/** Adds the system's force field with its pair rows to the hash. */
static void hash_field(const struct system *s, struct hasher *hasher)
{
    if (s->field == NULL)
        return;
    force_field_hash(s->field, hasher);
    hash_bytes(hasher, s->exclusion, (size_t)s->exclusion_count * sizeof *s->exclusion);
    if (s->rows != NULL)
        hash_bytes(hasher, s->rows->value, (size_t)type_rows_count(s->rows) * sizeof(double));
}

static struct hash hash_of_start(const struct dynamics *dynamics, int64_t steps)
{
    const struct system *s = dynamics->system;
    const struct thermostat *bath = &dynamics->thermostat;
    const double numbers[] = {dynamics->range,   dynamics->skin,  dynamics->dt,
                              bath->temperature, bath->diffusion, bath->interval};
    size_t size = (size_t)s->n * sizeof(double);
    struct hasher hasher;
    hash_start(&hasher);
    hash_bytes(&hasher, &version, sizeof version);
    hash_string(&hasher, dynamics->model->name);
    hash_bytes(&hasher, dynamics->constants,
               (size_t)dynamics->model->constant_count * sizeof *dynamics->constants);
    hash_bytes(&hasher, numbers, sizeof numbers);
    hash_bytes(&hasher, &bath->seed, sizeof bath->seed);
    hash_bytes(&hasher, &steps, sizeof steps);
    hash_bytes(&hasher, s->box, sizeof s->box);
    hash_bytes(&hasher, s->x, size);
    hash_bytes(&hasher, s->y, size);
    hash_bytes(&hasher, s->z, size);
    if (s->orientation != NULL)
        hash_bytes(&hasher, s->orientation, 4 * size);
    if (s->type != NULL)
        hash_bytes(&hasher, s->type, (size_t)s->n * sizeof *s->type);
    hash_bytes(&hasher, s->bonded, (size_t)s->bonded_count * sizeof *s->bonded);
    hash_field(s, &hasher);
    return hash_end(&hasher);
}

/**
 * Copies positions, then orientations, from the system to `values`; with `to_system`, copies
 * `values` to the system.
 */
static void copy(struct system *s, double *values, bool to_system)
{
    double *const array[] = {s->x, s->y, s->z, s->orientation};
    for (int k = 0; k < (s->orientation != NULL ? 4 : 3); k++) {
        size_t size = (size_t)(k < 3 ? 1 : 4) * (size_t)s->n * sizeof *values;
        memcpy(to_system ? array[k] : values, to_system ? values : array[k], size);
        values += size / sizeof *values;
    }
}

/** Reads the final state of the run from a cached file; false if there is no valid file. */
static bool recall(struct system *system, const char *path)
{
    void *bytes = NULL;
    size_t found = 0, size = (size_t)(values_of(system) * system->n) * sizeof(double);
    if (!cache_read(path, &bytes, &found))
        return false;
    struct hash sum = hash_of_bytes(bytes, found < size ? found : size);
    bool whole = found == size + sizeof sum && memcmp((char *)bytes + size, &sum, sizeof sum) == 0;
    if (whole)
        copy(system, bytes, true);
    free(bytes);
    return whole;
}

/**
 * Writes the final state of the run and its checksum to a file; if memory runs out, writes no file.
 */
static void keep(struct system *system, char *path)
{
    struct error error;
    size_t size = (size_t)(values_of(system) * system->n) * sizeof(double);
    double *values =
        memory_allocate(values_of(system) * system->n + 2, sizeof *values, "a file", &error);
    if (values == NULL)
        return;
    copy(system, values, false);
    struct hash sum = hash_of_bytes(values, size);
    memcpy((char *)values + size, &sum, sizeof sum);
    cache_write(path, values, size + sizeof sum);
    free(values);
}

bool equilibrate(struct dynamics *dynamics, int64_t steps, struct error *error)
{
    char path[4096];
    bool cache = cache_path(hash_of_start(dynamics, steps), ".system", path, sizeof path);
    if (cache && recall(dynamics->system, path))
        return true;
    dynamics->interrupted = interrupt_watch();
    bool done = dynamics_start(dynamics, error) && dynamics_run(dynamics, steps, error);
    dynamics_free(dynamics);
    interrupt_leave();
    if (done && cache)
        keep(dynamics->system, path);
    return done;
}
