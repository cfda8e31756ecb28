#include "harness/backend/cpu/cpu_members.h"

#include "harness/backend/cpu/cpu_run.h"
#include "harness/base/machine/instructions.h"

bool cpu_count_instructions(struct prepared *prepared, const char *file, double *count,
                            struct error *error)
{
    if (!cpu_prepared_ensure(prepared, error))
        return false;
    cpu_prepared_arguments(prepared);
    cpu_run(prepared, false); /* the first call binds symbols and loads pages */
    struct instructions counter;
    if (!instructions_start(&counter, file, error))
        return false;
    cpu_run(prepared, false);
    return instructions_stop(&counter, count, error);
}
