#include "harness/measure/runner.h"
#include "harness/base/hash.h"
#include "harness/base/process/interrupt.h"
#include "harness/catalog/model_table.h"
#include "harness/results/aside.h"

#include <stdio.h>
#include <unistd.h>

bool runner_interrupted(const struct runner *runner)
{
    return *runner->options->interrupted != 0;
}

double runner_tolerance(const struct runner *runner, const struct case_spec *spec)
{
    const double asked = runner->options->tolerance;
    return asked >= 0 ? asked
                      : model_table_tolerance(spec->model, spec->constants, spec->precision);
}

bool runner_late(const struct runner *runner)
{
    return *runner->options->interrupted == INTERRUPT_TIME;
}

void runner_note(struct runner *runner, const char *reason)
{
    struct error *first = &runner->summary->reason;
    if (first->text[0] == '\0')
        snprintf(first->text, sizeof first->text, "%s", reason);
}

const char *runner_case_path(const struct results *results, const struct case_spec *spec,
                             const char *ending, char path[PATH_MAX])
{
    char id[HASH_TEXT];
    hash_text(hash_of_text(spec->id), id);
    if (results->path == NULL)
        return NULL;
    int length = snprintf(path, PATH_MAX, "%s.%s%s", results->path, id, ending);
    return length < PATH_MAX ? path : NULL;
}

const char *runner_checkpoint(const struct results *results, const struct case_spec *spec,
                              char path[PATH_MAX])
{
    return spec->dynamics.checkpoint > 0 ? runner_case_path(results, spec, ASIDE_CHECKPOINT, path)
                                         : NULL;
}

void runner_drop_checkpoint(const struct results *results, const struct case_spec *spec)
{
    char path[PATH_MAX];
    if (runner_checkpoint(results, spec, path) != NULL)
        unlink(path);
}
