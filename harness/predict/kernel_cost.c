#include "harness/predict/kernel_cost.h"

#include <string.h>

enum {
    RED = 8 /* instructions of an atomic add of a vector, including its address and branch */
};

bool mapping_cost(const struct strategy *strategy, struct mapping_cost *cost)
{
    static const struct {
        const struct neighbor_structure *neighbors;
        struct mapping_cost cost;
    } table[] = {
        {&neighbors_full_interleaved, {.pass = 8, .warp = 140, .image = 17, .registers = 64}},
        {&neighbors_half_interleaved, {.pass = 8, .warp = 110, .image = 17, .registers = 48}},
        {&neighbors_full, {.pass = 9, .warp = 130, .halving = 9, .image = 17, .registers = 32}},
        {&neighbors_edges, {.pass = 54, .image = 17, .registers = 20}},
        {&neighbors_edge_gather, {.pass = 64, .warp = 60, .image = 17, .registers = 20}},
        {&neighbors_staged, {.pass = 5.5, .warp = 150, .halving = 9, .place = 21, .registers = 48}},
        {&neighbors_cluster, {.pass = 18, .warp = 400, .registers = 40}},
        {&neighbors_patches, {.pass = 30, .warp = 350, .registers = 48}},
        {&neighbors_bvh, {.pass = 11, .warp = 1400, .halving = 9, .place = 115, .registers = 104}},
    };
    const struct neighbor_structure *row = neighbor_row(strategy->neighbors);
    size_t k = 0;
    while (k < sizeof table / sizeof *table && table[k].neighbors != row)
        k++;
    if (k == sizeof table / sizeof *table)
        return false;
    *cost = table[k].cost;
    switch (strategy->atomics) {
    case ATOMICS_NONE:
        break;
    case ATOMICS_PARTNER:
    case ATOMICS_CLUSTERS:
        cost->pass += RED;
        break;
    case ATOMICS_BOTH:
        cost->pass += 2 * RED;
        break;
    case ATOMICS_SEGMENTS:
        cost->pass += RED + 70; /* sums over runs of pairs, by shuffles */
        break;
    }
    return true;
}

/*
 * Cost of a pair of atoms. It depends on whether charges have a reaction field and whether the van
 * der Waals force has a switch. Instructions are counted for a pair with coefficients in shared
 * memory, and for a pair with a bare particle. Special functions are also counted; each occupies
 * its unit for eight cycles. Two of three atoms of water are bare.
 */
static struct pair_cost atoms_cost(const struct model *model, const double *parameters)
{
    enum { BUSY = 8 };
    static const struct {
        double pair, bare, special;
    } table[2][2] = {{{43.5, 23.5, 2}, {32.5, 23.5, 2}}, {{30.5, 10.5, 1}, {18.5, 10.5, 1}}};
    const bool field = parameters[model_parameter(model, "electrostatics")] != 0;
    const bool whole = parameters[model_parameter(model, "switch")] >=
                       parameters[model_parameter(model, "cutoff")];
    const double special = BUSY * table[field][whole].special;
    const double pair = table[field][whole].pair + special;
    const double bare = table[field][whole].bare + special;
    const double operations = cost_operations(model->evaluated, precision_cost(PRECISION_SINGLE));
    return (struct pair_cost){.per_operation = pair / operations,
                              .registers = 48,
                              .left = (pair + 2 * bare) / (3 * pair),
                              .unpacked = 10};
}

struct pair_cost pair_cost(const struct model *model, const double *parameters)
{
    static const struct {
        const char *model;
        struct pair_cost cost;
        struct pair_cost (*find)(const struct model *model, const double *parameters);
    } table[] = {
        {"lj", {0.37, 20, 0, 0}, NULL}, /* the pass includes distance and its test */
        {"patchy", {2.4, 54, 0, 0}, NULL},  {"oxdna", {1.19, 109, 0, 0}, NULL},
        {"brahms", {1.13, 64, 0, 0}, NULL}, {"allatom", .find = atoms_cost},
    };
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        if (strcmp(table[k].model, model->name) == 0)
            return table[k].find != NULL ? table[k].find(model, parameters) : table[k].cost;
    return (struct pair_cost){.per_operation = 1.19, .registers = 109};
}

struct precision_cost precision_cost(enum precision precision)
{
    static const struct precision_cost single = {1, 10, 0, 1};
    static const struct precision_cost sums_of_64 = {1.10, 10, 0.22, 1};
    static const struct precision_cost twice = {1.45, 28, 0.45, 1.5};
    static const struct precision_cost exact = {2.1, 10, 0, 1};
    static const struct precision_cost integers = {10.7, 10, 0, 1};
    const struct precision_info *info = precision_info(precision);
    if (info->fraction_bits > 0 && info->sum_size == sizeof(float))
        return integers; /* integers need 64-bit products, and divisions by a function */
    if (info->real_size == sizeof(double))
        return twice;
    if (info->sum_size == sizeof(double))
        return sums_of_64;
    return strcmp(info->name, "intrinsics") == 0 ? exact : single;
}
