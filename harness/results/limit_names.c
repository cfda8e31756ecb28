#include "harness/results/limit_names.h"

#include "harness/backend/ceilings.h"

void names_limits(const char *names[MEMBER_NAMES])
{
    static const enum ceiling_kind held[] = {
        CEILING_FMA_SINGLE,    CEILING_FMA_DOUBLE,        CEILING_RSQRT_SINGLE,
        CEILING_RSQRT_DOUBLE,  CEILING_RECIPROCAL_SINGLE, CEILING_RECIPROCAL_DOUBLE,
        CEILING_GATHER_L1,     CEILING_GATHER_WIDE,       CEILING_GATHER_SHARED,
        CEILING_STREAM_L2,     CEILING_STREAM_L3,         CEILING_STREAM_DRAM,
        CEILING_ATOMIC_FLOAT,  CEILING_ATOMIC_FLOAT4,     CEILING_ATOMIC_DOUBLE,
        CEILING_SCATTER_FLOAT, CEILING_SCATTER_FLOAT4,    CEILING_SCATTER_DOUBLE,
        CEILING_ISSUE,
    };
    size_t count = sizeof held / sizeof *held;
    for (size_t k = 0; k < count; k++)
        names[k] = ceiling_info(held[k])->name;
    names[count] = NULL;
}
