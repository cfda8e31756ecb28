#define REAL double
#include "harness/input/builders/spce.h"

#include "models/allatom.h"
#include "models/forms/kinds.h"

#include <string.h>

static const int32_t type_of[SPCE_ATOMS] = {ALLATOM_OW, ALLATOM_HW, ALLATOM_HW};
static const int32_t charge_of[SPCE_ATOMS] = {-84760, 42380, 42380};

enum { BOND, ANGLE, ROWS };

/*
 * Coefficients of flexible water: K in kcal/mol/A^2 and length in A; K in kcal/mol/rad^2 and 109.47
 * degrees.
 */
static const struct bonded_row row_of[ROWS] = {
    [BOND] = {{412.285, 1}}, [ANGLE] = {{45.770, 1.9106119321581925}}};

/* Bonded terms of a molecule; members are indices of its atoms. */
static const struct bonded term_of[SPCE_TERMS] = {
    {OWN_FORMS + FORM_BOND_HARMONIC, BOND, {0, 1, -1, -1}},
    {OWN_FORMS + FORM_BOND_HARMONIC, BOND, {0, 2, -1, -1}},
    {OWN_FORMS + FORM_ANGLE_HARMONIC, ANGLE, {1, 0, 2, -1}},
};
static const int32_t excluded[SPCE_EXCLUDED][2] = {{0, 1}, {0, 2}, {1, 2}};

bool spce_add_molecules(struct system *system, struct error *error)
{
    const int64_t molecules = system->n / SPCE_ATOMS;
    if (!system_add(system, SYSTEM_TYPE, error) || !system_add(system, SYSTEM_CHARGE, error) ||
        !system_add_list(system, SYSTEM_BONDED, SPCE_TERMS * molecules, error) ||
        !system_add_list(system, SYSTEM_EXCLUSIONS, SPCE_EXCLUDED * molecules, error))
        return false;
    system->excluded_form = ALLATOM_EXCLUDED + 1;
    for (int64_t i = 0; i < system->n; i++) {
        system->type[i] = type_of[i % SPCE_ATOMS];
        system->charge[i] = charge_of[i % SPCE_ATOMS];
    }
    for (int64_t t = 0; t < system->bonded_count; t++) {
        struct bonded *term = &system->bonded[t];
        *term = term_of[t % SPCE_TERMS];
        for (int m = 0; m < BONDED_MEMBERS; m++)
            if (term->member[m] >= 0)
                term->member[m] += (int32_t)(t / SPCE_TERMS * SPCE_ATOMS);
    }
    for (int64_t k = 0; k < system->exclusion_count; k++)
        for (int end = 0; end < 2; end++)
            system->exclusion[k][end] =
                excluded[k % SPCE_EXCLUDED][end] + (int32_t)(k / SPCE_EXCLUDED * SPCE_ATOMS);
    return true;
}

struct force_field *spce_field(void)
{
    struct force_field *field = force_field_create(0, ROWS);
    memcpy(field->row, row_of, sizeof row_of);
    field->forms = 1U << FORM_BOND_HARMONIC | 1U << FORM_ANGLE_HARMONIC;
    return field;
}
