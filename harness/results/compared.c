#include "harness/results/compared.h"

#include <stddef.h>

enum { SAMPLED = 1 }; /* true: the field is a struct timing, not a number */

#define TIME(name, field)                                                                          \
    {                                                                                              \
        {name, "ns", COMPARED_TIME}, offsetof(struct record, field), SAMPLED                       \
    }
#define NUMBER(name, unit, kind, field)                                                            \
    {                                                                                              \
        {name, unit, kind}, offsetof(struct record, field), 0                                      \
    }

static const struct {
    struct compared info;
    size_t offset;
    int sampled;
} quantities[] = {
    TIME("force", force),
    TIME("build", build),
    TIME("step", step),
    TIME("bin", bin),
    TIME("bonded", bonded),
    TIME("force_cold", force_cold),
    TIME("force_energies", force_energies),
    NUMBER("dynamics", "ns", COMPARED_TIME, dynamics.step_ns),
    NUMBER("instructions", "instructions", COMPARED_NEARLY, instructions),
    NUMBER("loop_instructions", "instructions", COMPARED_COUNT, loop_instructions),
    NUMBER("pairs_listed", "pairs", COMPARED_COUNT, pairs_listed),
    NUMBER("pairs_in_cutoff", "pairs", COMPARED_PHYSICS, pairs_in_cutoff),
    NUMBER("pairs_interacting", "pairs", COMPARED_PHYSICS, pairs_interacting),
    NUMBER("atomics", "atomics", COMPARED_COUNT, atomics),
    NUMBER("list_bytes", "bytes", COMPARED_COUNT, list_bytes),
    NUMBER("memory_bytes", "bytes", COMPARED_COUNT, memory_bytes),
    NUMBER("force_error", "relative", COMPARED_ERROR, force_rms_rel),
    NUMBER("torque_error", "relative", COMPARED_ERROR, torque_rms_rel),
};

int compared_count(void)
{
    return (int)(sizeof quantities / sizeof *quantities);
}

const struct compared *compared_info(int quantity)
{
    return &quantities[quantity].info;
}

static const void *field_of(const struct record *record, int quantity)
{
    return (const char *)record + quantities[quantity].offset;
}

const struct timing *compared_timing(const struct record *record, int quantity)
{
    return quantities[quantity].sampled ? field_of(record, quantity) : NULL;
}

double compared_value(const struct record *record, int quantity)
{
    const struct timing *timing = compared_timing(record, quantity);
    const double *number = timing == NULL ? field_of(record, quantity) : &timing->median;
    return *number;
}
