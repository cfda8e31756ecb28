#define REAL double
#include "harness/input/builders/spce.h"

#include "models/allatom.h"

static const int32_t type_of[SPCE_ATOMS] = {ALLATOM_OW, ALLATOM_HW, ALLATOM_HW};
static const int32_t charge_of[SPCE_ATOMS] = {-84760, 42380, 42380};

/* Members are places in the molecule. */
static const struct bonded term_of[SPCE_TERMS] = {
    {ALLATOM_WATER_BOND, 0, {0, 1, -1, -1}},
    {ALLATOM_WATER_BOND, 0, {0, 2, -1, -1}},
    {ALLATOM_WATER_ANGLE, 0, {1, 0, 2, -1}},
};
static const int32_t excluded[SPCE_EXCLUDED][2] = {{0, 1}, {0, 2}, {1, 2}};

bool spce_add_molecules(struct system *system, struct error *error)
{
    const int64_t molecules = system->n / SPCE_ATOMS;
    if (!system_add_types(system, error) || !system_add_charges(system, error) ||
        !system_add_bonded(system, SPCE_TERMS * molecules, error) ||
        !system_add_exclusions(system, SPCE_EXCLUDED * molecules, error))
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
