#include "harness/precision.h"

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
    return table[precision].sum_size == sizeof(double) ? ((const double *)sums)[index]
                                                       : ((const float *)sums)[index];
}
