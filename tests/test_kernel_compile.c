/*
 * Tests that GPU kernels compile without a GPU, for several architectures and without spills, and
 * that images are cached.
 */
#include "harness/base/error.h"
#include "harness/catalog/embedded.h"
#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "harness/catalog/strategy.h"

#include <stdlib.h>
#include <string.h>

#ifdef PAIRLANES_CUDA
#include "harness/backend/cuda/driver/cuda_compile.h"
#include "harness/backend/cuda/driver/cuda_library.h"
#include "tests/cache.h"
#include "tests/cmocka.h"

struct fixture {
    struct source_set sources;
    const struct model *model;
    double constants[MODEL_CONSTANTS];
    double cutoff;
};

static int setup(void **state)
{
    static struct fixture fixture;
    struct error error;
    double parameters[MODEL_PARAMETERS];
    fixture.model = model_find("lj");
    for (int k = 0; k < fixture.model->parameter_count; k++)
        parameters[k] = fixture.model->parameters[k].initial;
    if (make_cache_of("compiled") != 0 ||
        !fixture.model->derive(parameters, fixture.constants, &error) ||
        !source_load(NULL, &fixture.sources, &error))
        return 1;
    fixture.cutoff = fixture.model->range(parameters);
    *state = &fixture;
    return 0;
}

static int teardown(void **state)
{
    source_free(&((struct fixture *)*state)->sources);
    return remove_cache(state);
}

/* Group fixture that makes an empty cache. */
static int begin_empty(void **state)
{
    return remove_cache(state) != 0 || make_own_cache(state) != 0;
}

static int end_empty(void **state)
{
    int bad = remove_cache(state);
    own_cache[0] = '\0';
    return bad != 0 || make_cache_of("compiled") != 0;
}

static void need_compiler(void)
{
    struct error error;
    if (!cuda_open_compiler(&error)) {
        print_message("%s\n", error.text);
        skip();
    }
}

static struct kernel_wanted wanted_of(const struct fixture *fixture,
                                      const struct strategy *strategy, enum precision precision,
                                      const int *tuning)
{
    return (struct kernel_wanted){.strategy = strategy,
                                  .tuning = tuning,
                                  .model = fixture->model,
                                  .constants = fixture->constants,
                                  .cutoff = fixture->cutoff,
                                  .precision = precision};
}

static void compile_one(const struct fixture *fixture, const struct strategy *strategy,
                        enum precision precision, int architecture, struct kernel_image *image)
{
    struct error error = {0};
    int tuning[STRATEGY_TUNINGS];
    strategy_defaults(strategy, tuning);
    const struct kernel_wanted wanted = wanted_of(fixture, strategy, precision, tuning);
    if (!kernel_compile(&fixture->sources, &wanted, architecture, image, &error))
        fail_msg("%s %s sm_%d: %s", strategy->name, precision_info(precision)->name, architecture,
                 error.text);
}

LONG_TEST(every_strategy_compiles_without_spills)
{
    static const int architectures[] = {75, 90};
    enum { OLDEST = 0, NEWEST = sizeof architectures / sizeof *architectures - 1 };
    need_compiler();
    for (const struct strategy *strategy = strategies(); strategy->name != NULL; strategy++) {
        for (int p = 0; p < PRECISION_COUNT && strategy_has_gpu(strategy); p++) {
            /* the newest architecture covers everything that does not depend on the precision */
            for (int a = p > PRECISION_SINGLE ? NEWEST : OLDEST; a <= NEWEST; a++) {
                struct kernel_image image;
                compile_one(*state, strategy, (enum precision)p, architectures[a], &image);
                assert_int_equal(memcmp(image.bytes, "\177ELF", 4), 0);
                assert_true(image.kernels >= 2);
                for (int k = 0; k < image.kernels; k++) {
                    assert_true(image.usage[k].registers > 0);
                    if (image.usage[k].spill_bytes != 0)
                        fail_msg("%s: kernel %s spills %d bytes on sm_%d", strategy->name,
                                 image.usage[k].name, image.usage[k].spill_bytes, architectures[a]);
                }
                kernel_image_free(&image);
            }
        }
    }
}

LONG_TEST(lists_compile)
{
    static const char *const paths[] = {"harness/backend/cuda/device/sort.cu",
                                        "harness/backend/cuda/device/bins.cu",
                                        "harness/backend/cuda/device/rows.cu",
                                        "harness/backend/cuda/device/interactions.cu",
                                        "harness/backend/cuda/device/patches.cu",
                                        "harness/backend/cuda/device/dynamics.cu",
                                        "strategies/edge_gather/list.cu",
                                        "strategies/staged/list.cu",
                                        "strategies/cluster/list.cu"};
    const struct building usual = {0};
    const struct fixture *fixture = *state;
    need_compiler();
    /* precisions with the three types of numbers in lists */
    static const enum precision precisions[] = {PRECISION_DOUBLE, PRECISION_SINGLE,
                                                PRECISION_FIXED};
    for (size_t p = 0; p < sizeof precisions / sizeof *precisions; p++) {
        for (size_t k = 0; k < sizeof paths / sizeof *paths; k++) {
            struct error error = {0};
            struct kernel_image image;
            assert_good(kernel_compile_lists(&fixture->sources, paths[k], precisions[p], &usual, 90,
                                             &image, &error));
            kernel_image_free(&image);
        }
    }
}

TEST_WITH(begin_empty, end_empty, second_compilation_comes_from_the_cache)
{
    struct kernel_image first;
    struct kernel_image second;
    need_compiler();
    const struct strategy *strategy = strategy_find("team");
    compile_one(*state, strategy, PRECISION_DOUBLE, 86, &first);
    compile_one(*state, strategy, PRECISION_DOUBLE, 86, &second);
    assert_false(first.cached);
    assert_true(second.cached);
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.bytes, second.bytes, first.size);
    assert_int_equal(first.kernels, second.kernels);
    kernel_image_free(&first);
    kernel_image_free(&second);
}

/* These precisions differ only in kernels that move particles. */
TEST_WITH(begin_empty, end_empty, forces_of_double_state_are_the_kernels_of_single)
{
    struct kernel_image single, double_state;
    int tuning[STRATEGY_TUNINGS];
    struct error error;
    const struct fixture *fixture = *state;
    need_compiler();
    const struct strategy *strategy = strategy_find("vertex");
    strategy_defaults(strategy, tuning);
    for (int fused = 0; fused < 2; fused++) {
        tuning[strategy_tuning(strategy, "fused")] = fused;
        struct kernel_wanted wanted = wanted_of(fixture, strategy, PRECISION_SINGLE, tuning);
        assert_true(kernel_compile(&fixture->sources, &wanted, 90, &single, &error));
        wanted.precision = PRECISION_DOUBLE_STATE;
        assert_true(kernel_compile(&fixture->sources, &wanted, 90, &double_state, &error));
        bool same = single.size == double_state.size &&
                    memcmp(single.bytes, double_state.bytes, single.size) == 0;
        assert_int_equal(double_state.cached, fused == 0);
        assert_int_equal(same, fused == 0);
        kernel_image_free(&single);
        kernel_image_free(&double_state);
    }
}

TEST(broken_source_reports_the_compiler)
{
    struct fixture *fixture = *state;
    struct source_set broken = fixture->sources;
    const char *texts[256];
    struct error error = {0};
    struct kernel_image image;
    int tuning[STRATEGY_TUNINGS];
    need_compiler();
    memcpy(texts, broken.texts, sizeof *texts * (size_t)broken.count);
    for (int k = 0; k < broken.count; k++)
        if (strcmp(broken.paths[k], "strategies/vertex/vertex.cu") == 0)
            texts[k] = "this is no kernel";
    broken.texts = texts;
    const struct strategy *strategy = strategy_find("vertex");
    strategy_defaults(strategy, tuning);
    const struct kernel_wanted wanted = wanted_of(fixture, strategy, PRECISION_SINGLE, tuning);
    assert_false(kernel_compile(&broken, &wanted, 90, &image, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "strategies/vertex/vertex.cu"));
}

/** Compiles a text in place of a probe's source. */
static void compile_text(const struct fixture *fixture, const char *text, enum precision precision,
                         struct kernel_image *image)
{
    static const char path[] = "harness/backend/cuda/probes/block.cu";
    struct source_set sources = fixture->sources;
    const char *texts[256];
    struct error error = {0};
    memcpy(texts, sources.texts, sizeof *texts * (size_t)sources.count);
    for (int k = 0; k < sources.count; k++)
        if (strcmp(sources.paths[k], path) == 0)
            texts[k] = text;
    sources.texts = texts;
    assert_good(kernel_compile_probe(&sources, path, precision, 90, image, &error));
}

/**
 * Operators of a model compile to intrinsic functions in precision `intrinsics`, but not in
 * `single`.
 */
TEST(operators_are_intrinsics)
{
    static const char operators[] = "extern \"C\" __global__ void probe(float *x) {"
                                    "x[0] = x[1] + x[2] * x[3] - x[4];"
                                    "x[5] = x[6] / x[7];"
                                    "x[8] = sqrt(x[9]); }";
    static const char intrinsics[] =
        "extern \"C\" __global__ void probe(float *x) {"
        "x[0] = __fsub_rn(__fadd_rn(x[1], __fmul_rn(x[2], x[3])), x[4]);"
        "x[5] = __fdiv_rn(x[6], x[7]);"
        "x[8] = __fsqrt_rn(x[9]); }";
    const enum precision precisions[] = {PRECISION_INTRINSICS, PRECISION_SINGLE};
    need_compiler();
    for (int k = 0; k < 2; k++) {
        struct kernel_image by_operators, by_intrinsics;
        compile_text(*state, operators, precisions[k], &by_operators);
        compile_text(*state, intrinsics, precisions[k], &by_intrinsics);
        bool same = by_operators.size == by_intrinsics.size &&
                    memcmp(by_operators.bytes, by_intrinsics.bytes, by_operators.size) == 0;
        assert_int_equal(same, precisions[k] == PRECISION_INTRINSICS);
        kernel_image_free(&by_operators);
        kernel_image_free(&by_intrinsics);
    }
}

TESTS_MAIN(setup, teardown)

#else
#include "tests/without_cuda.h"
#endif
