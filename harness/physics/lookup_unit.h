/* Included by lookup_single.c and lookup_double.c, which define REAL and LOOKUP(name): the force of
 * two atoms as kernels of allatom evaluate it, on the CPU. */
#include "harness/physics/lookup.h"

#define MODEL           allatom /* as kernels have it */
/* Kernels that are loaded look for a variable of the model's own name for it. */
#define pairlanes_table LOOKUP(table)
#include "models/allatom.h"

double LOOKUP(force)(const struct lookup_pair *pair, double r)
{
    struct allatom_constants constants = {0};
    real *constant = (real *)&constants;
    for (size_t k = 0; k < sizeof constants / sizeof *constant; k++)
        constant[k] = (real)pair->constants[k];
    const struct allatom_row row = {.repulsion = (real)pair->row[0],
                                    .attraction = (real)pair->row[1]};
    const real charges = (real)pair->charges;
    if (constants.way == ALLATOM_TEXTURE) {
        const struct texture texture = {pair->table, LINEAR_ENTRIES};
        const real at = (real)r;
        return allatom_looked_up(&row, charges,
                                 texture_lookup(&texture, reciprocal_sqrt(at * at))) *
               at;
    }
    struct pair_force f = {0};
    pairlanes_table = pair->table;
    allatom_pair(&constants, &row, charges, (real)r, 0, 0, &f);
    return f.x;
}
