/*
 * Tests CPU kernels: their names in the cache depend on the right settings, and each kernel is
 * opened once.
 */
#include "harness/backend/cpu/machine/cpu_kernel.h"

#include "harness/catalog/strategy.h"
#include "tests/cmocka.h"

#include <stdlib.h>
#include <string.h>

static struct source_set sources;

static int load(void **state)
{
    struct error error;
    (void)state;
    return source_load(NULL, &sources, &error) ? 0 : -1;
}

static int unload(void **state)
{
    (void)state;
    source_free(&sources);
    return 0;
}

static const struct cpu_compiler *compiler_for(const char *arch)
{
    struct error error;
    const struct cpu_compiler *compiler = cpu_compiler_find(NULL, arch, &error);
    assert_good(compiler != NULL);
    return compiler;
}

TEST(the_hash_depends_on_all_sources_of_an_object)
{
    struct cpu_compiler first = {.hash = {0, 1}}, other = {.hash = {0, 2}};
    struct words flags = {0}, more = {0}, joined = {0};
    words_split(&flags, "-O3 -march=native");
    words_split(&more, "-O3 -march=native -Werror");
    words_add(&joined, "-O3 -march=native");
    const struct cpu_unit unit = {"a name", "a.c", {0, 7}, &first, flags};
    const struct cpu_unit same = {"another", "a.c", {0, 7}, &first, flags};
    const struct cpu_unit others[] = {{"a name", "b.c", {0, 7}, &first, flags},
                                      {"a name", "a.c", {0, 8}, &first, flags},
                                      {"a name", "a.c", {0, 7}, &other, flags},
                                      {"a name", "a.c", {0, 7}, &first, more},
                                      {"a name", "a.c", {0, 7}, &first, joined}};
    assert_true(hash_same(cpu_unit_hash(&unit), cpu_unit_hash(&same)));
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        assert_false(hash_same(cpu_unit_hash(&unit), cpu_unit_hash(&others[k])));
    words_free(&flags);
    words_free(&more);
    words_free(&joined);
}

/*
 * The architecture that `native` stands for is part of the compiler's identity. This machine has
 * more instructions than the original x86-64.
 */
TEST(compilers_differ_by_what_they_compile_for)
{
    const struct cpu_compiler *native = compiler_for("native");
    assert_true(native == compiler_for("native"));
    assert_true(native->command.count > 0 && native->command.word[0][0] == '/');
#ifdef __x86_64__
    const struct cpu_compiler *plain = compiler_for("x86-64");
    assert_string_equal(plain->name, native->name);
    assert_false(hash_same(plain->hash, native->hash));
#endif
}

TEST(a_command_that_is_no_compiler_is_reported)
{
    struct error error;
    assert_null(cpu_compiler_find(NULL, "no-such-cpu", &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "cannot compile for the architecture no-such-cpu"));
    assert_null(cpu_compiler_find("no-such-cc", NULL, &error));
    assert_int_equal(error.code, EXIT_ENVIRONMENT);
    assert_non_null(strstr(error.text, "there is no C compiler here (no-such-cc)"));
    assert_null(cpu_compiler_find("false", NULL, &error));
    assert_non_null(strstr(error.text, "exit status 1"));
}

TEST(a_kernel_is_opened_once)
{
    struct error error;
    struct cpu_wanted wanted = {
        .strategy = "serial", .model = model_find("lj"), .precision = PRECISION_SINGLE};
    const struct cpu_kernel *kernel = cpu_kernel_find(&sources, &wanted, &error);
    assert_good(kernel != NULL);
    assert_string_equal(kernel->strategy, "serial");
    assert_string_equal(kernel->model, "lj");
    assert_string_equal(kernel->precision, "single");
    assert_true(cpu_kernel_find(&sources, &wanted, &error) == kernel);
    wanted.precision = PRECISION_DOUBLE_STATE; /* differs only in the precision in which
                                                * particles move */
    assert_true(cpu_kernel_find(&sources, &wanted, &error) == kernel);
    wanted.precision = PRECISION_DOUBLE;
    const struct cpu_kernel *other = cpu_kernel_find(&sources, &wanted, &error);
    assert_true(other != NULL && other != kernel && other->force != kernel->force);
    assert_string_equal(other->precision, "double");
#ifdef __x86_64__
    wanted.arch = "x86-64";
    const struct cpu_kernel *plain = cpu_kernel_find(&sources, &wanted, &error);
    assert_true(plain != NULL && plain != other);
#endif
}

/* A source file with another kernel, or without a kernel, is an error of the user. */
TEST(a_wrong_source_is_reported_each_time)
{
    static const char *const texts[] = {
        "this is no C", "int nothing;",
        "#include \"strategies/cpu.h\"\n"
        "INLINE void body(const struct cpu_arguments *a, bool energy) { (void)a, (void)energy; }\n"
        "CPU_KERNEL(tile, body)\n"};
    static const char *const complaints[] = {"serial lj single does not compile",
                                             "pairlanes_kernel",
                                             "has the kernel \"tile lj single\""};
    const struct cpu_wanted wanted = {
        .strategy = "serial", .model = model_find("lj"), .precision = PRECISION_SINGLE};
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
        struct source_set wrong = sources;
        const char *copy[512];
        struct error error;
        assert_true(sources.count <= 512);
        memcpy((void *)copy, (const void *)sources.texts, sizeof *copy * (size_t)sources.count);
        wrong.texts = copy;
        for (int k = 0; k < sources.count; k++)
            if (strcmp(sources.paths[k], "strategies/serial/serial.c") == 0)
                copy[k] = texts[t];
        for (int time = 0; time < 2; time++) {
            assert_null(cpu_kernel_find(&wrong, &wanted, &error));
            assert_int_equal(error.code, EXIT_USAGE);
            if (strstr(error.text, complaints[t]) == NULL)
                fail_msg("%s", error.text);
        }
    }
}

TEST(a_missing_kernel_is_reported)
{
    struct error error;
    struct cpu_wanted wanted = {
        .strategy = "none", .model = model_find("lj"), .precision = PRECISION_SINGLE};
    assert_null(cpu_kernel_find(&sources, &wanted, &error));
    assert_int_equal(error.code, EXIT_ENVIRONMENT);
    assert_non_null(strstr(error.text, "strategies/none/none.c"));
    wanted.strategy = "serial";
    wanted.precision = PRECISION_FIXED_MATH;
    for (const struct model *const *model = models(); *model != NULL; model++) {
        wanted.model = *model;
        if (precision_tolerance(PRECISION_FIXED_MATH, *model) > 0)
            continue;
        assert_null(cpu_kernel_find(&sources, &wanted, &error));
        assert_int_equal(error.code, EXIT_ENVIRONMENT);
    }
}

TESTS_MAIN(load, unload)
