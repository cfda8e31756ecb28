#include "harness/catalog/bonded_needs.h"

#include "models/forms/info.h"

#include <stdio.h>
#include <string.h>

bool model_is_bonded(const struct model *model)
{
    return model->bonded_members > 0 || model->forms != 0;
}

bool model_takes_forms(const struct model *model)
{
    return !model->oriented;
}

/** Returns the set of forms that kernels are compiled with. */
static unsigned forms_of(const struct model *model, const struct bonded_needs *needs)
{
    return (model->forms & ~needs->lacks) | needs->forms;
}

int row_types(const struct model *model, const struct bonded_needs *needs)
{
    const int types = needs->types > 0 ? needs->types : model->type_count;
    return types <= ROW_TYPES_MOST ? types : 0;
}

int bonded_most(const struct model *model, const struct bonded_needs *needs)
{
    const unsigned forms = forms_of(model, needs);
    int most = model->bonded_members;
    for (int k = 0; k < FORMS; k++)
        if ((forms >> k & 1) != 0 && form_infos[k].members > most)
            most = form_infos[k].members;
    return most;
}

void bonded_options(const struct model *model, const struct bonded_needs *needs, char *options,
                    size_t size)
{
    const unsigned forms = forms_of(model, needs);
    memset(options, 0, size);
    if (forms == 0)
        return;
    size_t at = 0;
    at += (size_t)snprintf(options, size, "-DFORMS_USED=0x%xU", forms) + 1;
    at += (size_t)snprintf(options + at, size - at, "-DBONDED_MOST=%d", bonded_most(model, needs));
    at++;
    at += (size_t)snprintf(options + at, size - at, "-DFORM_TERM=");
    for (int k = 0; k < FORM_TERMS; k++)
        at += (size_t)snprintf(options + at, size - at, "%s%d", k > 0 ? "," : "",
                               model->form_term[k]);
}
