#include "harness/measure/observe/verify.h"
#include "harness/base/memory.h"
#include "harness/measure/observe/gain.h"
#include "harness/measure/observe/larger.h"
#include "harness/physics/reference_of_steps.h"
#include "harness/physics/rounding.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double relative(double difference, double scale)
{
    if (difference == 0)
        return 0;
    return difference / scale;
}

/* Returns the part of a size that rounding cannot explain; NAN if either is. */
static double beyond(double size, double allowed)
{
    return size <= allowed ? 0 : size - allowed;
}

/*
 * Sums over vectors: squared differences, squares of the expected vectors, and the largest squared
 * difference.
 */
struct comparison {
    double difference2, size2, largest2;
};

/* Adds a vector's difference, reduced by the `allowed` part; returns what remains. */
static double compare(struct comparison *sums, const double found[3], const double expected[3],
                      double allowed)
{
    double d2 = 0;
    for (int d = 0; d < 3; d++) {
        double difference = found[d] - expected[d];
        d2 += difference * difference;
        sums->size2 += expected[d] * expected[d];
    }
    const double rest = beyond(sqrt(d2), allowed);
    d2 = rest * rest;
    sums->difference2 += d2;
    /* NaN counts as larger than any number. */
    if (!(d2 <= sums->largest2))
        sums->largest2 = d2;
    return rest;
}

/* Most additions to a particle's sum whose rounding errors are allowed to add up. */
static const double of_particle = 8;

double verify_lost(const struct reference *reference, double additions)
{
    return additions * reference->quantum;
}

double verify_energy_lost(const struct reference *reference)
{
    const double bonded = reference->system != NULL ? (double)reference->system->bonded_count : 0;
    return verify_lost(reference, 2 * (double)reference->pairs_interacting + bonded);
}

static enum reference_width width_of(double tolerance)
{
    return tolerance < FLT_EPSILON ? WIDTH_64 : tolerance < 1e-3 ? WIDTH_32 : WIDTH_16;
}

/* Returns the number of particles with partners at the cut-off, which are known for 32 bits. */
static int64_t count_at_cutoff(const struct reference *reference, double tolerance)
{
    int64_t count = 0;
    if (width_of(tolerance) != WIDTH_32)
        return 0;
    for (int64_t i = 0; i < reference->n && reference->at_cutoff != NULL; i++)
        count += reference->at_cutoff[i] != 0;
    return count;
}

/*
 * Returns the largest relative rounding error of a distance: errors of differences, squares, sum
 * and root.
 */
static double distance_error(double tolerance)
{
    static const double errors[REFERENCE_WIDTHS] = {0x1p-16, 2 * FLT_EPSILON, 2 * DBL_EPSILON};
    return errors[width_of(tolerance)];
}

const struct reference_jump *verify_jump(const struct reference *reference, double tolerance)
{
    return &reference->jump[width_of(tolerance)];
}

/* State of the comparison of single particles. */
struct judging {
    const struct reference *reference;
    const struct forces *forces;
    const struct reference_jump *jump;
    bool leaves_out;
    double limit;             /* largest error that needs no explanation */
    struct rounding rounding; /* started at the first error beyond the limit */
};

/* Adds the differences of the force and torque on a particle to `sums`; returns them in `off`. */
static void compare_particle(const struct judging *judging, int64_t i, struct comparison sums[2],
                             double off[2])
{
    const struct reference *reference = judging->reference;
    const struct forces *forces = judging->forces;
    const double *at_cutoff = judging->leaves_out ? reference->at_cutoff : NULL;
    off[0] = compare(&sums[0], (double[]){forces->x[i], forces->y[i], forces->z[i]},
                     (double[]){reference->x[i], reference->y[i], reference->z[i]},
                     at_cutoff != NULL ? at_cutoff[i] : 0);
    off[1] = reference->torque != NULL
                 ? compare(&sums[1], &forces->torque[3 * i], &reference->torque[3 * i],
                           at_cutoff != NULL ? at_cutoff[reference->n + i] : 0)
                 : 0;
}

/*
 * Returns the larger relative difference of a particle's force and torque, each relative to the
 * sizes of the forces or torques that act on the particle.
 */
static double error_of(const struct reference *reference, int64_t i, const double off[2])
{
    const double force = relative(off[0], reference->acting[i]);
    return reference->torque == NULL
               ? force
               : larger(force, relative(off[1], reference->acting[reference->n + i]));
}

/*
 * Reduces the differences of a particle by changes that rounded distances of its pairs can cause.
 */
static void explain(struct judging *judging, int64_t i, double tolerance, double off[2])
{
    struct error error; /* if memory runs out, differences are not reduced */
    double changes[2];
    if (judging->reference->system == NULL ||
        (judging->rounding.reference == NULL &&
         !rounding_start(judging->reference, distance_error(tolerance), 0, &judging->rounding,
                         &error)))
        return;
    judging->rounding.jumps = !judging->leaves_out;
    rounding_changes(&judging->rounding, i, changes);
    for (int k = 0; k < 2; k++)
        off[k] = beyond(off[k], changes[k]);
}

/*
 * Compares the differences of each particle with the sizes of the forces on it, and keeps the worst
 * particle. Differences beyond the limit and beyond those so far are reduced by what rounded
 * distances explain.
 */
static void judge_particles(struct judging *judging, struct verification *result)
{
    const struct reference *reference = judging->reference;
    struct comparison unused[2] = {0};
    result->particle_rel = reference->acting != NULL ? 0 : NAN;
    for (int64_t i = 0; i < reference->n && reference->acting != NULL; i++) {
        double off[2];
        if (!(reference->acting[i] <= result->acting)) {
            result->acting = reference->acting[i];
            result->strained = i;
        }
        compare_particle(judging, i, unused, off);
        for (int k = 0; k < 2; k++)
            off[k] = beyond(off[k], verify_lost(reference, of_particle));
        double error = error_of(reference, i, off);
        if (error > judging->limit && error > result->particle_rel) {
            explain(judging, i, result->tolerance, off);
            error = error_of(reference, i, off);
        }
        if (!isnan(result->particle_rel) && !(error <= result->particle_rel)) {
            result->particle_rel = error;
            result->worst = i;
        }
    }
    rounding_end(&judging->rounding);
}

/*
 * Returns the gain of the pair forces or, with `turning`, of the torques (gain.h). Returns 0 if it
 * is within six standard errors or within what fixed point loses and partners at the cut-off
 * change, if fewer than eight particles have most of the forces, or if forces nearly cancel, so
 * that their rounding may hide the gain.
 */
static double gain_of(const struct judging *judging, bool turning)
{
    const struct reference *reference = judging->reference;
    const struct forces *forces = judging->forces;
    const int64_t first = turning ? reference->n : 0; /* index at which the particles' numbers for
                                                       * forces or torques begin */
    struct gain sums = {0};
    double size1 = 0, acting2 = 0, largest = 0;
    for (int64_t i = 0; reference->acting != NULL && i < reference->n; i++) {
        const double force[2][3] = {{forces->x[i], forces->y[i], forces->z[i]},
                                    {reference->x[i], reference->y[i], reference->z[i]}};
        const double *found = turning ? &forces->torque[3 * i] : force[0];
        const double *expected = turning ? &reference->torque[3 * i] : force[1];
        const double *pairs =
            turning || reference->of_pairs == NULL ? expected : &reference->of_pairs[3 * i];
        const double acting = reference->acting[first + i];
        double gain = 0, size = 0;
        if (judging->leaves_out && reference->at_cutoff[first + i] != 0)
            continue;
        for (int d = 0; d < 3; d++) {
            gain += (found[d] - expected[d]) * pairs[d];
            size += pairs[d] * pairs[d];
        }
        gain_add(&sums, gain, size);
        size1 += sqrt(size);
        largest = fmax(largest, sqrt(size));
        acting2 += acting * acting;
    }
    if (!gain_shows(&sums, acting2))
        return 0;
    const double jumps = judging->leaves_out || reference->range == 0
                             ? 0
                             : 2 * judging->jump->virial / reference->range;
    return gain_share(&sums, verify_lost(reference, of_particle) * size1 + jumps * largest);
}

/*
 * Compares the energies and virials of the particles that are not strained. In sums over all
 * particles the much larger values of strained particles could hide their errors.
 */
static void judge_rest(const struct reference *reference, const struct forces *forces,
                       struct verification *result)
{
    double energy = 0, virial = 0;
    if (reference->strained == NULL || forces->energy_of == NULL)
        return;
    for (int64_t i = 0; i < reference->n; i++) {
        energy += reference->strained[i] ? 0 : forces->energy_of[i];
        virial += reference->strained[i] ? 0 : forces->virial_of[i];
    }
    const double scale = fmax(fabs(reference->rest.energy), fabs(reference->rest.virial) / 3);
    const struct reference_jump *jump = verify_jump(reference, result->tolerance);
    const double lost = verify_energy_lost(reference);
    result->energy_rel = larger(
        result->energy_rel, relative(beyond(fabs(energy - reference->rest.energy),
                                            reference->rest.energy_between + jump->energy + lost),
                                     scale));
    result->virial_rel = larger(
        result->virial_rel, relative(beyond(fabs(virial - reference->rest.virial),
                                            reference->rest.virial_between + jump->virial + lost),
                                     fmax(3 * scale, reference->rest.virial_size)));
}

/*
 * Whether the root mean square of differences, reduced by what fixed point loses, is within a
 * tolerance.
 */
static bool rms_within(const struct reference *reference, const struct comparison *sums,
                       double tolerance)
{
    const double lost = sqrt((double)reference->n) * verify_lost(reference, of_particle);
    return relative(beyond(sqrt(sums->difference2), lost), sqrt(sums->size2)) <= tolerance;
}

bool verify_moves(const struct verification *verification)
{
    return verification->moved_rel <= verify_moved &&
           fabs(verification->moved_all) <= verify_moved_all &&
           verification->bath_rel <= verify_bath;
}

double verify_gain_limit(double tolerance)
{
    return fmin(0.75 * tolerance, 7.5e-5);
}

struct verification verify_forces(const struct reference *reference, const struct forces *forces,
                                  double tolerance)
{
    struct comparison sums[2] = {0}; /* forces and torques */
    const struct comparison *force = &sums[0], *torque = &sums[1];
    double net[3] = {0}, off[2];
    double energy_scale = fmax(fabs(reference->energy), fabs(reference->virial) / 3);
    const struct reference_jump *jump = verify_jump(reference, tolerance);
    const double lost = verify_energy_lost(reference), either = lost + jump->energy;
    struct verification result = {
        .energy_rel =
            relative(beyond(fabs(forces->energy - reference->energy), either), energy_scale),
        .virial_rel =
            relative(beyond(fabs(forces->virial - reference->virial), lost + jump->virial),
                     fmax(3 * energy_scale, reference->virial_size)),
        .spread_rel = NAN,
        .worst = -1,
        .acting = NAN,
        .at_cutoff = count_at_cutoff(reference, tolerance),
        .tolerance = tolerance,
    };
    struct judging judging = {
        .reference = reference, .forces = forces, .jump = jump, .leaves_out = result.at_cutoff > 0};
    for (int64_t i = 0; i < reference->n; i++) {
        compare_particle(&judging, i, sums, off);
        net[0] += forces->x[i];
        net[1] += forces->y[i];
        net[2] += forces->z[i];
    }
    const double n = (double)reference->n, usual = sqrt(force->size2 / n);
    result.force_rms_rel = relative(sqrt(force->difference2), sqrt(force->size2));
    result.force_max_rel = relative(sqrt(force->largest2), usual);
    result.torque_rms_rel = relative(sqrt(torque->difference2), sqrt(torque->size2));
    result.torque_max_rel = relative(sqrt(torque->largest2), sqrt(torque->size2 / n));
    result.net_force_rel =
        relative(sqrt(net[0] * net[0] + net[1] * net[1] + net[2] * net[2]), usual);
    result.unresolved = (usual > 0 && usual < verify_lost(reference, of_particle)) ||
                        (energy_scale > 0 && energy_scale < lost);
    result.gain = gain_of(&judging, false);
    result.torque_gain = reference->torque != NULL ? gain_of(&judging, true) : 0;
    const bool whole =
        rms_within(reference, force, tolerance) && rms_within(reference, torque, tolerance);
    /* if forces cancel, as in a crystal, each particle must be within the tolerance itself */
    judging.limit = (whole ? VERIFY_PARTICLE : 1) * tolerance;
    judge_particles(&judging, &result);
    judge_rest(reference, forces, &result);
    /* NaN does not pass, because its comparisons are false. */
    result.passed = result.energy_rel <= tolerance && result.virial_rel <= tolerance &&
                    fabs(result.gain) <= verify_gain_limit(tolerance) &&
                    fabs(result.torque_gain) <= verify_gain_limit(tolerance) &&
                    (reference->acting != NULL ? result.particle_rel <= judging.limit : whole);
    for (int k = 0; k < MODEL_TERMS; k++) {
        result.terms_rel[k] = relative(beyond(fabs(forces->terms[k] - reference->terms[k]), either),
                                       fmax(fabs(reference->terms[k]), energy_scale));
        result.passed = result.passed && result.terms_rel[k] <= tolerance;
    }
    return result;
}

const char *verify_range_text(const struct verification *verification, enum precision precision,
                              char text[VERIFY_TEXT])
{
    /* squares and products of such forces overflow in 32 bits */
    const bool narrow = precision_info(precision)->real_size == sizeof(float);
    const double range = fmin(precision_range(precision), narrow ? 1e30 : INFINITY);
    text[0] = '\0';
    if (verification->acting >= range)
        snprintf(text, VERIFY_TEXT,
                 ", forces left the range of the precision: those on particle %" PRId64
                 " add up to %.3g, and its limit is %.6g; particles may overlap",
                 verification->strained + 1, verification->acting, range);
    return text;
}

const char *verify_describe(const struct verification *verification, const struct model *model,
                            enum precision precision, char text[VERIFY_TEXT])
{
    char torque[40] = "", term[60] = "", particle[80] = "", gain[60] = "", turned[60] = "";
    char kept[80] = "", moved[160] = "", left[80] = "", range[VERIFY_TEXT];
    int worst = 0;
    for (int k = 1; k < model->term_count; k++)
        if (!(verification->terms_rel[k] <= verification->terms_rel[worst])) /* NaN is worst */
            worst = k;
    if (model->oriented)
        snprintf(torque, sizeof torque, "torque error %.3g, ", verification->torque_rms_rel);
    if (model->term_count > 1)
        snprintf(term, sizeof term, "that of its term %s %.3g, ", model->terms[worst],
                 verification->terms_rel[worst]);
    if (verification->worst >= 0)
        snprintf(particle, sizeof particle,
                 "that of particle %" PRId64 " %.3g of the forces on it, ", verification->worst + 1,
                 verification->particle_rel);
    if (!(fabs(verification->gain) <= verify_gain_limit(verification->tolerance)))
        snprintf(gain, sizeof gain, "that of all pair forces together %.3g, ", verification->gain);
    if (!(fabs(verification->torque_gain) <= verify_gain_limit(verification->tolerance)))
        snprintf(turned, sizeof turned, "that of all torques together %.3g, ",
                 verification->torque_gain);
    if (!(verification->kept_rel <= verify_kept))
        snprintf(kept, sizeof kept, "error of constraints or virtual sites %.3g, ",
                 verification->kept_rel);
    if (!verify_moves(verification))
        snprintf(moved, sizeof moved,
                 "error of a particle's motion %.3g, of all motions %.3g, of the pressure or the "
                 "thermostat %.3g, ",
                 verification->moved_rel, verification->moved_all, verification->bath_rel);
    if (verification->left_rel != 0)
        snprintf(left, sizeof left,
                 "a particle moved by %.3g half skins with one list or pruning, ",
                 verification->left_rel);
    snprintf(
        text, VERIFY_TEXT,
        "%sforce error %.3g, %s%s%s%s%s%senergy error %.3g, %svirial error %.3g, tolerance %.3g%s",
        left, verification->force_rms_rel, particle, gain, torque, turned, kept, moved,
        verification->energy_rel, term, verification->virial_rel, verification->tolerance,
        verify_range_text(verification, precision, range));
    return text;
}

double verify_bytes(int64_t n, const struct model *model)
{
    return (double)n * (model->oriented ? 8 : 5) * sizeof(double);
}

/* Allocates the forces that verify_case evaluates. */
static bool allocate(const struct reference *reference, struct forces *forces, struct error *error)
{
    int64_t n = reference->n;
    double *arrays = memory_allocate(8 * n, sizeof *arrays, "forces to verify", error);
    *forces = (struct forces){.n = n, .x = arrays};
    if (arrays == NULL)
        return false;
    forces->y = arrays + n;
    forces->z = arrays + 2 * n;
    forces->energy_of = arrays + 3 * n;
    forces->virial_of = arrays + 4 * n;
    forces->torque = reference->torque != NULL ? arrays + 5 * n : NULL;
    return true;
}

/* Copies forces and torques between arrays of `allocate`. */
static void copy(const struct forces *from, struct forces *to)
{
    const size_t row = (size_t)from->n * sizeof *from->x;
    memcpy(to->x, from->x, 3 * row);
    if (from->torque != NULL)
        memcpy(to->torque, from->torque, 3 * row);
}

/*
 * Returns the largest difference of a force or a torque from the first evaluation, relative to the
 * root mean square; infinite if it is not a number.
 */
static double difference(const struct forces *forces, const struct forces *first)
{
    struct comparison force = {0}, torque = {0};
    double n = (double)first->n;
    for (int64_t i = 0; i < first->n; i++) {
        compare(&force, (double[]){forces->x[i], forces->y[i], forces->z[i]},
                (double[]){first->x[i], first->y[i], first->z[i]}, 0);
        if (first->torque != NULL)
            compare(&torque, &forces->torque[3 * i], &first->torque[3 * i], 0);
    }
    const double largest = larger(relative(sqrt(force.largest2), sqrt(force.size2 / n)),
                                  relative(sqrt(torque.largest2), sqrt(torque.size2 / n)));
    return isnan(largest) ? INFINITY : largest;
}

/* Compares forces with the reference, with the energies of `of`. */
static struct verification verify_with_energies_of(const struct reference *reference,
                                                   const struct forces *forces,
                                                   const struct forces *of, double tolerance)
{
    struct forces both = *of;
    both.x = forces->x;
    both.y = forces->y;
    both.z = forces->z;
    both.torque = forces->torque;
    return verify_forces(reference, &both, tolerance);
}

/*
 * Compares the last forces, of a call without energies, with the reference; then those of the
 * kernel with energies (twin), which replace them. If only the twin's are wrong, `verification` is
 * that of the twin.
 */
static bool judge(const struct backend *backend, struct prepared *prepared,
                  const struct reference *reference, double tolerance, struct forces *forces,
                  struct verification *verification, struct error *error)
{
    *verification = verify_forces(reference, forces, tolerance);
    if (!backend->last_forces(prepared, forces, error))
        return false;
    const struct verification twin = verify_forces(reference, forces, tolerance);
    if (verification->passed && !twin.passed)
        *verification = twin;
    return true;
}

int verify_calls(int64_t n)
{
    const int64_t calls = 10000 / n;
    return calls < 1 ? 1 : calls > VERIFY_CALLS ? VERIFY_CALLS : (int)calls;
}

bool verify_case(const struct backend *backend, struct prepared *prepared,
                 const struct reference *reference, double tolerance, int calls,
                 struct verification *verification, struct error *error)
{
    struct forces first = {0}, now = {0};
    struct verification found;
    double spread = calls > 1 ? 0 : NAN, unused;
    bool good =
        allocate(reference, &now, error) && (calls == 1 || allocate(reference, &first, error));
    for (int call = 0; call < calls && good; call++) {
        /* further calls, because evaluations alone might always miss a fault in every k-th call */
        good = (2 * call <= calls || backend->time_force(prepared, 1, &unused, error)) &&
               backend->evaluate(prepared, &now, error);
        if (good && calls > 1 && call == 0)
            copy(&now, &first);
        else if (good && calls > 1)
            spread = fmax(spread, difference(&now, &first));
        good = good && judge(backend, prepared, reference, tolerance, &now, &found, error);
        if (good && (call == 0 || (verification->passed && !found.passed)))
            *verification = found;
    }
    verification->spread_rel = spread;
    free(first.x);
    free(now.x);
    return good;
}

void verify_energies(const struct motion_energies *energies, double potential, double scale,
                     const struct kinetic *kinetic, const double lost[2],
                     struct verification *verification)
{
    const double moving = kinetic->translation + kinetic->rotation;
    const double found = energies->translation + energies->rotation;
    double worst = relative(beyond(fabs(energies->potential - potential), lost[0]), scale);
    worst = larger(worst, relative(beyond(fabs(found - moving), lost[1]), moving));
    verification->energy_rel = larger(verification->energy_rel, worst);
    verification->passed = verification->passed && worst <= verification->tolerance;
}

bool verify_last_call(const struct backend *backend, struct prepared *prepared,
                      struct reference *reference, const struct system *moved, double tolerance,
                      struct verification *verification, struct error *error)
{
    struct forces last = {0}, further = {0};
    bool good = allocate(reference, &last, error) && allocate(reference, &further, error) &&
                backend->last_forces(prepared, &last, error) &&
                backend->evaluate(prepared, &further, error) &&
                judge(backend, prepared, reference, tolerance, &further, verification, error) &&
                (moved == NULL || reference_of_steps(moved, reference, error));
    if (good) {
        /* the last call has no energies; those of the further evaluation are used */
        const struct verification found =
            verify_with_energies_of(reference, &last, &further, tolerance);
        if (!found.passed)
            *verification = found;
    }
    free(last.x);
    free(further.x);
    return good;
}

bool verify_step(const struct backend *backend, struct prepared *prepared,
                 struct reference *reference, const struct system *moved, double tolerance,
                 struct verification *verification, struct error *error)
{
    struct forces last = {0};
    const bool good = allocate(reference, &last, error) &&
                      backend->last_forces(prepared, &last, error) &&
                      reference_of_steps(moved, reference, error);
    if (good) {
        /* forces of a step come without energies */
        last.energy_of = last.virial_of = NULL;
        last.energy = reference->energy;
        last.virial = reference->virial;
        memcpy(last.terms, reference->terms, sizeof last.terms);
        *verification = verify_forces(reference, &last, tolerance);
    }
    free(last.x);
    return good;
}
