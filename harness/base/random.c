#include "harness/base/random.h"

static uint64_t mix(uint64_t bits)
{
    bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
    return bits ^ (bits >> 31);
}

uint64_t random_bits(struct random *random)
{
    random->state += UINT64_C(0x9e3779b97f4a7c15);
    return mix(random->state);
}

struct random random_start(uint64_t seed, uint64_t stream)
{
    struct random of_seed = {seed};
    struct random of_stream = {random_bits(&of_seed) ^ stream};
    return (struct random){random_bits(&of_stream)};
}

double random_uniform(struct random *random)
{
    return (double)(random_bits(random) >> 11) * 0x1p-53;
}

double random_normal(struct random *random)
{
    double sum = 0;
    for (int k = 0; k < 12; k++)
        sum += random_uniform(random);
    return sum - 6;
}

uint32_t random_below(struct random *random, uint32_t bound)
{
    /*
     * use the upper 32 bits of a 32-bit number times bound. Draw again if the lower 32 bits are so
     * small that results would not be equally likely
     */
    uint32_t unfair = (uint32_t)(-bound) % bound;
    uint64_t product;
    do
        product = (random_bits(random) >> 32) * bound;
    while ((uint32_t)product < unfair);
    return (uint32_t)(product >> 32);
}
