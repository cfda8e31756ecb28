#include "harness/precision.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define PRECISION(enumerator, ...) [PRECISION_##enumerator] = {__VA_ARGS__},
static const struct precision_info table[PRECISION_COUNT] = {
#include "harness/precision_table.h"
};
#undef PRECISION

const struct precision_info *precision_info(enum precision precision)
{
    return &table[precision];
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

double precision_sum(enum precision precision, const void *sums, int64_t index)
{
    const struct precision_info *info = &table[precision];
    if (info->fraction_bits > 0)
        return ldexp((double)((const int64_t *)sums)[index], -info->fraction_bits);
    return info->sum_size == sizeof(double) ? ((const double *)sums)[index]
                                            : ((const float *)sums)[index];
}

double precision_energy(enum precision precision, const void *vectors, int64_t n)
{
    int64_t units = 0;
    double sum = 0;
    for (int64_t i = 0; i < n; i++) {
        if (table[precision].fraction_bits > 0)
            units += ((const int64_t *)vectors)[4 * i + 3];
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
