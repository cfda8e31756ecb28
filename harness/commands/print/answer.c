#include "harness/commands/print/answer.h"

#include "harness/base/files/text_file.h"
#include "harness/base/machine/free_memory.h"
#include "harness/base/memory.h"
#include "harness/input/formats/gromacs_model.h"
#include "harness/input/system_create.h"
#include "harness/particles/file_parameters.h"
#include "harness/physics/pressure.h"
#include "harness/physics/virtual_sites.h"

#include <stdlib.h>
#include <string.h>

/*
 * Sets the model's parameters to the values of a GROMACS run if its run parameters choose this
 * model.
 */
static bool set_chosen(const struct gromacs_choice *choice, struct answer *answer,
                       struct error *error)
{
    if (choice->model == NULL || strcmp(choice->model, answer->model->name) != 0)
        return true;
    for (int k = 0; k < choice->settings; k++)
        if (!model_set(answer->model, choice->setting[k].key, choice->setting[k].value,
                       answer->parameters, error))
            return error_prefix(error, "--mdp");
    return true;
}

static bool set_parameters(const struct energy_query *query, const struct system_spec *spec,
                           struct answer *answer, struct error *error)
{
    struct gromacs_choice choice;
    if (!gromacs_choose(spec, &choice, error) ||
        !model_require(query->model != NULL ? query->model : choice.model, &answer->model, error))
        return false;
    model_defaults(answer->model, answer->parameters);
    if (!set_chosen(&choice, answer, error))
        return false;
    for (int k = 0; k < query->setting_count; k++) {
        char *setting = query->settings[k];
        char *equals = strchr(setting, '=');
        *equals = '\0';
        if (!model_set(answer->model, setting, equals + 1, answer->parameters, error))
            return error_prefix(error, "--set");
    }
    return answer->model->derive(answer->parameters, answer->constants, error);
}

/* Whether there is enough memory to evaluate the system. */
static bool fits(const struct energy_query *query, const struct answer *answer, struct error *error)
{
    struct footprint need = {0};
    const struct model *model = answer->model;
    double range = model->range(answer->parameters);
    if (query->strategy == NULL)
        need = reference_footprint(&answer->system, model, range);
    else
        need = evaluate_footprint(&answer->evaluator, &answer->system, model, answer->constants,
                                  range);
    return free_memory_suffices("this machine", need.peak, free_memory(), error);
}

static bool by_reference(struct answer *answer, struct error *error)
{
    struct reference *reference = &answer->reference;
    double range = answer->model->range(answer->parameters);
    if (!reference_by_cells(&answer->system, answer->model, answer->constants, range, reference,
                            error))
        return false;
    answer->forces = (struct forces){.n = reference->n,
                                     .x = reference->x,
                                     .y = reference->y,
                                     .z = reference->z,
                                     .torque = reference->torque,
                                     .energy = reference->energy,
                                     .virial = reference->virial};
    memcpy(answer->forces.terms, reference->terms, sizeof reference->terms);
    return true;
}

static bool by_strategy(struct answer *answer, struct error *error)
{
    int64_t n = answer->system.n;
    double range = answer->model->range(answer->parameters);
    answer->arrays = memory_allocate(8 * n, sizeof *answer->arrays, "forces", error);
    if (answer->arrays == NULL)
        return false;
    answer->forces =
        (struct forces){.n = n,
                        .x = answer->arrays,
                        .y = answer->arrays + n,
                        .z = answer->arrays + 2 * n,
                        .energy_of = answer->arrays + 3 * n,
                        .virial_of = answer->arrays + 4 * n,
                        .torque = answer->model->oriented ? answer->arrays + 5 * n : NULL};
    return evaluate(&answer->evaluator, &answer->system, answer->model, answer->constants, range,
                    &answer->forces, &answer->verification, error);
}

/* Adds the self-energies of charges. */
static void add_self(struct answer *answer)
{
    const struct model *model = answer->model;
    double energy = 0;
    for (int64_t i = 0; answer->system.charge != NULL && i < answer->system.n; i++) {
        const double self = model->self(answer->constants, answer->system.charge[i]);
        energy += self;
        if (answer->reference.energy_of != NULL)
            answer->reference.energy_of[i] += self;
    }
    answer->forces.terms[model->self_term] += energy;
    answer->forces.energy += energy;
}

/*
 * Computes the virial within molecules, and moves the forces on virtual sites to the particles that
 * define the sites.
 */
static bool follow_molecules(struct answer *answer, struct error *error)
{
    const struct system *system = &answer->system;
    double *const of_axis[3] = {answer->forces.x, answer->forces.y, answer->forces.z};
    struct particle_type types[FIELD_TYPES];
    system_particle_types(system, answer->model, answer->constants, types);
    double *force = memory_allocate(3 * system->n, sizeof *force, "forces", error);
    if (force == NULL)
        return false;
    for (int64_t k = 0; k < 3 * system->n; k++)
        force[k] = of_axis[k % 3][k / 3];
    const bool good = pressure_inner_virial(system, types, force, answer->inner_virial, error);
    virtual_sites_spread(system, force);
    for (int64_t k = 0; k < 3 * system->n; k++)
        of_axis[k % 3][k / 3] = force[k];
    free(force);
    return good;
}

bool answer_query(const struct energy_query *query, struct answer *answer, struct error *error)
{
    struct system_spec spec = {.file = query->file,
                               .format = query->format,
                               .topology = query->topology,
                               .coordinates = query->coordinates,
                               .mdp = query->mdp,
                               .style = query->style,
                               .frame = query->frame};
    if (!set_parameters(query, &spec, answer, error))
        return false;
    spec.model = answer->model;
    if ((query->strategy != NULL && !evaluator_find(query->strategy, query->backend,
                                                    query->precision, &answer->evaluator, error)) ||
        !system_create(&spec, &answer->system, error))
        return false;
    if (!system_set_rows(&answer->system, answer->model, answer->constants, error))
        return false;
    if (!fits(query, answer, error))
        return false;
    file_parameters_differ(&answer->system, answer->model, answer->parameters,
                           answer->contradiction, sizeof answer->contradiction);
    if (!(query->strategy == NULL ? by_reference : by_strategy)(answer, error))
        return error->code == EXIT_USAGE && error_prefix(error, text_name(query->file));
    if (answer->model->self != NULL)
        add_self(answer);
    if (!follow_molecules(answer, error))
        return false;
    const struct forces *forces = &answer->forces;
    for (int64_t i = 0; i < forces->n; i++) {
        answer->net_force[0] += forces->x[i];
        answer->net_force[1] += forces->y[i];
        answer->net_force[2] += forces->z[i];
        for (int d = 0; d < 3 && forces->torque != NULL; d++)
            answer->net_torque[d] += forces->torque[3 * i + d];
    }
    return true;
}

void answer_free(struct answer *answer)
{
    system_free(&answer->system);
    reference_free(&answer->reference);
    free(answer->arrays);
    *answer = (struct answer){0};
}
