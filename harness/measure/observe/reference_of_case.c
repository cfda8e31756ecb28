#include "harness/measure/observe/reference_of_case.h"

bool reference_of_case(const struct case_spec *spec, const struct system *rounded,
                       struct reference *reference, struct error *error)
{
    const bool good =
        reference_by_cells(rounded, spec->model, spec->constants, spec->range, reference, error);
    reference->quantum = precision_quantum(spec->precision);
    return good;
}
