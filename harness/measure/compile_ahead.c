#include "harness/measure/compile_ahead.h"
#include "harness/base/memory.h"
#include "harness/timing/phase.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A backend with kernels that may have to be compiled. */
struct compiling {
    struct progress *progress;
    bool begun; /* true if its kernels are being compiled */
};

static void say_compiling(void *context, int done, int count, const char *name)
{
    struct compiling *compiling = context;
    char text[300];
    if (!compiling->begun)
        phase_begin(PHASE_COMPILE, name);
    compiling->begun = true;
    snprintf(text, sizeof text, "%d of %d kernels, %s", done, count, name);
    progress_say(compiling->progress, "compiling", text);
}

static struct kernel_case kernel_case_of(const struct case_spec *spec)
{
    return (struct kernel_case){.strategy = spec->strategy,
                                .model = spec->model,
                                .precision = spec->precision,
                                .bonding = spec->bonding,
                                .target = spec->target};
}

/* Fills `cases` with the cases of a backend that have not run yet; returns their number. */
static int choose(const struct runner *runner, const char *backend, struct kernel_case *cases)
{
    int count = 0;
    struct error reason;
    for (int64_t k = 0; k < runner->cases->count; k++) {
        const struct case_spec *spec = &runner->cases->spec[k];
        if (!spec->passed_over && results_get(runner->results, k) == NULL &&
            strcmp(spec->backend, backend) == 0 && case_has_kernels(spec, &reason))
            cases[count++] = kernel_case_of(spec);
    }
    return count;
}

void compile_ahead(struct runner *runner, const struct opened *opened)
{
    if (opened->backend->compile == NULL || runner->compiled)
        return;
    struct kernel_case *cases =
        memory_new(runner->cases->count, sizeof *cases, "kernels to compile");
    struct compiling compiling = {.progress = &runner->progress};
    const struct compile_watch watch = {say_compiling, &compiling};
    int count = choose(runner, opened->name, cases);
    opened->backend->compile(opened->device, cases, count, &watch);
    if (compiling.begun)
        phase_end();
    runner->compiled = true;
    free(cases);
}

bool compile_possible(const struct opened *opened, const struct case_spec *spec,
                      struct error *error)
{
    const struct kernel_case own = kernel_case_of(spec);
    return opened->backend->can_compile == NULL ||
           opened->backend->can_compile(opened->device, &own, error);
}

bool compile_known(const struct opened *opened, const struct case_spec *spec,
                   struct kernel_compiler *compiler)
{
    const struct kernel_case own = kernel_case_of(spec);
    return opened->backend->compiler != NULL && opened->backend->compiler(&own, compiler);
}
