#include "harness/physics/equilibrate.h"

#include "harness/base/cache.h"
#include "harness/base/hash.h"
#include "harness/base/memory.h"

#include <stdlib.h>
#include <string.h>

/* to be raised by whoever changes what the same start ends as: a model, a force, an integrator */
static const int32_t version = 1;

enum { VALUES = 7 }; /* of a particle in the cache: position and orientation */

static uint64_t hash_of_start(const struct dynamics *dynamics, int64_t steps)
{
    const struct system *s = dynamics->system;
    const struct thermostat *bath = &dynamics->thermostat;
    const double numbers[] = {dynamics->range,   dynamics->skin,  dynamics->dt,
                              bath->temperature, bath->diffusion, bath->interval};
    size_t size = (size_t)s->n * sizeof(double);
    uint64_t hash = hash_bytes(hash_start(), &version, sizeof version);
    hash = hash_string(hash, dynamics->model->name);
    hash = hash_bytes(hash, dynamics->constants,
                      (size_t)dynamics->model->constant_count * sizeof *dynamics->constants);
    hash = hash_bytes(hash, numbers, sizeof numbers);
    hash = hash_bytes(hash, &bath->seed, sizeof bath->seed);
    hash = hash_bytes(hash, &steps, sizeof steps);
    hash = hash_bytes(hash, s->box, sizeof s->box);
    hash = hash_bytes(hash, s->x, size);
    hash = hash_bytes(hash, s->y, size);
    hash = hash_bytes(hash, s->z, size);
    hash = hash_bytes(hash, s->orientation, 4 * size);
    if (s->type != NULL)
        hash = hash_bytes(hash, s->type, (size_t)s->n * sizeof *s->type);
    return hash_bytes(hash, s->bonded, (size_t)s->bonded_count * sizeof *s->bonded);
}

/** Copies between the system and values that stand one array behind the other. */
static void copy(struct system *s, double *values, bool to_system)
{
    double *const array[] = {s->x, s->y, s->z, s->orientation};
    for (int k = 0; k < 4; k++) {
        size_t size = (size_t)(k < 3 ? 1 : 4) * (size_t)s->n * sizeof *values;
        memcpy(to_system ? array[k] : values, to_system ? values : array[k], size);
        values += size / sizeof *values;
    }
}

/** Takes the end of the run from a cached file, if that is whole. */
static bool recall(struct system *system, const char *path)
{
    void *bytes = NULL;
    size_t found = 0, size = VALUES * (size_t)system->n * sizeof(double);
    if (!cache_read(path, &bytes, &found))
        return false;
    uint64_t sum = hash_bytes(hash_start(), bytes, found < size ? found : size);
    bool whole = found == size + sizeof sum && memcmp((char *)bytes + size, &sum, sizeof sum) == 0;
    if (whole)
        copy(system, bytes, true);
    free(bytes);
    return whole;
}

/** Writes the end of the run and its check sum. Without memory there is no file. */
static void keep(struct system *system, char *path)
{
    struct error error;
    size_t size = VALUES * (size_t)system->n * sizeof(double);
    double *values = memory_allocate(VALUES * system->n + 1, sizeof *values, "a file", &error);
    if (values == NULL)
        return;
    copy(system, values, false);
    uint64_t sum = hash_bytes(hash_start(), values, size);
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
    bool done = dynamics_start(dynamics, error) && dynamics_run(dynamics, steps, error);
    dynamics_free(dynamics);
    if (done && cache)
        keep(dynamics->system, path);
    return done;
}
