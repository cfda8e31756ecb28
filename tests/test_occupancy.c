/* Compares the occupancy of kernels with numbers computed by hand and by NVIDIA's calculator. */
#ifdef PAIRLANES_CUDA
#include "harness/backend/cuda/driver/cuda_occupancy.h"
#include "tests/cmocka.h"

TEST(occupancy_is_that_of_the_tightest_limit)
{
    static const struct {
        int architecture, registers, threads;
        int64_t shared;
        int blocks, warps, most;
    } cases[] = {
        /* limited by threads: 2,048, 1,536 or 1,024 per multiprocessor */
        {80, 32, 256, 0, 8, 64, 64},
        {86, 32, 256, 0, 6, 48, 48},
        {75, 32, 256, 0, 4, 32, 32},
        {90, 16, 1024, 0, 2, 64, 64},
        {120, 16, 1024, 0, 1, 32, 48},
        /* limited by registers: 65,536, in units of 256 per warp, or 8 per thread */
        {80, 64, 256, 0, 4, 32, 64},
        {70, 64, 256, 0, 4, 32, 64},
        {120, 64, 256, 0, 4, 32, 48},
        {90, 65, 256, 0, 3, 24, 64},
        {90, 255, 128, 0, 2, 8, 64},
        {90, 128, 1024, 0, 0, 0, 64},
        /* limited by blocks: 32, 24 or 16 per multiprocessor */
        {80, 16, 32, 0, 32, 32, 64},
        {89, 16, 32, 0, 24, 24, 48},
        {86, 16, 32, 0, 16, 16, 48},
        {75, 16, 32, 0, 16, 16, 32},
        {100, 16, 32, 0, 32, 32, 64},
        /* limited by shared memory; since sm_80, the system reserves 1 KiB of it per block */
        {70, 32, 128, 48 << 10, 2, 8, 64},
        {80, 32, 128, 40 << 10, 4, 16, 64},
        {80, 32, 128, 41 << 10, 3, 12, 64},
        {90, 32, 128, 227 << 10, 1, 4, 64},
        {90, 32, 128, (227 << 10) + 1, 0, 0, 64},
        {120, 32, 128, 49 << 10, 2, 8, 48},
        {75, 32, 128, 33 << 10, 1, 4, 32},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct occupancy found;
        assert_true(cuda_occupancy(cases[k].architecture, cases[k].registers, cases[k].threads,
                                   cases[k].shared, &found));
        assert_int_equal(found.blocks, cases[k].blocks);
        assert_int_equal(found.warps, cases[k].warps);
        assert_int_equal(found.most, cases[k].most);
        assert_float_equal(found.share, (double)cases[k].warps / cases[k].most, 1e-12);
    }
}

TEST(impossible_kernels_have_no_occupancy)
{
    struct occupancy found;
    assert_false(cuda_occupancy(61, 32, 128, 0, &found)); /* architecture not in the table */
    assert_false(cuda_occupancy(90, 32, 0, 0, &found));
    assert_false(cuda_occupancy(90, 32, 2048, 0, &found));
    assert_false(cuda_occupancy(90, -1, 128, 0, &found));
    assert_false(cuda_occupancy(90, 32, 128, -1, &found));
}

TESTS_MAIN(NULL, NULL)

#else
#include "tests/without_cuda.h"
#endif
