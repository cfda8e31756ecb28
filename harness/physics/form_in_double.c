#define REAL double
#include "harness/physics/form_in_double.h"

#include "models/forms/form.h"
#include "models/forms/info.h"

void form_in_double(const struct model *model, int form, const double *row,
                    double r[MODEL_MEMBERS - 1][3], struct bonded_result *result)
{
    struct vector step[FORM_MEMBERS - 1];
    struct form_force f;
    for (int k = 0; k < FORM_MEMBERS - 1; k++)
        step[k] = vector(r[k][0], r[k][1], r[k][2]);
    form_evaluate(form, (const struct form_row *)row, step, &f);
    *result = (struct bonded_result){0};
    for (int m = 0; m < FORM_MEMBERS; m++) {
        result->force[m][0] = f.force[m].x;
        result->force[m][1] = f.force[m].y;
        result->force[m][2] = f.force[m].z;
    }
    result->terms[model->form_term[form_infos[form].term]] += f.energy - f.coulomb;
    result->terms[model->form_term[TERM_COULOMB_14]] += f.coulomb;
}
