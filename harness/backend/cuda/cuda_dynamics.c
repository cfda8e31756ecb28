#include "harness/backend/cuda/cuda_dynamics.h"
#include "harness/particles/sort_order.h"

#include "harness/base/memory.h"
#include "harness/physics/kinetic.h"
#include "harness/physics/shared/rotation.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)MODEL_TYPES <= (int)DYNAMICS_TYPES, "the device has room for all types");

static double *coordinates(const struct system *system, int axis)
{
    return axis == 0 ? system->x : axis == 1 ? system->y : system->z;
}

static int64_t state_size(const struct cuda_dynamics *dynamics)
{
    return precision_info(dynamics->particles->precision)->state_size;
}

static int state_bits(const struct cuda_dynamics *dynamics)
{
    return precision_info(dynamics->particles->precision)->state_bits;
}

static int turn_bits(const struct cuda_dynamics *dynamics)
{
    return precision_info(dynamics->particles->precision)->turn_bits;
}

/* Whether the positions that forces read have another precision than the state. */
static bool has_separate_positions(const struct cuda_dynamics *dynamics)
{
    const struct precision_info *info = precision_info(dynamics->particles->precision);
    return info->state_size != info->real_size || info->state_bits > 0;
}

static bool resize(const struct cuda_dynamics *dynamics, struct cuda_buffer *buffer,
                   struct error *error)
{
    return cuda_buffer_resize(buffer, dynamics->particles->n, 4 * state_size(dynamics),
                              "moving particles", error);
}

/*
 * Returns vectors of `width` numbers, in the order of the system, as the device's vectors of four
 * numbers. Fills them up with zeros. Numbers have `bits` bits after the binary point. NULL: no
 * memory.
 */
static void *pack(const struct cuda_dynamics *dynamics, int bits, const double *rows, int width,
                  struct error *error)
{
    int64_t n = dynamics->particles->n;
    void *vectors = memory_allocate_zeroed(n, 4 * state_size(dynamics), "moving particles", error);
    for (int64_t i = 0; vectors != NULL && i < n; i++)
        for (int d = 0; d < width; d++)
            precision_set_state(dynamics->particles->precision, bits, vectors, 4 * i + d,
                                rows[width * (int64_t)dynamics->order[i] + d]);
    return vectors;
}

/* Uploads packed vectors, and frees them. NULL means that packing has failed. */
static bool upload_packed(struct cuda_dynamics *dynamics, void *vectors, struct cuda_buffer *buffer,
                          struct error *error)
{
    bool fine =
        vectors != NULL && resize(dynamics, buffer, error) &&
        cuda_buffer_write(buffer, vectors, dynamics->particles->n, 4 * state_size(dynamics), error);
    free(vectors);
    return fine;
}

static bool upload(struct cuda_dynamics *dynamics, int bits, const double *rows, int width,
                   struct cuda_buffer *buffer, struct error *error)
{
    return upload_packed(dynamics, pack(dynamics, bits, rows, width, error), buffer, error);
}

/* Downloads vectors, and unpacks them into the order of the system. */
static bool download(const struct cuda_dynamics *dynamics, int bits, double *rows, int width,
                     CUdeviceptr address, struct error *error)
{
    int64_t n = dynamics->particles->n;
    int64_t size = state_size(dynamics);
    const struct cuda_buffer buffer = {address, 4 * size * n};
    void *vectors = memory_allocate(n, 4 * size, "moving particles", error);
    bool fine = vectors != NULL && cuda_buffer_read(&buffer, vectors, n, 4 * size, error);
    for (int64_t i = 0; i < n && fine; i++)
        for (int d = 0; d < width; d++)
            rows[width * (int64_t)dynamics->order[i] + d] =
                precision_state(dynamics->particles->precision, bits, vectors, 4 * i + d);
    free(vectors);
    return fine;
}

/* Uploads positions; the fourth number is the word of type and charge. */
static bool upload_positions(struct cuda_dynamics *dynamics, const struct system *system,
                             struct error *error)
{
    double *rows = memory_allocate(system->n, 3 * sizeof *rows, "moving particles", error);
    if (rows == NULL)
        return false;
    for (int64_t i = 0; i < system->n; i++)
        for (int d = 0; d < 3; d++)
            rows[3 * i + d] = coordinates(system, d)[i];
    void *vectors = pack(dynamics, state_bits(dynamics), rows, 3, error);
    free(rows);
    for (int64_t i = 0; vectors != NULL && i < system->n; i++)
        precision_set_word((int)state_size(dynamics), vectors, 4 * i + 3,
                           system_word(system, dynamics->order[i]));
    return upload_packed(dynamics, vectors, &dynamics->at, error);
}

/* Uploads velocities; the fourth number is one over the mass. */
static bool upload_velocities(struct cuda_dynamics *dynamics, const struct system *system,
                              struct error *error)
{
    struct particle_type types[FIELD_TYPES];
    system_particle_types(system, dynamics->model, dynamics->constants, types);
    void *vectors = pack(dynamics, state_bits(dynamics), system->velocity, 3, error);
    for (int64_t i = 0; vectors != NULL && i < system->n; i++)
        precision_set_state(dynamics->particles->precision, turn_bits(dynamics), vectors, 4 * i + 3,
                            1 / types[system_type(system, dynamics->order[i])].mass);
    return upload_packed(dynamics, vectors, &dynamics->velocity, error);
}

static bool download_positions(const struct cuda_dynamics *dynamics, CUdeviceptr address,
                               struct system *system, struct error *error)
{
    double *rows = memory_allocate(system->n, 3 * sizeof *rows, "moving particles", error);
    bool fine = rows != NULL && download(dynamics, state_bits(dynamics), rows, 3, address, error);
    for (int64_t i = 0; i < system->n && fine; i++)
        for (int d = 0; d < 3; d++)
            coordinates(system, d)[i] = rows[3 * i + d];
    free(rows);
    return fine;
}

/* Copies n vectors of the forces' precision. Vector n, the padding, is not copied. */
static bool copy_vectors(const struct cuda_dynamics *dynamics, CUdeviceptr from,
                         struct cuda_buffer *to, struct error *error)
{
    int64_t count = (int64_t)dynamics->particles->n + 1;
    int64_t size = 4 * (int64_t)precision_info(dynamics->particles->precision)->real_size;
    const struct cuda_buffer buffer = {from, count * size};
    void *vectors = memory_allocate(count, size, "moving particles", error);
    bool fine = vectors != NULL && cuda_buffer_read(&buffer, vectors, count, size, error) &&
                cuda_buffer_fill(to, vectors, count, size, "moving particles", error);
    free(vectors);
    return fine;
}

static bool make_spare(struct cuda_dynamics *dynamics, const struct cuda_bodies *bodies,
                       struct error *error)
{
    return !dynamics->fused ||
           (copy_vectors(dynamics, bodies->position, &dynamics->spare_position, error) &&
            (!dynamics->model->oriented ||
             copy_vectors(dynamics, bodies->orientation, &dynamics->spare_orientation, error)));
}

/* Allocates the progress of steps on the device, and a copy of it on the host. */
static bool start_status(struct cuda_dynamics *dynamics, struct error *error)
{
    const struct motion_round round = {
        .status = {.base = dynamics->motion.step, .listed = dynamics->motion.step}};
    void *report = NULL;
    if (!cuda_buffer_fill(&dynamics->status, &round, 1, sizeof round, "a status", error) ||
        !cuda_check(cu.cuMemHostAlloc(&report, sizeof round.status, CU_MEMHOSTALLOC_DEVICEMAP),
                    "pinned memory", error))
        return false;
    dynamics->report = report;
    *dynamics->report = round.status;
    return true;
}

/* Allocates the arrays that are not filled by an upload. */
static bool allocate(struct cuda_dynamics *dynamics, struct error *error)
{
    int64_t n = dynamics->particles->n;
    bool sorts = dynamics->particles->sort != SORT_NONE;
    bool turns = dynamics->model->oriented;
    return start_status(dynamics, error) &&
           cuda_buffer_resize(&dynamics->sums, DYNAMICS_SUMS, sizeof(struct motion_energies),
                              "sums of energies", error) &&
           resize(dynamics, &dynamics->listed, error) &&
           (!sorts ||
            (cuda_buffer_resize(&dynamics->sorted_number, n, 4, "moving particles", error) &&
             resize(dynamics, &dynamics->sorted_velocity, error))) &&
           (!sorts || !turns ||
            (resize(dynamics, &dynamics->sorted_turned, error) &&
             resize(dynamics, &dynamics->sorted_spin, error)));
}

/* Starts a thermostat that scales all velocities. */
static bool start_coupling(struct cuda_dynamics *dynamics, struct error *error)
{
    const struct motion_heat heat = {.own = dynamics->motion.nose_hoover, .begun = {1, 1}};
    return !thermostat_couples(&dynamics->motion.thermostat) ||
           (cuda_buffer_fill(&dynamics->heat, &heat, 1, sizeof heat, "a thermostat", error));
}

/* Allocates the sums of each block, and the common motion that is computed from them. */
static bool start_removal(struct cuda_dynamics *dynamics, struct error *error)
{
    return dynamics->motion.removal == REMOVAL_NONE ||
           (cuda_buffer_resize(&dynamics->motion_sums, DYNAMICS_SUMS, 8 * (int64_t)MOTION_SUMS,
                               "sums of motion", error) &&
            cuda_buffer_resize(&dynamics->common_motion, 1, sizeof(struct common_motion),
                               "the common motion", error));
}

static int64_t blocks_of(const struct cuda_dynamics *dynamics)
{
    return ((int64_t)dynamics->particles->n + DYNAMICS_BLOCK - 1) / DYNAMICS_BLOCK;
}

/* Returns the number of blocks that compute sums. */
static int64_t blocks_that_add(const struct cuda_dynamics *dynamics)
{
    return blocks_of(dynamics) < DYNAMICS_SUMS ? blocks_of(dynamics) : DYNAMICS_SUMS;
}

void cuda_dynamics_rebox(struct cuda_dynamics *dynamics)
{
    memcpy(dynamics->arguments.edge, dynamics->particles->box, sizeof dynamics->arguments.edge);
}

static void fill_arguments(struct cuda_dynamics *dynamics, const struct cuda_bodies *bodies,
                           const struct system *system)
{
    const struct cuda_particles *particles = dynamics->particles;
    const struct motion *motion = &dynamics->motion;
    const struct model *model = dynamics->model;
    struct particle_type types[FIELD_TYPES];
    bool apart = has_separate_positions(dynamics);
    struct dynamics_arguments *a = &dynamics->arguments;
    *a = (struct dynamics_arguments){
        .n = particles->n,
        .leapfrog = motion->integrator == INTEGRATOR_LEAPFROG,
        .interval = motion->thermostat.interval,
        .dt = motion->dt,
        .limit2 = particles->skin * particles->skin / 4,
        .reach = particles->cutoff / 2, /* cells are at least as wide as this plus half the skin */
        .bath = thermostat_collisions(&motion->thermostat, motion->dt),
        .status = dynamics->status.address,
        .rescales = motion->thermostat.kind == THERMOSTAT_RESCALE,
        .relaxation = motion->thermostat.time,
        .kinetic_units = ldexp(1, KINETIC_BITS) / motion->thermostat.temperature,
        .sums = dynamics->sums.address,
        .heat = dynamics->heat.address,
        .number = dynamics->number.address,
        .at = apart ? dynamics->at.address : bodies->position,
        .spare_position = dynamics->spare_position.address,
        .spare_orientation = dynamics->spare_orientation.address,
        .listed = dynamics->listed.address,
        .velocity = dynamics->velocity.address,
        .spin = dynamics->spin.address,
        .sorted_number = dynamics->sorted_number.address,
        .sorted_velocity = dynamics->sorted_velocity.address,
        .sorted_turned = dynamics->sorted_turned.address,
        .sorted_spin = dynamics->sorted_spin.address,
        .position = bodies->position,
        .orientation = bodies->orientation,
        .force = bodies->force,
        .torque = bodies->torque,
        .list_interval = motion->list_interval,
        .removal_interval = motion->removal_interval,
        .removes_rotation = motion->removal == REMOVAL_ANGULAR,
        .motion_blocks = (int)blocks_that_add(dynamics),
        .motion_sums = dynamics->motion_sums.address,
        .common_motion = dynamics->common_motion.address,
    };
    if (model->oriented)
        a->turned = apart ? dynamics->turned.address : bodies->orientation;
    a->moved_at = a->at;
    a->moved_turned = a->turned;
    cuda_dynamics_rebox(dynamics);
    a->rounder =
        1.5 * ldexp(precision_grid(particles->precision, particles->box), DBL_MANT_DIG - 1);
    if (motion->thermostat.kind == THERMOSTAT_LANGEVIN && motion->thermostat.interval != 0) {
        a->langevin = true;
        a->kept = thermostat_kept(&motion->thermostat, motion->dt);
    }
    system_particle_types(system, model, dynamics->constants, types);
    for (int k = 0; k < model->type_count && model->oriented; k++)
        memcpy(a->inertia[k], types[k].inertia, sizeof a->inertia[k]);
    struct kinetic degrees = kinetic_degrees(system, types, model->oriented);
    a->degrees[0] = degrees.translation;
    a->degrees[1] = degrees.rotation;
}

bool cuda_dynamics_start(struct cuda_dynamics *dynamics, const struct cuda_bodies *bodies,
                         const struct system *system, struct error *error)
{
    const struct cuda_particles *particles = dynamics->particles;
    const struct model *model = dynamics->model;
    bool apart = has_separate_positions(dynamics);
    if (!cuda_particles_modules(particles, error) || !allocate(dynamics, error) ||
        !start_coupling(dynamics, error) || !start_removal(dynamics, error) ||
        !make_spare(dynamics, bodies, error) ||
        !cuda_constraints_create(system, dynamics->order, &dynamics->constraints, error) ||
        !cuda_restraints_create(system, dynamics->order, &dynamics->restraints, error) ||
        (particles->pressed && !cuda_molecules_create(system, dynamics->order, particles,
                                                      barostat_tries(&dynamics->motion.barostat),
                                                      &dynamics->molecules, error)) ||
        !cuda_buffer_fill(&dynamics->number, dynamics->order, particles->n, 4, "moving particles",
                          error) ||
        !upload_velocities(dynamics, system, error) ||
        (apart && !upload_positions(dynamics, system, error)) ||
        (model->oriented &&
         !upload(dynamics, state_bits(dynamics), system->spin, 3, &dynamics->spin, error)) ||
        (model->oriented && apart &&
         !upload(dynamics, turn_bits(dynamics), system->orientation, 4, &dynamics->turned, error)))
        return false;
    fill_arguments(dynamics, bodies, system);
    return cuda_check(
        cu.cuMemHostGetDevicePointer(&dynamics->arguments.report, dynamics->report, 0),
        "pinned memory", error);
}

static bool launch(const struct cuda_dynamics *dynamics, const char *name, int64_t blocks,
                   struct error *error)
{
    const struct cuda_particles *particles = dynamics->particles;
    return cuda_particles_launch(particles, CUDA_DYNAMICS, name, blocks, DYNAMICS_BLOCK,
                                 &dynamics->arguments, sizeof dynamics->arguments, error);
}

/*
 * Launches one of the variants of a kernel: for points or for rigid bodies, each with or without a
 * heat bath of single particles.
 */
static bool launch_motion(const struct cuda_dynamics *dynamics, const char *name,
                          struct error *error)
{
    char kernel[64];
    const struct thermostat *thermostat = &dynamics->motion.thermostat;
    bool bath = thermostat->interval > 0 && !thermostat_couples(thermostat);
    snprintf(kernel, sizeof kernel, "%s_%s%s", name,
             dynamics->model->oriented ? "bodies" : "points", bath ? "_bath" : "");
    return launch(dynamics, kernel, blocks_of(dynamics), error);
}

bool cuda_dynamics_arrive(struct cuda_dynamics *dynamics, int64_t count, struct error *error)
{
    dynamics->arguments.offset = (int)count;
    if (!dynamics->fused)
        return launch(dynamics, "arrive", 1, error);
    if (dynamics->resides)
        return launch(dynamics, "arrive_fused", blocks_of(dynamics), error);
    return cuda_particles_launch_early(dynamics->particles, CUDA_DYNAMICS, "arrive_fused",
                                       blocks_of(dynamics), DYNAMICS_BLOCK, &dynamics->arguments,
                                       sizeof dynamics->arguments, error);
}

bool cuda_dynamics_restart(struct cuda_dynamics *dynamics, struct error *error)
{
    return launch(dynamics, "restart", 1, error);
}

bool cuda_dynamics_move(struct cuda_dynamics *dynamics, int offset, bool pending,
                        struct error *error)
{
    dynamics->arguments.offset = offset;
    dynamics->arguments.pending = pending;
    return launch_motion(dynamics, "move", error) &&
           cuda_constraints_place(&dynamics->constraints, dynamics->particles, &dynamics->arguments,
                                  true, error) &&
           (dynamics->motion.list_interval == 0 || launch(dynamics, "end_service", 1, error));
}

bool cuda_dynamics_couple(struct cuda_dynamics *dynamics, int offset, bool pending, bool begins,
                          struct error *error)
{
    if (!thermostat_couples(&dynamics->motion.thermostat))
        return true;
    dynamics->arguments.offset = offset;
    dynamics->arguments.pending = pending;
    dynamics->arguments.begins = begins;
    return (!pending || cuda_constraints_slow(&dynamics->constraints, dynamics->particles,
                                              &dynamics->arguments, true, error)) &&
           launch(dynamics, dynamics->model->oriented ? "couple_bodies" : "couple_points",
                  blocks_that_add(dynamics), error);
}

bool cuda_dynamics_constrain(struct cuda_dynamics *dynamics, int offset, struct error *error)
{
    dynamics->arguments.offset = offset;
    return cuda_constraints_place(&dynamics->constraints, dynamics->particles, &dynamics->arguments,
                                  false, error);
}

bool cuda_dynamics_remove(struct cuda_dynamics *dynamics, int offset, struct error *error)
{
    dynamics->arguments.offset = offset;
    return dynamics->motion.removal == REMOVAL_NONE ||
           (launch(dynamics, "sum_motion", blocks_that_add(dynamics), error) &&
            launch(dynamics, "find_motion", 1, error) &&
            launch(dynamics, "remove_motion", blocks_of(dynamics), error));
}

struct dynamics_arguments cuda_dynamics_fused(const struct cuda_dynamics *dynamics, int offset,
                                              bool pending, struct cuda_places *read)
{
    struct dynamics_arguments a = dynamics->arguments;
    const struct cuda_places own = {a.position, a.orientation};
    const struct cuda_places spare = {a.spare_position, a.spare_orientation};
    bool back = offset % 2 == 0;
    *read = back ? spare : own;
    a.position = back ? own.position : spare.position;
    a.orientation = back ? own.orientation : spare.orientation;
    if (!has_separate_positions(dynamics)) {
        a.at = read->position;
        a.moved_at = a.position;
        a.turned = read->orientation;
        a.moved_turned = a.orientation;
    }
    a.offset = offset;
    a.pending = pending;
    return a;
}

bool cuda_dynamics_pause(struct cuda_dynamics *dynamics, int offset, struct error *error)
{
    const struct dynamics_arguments arguments = dynamics->arguments;
    dynamics->arguments.dt = 0;
    dynamics->arguments.offset = offset;
    dynamics->arguments.pending = true;
    dynamics->arguments.heat = 0;
    bool fine = launch(dynamics, dynamics->model->oriented ? "move_bodies" : "move_points",
                       blocks_of(dynamics), error);
    dynamics->arguments = arguments;
    return fine;
}

bool cuda_dynamics_finish(struct cuda_dynamics *dynamics, int offset, struct error *error)
{
    if (!cuda_dynamics_couple(dynamics, offset + 1, true, false, error))
        return false;
    dynamics->arguments.offset = offset;
    return launch_motion(dynamics, "finish", error) &&
           cuda_constraints_slow(&dynamics->constraints, dynamics->particles, &dynamics->arguments,
                                 false, error);
}

bool cuda_dynamics_remember(struct cuda_dynamics *dynamics, struct error *error)
{
    return launch(dynamics, "remember", blocks_of(dynamics), error);
}

bool cuda_dynamics_sort(struct cuda_dynamics *dynamics, CUdeviceptr order, struct error *error)
{
    dynamics->arguments.order = order;
    return launch(dynamics, "gather_state", blocks_of(dynamics), error) &&
           launch(dynamics, "settle_state", blocks_of(dynamics), error);
}

bool cuda_dynamics_status(const struct cuda_dynamics *dynamics, struct motion_status *status,
                          struct error *error)
{
    bool fine = cuda_check(cu.cuStreamSynchronize(dynamics->particles->device->stream),
                           "moving particles", error);
    *status = *dynamics->report;
    return fine;
}

bool cuda_dynamics_energies(struct cuda_dynamics *dynamics, struct motion_energies *energies,
                            struct error *error)
{
    struct motion_energies sums[DYNAMICS_SUMS];
    int64_t blocks = blocks_that_add(dynamics);
    if (!launch(dynamics, dynamics->model->oriented ? "add_energies_bodies" : "add_energies_points",
                blocks, error) ||
        !cuda_check(cu.cuStreamSynchronize(dynamics->particles->device->stream),
                    "adding up energies", error) ||
        !cuda_buffer_read(&dynamics->sums, sums, blocks, sizeof *sums, error))
        return false;
    *energies = (struct motion_energies){0};
    for (int64_t k = 0; k < blocks; k++) {
        energies->potential += sums[k].potential;
        energies->translation += sums[k].translation;
        energies->rotation += sums[k].rotation;
    }
    return true;
}

static bool download_coupling(struct cuda_dynamics *dynamics, struct error *error)
{
    struct motion_heat heat;
    if (!thermostat_couples(&dynamics->motion.thermostat))
        return true;
    bool fine = cuda_buffer_read(&dynamics->heat, &heat, 1, sizeof heat, error);
    if (fine)
        dynamics->motion.nose_hoover = heat.own;
    return fine;
}

/*
 * Downloads orientations and spins. Particles without a moment of inertia keep their old spin. The
 * device would divide a rounding error of their torque by zero.
 */
static bool download_bodies(const struct cuda_dynamics *dynamics, struct system *system,
                            struct error *error)
{
    const struct dynamics_arguments *a = &dynamics->arguments;
    struct particle_type types[FIELD_TYPES];
    double *turned = memory_allocate(system->n, 4 * sizeof *turned, "moving particles", error);
    double *spin = memory_allocate(system->n, 3 * sizeof *spin, "moving particles", error);
    bool fine = turned != NULL && spin != NULL &&
                download(dynamics, turn_bits(dynamics), turned, 4, a->turned, error) &&
                download(dynamics, state_bits(dynamics), spin, 3, a->spin, error);
    system_particle_types(system, dynamics->model, dynamics->constants, types);
    for (int64_t i = 0; i < system->n && fine; i++)
        if (kinetic_turns(&types[system_type(system, i)])) {
            memcpy(system->orientation + 4 * i, turned + 4 * i, 4 * sizeof *turned);
            memcpy(system->spin + 3 * i, spin + 3 * i, 3 * sizeof *spin);
        }
    free(turned);
    free(spin);
    return fine;
}

bool cuda_dynamics_read(struct cuda_dynamics *dynamics, struct system *system, struct error *error)
{
    const struct dynamics_arguments *a = &dynamics->arguments;
    if (dynamics->particles->pressed)
        memcpy(system->box, dynamics->particles->box, sizeof system->box);
    return cuda_check(cu.cuStreamSynchronize(dynamics->particles->device->stream),
                      "moving particles", error) &&
           cuda_buffer_read(&dynamics->number, dynamics->order, a->n, 4, error) &&
           download_coupling(dynamics, error) &&
           download_positions(dynamics, a->at, system, error) &&
           download(dynamics, state_bits(dynamics), system->velocity, 3, a->velocity, error) &&
           (!dynamics->model->oriented || download_bodies(dynamics, system, error));
}

bool cuda_dynamics_listed(struct cuda_dynamics *dynamics, struct system *system,
                          struct error *error)
{
    const struct dynamics_arguments *a = &dynamics->arguments;
    return cuda_check(cu.cuStreamSynchronize(dynamics->particles->device->stream),
                      "moving particles", error) &&
           cuda_buffer_read(&dynamics->number, dynamics->order, a->n, 4, error) &&
           download_positions(dynamics, a->listed, system, error);
}

bool cuda_dynamics_rest(struct cuda_dynamics *dynamics, struct cuda_buffer *state,
                        struct error *error)
{
    const int64_t n = dynamics->particles->n, size = 4 * state_size(dynamics);
    struct dynamics_arguments *a = &dynamics->arguments;
    void *vectors = memory_allocate_zeroed(4 * n, size, "forces of steps", error);
    for (int64_t i = 0; vectors != NULL && i < n; i++)
        precision_set_state(dynamics->particles->precision, turn_bits(dynamics), vectors, 4 * i + 3,
                            1);
    const bool fine =
        vectors != NULL && cuda_buffer_fill(state, vectors, 4 * n, size, "forces of steps", error);
    free(vectors);
    a->velocity = state->address;
    a->spin = state->address + (CUdeviceptr)(n * size);
    a->moved_at = state->address + (CUdeviceptr)(2 * n * size);
    a->moved_turned = state->address + (CUdeviceptr)(3 * n * size);
    a->heat = 0;
    a->dt = 2; /* half of the step is then 1 */
    a->limit2 = INFINITY;
    for (int k = 0; k < DYNAMICS_TYPES; k++)
        for (int d = 0; d < 3; d++)
            a->inertia[k][d] = 1; /* equal moments keep spins unchanged */
    return fine;
}

/* Rotates a vector from the body's frame to the space frame, if the orientation is defined. */
static void turn_to_space(const double q[4], const double body[3], double space[3])
{
    const double back[4] = {q[0], -q[1], -q[2], -q[3]};
    if (isfinite(q[0] + q[1] + q[2] + q[3]))
        rotation_to_body(back, body, space);
}

bool cuda_dynamics_pushes(const struct cuda_dynamics *dynamics, struct forces *forces,
                          struct error *error)
{
    const struct dynamics_arguments *a = &dynamics->arguments;
    const int64_t n = dynamics->particles->n;
    double *rows = memory_allocate(7 * n, sizeof *rows, "forces of steps", error);
    double *spin = rows + 4 * n;
    bool fine = rows != NULL &&
                cuda_check(cu.cuStreamSynchronize(dynamics->particles->device->stream),
                           "moving particles", error) &&
                download(dynamics, state_bits(dynamics), rows, 3, a->velocity, error);
    for (int64_t i = 0; i < n && fine; i++) {
        forces->x[i] = rows[3 * i];
        forces->y[i] = rows[3 * i + 1];
        forces->z[i] = rows[3 * i + 2];
    }
    if (fine && dynamics->model->oriented && forces->torque != NULL) {
        fine = download(dynamics, turn_bits(dynamics), rows, 4, a->turned, error) &&
               download(dynamics, state_bits(dynamics), spin, 3, a->spin, error);
        for (int64_t i = 0; i < n && fine; i++)
            turn_to_space(rows + 4 * i, spin + 3 * i, forces->torque + 3 * i);
    }
    free(rows);
    return fine;
}

void cuda_dynamics_free(struct cuda_dynamics *dynamics)
{
    cuda_buffers_free(&dynamics->at, &dynamics->sorted_spin);
    cuda_constraints_free(&dynamics->constraints);
    cuda_restraints_free(&dynamics->restraints);
    cuda_molecules_free(&dynamics->molecules);
    if (dynamics->report != NULL)
        cu.cuMemFreeHost(dynamics->report);
    dynamics->report = NULL;
}
