#include "harness/commands/print/answer_print.h"
#include "harness/base/files/output.h"
#include "harness/input/formats/writer_extxyz.h"
#include "harness/json/json_file.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>

bool answer_write_forces(const char *path, const struct forces *forces, struct error *error)
{
    struct output output;
    if (!output_begin(&output, path, error))
        return false;
    FILE *stream = output.stream;
    for (int64_t i = 0; i < forces->n; i++) {
        fprintf(stream, "%.17g %.17g %.17g", forces->x[i], forces->y[i], forces->z[i]);
        for (int d = 0; d < 3 && forces->torque != NULL; d++)
            fprintf(stream, " %.17g", forces->torque[3 * i + d]);
        fputc('\n', stream);
    }
    return output_end(&output, true, error);
}

bool answer_write_particles(const char *path, const struct answer *answer, struct error *error)
{
    const struct forces *forces = &answer->forces;
    const struct extxyz_found found = {.x = forces->x,
                                       .y = forces->y,
                                       .z = forces->z,
                                       .torque = forces->torque,
                                       .energy = answer->reference.energy_of,
                                       .total = forces->energy};
    struct output output;
    if (!output_begin(&output, path, error))
        return false;
    extxyz_write(&answer->system, &found, output.stream);
    return output_end(&output, true, error);
}

/* The volume of the box. */
static double volume_of(const struct answer *answer)
{
    const double *box = answer->system.box;
    return box[0] * box[1] * box[2];
}

static void print_virial(const struct answer *answer)
{
    const struct model *model = answer->model;
    double pressure = answer->forces.virial / (3 * volume_of(answer));
    printf("virial      %.15g (sum of r . F over the pairs)\n", answer->forces.virial);
    printf("pressure    %.15g", pressure);
    if (model->pressure_unit != NULL)
        printf(" = %.15g %s", pressure * model->pressure_units, model->pressure_unit);
    puts(" from the virial, without density x temperature");
}

/* Prints the deviation of a strategy from the reference. */
static void print_difference(const struct verification *found, enum precision precision)
{
    char range[VERIFY_TEXT];
    printf("error       forces %.3g, energy %.3g, virial %.3g", found->force_rms_rel,
           found->energy_rel, found->virial_rel);
    if (found->worst >= 0)
        printf(", particle %" PRId64 " %.3g of the forces on it", found->worst + 1,
               found->particle_rel);
    printf("; tolerance %.3g%s%s\n", found->tolerance, found->passed ? "" : ": exceeded",
           found->passed ? "" : verify_range_text(found, precision, range));
}

void answer_print(const struct answer *answer)
{
    const struct model *model = answer->model;
    const struct system *system = &answer->system;
    const struct evaluator *evaluator = &answer->evaluator;
    const struct forces *forces = &answer->forces;

    printf("particles   %" PRId64 ", density %.6g, hash %s\n", system->n, system_density(system),
           system->hash);
    printf("box         %.9g x %.9g x %.9g\n", system->box[0], system->box[1], system->box[2]);
    printf("model       %s:", model->name);
    for (int k = 0; k < model->parameter_count; k++) {
        const struct parameter *parameter = &model->parameters[k];
        printf("%s %s ", k ? "," : "", parameter->name);
        if (parameter->choices != NULL)
            printf("%s", parameter->choices[(int)answer->parameters[k]]);
        else
            printf("%.9g", answer->parameters[k]);
    }
    putchar('\n');
    if (evaluator->strategy != NULL) {
        printf("by          strategy %s on %s in %s precision\n", evaluator->strategy->name,
               evaluator->backend->name, precision_info(evaluator->precision)->name);
        print_difference(&answer->verification, evaluator->precision);
    }
    printf("energy      %.15g, per particle %.15g\n", forces->energy,
           forces->energy / (double)system->n);
    for (int k = 0; k < system_terms(system, model); k++)
        printf("  %-9s %.15g\n", model->terms[k], forces->terms[k]);
    print_virial(answer);
    printf("net force   %.3g %.3g %.3g\n", answer->net_force[0], answer->net_force[1],
           answer->net_force[2]);
    if (model->oriented)
        printf("net torque  %.3g %.3g %.3g (sum over the particles, about their own centres)\n",
               answer->net_torque[0], answer->net_torque[1], answer->net_torque[2]);
    if (evaluator->strategy == NULL)
        printf("pairs       %" PRId64 " within the range, %" PRId64 " interacting\n",
               answer->reference.pairs_in_cutoff, answer->reference.pairs_interacting);
}

static void add_difference(cJSON *json, const struct verification *found)
{
    cJSON *verify = cJSON_AddObjectToObject(json, "verify");
    json_add_number(verify, "force_rms_rel", found->force_rms_rel);
    json_add_number(verify, "particle_rel", found->particle_rel);
    json_add_number(verify, "worst_particle", (double)(found->worst + 1));
    json_add_number(verify, "energy_rel", found->energy_rel);
    json_add_number(verify, "virial_rel", found->virial_rel);
    json_add_number(verify, "tolerance", found->tolerance);
    cJSON_AddBoolToObject(verify, "passed", found->passed);
}

/*
 * Adds virials, and the contribution of interactions to the pressure: the trace, the components of
 * the tensor, and along each axis for molecules that keep their shape when the box is scaled.
 */
static void add_pressure(cJSON *json, const struct answer *answer)
{
    const double virial = answer->forces.virial, volume = volume_of(answer);
    const double *inner = answer->inner_virial;
    cJSON_AddNumberToObject(json, "virial", virial);
    json_add_number(json, "virial_molecular", virial - inner[0] - inner[1] - inner[2]);
    cJSON_AddNumberToObject(json, "pressure", virial / (3 * volume));
    if (answer->evaluator.strategy != NULL) /* kernels sum the trace alone */
        return;
    cJSON *tensor = cJSON_AddArrayToObject(json, "pressure_tensor");
    cJSON *molecular = cJSON_AddArrayToObject(json, "pressure_molecular");
    for (int a = 0; a < 3; a++) {
        double row[3];
        for (int b = 0; b < 3; b++)
            row[b] = answer->reference.tensor[3 * a + b] / volume;
        cJSON_AddItemToArray(tensor, cJSON_CreateDoubleArray(row, 3));
        cJSON_AddItemToArray(molecular, json_number(row[a] - inner[a] / volume));
    }
}

void answer_print_json(const struct answer *answer)
{
    const struct model *model = answer->model;
    const struct evaluator *evaluator = &answer->evaluator;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "energy", answer->forces.energy);
    cJSON *terms = cJSON_AddObjectToObject(json, "terms");
    for (int k = 0; k < system_terms(&answer->system, model); k++)
        cJSON_AddNumberToObject(terms, model->terms[k], answer->forces.terms[k]);
    add_pressure(json, answer);
    cJSON_AddItemToObject(json, "net_force", cJSON_CreateDoubleArray(answer->net_force, 3));
    if (model->oriented)
        cJSON_AddItemToObject(json, "net_torque", cJSON_CreateDoubleArray(answer->net_torque, 3));
    cJSON_AddNumberToObject(json, "n", (double)answer->system.n);
    cJSON_AddItemToObject(json, "box", cJSON_CreateDoubleArray(answer->system.box, 3));
    cJSON_AddStringToObject(json, "hash", answer->system.hash);
    cJSON_AddStringToObject(json, "model", model->name);
    cJSON *parameters = cJSON_AddObjectToObject(json, "parameters");
    for (int k = 0; k < model->parameter_count; k++) {
        const struct parameter *parameter = &model->parameters[k];
        double value = answer->parameters[k];
        if (parameter->choices != NULL)
            cJSON_AddStringToObject(parameters, parameter->name, parameter->choices[(int)value]);
        else
            cJSON_AddNumberToObject(parameters, parameter->name, value);
    }
    if (evaluator->strategy != NULL) {
        cJSON_AddStringToObject(json, "strategy", evaluator->strategy->name);
        cJSON_AddStringToObject(json, "backend", evaluator->backend->name);
        cJSON_AddStringToObject(json, "precision", precision_info(evaluator->precision)->name);
        add_difference(json, &answer->verification);
    }
    json_file_print(stdout, json);
}
