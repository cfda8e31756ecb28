#include "harness/particles/stated.h"

#include "harness/base/text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void stated_add(struct system *system, const struct stated *stated)
{
    for (int k = 0; k < system->stated_count; k++) {
        const struct stated *had = &system->stated[k];
        if (had->model == stated->model && had->parameter == stated->parameter &&
            had->value == stated->value && strcmp(had->what, stated->what) == 0)
            return;
    }
    if (system->stated_count < SYSTEM_STATED)
        system->stated[system->stated_count++] = *stated;
}

bool stated_differs(const struct system *system, const struct model *model,
                    const double *parameters, char *text, size_t size)
{
    text[0] = '\0';
    for (int k = 0; k < system->stated_count; k++) {
        const struct stated *stated = &system->stated[k];
        bool own = stated->model != NULL && strcmp(stated->model, model->name) == 0;
        double used = own ? parameters[model_parameter(model, stated->parameter)] : NAN;
        /* files have six digits at times */
        if (own && fabs(stated->value - used) <= 1e-5 * fabs(used))
            continue;
        text_append(text, size, "; ", "%s:%" PRId64 ": %s ", system->source, stated->line,
                    stated->what);
        if (own)
            text_append(text, size, "", "has %s=%.9g, but %.9g is used", stated->parameter,
                        stated->value, used);
        else
            text_append(text, size, "", "is not used: model %s has parameters of its own",
                        model->name);
    }
    double charge = system_net_charge(system);
    if (charge != 0)
        text_append(text, size, "; ", "%s: the charges add up to %.5f e", system->source, charge);
    return text[0] != '\0';
}
