#include "harness/backend/cpu/cpu_workload.h"

#include "harness/base/first_touch.h"
#include "harness/base/memory.h"
#include "harness/catalog/model_table.h"
#include "harness/particles/order.h"

#include <omp.h>
#include <stdlib.h>

void cpu_workload_unload(struct workload *workload)
{
    system_free(&workload->sorted);
    topology_free(&workload->topology);
    exclusion_strings_free(&workload->strings);
    free(workload->order);
    free(workload->position);
    free(workload->orientation);
    free(workload->table);
    free(workload);
}

void cpu_workload_place(const struct workload *workload)
{
    const double range = workload->spec.cutoff + workload->spec.skin;
    enum precision precision = workload->spec.precision;
    const struct system *system = &workload->sorted;
    double grid = precision_grid(precision, system->box);
#pragma omp parallel for schedule(static) if (system->n >= SYSTEM_PARALLEL)
    for (int64_t i = 0; i <= system->n; i++) {
        bool dummy = i == system->n;
        const double at[VECTOR] = {
            dummy ? -(system->box[0] + 2 * range) : precision_on_grid(system->x[i], grid),
            dummy ? -(system->box[1] + 2 * range) : precision_on_grid(system->y[i], grid),
            dummy ? -(system->box[2] + 2 * range) : precision_on_grid(system->z[i], grid),
            dummy ? 0 : system_kind(system, i),
        };
        for (int d = 0; d < VECTOR; d++)
            precision_set_real(precision, workload->position, VECTOR * i + d, at[d]);
        for (int d = 0; d < VECTOR && workload->orientation != NULL; d++)
            precision_set_real(precision, workload->orientation, VECTOR * i + d,
                               dummy ? d == 0 : system->orientation[VECTOR * i + d]);
    }
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
    struct workload *workload = memory_allocate_zeroed(1, sizeof *workload, "workload", error);
    if (workload == NULL)
        return false;
    workload->device = device;
    workload->spec = *spec;
    interactions_of(spec->model, spec->constants, spec->interactions, &workload->interactions);
    omp_set_num_threads(device->threads);
    int real_size = precision_info(spec->precision)->real_size;
    workload->position =
        first_touch_allocate((spec->system->n + 1) * VECTOR, real_size, "positions", error);
    if (spec->model->oriented)
        workload->orientation =
            first_touch_allocate((spec->system->n + 1) * VECTOR, real_size, "orientations", error);
    const bool tabled = model_table_size(spec->model, spec->constants) > 0;
    if (tabled)
        workload->table = model_table_build(spec->model, spec->constants, spec->precision, error);
    if (workload->position == NULL || (tabled && workload->table == NULL) ||
        (spec->model->oriented && workload->orientation == NULL) ||
        !order_create(spec->system, spec->sort, range, &workload->order, error) ||
        !system_reorder(spec->system, workload->order, &workload->sorted, error) ||
        !topology_build(&workload->sorted, &workload->topology, error) ||
        (spec->excluding == EXCLUDING_STRINGS && workload->topology.excluded != NULL &&
         !exclusion_strings_build(&workload->topology, workload->sorted.n, workload->order,
                                  &workload->strings, error))) {
        cpu_workload_unload(workload);
        return false;
    }
    cpu_workload_place(workload);
    *loaded = workload;
    return true;
}
