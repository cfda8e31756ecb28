#include "harness/precision.h"

#include <string.h>

static const struct precision_info table[PRECISION_COUNT] = {
    [PRECISION_DOUBLE] = {"double", "64-bit floating point throughout", "double", 8, "double", 8,
                          1e-12},
    [PRECISION_SINGLE] = {"single", "32-bit floating point throughout", "float", 4, "float", 4,
                          1e-5},
};

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
