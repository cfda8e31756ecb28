#include "harness/physics/reference.h"

#include "harness/base/memory.h"
#include "harness/particles/cells.h"
#include "harness/physics/form_in_double.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Particles per block. A particle's sums are over all its neighbors in a fixed order. Block sums
 * are then added in the order of the blocks, so that the number of threads has no effect. A pair is
 * evaluated twice, once for each particle, and counts half each time.
 */
enum { BLOCK = 256 };

/*
 * Largest relative rounding errors of a squared distance, by width: errors of differences, squares
 * and their sum. Differences across a face of the box have larger errors.
 */
static const double rounding[REFERENCE_WIDTHS] = {3e-5, 5e-7, 1e-15};

struct sums {
    double terms[MODEL_TERMS];
    double tensor[9], virial_size;
    double energy_between, virial_between; /* as in struct reference */
    struct reference_jump jump[REFERENCE_WIDTHS];
    int64_t in_cutoff, interacting;
    int64_t branches[MODEL_BRANCHES];
    int64_t coincident[2]; /* two particles at the same place; both 0 if there are none */
    int64_t broken[2];     /* two members of a bonded term without a finite energy; both 0 if there
                            * is no such term */
};

struct evaluation {
    const struct system *system;
    const struct model *model;
    const double *constants;
    double range2, margin2;    /* squared range, and by how much rounding may change it */
    const double *x, *y, *z;   /* positions, sorted by cells */
    const struct cells *cells; /* cells; NULL: particles keep the system's order, and all pairs are
                                * candidates */
    struct topology topology;
    const bool *strained; /* particles that are left out of the sums; NULL: none */
};

/** Returns the index in the system of the particle at place p in the sorted order. */
static int64_t particle(const struct evaluation *e, int64_t p)
{
    return e->cells != NULL ? e->cells->particle[p] : p;
}

struct particle reference_particle(const struct system *system, int64_t i)
{
    const int32_t word = system_word(system, i);
    struct particle particle = {.type = word_type(word), .charge = word_charge(word)};
    for (int k = 0; k < 4 && system->orientation != NULL; k++)
        particle.orientation[k] = system->orientation[4 * i + k];
    return particle;
}

bool reference_pair(const struct system *system, const struct model *model, const double *constants,
                    double range, int64_t i, int64_t j, const double r[3],
                    struct pair_result *result)
{
    if (r[0] * r[0] + r[1] * r[1] + r[2] * r[2] >= range * range)
        return false;
    const struct particle p = reference_particle(system, i), q = reference_particle(system, j);
    return model->pair(constants, system_row(system, i, j), &p, &q, r, result);
}

static double size_of(const double vector[3])
{
    return sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
}

/**
 * Adds a particle's share of the energies of an interaction to the sums. Returns the total energy.
 */
static double add_terms(const double terms[MODEL_TERMS], int count, double share, struct sums *sums)
{
    double sum = 0;
    for (int k = 0; k < count; k++) {
        sums->terms[k] += share * terms[k];
        sum += share * terms[k];
    }
    return sum;
}

/** Adds a share of r x F to a virial tensor. Returns the absolute change of its trace. */
static double add_virial(const double r[3], const double force[3], double share, double tensor[9])
{
    double trace = 0;
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++)
            tensor[3 * a + b] += share * r[a] * force[b];
        trace += share * r[a] * force[a];
    }
    return fabs(trace);
}

static void add_tensor(double sum[9], const double tensor[9])
{
    for (int k = 0; k < 9; k++)
        sum[k] += tensor[k];
}

/**
 * Adds absolute values of a pair to the sums for a particle: the pair's force, and its torque plus
 * the moment of the force.
 */
static void add_acting(const struct pair_result *result, double distance, double acting[2])
{
    const double size = size_of(result->force);
    acting[0] += size;
    acting[1] += size_of(result->torque) + distance * size;
}

/** Returns the rounding error of a pair's distance, relative to the error inside the box. */
static double rounding_of(const struct evaluation *e, int64_t p, int64_t q)
{
    const double *box = e->system->box, edge = fmax(box[0], fmax(box[1], box[2]));
    const bool across = fabs(e->x[q] - e->x[p]) > box[0] / 2 ||
                        fabs(e->y[q] - e->y[p]) > box[1] / 2 ||
                        fabs(e->z[q] - e->z[p]) > box[2] / 2;
    return across ? fmax(1, edge / sqrt(e->range2)) : 1;
}

/**
 * Evaluates, just inside the range, a pair that rounding may put in or out of range. Adds it to
 * at_cutoff and to the jumps.
 */
static void add_at_cutoff(const struct evaluation *e, const double *row, int64_t p, int64_t q,
                          const double r[3], double r2, struct reference_share *gathered,
                          struct sums *sums)
{
    const struct particle self = reference_particle(e->system, particle(e, p));
    const struct particle other = reference_particle(e->system, particle(e, q));
    const double off = fabs(r2 / e->range2 - 1) / rounding_of(e, p, q);
    const double inside = sqrt(e->range2 * (1 - rounding[WIDTH_32]) / r2);
    const double at[3] = {inside * r[0], inside * r[1], inside * r[2]};
    struct pair_result result;
    double energy = 0, virial = 0;
    if (off > rounding[0] || !e->model->pair(e->constants, row, &self, &other, at, &result))
        return;
    if (off <= rounding[WIDTH_32])
        add_acting(&result, sqrt(r2), gathered->at_cutoff);
    for (int k = 0; k < e->model->term_count; k++)
        energy += fabs(result.terms[k]) / 2;
    for (int d = 0; d < 3; d++)
        virial += at[d] * result.force[d] / 2;
    for (int k = 0; k < REFERENCE_WIDTHS && off <= rounding[k]; k++) {
        sums->jump[k].energy += energy;
        sums->jump[k].virial += fabs(virial);
    }
}

static void visit(const struct evaluation *e, int64_t p, int64_t begin, int64_t end,
                  struct reference_share *gathered, struct sums *sums)
{
    const double *box = e->system->box;
    int64_t i = particle(e, p);
    const struct particle self = reference_particle(e->system, i);
    for (int64_t q = begin; q < end; q++) {
        double r[3] = {system_nearest(e->x[q] - e->x[p], box[0]),
                       system_nearest(e->y[q] - e->y[p], box[1]),
                       system_nearest(e->z[q] - e->z[p], box[2])};
        double r2 = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
        if (r2 >= e->range2 + e->margin2 || q == p)
            continue;
        int64_t j = particle(e, q);
        if (topology_excludes(&e->topology, i, j))
            continue;
        const struct particle other = reference_particle(e->system, j);
        const double *row = system_row(e->system, i, j);
        if (r2 > e->range2 - e->margin2)
            add_at_cutoff(e, row, p, q, r, r2, gathered, sums);
        if (r2 >= e->range2)
            continue;
        sums->in_cutoff++;
        if (r2 == 0) {
            sums->coincident[0] = i < j ? i : j;
            sums->coincident[1] = i < j ? j : i;
            continue;
        }
        struct pair_result result;
        if (!e->model->pair(e->constants, row, &self, &other, r, &result))
            continue;
        sums->interacting++;
        for (unsigned left = result.branches; left != 0; left &= left - 1)
            sums->branches[__builtin_ctz(left)]++;
        const double energy = add_terms(result.terms, e->model->term_count, 0.5, sums);
        for (int d = 0; d < 3; d++) {
            gathered->force[d] -= result.force[d];
            gathered->torque[d] += result.torque[d];
        }
        gathered->energy += energy;
        const double virial = add_virial(r, result.force, 0.5, sums->tensor);
        sums->virial_size += virial;
        if (e->strained != NULL && e->strained[j]) {
            sums->energy_between += fabs(energy);
            sums->virial_between += virial;
        }
        add_acting(&result, sqrt(r2), gathered->acting);
    }
}

/** Adds the virial of a bonded term; r[m] is the displacement from member m to member m + 1. */
static void add_bonded_virial(double r[BONDED_MEMBERS - 1][3], double force[BONDED_MEMBERS][3],
                              int members, struct reference_share *share)
{
    double from_first[3] = {0};
    for (int m = 1; m < members; m++) {
        for (int d = 0; d < 3; d++)
            from_first[d] += r[m - 1][d];
        share->virial_size += add_virial(from_first, force[m], 1, share->tensor);
    }
}

void reference_bonded(const struct system *system, const struct model *model,
                      const double *constants, const struct topology *topology, int64_t i,
                      struct reference_share *share)
{
    for (int32_t k = topology->start[i]; k < topology->start[i + 1]; k++) {
        const int32_t *entry = topology->entry[k];
        const int role = topology_role(entry[0]), form = topology_form(entry[0]);
        int32_t member[BONDED_MEMBERS];
        struct particle bodies[BONDED_MEMBERS] = {0};
        double r[BONDED_MEMBERS - 1][3] = {0};
        for (int m = 0; m < BONDED_MEMBERS; m++) {
            member[m] = m == role ? (int32_t)i : entry[m < role ? m + 1 : m];
            if (member[m] >= 0)
                bodies[m] = reference_particle(system, member[m]);
        }
        for (int m = 1; m < BONDED_MEMBERS && member[m] >= 0; m++) {
            int32_t from = member[m - 1], to = member[m];
            r[m - 1][0] = system_nearest(system->x[to] - system->x[from], system->box[0]);
            r[m - 1][1] = system_nearest(system->y[to] - system->y[from], system->box[1]);
            r[m - 1][2] = system_nearest(system->z[to] - system->z[from], system->box[2]);
        }
        struct bonded_result result;
        int members = 0;
        while (members < BONDED_MEMBERS && member[members] >= 0)
            members++;
        if (form >= OWN_FORMS)
            form_in_double(model, form - OWN_FORMS,
                           system->field->row[topology_row(entry[0])].value, r, &result);
        else
            model->bonded(constants, form, bodies, r, &result);
        for (int d = 0; d < 3; d++) {
            share->force[d] += result.force[role][d];
            share->torque[d] += result.torque[role][d];
        }
        if (role == 0)
            add_bonded_virial(r, result.force, members, share);
        share->acting[0] += size_of(result.force[role]);
        share->acting[1] += size_of(result.torque[role]);
        for (int t = 0; t < MODEL_TERMS; t++)
            share->energy += result.terms[t] / members;
        for (int t = 0; role == 0 && t < MODEL_TERMS; t++) {
            share->terms[t] += result.terms[t];
            if (!isfinite(result.terms[t])) {
                share->broken[0] = member[0];
                share->broken[1] = member[1];
            }
        }
    }
}

/** Keeps a pair of particles to report, if it is the first. */
static void keep_first(const int64_t pair[2], int64_t total[2])
{
    if (pair[0] != pair[1] && total[0] == total[1]) {
        total[0] = pair[0];
        total[1] = pair[1];
    }
}

/** Adds the bonded terms that contain particle i. */
static void visit_bonded(const struct evaluation *e, int64_t i, struct reference_share *gathered,
                         struct sums *sums)
{
    reference_bonded(e->system, e->model, e->constants, &e->topology, i, gathered);
    add_terms(gathered->terms, MODEL_TERMS, 1, sums);
    add_tensor(sums->tensor, gathered->tensor);
    sums->virial_size += gathered->virial_size;
    keep_first(gathered->broken, sums->broken);
}

static void visit_cells(const struct evaluation *e, int64_t p, struct reference_share *gathered,
                        struct sums *sums)
{
    const struct cells *cells = e->cells;
    int64_t around[CELLS_AROUND];
    const int count = cells_around(cells, cells->cell[cells->particle[p]], around);
    for (int k = 0; k < count; k++)
        visit(e, p, cells->start[around[k]], cells->start[around[k] + 1], gathered, sums);
}

static void add(struct sums *total, const struct sums *block)
{
    for (int k = 0; k < MODEL_TERMS; k++)
        total->terms[k] += block->terms[k];
    for (int k = 0; k < MODEL_BRANCHES; k++)
        total->branches[k] += block->branches[k];
    add_tensor(total->tensor, block->tensor);
    total->virial_size += block->virial_size;
    total->energy_between += block->energy_between;
    total->virial_between += block->virial_between;
    for (int k = 0; k < REFERENCE_WIDTHS; k++) {
        total->jump[k].energy += block->jump[k].energy;
        total->jump[k].virial += block->jump[k].virial;
    }
    total->in_cutoff += block->in_cutoff;
    total->interacting += block->interacting;
    keep_first(block->coincident, total->coincident);
    keep_first(block->broken, total->broken);
}

static void visit_all(const struct evaluation *e, int64_t p, struct reference_share *gathered,
                      struct sums *sums)
{
    if (e->cells != NULL)
        visit_cells(e, p, gathered, sums);
    else
        visit(e, p, 0, e->system->n, gathered, sums);
    memcpy(gathered->of_pairs, gathered->force, sizeof gathered->of_pairs);
    if (e->topology.start != NULL)
        visit_bonded(e, particle(e, p), gathered, sums);
}

static void store(const struct reference_share *gathered, int64_t i, struct reference *reference)
{
    if (reference->of_pairs != NULL)
        memcpy(&reference->of_pairs[3 * i], gathered->of_pairs, sizeof gathered->of_pairs);
    reference->x[i] = gathered->force[0];
    reference->y[i] = gathered->force[1];
    reference->z[i] = gathered->force[2];
    reference->energy_of[i] = gathered->energy;
    for (int k = 0; k < (reference->torque != NULL ? 2 : 1); k++) {
        reference->acting[k * reference->n + i] = gathered->acting[k];
        reference->at_cutoff[k * reference->n + i] = gathered->at_cutoff[k];
    }
    if (reference->torque != NULL)
        memcpy(&reference->torque[3 * i], gathered->torque, sizeof gathered->torque);
}

/**
 * Adds up the stored numbers of all particles. Once strained particles are known, adds up the
 * numbers of the other particles.
 */
static bool sum_blocks(const struct evaluation *e, struct reference *reference, struct sums *total,
                       struct error *error)
{
    int64_t n = e->system->n, count = (n + BLOCK - 1) / BLOCK;
    struct sums *blocks =
        memory_allocate_zeroed(count, sizeof *blocks, "sums of the reference", error);
    if (blocks == NULL)
        return false;
#pragma omp parallel for schedule(dynamic)
    for (int64_t b = 0; b < count; b++) {
        int64_t end = (b + 1) * BLOCK < n ? (b + 1) * BLOCK : n;
        for (int64_t p = b * BLOCK; p < end; p++) {
            struct reference_share gathered = {0};
            if (e->strained != NULL && e->strained[particle(e, p)])
                continue;
            visit_all(e, p, &gathered, &blocks[b]);
            if (e->strained == NULL)
                store(&gathered, particle(e, p), reference);
        }
    }
    *total = (struct sums){0};
    for (int64_t b = 0; b < count; b++)
        add(total, &blocks[b]);
    free(blocks);
    return true;
}

static bool allocate(int64_t n, bool oriented, bool bonded, struct reference *reference,
                     struct error *error)
{
    reference->n = n;
    if (bonded)
        reference->of_pairs = memory_allocate(3 * n, sizeof(double), "reference forces", error);
    reference->x = memory_allocate(n, sizeof(double), "reference forces", error);
    reference->y = memory_allocate(n, sizeof(double), "reference forces", error);
    reference->z = memory_allocate(n, sizeof(double), "reference forces", error);
    reference->energy_of = memory_allocate(n, sizeof(double), "energies of particles", error);
    const int64_t sizes = (oriented ? 2 : 1) * n;
    reference->at_cutoff =
        memory_allocate(sizes, sizeof(double), "particles at the cut-off", error);
    reference->acting = memory_allocate(sizes, sizeof(double), "reference forces", error);
    if (oriented)
        reference->torque = memory_allocate(3 * n, sizeof(double), "reference torques", error);
    return reference->x != NULL && reference->y != NULL && reference->z != NULL &&
           reference->energy_of != NULL && reference->at_cutoff != NULL &&
           reference->acting != NULL && (!oriented || reference->torque != NULL) &&
           (!bonded || reference->of_pairs != NULL);
}

static int compare_numbers(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/** Computes the median of the positive numbers among n; 0 if there are none. */
static bool set_usual(const double *values, int64_t n, double *usual, struct error *error)
{
    double *sorted = memory_allocate(n, sizeof *sorted, "what acts on particles", error);
    int64_t kept = 0;
    if (sorted == NULL)
        return false;
    for (int64_t i = 0; i < n; i++)
        if (values[i] > 0)
            sorted[kept++] = values[i];
    qsort(sorted, (size_t)kept, sizeof *sorted, compare_numbers);
    *usual = kept > 0 ? sorted[kept / 2] : 0;
    free(sorted);
    return true;
}

static bool set_totals(const struct system *system, const struct sums *total,
                       struct reference *reference, struct error *error)
{
    if (total->coincident[0] != total->coincident[1])
        return error_set(error, EXIT_USAGE,
                         "particles %" PRId64 " and %" PRId64 " (%s) lie at the same place",
                         system_id(system, total->coincident[0]),
                         system_id(system, total->coincident[1]), system_ids(system));
    if (total->broken[0] != total->broken[1])
        return error_set(error, EXIT_USAGE,
                         "the bonded term of particles %" PRId64 " and %" PRId64
                         " (%s) has no finite energy: they are too far apart or too near",
                         system_id(system, total->broken[0]), system_id(system, total->broken[1]),
                         system_ids(system));
    for (int k = 0; k < MODEL_TERMS; k++) {
        reference->terms[k] = total->terms[k];
        reference->energy += reference->terms[k];
    }
    if (!isfinite(reference->energy))
        return error_set(error, EXIT_USAGE,
                         "the energy is not finite: some particles nearly lie at the same place");
    add_tensor(reference->tensor, total->tensor);
    reference->virial = reference_trace(total->tensor);
    reference->virial_size = total->virial_size;
    memcpy(reference->jump, total->jump, sizeof reference->jump);
    reference->pairs_in_cutoff = total->in_cutoff / 2;
    reference->pairs_interacting = total->interacting / 2;
    for (int k = 0; k < MODEL_BRANCHES; k++)
        reference->branches[k] = total->branches[k] / 2;
    return true;
}

/** Finds the strained particles and, if there are any, adds up the numbers of all others. */
static bool set_rest(struct evaluation *e, struct reference *reference, struct error *error)
{
    const double most = REFERENCE_STRAIN * reference->usual;
    struct sums total;
    int64_t i = 0;
    while (i < reference->n && (most == 0 || reference->acting[i] <= most))
        i++;
    if (i == reference->n)
        return true;
    reference->strained =
        memory_allocate(reference->n, sizeof *reference->strained, "strained particles", error);
    if (reference->strained == NULL)
        return false;
    for (i = 0; i < reference->n; i++)
        reference->strained[i] = reference->acting[i] > most;
    e->strained = reference->strained;
    if (!sum_blocks(e, reference, &total, error))
        return false;
    for (int k = 0; k < MODEL_TERMS; k++)
        reference->rest.energy += total.terms[k];
    reference->rest.virial = reference_trace(total.tensor);
    reference->rest.virial_size = total.virial_size;
    reference->rest.energy_between = total.energy_between;
    reference->rest.virial_between = total.virial_between;
    return true;
}

static bool sum_all(struct evaluation *e, struct reference *reference, struct error *error)
{
    const double *box = e->system->box, edge = fmax(box[0], fmax(box[1], box[2]));
    struct sums total;
    e->margin2 = rounding[0] * e->range2 * fmax(1, edge / sqrt(e->range2));
    reference->system = e->system;
    reference->model = e->model;
    reference->constants = e->constants;
    reference->range = sqrt(e->range2);
    bool good =
        system_check_model(e->system, e->model, e->constants, error) &&
        topology_build(e->system, &e->topology, error) &&
        allocate(e->system->n, e->model->oriented, e->topology.start != NULL, reference, error) &&
        sum_blocks(e, reference, &total, error) &&
        set_totals(e->system, &total, reference, error) &&
        set_usual(reference->acting, reference->n, &reference->usual, error) &&
        set_rest(e, reference, error);
    topology_free(&e->topology);
    if (!good)
        reference_free(reference);
    return good;
}

/**
 * Returns a copy of a coordinate, sorted by cells, so that neighbors of a particle are contiguous.
 */
static double *gather(const double *coordinate, const struct cells *cells, int64_t n,
                      struct error *error)
{
    double *sorted = memory_allocate(n, sizeof *sorted, "sorted positions", error);
    if (sorted == NULL)
        return NULL;
#pragma omp parallel for schedule(static)
    for (int64_t p = 0; p < n; p++)
        sorted[p] = coordinate[cells->particle[p]];
    return sorted;
}

struct footprint reference_footprint(const struct system *system, const struct model *model,
                                     double range)
{
    double n = (double)system->n;
    double kept =
        n * (sizeof(double[6]) + sizeof(bool) + (model->oriented ? sizeof(double[5]) : 0) +
             (topology_bytes(system) > 0 ? sizeof(double[3]) : 0));
    struct footprint work = cells_footprint(system, range);
    footprint_keep(&work, n * sizeof(double[4]) + topology_bytes(system) + kept +
                              n / BLOCK * sizeof(struct sums));
    return (struct footprint){kept, work.peak};
}

bool reference_by_cells(const struct system *system, const struct model *model,
                        const double *constants, double range, struct reference *reference,
                        struct error *error)
{
    struct cells cells;
    *reference = (struct reference){0};
    if (!system_check_range(system, range, error) || !cells_build(system, range, &cells, error))
        return false;
    double *x = gather(system->x, &cells, system->n, error);
    double *y = gather(system->y, &cells, system->n, error);
    double *z = gather(system->z, &cells, system->n, error);
    struct evaluation e = {.system = system,
                           .model = model,
                           .constants = constants,
                           .range2 = range * range,
                           .x = x,
                           .y = y,
                           .z = z,
                           .cells = &cells};
    bool evaluated = x != NULL && y != NULL && z != NULL && sum_all(&e, reference, error);
    free(x);
    free(y);
    free(z);
    cells_free(&cells);
    return evaluated;
}

bool reference_by_pairs(const struct system *system, const struct model *model,
                        const double *constants, double range, struct reference *reference,
                        struct error *error)
{
    struct evaluation e = {.system = system,
                           .model = model,
                           .constants = constants,
                           .range2 = range * range,
                           .x = system->x,
                           .y = system->y,
                           .z = system->z};
    *reference = (struct reference){0};
    return system_check_range(system, range, error) && sum_all(&e, reference, error);
}

void reference_free(struct reference *reference)
{
    free(reference->x);
    free(reference->y);
    free(reference->z);
    free(reference->torque);
    free(reference->of_pairs);
    free(reference->energy_of);
    free(reference->acting);
    free(reference->at_cutoff);
    free(reference->strained);
    *reference = (struct reference){0};
}
