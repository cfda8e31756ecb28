/* Tests random numbers: the published sequence, and distributions that are made from it. */
#include "tests/support.h"

#include "harness/base/random.h"

#include <math.h>

TEST(is_splitmix64)
{
    /* the published first outputs of SplitMix64 for the state 1234567 */
    static const uint64_t expected[] = {
        UINT64_C(6457827717110365317), UINT64_C(3203168211198807973), UINT64_C(9817491932198370423),
        UINT64_C(4593380528125082431), UINT64_C(16408922859458223821)};
    struct random random = {1234567};
    for (int k = 0; k < 5; k++)
        assert_true(random_bits(&random) == expected[k]);
}

TEST(streams_differ)
{
    uint64_t first[64];
    for (uint64_t k = 0; k < 64; k++) {
        struct random random = random_start(k / 8, k % 8);
        first[k] = random_bits(&random);
        for (uint64_t other = 0; other < k; other++)
            assert_true(first[k] != first[other]);
    }
}

TEST(moments_are_right)
{
    enum { DRAWS = 100000 };
    struct random random = random_start(7, 0);
    double uniform = 0, normal = 0, normal2 = 0;
    for (int k = 0; k < DRAWS; k++) {
        double u = random_uniform(&random), v = random_normal(&random);
        assert_true(u >= 0 && u < 1);
        uniform += u / DRAWS;
        normal += v / DRAWS;
        normal2 += v * v / DRAWS;
    }
    assert_true(fabs(uniform - 0.5) < 5 * sqrt(1.0 / 12 / DRAWS));
    assert_true(fabs(normal) < 5 * sqrt(1.0 / DRAWS));
    assert_true(fabs(normal2 - 1) < 5 * sqrt(2.0 / DRAWS));
}

TEST(integers_are_uniform)
{
    enum { DRAWS = 60000, BOUND = 6 };
    struct random random = random_start(7, 1);
    int count[BOUND] = {0};
    for (int k = 0; k < DRAWS; k++) {
        uint32_t drawn = random_below(&random, BOUND);
        assert_true(drawn < BOUND);
        count[drawn]++;
    }
    for (int k = 0; k < BOUND; k++)
        assert_true(fabs(count[k] - 1.0 * DRAWS / BOUND) < 5 * sqrt(1.0 * DRAWS / BOUND));
    assert_int_equal(random_below(&random, 1), 0);
}

TESTS_MAIN(NULL, NULL)
