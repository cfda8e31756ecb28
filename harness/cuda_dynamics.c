#include "harness/cuda_dynamics.h"

#include "harness/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)MODEL_TYPES <= (int)DYNAMICS_TYPES, "the device has room for all types");

static double *coordinates(const struct system *system, int axis)
{
    return axis == 0 ? system->x : axis == 1 ? system->y : system->z;
}

/* Between rows of `width` numbers in the order of the system and in that of the workload. */
static void reorder(const struct cuda_dynamics *dynamics, double *rows, double *sorted, int width,
                    bool back)
{
    for (int64_t i = 0; i < dynamics->particles->n; i++) {
        double *row = rows + width * (int64_t)dynamics->order[i], *place = sorted + width * i;
        memcpy(back ? row : place, back ? place : row, (size_t)width * sizeof *row);
    }
}

static bool upload(const struct cuda_dynamics *dynamics, double *rows, int width,
                   struct cuda_buffer *buffer, struct error *error)
{
    int64_t n = dynamics->particles->n;
    double *sorted = memory_allocate(n, width * (int64_t)sizeof *sorted, "moving particles", error);
    if (sorted == NULL)
        return false;
    reorder(dynamics, rows, sorted, width, false);
    bool fine =
        cuda_buffer_resize(buffer, n, width * (int64_t)sizeof *sorted, "moving particles", error) &&
        cuda_buffer_write(buffer, sorted, n, width * (int64_t)sizeof *sorted, error);
    free(sorted);
    return fine;
}

static bool download(const struct cuda_dynamics *dynamics, double *rows, int width,
                     const struct cuda_buffer *buffer, struct error *error)
{
    int64_t n = dynamics->particles->n;
    double *sorted = memory_allocate(n, width * (int64_t)sizeof *sorted, "moving particles", error);
    bool fine = sorted != NULL &&
                cuda_buffer_read(buffer, sorted, n, width * (int64_t)sizeof *sorted, error);
    if (fine)
        reorder(dynamics, rows, sorted, width, true);
    free(sorted);
    return fine;
}

static bool upload_positions(struct cuda_dynamics *dynamics, const struct system *system,
                             struct error *error)
{
    double *rows = memory_allocate(system->n, 3 * sizeof *rows, "moving particles", error);
    if (rows == NULL)
        return false;
    for (int64_t i = 0; i < system->n; i++)
        for (int d = 0; d < 3; d++)
            rows[3 * i + d] = coordinates(system, d)[i];
    bool fine = upload(dynamics, rows, 3, &dynamics->at, error);
    free(rows);
    return fine;
}

static bool download_positions(const struct cuda_dynamics *dynamics, struct system *system,
                               struct error *error)
{
    double *rows = memory_allocate(system->n, 3 * sizeof *rows, "moving particles", error);
    bool fine = rows != NULL && download(dynamics, rows, 3, &dynamics->at, error);
    for (int64_t i = 0; i < system->n && fine; i++)
        for (int d = 0; d < 3; d++)
            coordinates(system, d)[i] = rows[3 * i + d];
    free(rows);
    return fine;
}

static void fill_arguments(struct cuda_dynamics *dynamics, const struct model *model,
                           const double *constants)
{
    struct particle_type types[MODEL_TYPES];
    const struct cuda_particles *particles = dynamics->particles;
    const struct motion *motion = dynamics->motion;
    struct dynamics_arguments *a = &dynamics->arguments;
    a->n = particles->n;
    a->oriented = model->oriented;
    a->dt = motion->dt;
    a->limit2 = particles->skin * particles->skin / 4;
    a->reach = particles->cutoff;
    a->step = motion->step;
    a->bath = thermostat_collisions(&motion->thermostat, motion->dt);
    memcpy(a->edge, particles->box, sizeof a->edge);
    model_types(model, constants, types);
    for (int k = 0; k < model->type_count; k++) {
        a->mass[k] = types[k].mass;
        memcpy(a->inertia[k], types[k].inertia, sizeof a->inertia[k]);
    }
    a->number = dynamics->number.address;
    a->at = dynamics->at.address;
    a->listed = dynamics->listed.address;
    a->velocity = dynamics->velocity.address;
    a->turned = dynamics->turned.address;
    a->spin = dynamics->spin.address;
    a->stale = dynamics->stale.address;
}

bool cuda_dynamics_start(struct cuda_dynamics *dynamics, const struct model *model,
                         const double *constants, struct system *system, struct error *error)
{
    const struct cuda_particles *particles = dynamics->particles;
    const struct motion *motion = dynamics->motion;
    int64_t n = particles->n;
    if (!thermostat_check(&motion->thermostat, motion->dt, error) ||
        !thermostat_start(&motion->thermostat, model, constants, system, error) ||
        !cuda_device_list_modules(particles->device, particles->precision, error) ||
        !cuda_buffer_resize(&dynamics->number, n, 4, "moving particles", error) ||
        !cuda_buffer_write(&dynamics->number, dynamics->order, n, 4, error) ||
        !cuda_buffer_resize(&dynamics->stale, 1, 4, "a flag", error) ||
        !cuda_buffer_resize(&dynamics->listed, n, 3 * sizeof(double), "moving particles", error) ||
        !upload_positions(dynamics, system, error) ||
        !upload(dynamics, system->velocity, 3, &dynamics->velocity, error) ||
        (model->oriented && (!upload(dynamics, system->orientation, 4, &dynamics->turned, error) ||
                             !upload(dynamics, system->spin, 3, &dynamics->spin, error))))
        return false;
    fill_arguments(dynamics, model, constants);
    return true;
}

static bool launch(const struct cuda_dynamics *dynamics, const char *name, struct error *error)
{
    const struct cuda_particles *particles = dynamics->particles;
    CUfunction kernel = NULL;
    return cuda_check(
               cu.cuModuleGetFunction(
                   &kernel, particles->device->lists[particles->precision][CUDA_DYNAMICS], name),
               name, error) &&
           cuda_launch(particles->device, kernel,
                       (particles->n + DYNAMICS_BLOCK - 1) / DYNAMICS_BLOCK, DYNAMICS_BLOCK,
                       (void *)&dynamics->arguments, error);
}

bool cuda_dynamics_listed(const struct cuda_dynamics *dynamics, struct error *error)
{
    return launch(dynamics, "remember", error);
}

bool cuda_dynamics_drift(struct cuda_dynamics *dynamics, bool *stale, struct error *error)
{
    CUstream stream = dynamics->particles->device->stream;
    int32_t found = 0;
    dynamics->arguments.step++;
    if (!cuda_check(cu.cuMemsetD8Async(dynamics->stale.address, 0, 4, stream), "clearing a flag",
                    error) ||
        !launch(dynamics, "drift", error) ||
        !cuda_check(cu.cuStreamSynchronize(stream), "moving particles", error) ||
        !cuda_buffer_read(&dynamics->stale, &found, 1, 4, error))
        return false;
    *stale = found != 0;
    if (found > 1)
        return error_set(error, EXIT_USAGE,
                         "particle %" PRId32 " moves by more than %g in step %lld: the time step "
                         "%g is too long, or particles overlap",
                         found - 1, dynamics->arguments.reach, dynamics->arguments.step,
                         dynamics->arguments.dt);
    return true;
}

bool cuda_dynamics_kick(struct cuda_dynamics *dynamics, struct error *error)
{
    dynamics->arguments.collide =
        thermostat_acts(&dynamics->motion->thermostat, dynamics->arguments.step);
    return launch(dynamics, "kick", error);
}

bool cuda_dynamics_read(const struct cuda_dynamics *dynamics, struct system *system,
                        struct error *error)
{
    return cuda_check(cu.cuStreamSynchronize(dynamics->particles->device->stream),
                      "moving particles", error) &&
           download_positions(dynamics, system, error) &&
           download(dynamics, system->velocity, 3, &dynamics->velocity, error) &&
           (!dynamics->arguments.oriented ||
            (download(dynamics, system->orientation, 4, &dynamics->turned, error) &&
             download(dynamics, system->spin, 3, &dynamics->spin, error)));
}

void cuda_dynamics_free(struct cuda_dynamics *dynamics)
{
    struct cuda_buffer *buffers[] = {&dynamics->number,   &dynamics->at,     &dynamics->listed,
                                     &dynamics->velocity, &dynamics->turned, &dynamics->spin,
                                     &dynamics->stale};
    for (size_t k = 0; k < sizeof buffers / sizeof *buffers; k++)
        cuda_buffer_free(buffers[k]);
}
