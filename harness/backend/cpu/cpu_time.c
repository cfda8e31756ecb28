#include "harness/backend/cpu/cpu_members.h"

#include "harness/backend/cpu/cpu_pools.h"
#include "harness/backend/cpu/cpu_run.h"
#include "harness/base/clock.h"

typedef void run_call(const struct prepared *prepared, bool energy);

static bool time_calls(struct prepared *prepared, run_call *run, bool energy, int64_t calls,
                       double *nanoseconds, struct error *error)
{
    if (!cpu_prepared_ensure(prepared, error))
        return false;
    cpu_prepared_arguments(prepared);
    cpu_pools_enter(prepared);
    double start = clock_seconds();
    for (int64_t call = 0; call < calls; call++)
        run(prepared, energy);
    *nanoseconds = 1e9 * (clock_seconds() - start);
    cpu_pools_leave(prepared);
    return true;
}

bool cpu_time_force(struct prepared *prepared, int64_t calls, double *nanoseconds,
                    struct error *error)
{
    return time_calls(prepared, cpu_run, false, calls, nanoseconds, error);
}

bool cpu_time_energies(struct prepared *prepared, int64_t calls, double *nanoseconds,
                       struct error *error)
{
    return time_calls(prepared, cpu_run, true, calls, nanoseconds, error);
}

bool cpu_time_bonded(struct prepared *prepared, int64_t calls, double *nanoseconds,
                     struct error *error)
{
    return time_calls(prepared, cpu_run_bonded, false, calls, nanoseconds, error);
}

bool cpu_time_build(struct prepared *prepared, double *nanoseconds, struct error *error)
{
    double start = clock_seconds();
    bool built = cpu_prepared_build(prepared, error);
    *nanoseconds = 1e9 * (clock_seconds() - start);
    return built;
}
