#include "harness/backend/cpu/cpu_workload.h"

#include "harness/backend/cpu/cpu_table.h"
#include "harness/base/machine/guarded.h"
#include "harness/base/memory.h"
#include "harness/catalog/model_table.h"
#include "harness/particles/order.h"

#include <omp.h>
#include <stdlib.h>

void cpu_workload_unload(struct workload *workload)
{
    system_free(&workload->sorted);
    topology_free(&workload->topology);
    term_groups_free(&workload->groups);
    exclusion_strings_free(&workload->strings);
    free(workload->order);
    guarded_free(workload->position);
    guarded_free(workload->orientation);
    free(workload->pair_rows);
    free(workload->bonded_rows);
    cpu_table_release(workload->table);
    free(workload);
}

/*
 * Writes the dummy particle, which is always out of range. It lies below the box by more than the
 * box edge plus twice the range. Taking the nearest image moves it by at most one edge along each
 * axis.
 */
static void place_dummy(const struct workload *workload)
{
    const double range = workload->spec.cutoff + workload->spec.skin;
    enum precision precision = workload->spec.precision;
    const struct system *system = &workload->sorted;
    for (int d = 0; d < VECTOR; d++) {
        precision_set_real(precision, workload->position, VECTOR * system->n + d,
                           d < 3 ? -(system->box[d] + 2 * range) : 0);
        if (workload->orientation != NULL)
            precision_set_real(precision, workload->orientation, VECTOR * system->n + d, d == 0);
    }
}

void cpu_workload_place(const struct workload *workload)
{
    enum precision precision = workload->spec.precision;
    const struct system *system = &workload->sorted;
    const double *const column[] = {system->x, system->y, system->z};
    cpu_vectors_write_columns(precision, column, precision_grid(precision, system->box), system->n,
                              workload->position);
    if (workload->orientation != NULL)
        cpu_vectors_write_rows(precision, system->orientation, system->n, workload->orientation);
    place_dummy(workload);
}

static void write_words(const struct workload *workload)
{
    const struct system *system = &workload->sorted;
    for (int64_t i = 0; i < system->n; i++)
        precision_set_word(precision_info(workload->spec.precision)->real_size, workload->position,
                           VECTOR * i + 3, system_word(system, i));
}

/* Converts the rows of the force field into the precision. */
static bool pack_rows(struct workload *workload, struct error *error)
{
    const struct workload_spec *spec = &workload->spec;
    const struct system *system = spec->system;
    if (system->rows != NULL)
        workload->pair_rows = type_rows_pack(system->rows, spec->precision, error);
    if (system->field != NULL)
        workload->bonded_rows = force_field_pack(system->field, spec->precision, error);
    workload->tables = (struct cpu_tables){.pair = workload->pair_rows,
                                           .types = system->rows != NULL ? system->rows->types : 0,
                                           .bonded = workload->bonded_rows};
    return (system->rows == NULL || workload->pair_rows != NULL) &&
           (system->field == NULL || workload->bonded_rows != NULL);
}

bool cpu_workload_load(struct device *device, const struct workload_spec *spec,
                       struct workload **loaded, struct error *error)
{
    double range = spec->cutoff + spec->skin;
    if (!precision_serves(spec->precision, spec->model, spec->constants, error) ||
        !model_table_serves(spec->model, spec->constants, spec->precision, false, error) ||
        !system_check_model(spec->system, spec->model, spec->constants, error) ||
        !system_check_range(spec->system, range, error))
        return false;
    struct workload *workload = memory_new(1, sizeof *workload, "workload");
    workload->device = device;
    workload->spec = *spec;
    interactions_of(spec->model, spec->constants, spec->interactions, &workload->interactions);
    omp_set_num_threads(device->threads);
    int real_size = precision_info(spec->precision)->real_size;
    workload->position =
        guarded_touch((spec->system->n + 1) * VECTOR, real_size, "positions", error);
    if (spec->model->oriented)
        workload->orientation =
            guarded_touch((spec->system->n + 1) * VECTOR, real_size, "orientations", error);
    const bool tabled = model_table_size(spec->model, spec->constants) > 0;
    if (tabled)
        workload->table = cpu_table_hold(spec->model, spec->constants, spec->precision, error);
    if (workload->position == NULL || (tabled && workload->table == NULL) ||
        (spec->model->oriented && workload->orientation == NULL) || !pack_rows(workload, error) ||
        !order_create(spec->system, spec->sort, range, &workload->order, error) ||
        !system_reorder(spec->system, workload->order, &workload->sorted, error) ||
        !topology_build(&workload->sorted, &workload->topology, error) ||
        (spec->bonding == BONDING_GROUP && workload->topology.start != NULL &&
         !term_groups_build(&workload->topology, workload->sorted.n, workload->order,
                            &workload->groups, error)) ||
        (spec->exclusion_method == EXCLUSION_STRINGS && workload->topology.excluded != NULL &&
         !exclusion_strings_build(&workload->topology, workload->sorted.n, workload->order,
                                  &workload->strings, error))) {
        cpu_workload_unload(workload);
        return false;
    }
    cpu_workload_place(workload);
    write_words(workload);
    *loaded = workload;
    return true;
}
