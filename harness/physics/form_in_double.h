/* Evaluates a bonded term with a form of models/forms/ in double precision. */
#pragma once

#include "harness/catalog/model.h"

/**
 * Computes the forces and the energy of a term. `row` has its coefficients; r[k] is the
 * displacement from member k to member k + 1.
 */
void form_in_double(const struct model *model, int form, const double *row,
                    double r[MODEL_MEMBERS - 1][3], struct bonded_result *result);
