/*
 * Compiles loops over pairs once for each variant of a model's pair function (MODEL_VARIANTS in
 * models/README.md), and selects the variant of a case.
 */
#ifndef PAIRLANES_STRATEGIES_UNORIENTED_VARIANTS_H
#define PAIRLANES_STRATEGIES_UNORIENTED_VARIANTS_H

#include "strategies/cpu.h"

#include <assert.h>

#if HAS_VARIANTS
#define model_variant OF_MODEL(_variant)
#define model_settle  OF_MODEL(_settle)
#else
#define MODEL_VARIANTS 1

MODEL_FUNCTION int model_variant(const MODEL_STRUCT *c)
{
    (void)c;
    return 0;
}

MODEL_FUNCTION void model_settle(MODEL_STRUCT *c, int variant)
{
    (void)c;
    (void)variant;
}
#endif

static_assert(MODEL_VARIANTS <= 8, "there is a line below for each variant of a pair function");

/** Returns the constants with the variant as a compile-time constant. */
INLINE MODEL_STRUCT settled(const MODEL_STRUCT *constants, int variant)
{
    MODEL_STRUCT c = *constants;
    model_settle(&c, variant);
    return c;
}

/**
 * DEFINE_VARIANTS defines a function `name` with these parameters. It calls `function` with the
 * variant, a compile-time constant, followed by the arguments. Each variant has a copy that is not
 * inlined, because pair functions are long. Parameters and arguments are in parentheses; the first
 * is `constants`.
 */
#define DEFINE_VARIANT(name, number, function, parameters, arguments)                              \
    static __attribute__((noinline)) void name##_##number parameters                               \
    {                                                                                              \
        if (number < MODEL_VARIANTS)                                                               \
            function(number, VARIANT_ARGUMENTS arguments);                                         \
    }
#define VARIANT_ARGUMENTS(...) __VA_ARGS__
#define DEFINE_VARIANTS(name, function, parameters, arguments)                                     \
    DEFINE_VARIANT(name, 0, function, parameters, arguments)                                       \
    DEFINE_VARIANT(name, 1, function, parameters, arguments)                                       \
    DEFINE_VARIANT(name, 2, function, parameters, arguments)                                       \
    DEFINE_VARIANT(name, 3, function, parameters, arguments)                                       \
    DEFINE_VARIANT(name, 4, function, parameters, arguments)                                       \
    DEFINE_VARIANT(name, 5, function, parameters, arguments)                                       \
    DEFINE_VARIANT(name, 6, function, parameters, arguments)                                       \
    DEFINE_VARIANT(name, 7, function, parameters, arguments)                                       \
    INLINE void name parameters                                                                    \
    {                                                                                              \
        switch (model_variant(constants)) {                                                        \
        case 0:                                                                                    \
            name##_0 arguments;                                                                    \
            break;                                                                                 \
        case 1:                                                                                    \
            name##_1 arguments;                                                                    \
            break;                                                                                 \
        case 2:                                                                                    \
            name##_2 arguments;                                                                    \
            break;                                                                                 \
        case 3:                                                                                    \
            name##_3 arguments;                                                                    \
            break;                                                                                 \
        case 4:                                                                                    \
            name##_4 arguments;                                                                    \
            break;                                                                                 \
        case 5:                                                                                    \
            name##_5 arguments;                                                                    \
            break;                                                                                 \
        case 6:                                                                                    \
            name##_6 arguments;                                                                    \
            break;                                                                                 \
        default:                                                                                   \
            name##_7 arguments;                                                                    \
        }                                                                                          \
    }

#endif
