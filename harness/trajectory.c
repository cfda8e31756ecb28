#include "harness/trajectory.h"

#include "harness/memory.h"

#include <stdlib.h>
#include <string.h>

/* A case that moves: what stop and release have to undo. */
struct course {
    const struct backend *backend;
    const struct case_spec *spec;
    struct system loaded, state;
    struct workload *workload;
    struct prepared *prepared;
    struct moving *moving;
};

/** Copies velocities and spins, of which a rounded copy has none. */
static bool copy_velocities(const struct system *from, struct system *to, struct error *error)
{
    size_t size = 3 * (size_t)from->n * sizeof(double);
    if ((from->velocity != NULL && !system_add_velocities(to, error)) ||
        (from->spin != NULL && !system_add_spins(to, error)))
        return false;
    if (from->velocity != NULL)
        memcpy(to->velocity, from->velocity, size);
    if (from->spin != NULL)
        memcpy(to->spin, from->spin, size);
    return true;
}

static bool begin(struct course *course, struct device *device, const struct system *system,
                  struct error *error)
{
    const struct case_spec *spec = course->spec;
    const struct backend *backend = course->backend;
    const struct workload_spec load = case_workload(spec, &course->loaded);
    return system_round(system, spec->precision, &course->loaded, error) &&
           system_round(system, spec->precision, &course->state, error) &&
           copy_velocities(system, &course->state, error) &&
           backend->load(device, &load, &course->workload, error) &&
           backend->prepare(course->workload, spec->strategy, spec->tuning, &course->prepared,
                            error) &&
           backend->start(course->prepared, &spec->dynamics.motion, &course->state, &course->moving,
                          error);
}

static void end(struct course *course)
{
    if (course->moving != NULL)
        course->backend->stop(course->moving);
    if (course->prepared != NULL)
        course->backend->release(course->prepared);
    if (course->workload != NULL)
        course->backend->unload(course->workload);
    system_free(&course->loaded);
    system_free(&course->state);
}

static bool sample(const struct course *course, struct trajectory *trajectory, struct error *error)
{
    struct motion_energies energies;
    if (!course->backend->energies(course->moving, &energies, error))
        return false;
    trajectory->potential[trajectory->samples] = energies.potential;
    trajectory->kinetic[trajectory->samples] = energies.translation + energies.rotation;
    trajectory->samples++;
    return true;
}

/** What has been done since the warm-up. */
static void measure(const struct course *course, const struct motion_progress *before,
                    struct motion_progress *progress)
{
    course->backend->progress(course->moving, progress);
    progress->steps -= before->steps;
    progress->builds -= before->builds;
    progress->nanoseconds -= before->nanoseconds;
    for (int k = 0; k < MOTION_PARTS; k++)
        progress->part[k] -= before->part[k];
}

static bool follow(struct course *course, const volatile sig_atomic_t *interrupted,
                   struct trajectory *trajectory, struct error *error)
{
    const struct backend *backend = course->backend;
    const struct case_motion *dynamics = &course->spec->dynamics;
    struct particle_type types[MODEL_TYPES];
    struct motion_progress before;
    int64_t most = dynamics->steps / dynamics->sample + 1;
    model_types(course->spec->model, course->spec->constants, types);
    trajectory->n = course->state.n;
    trajectory->degrees = kinetic_degrees(&course->state, types, course->spec->model->oriented);
    trajectory->potential = memory_allocate(most, sizeof(double), "potential energies", error);
    trajectory->kinetic = memory_allocate(most, sizeof(double), "kinetic energies", error);
    if (trajectory->potential == NULL || trajectory->kinetic == NULL ||
        !backend->advance(course->moving, dynamics->warmup, error) ||
        !sample(course, trajectory, error))
        return false;
    backend->progress(course->moving, &before);
    for (int64_t done = 0; done < dynamics->steps;) {
        int64_t left = dynamics->steps - done;
        int64_t steps = left < dynamics->sample ? left : dynamics->sample;
        if (*interrupted != 0)
            return error_set(error, EXIT_ENVIRONMENT, "interrupted");
        if (!backend->advance(course->moving, steps, error) ||
            (steps == dynamics->sample && !sample(course, trajectory, error)))
            return false;
        done += steps;
    }
    measure(course, &before, &trajectory->progress);
    return true;
}

void trajectory_follow(const struct backend *backend, struct device *device,
                       const struct case_spec *spec, const struct system *system,
                       const volatile sig_atomic_t *interrupted, struct trajectory *trajectory)
{
    struct course course = {.backend = backend, .spec = spec};
    *trajectory = (struct trajectory){0};
    trajectory->moved = begin(&course, device, system, &trajectory->reason) &&
                        follow(&course, interrupted, trajectory, &trajectory->reason);
    end(&course);
}

double trajectory_temperature(const struct trajectory *trajectory, int64_t k)
{
    return 2 * trajectory->kinetic[k] /
           (trajectory->degrees.translation + trajectory->degrees.rotation);
}

void trajectory_free(struct trajectory *trajectory)
{
    free(trajectory->potential);
    free(trajectory->kinetic);
    *trajectory = (struct trajectory){0};
}
