#include "harness/catalog/precision.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define PRECISION(enumerator, ...) [PRECISION_##enumerator] = {__VA_ARGS__},
static const struct precision_info table[PRECISION_COUNT] = {
#include "harness/catalog/precision_table.h"
};
#undef PRECISION

const struct precision_info *precision_info(enum precision precision)
{
    return &table[precision];
}

/* Whether the pairs of two precisions are compiled with the same options. */
static bool same_pairs(const struct precision_info *a, const struct precision_info *b)
{
    return strcmp(a->types, b->types) == 0 && strcmp(a->cpu, b->cpu) == 0 &&
           strcmp(a->gpu, b->gpu) == 0;
}

enum precision precision_of_pairs(enum precision precision)
{
    int first = 0;
    while (!same_pairs(&table[first], &table[precision]))
        first++;
    return (enum precision)first;
}

double precision_tolerance(enum precision precision, const struct model *model)
{
    return table[precision].tolerance > 0 ? table[precision].tolerance : model->fixed_tolerance;
}

double precision_range(enum precision precision)
{
    const struct precision_info *info = &table[precision];
    return info->fraction_bits > 0 ? ldexp(1, 8 * info->sum_size - 1 - info->fraction_bits)
                                   : INFINITY;
}

double precision_spacing(int bits)
{
    return bits > 0 ? ldexp(1, -bits) : 0;
}

double precision_place(enum precision precision, int size, const double box[3])
{
    const double epsilon = size == sizeof(float) ? FLT_EPSILON : DBL_EPSILON;
    return fmax(precision_spacing(table[precision].state_bits),
                epsilon * fmax(box[0], fmax(box[1], box[2])));
}

double precision_quantum(enum precision precision)
{
    return precision_spacing(table[precision].fraction_bits);
}

bool precision_serves(enum precision precision, const struct model *model, const double *constants,
                      struct error *error)
{
    const struct precision_info *info = &table[precision];
    if (info->largest == 0)
        return true;
    if (precision_tolerance(precision, model) == 0)
        return error_set(error, EXIT_ENVIRONMENT,
                         "model %s has no kernels in %s: its numbers have too wide a range",
                         model->name, info->name);
    const int count = model->constant_count;
    for (int k = 0; k < count; k++)
        if (!(fabs(constants[k]) <= info->largest))
            return error_set(error, EXIT_ENVIRONMENT,
                             "%s has no numbers beyond %g, but a constant of model %s is %g",
                             info->name, info->largest, model->name, constants[k]);
    return true;
}

bool precision_find(const char *name, enum precision *precision)
{
    for (int k = 0; k < PRECISION_COUNT; k++) {
        if (strcmp(table[k].name, name) == 0) {
            *precision = (enum precision)k;
            return true;
        }
    }
    return false;
}

void precision_set_real(enum precision precision, void *reals, int64_t index, double value)
{
    if (table[precision].real_size == sizeof(double))
        ((double *)reals)[index] = value;
    else
        ((float *)reals)[index] = (float)value;
}

double precision_real(enum precision precision, const void *reals, int64_t index)
{
    return table[precision].real_size == sizeof(double) ? ((const double *)reals)[index]
                                                        : ((const float *)reals)[index];
}

void precision_set_word(int size, void *numbers, int64_t index, int32_t word)
{
    if (size == (int)sizeof(int64_t))
        ((int64_t *)numbers)[index] = (uint32_t)word;
    else
        ((int32_t *)numbers)[index] = word;
}

/** Returns an element of an array of fixed-point sums, in units of the last bit. */
static int64_t units_of(const struct precision_info *info, const void *sums, int64_t index)
{
    return info->sum_size == sizeof(int32_t) ? ((const int32_t *)sums)[index]
                                             : ((const int64_t *)sums)[index];
}

double precision_sum(enum precision precision, const void *sums, int64_t index)
{
    const struct precision_info *info = &table[precision];
    if (info->fraction_bits > 0)
        return ldexp((double)units_of(info, sums, index), -info->fraction_bits);
    return info->sum_size == sizeof(double) ? ((const double *)sums)[index]
                                            : ((const float *)sums)[index];
}

void precision_set_state(enum precision precision, int bits, void *states, int64_t index,
                         double value)
{
    if (bits > 0)
        ((int32_t *)states)[index] = (int32_t)nearbyint(ldexp(value, bits));
    else if (table[precision].state_size == sizeof(double))
        ((double *)states)[index] = value;
    else
        ((float *)states)[index] = (float)value;
}

double precision_state(enum precision precision, int bits, const void *states, int64_t index)
{
    if (bits > 0)
        return ldexp(((const int32_t *)states)[index], -bits);
    return table[precision].state_size == sizeof(double) ? ((const double *)states)[index]
                                                         : ((const float *)states)[index];
}

double precision_energy(enum precision precision, const void *vectors, int64_t n)
{
    int64_t units = 0;
    double sum = 0;
    for (int64_t i = 0; i < n; i++) {
        if (table[precision].fraction_bits > 0)
            units += units_of(&table[precision], vectors, 4 * i + 3);
        else
            sum += precision_sum(precision, vectors, 4 * i + 3);
    }
    return sum + ldexp((double)units, -table[precision].fraction_bits);
}

double precision_grid(enum precision precision, const double box[3])
{
    int exponent;
    if (table[precision].fraction_bits == 0)
        return 0;
    frexp(fmax(box[0], fmax(box[1], box[2])), &exponent);
    return ldexp(1, exponent - (FLT_MANT_DIG - 2));
}

double precision_on_grid(double coordinate, double grid)
{
    return grid > 0 ? nearbyint(coordinate / grid) * grid : coordinate;
}
