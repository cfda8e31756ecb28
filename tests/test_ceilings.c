/* Tests the probes that measure ceilings: kernels compile without spills, and rates are correct. */
#include "harness/backend/ceilings.h"
#include "harness/base/clock.h"
#include "tests/near.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef PAIRLANES_CUDA
#include "harness/backend/cuda/driver/cuda_compile.h"
#include "harness/backend/cuda/driver/cuda_library.h"
#include "harness/catalog/embedded.h"

#include <elf.h>
#endif

/* A device on which an iteration takes a known time, which is longer in every second run. */
struct device_of_known_rate {
    double nanoseconds; /* time of an iteration */
    int runs;
};

static bool run_known(void *context, int64_t iterations, double *nanoseconds, struct error *error)
{
    struct device_of_known_rate *device = context;
    (void)error;
    double slower = device->runs++ % 2 ? 1.25 : 1;
    *nanoseconds = device->nanoseconds * (double)iterations * slower;
    return true;
}

TEST(the_best_repetition_is_the_ceiling)
{
    struct device_of_known_rate device = {.nanoseconds = 0.5};
    const struct ceiling_probe probe = {
        .work = 3, .set_bytes = 4096, .run = run_known, .context = &device};
    struct ceiling ceiling;
    struct error error;
    assert_true(ceiling_measure(&probe, &ceiling, &error));
    assert_near(ceiling.best / 6e9, 1, 1e-9);
    assert_near(ceiling.worst / 6e9, 0.8, 1e-9);
    assert_true(ceiling.worst <= ceiling.median && ceiling.median <= ceiling.best);
    assert_int_equal(ceiling.set_bytes, 4096);
    assert_in_range(ceiling.repetitions, 50, 250); /* repetitions of 1 to 2 ms each, in 0.2 s */
}

/* A device that shares a counter of runs with others. */
struct device_of_many {
    int *clock;
    int first, last; /* first and last run of this device */
};

static bool run_counted(void *context, int64_t iterations, double *nanoseconds, struct error *error)
{
    struct device_of_many *device = context;
    (void)error;
    device->last = ++*device->clock;
    device->first = device->first > 0 ? device->first : device->last;
    *nanoseconds = (double)iterations;
    return true;
}

TEST(repetitions_are_spread_over_the_time_of_all)
{
    enum { DEVICES = 3 };
    int clock = 0;
    struct device_of_many devices[DEVICES];
    struct ceiling_probe probes[DEVICES];
    struct ceiling ceilings[DEVICES];
    struct ceiling *to[DEVICES];
    struct error error;
    for (int k = 0; k < DEVICES; k++) {
        devices[k] = (struct device_of_many){.clock = &clock};
        probes[k] =
            (struct ceiling_probe){.work = k + 1, .run = run_counted, .context = &devices[k]};
        to[k] = &ceilings[k];
    }
    assert_true(ceilings_in_turns(probes, to, DEVICES, &error));
    for (int k = 0; k < DEVICES; k++) {
        assert_near(ceilings[k].best, 1e9 * (k + 1), 1);
        assert_in_range(ceilings[k].repetitions, 100, 250);
        assert_true(devices[k].last - devices[k].first > 8 * clock / 10);
    }
}

static bool run_broken(void *context, int64_t iterations, double *nanoseconds, struct error *error)
{
    (void)context;
    (void)iterations;
    (void)nanoseconds;
    return error_set(error, EXIT_ENVIRONMENT, "broken");
}

TEST(a_failing_probe_is_an_error)
{
    const struct ceiling_probe probe = {.work = 1, .run = run_broken};
    struct ceiling ceiling;
    struct error error;
    assert_false(ceiling_measure(&probe, &ceiling, &error));
    assert_string_equal(error.text, "broken");
}

static bool run_of_no_time(void *context, int64_t iterations, double *nanoseconds,
                           struct error *error)
{
    const double *once = context;
    (void)error;
    assert_true(iterations > 0);
    *nanoseconds = *once;
    return true;
}

TEST(probe_without_its_loop_is_reported)
{
    double times[] = {0, 2000};
    for (size_t k = 0; k < sizeof times / sizeof *times; k++) {
        const struct ceiling_probe probe = {.work = 1, .run = run_of_no_time, .context = &times[k]};
        struct ceiling ceiling;
        struct error error;
        assert_false(ceiling_measure(&probe, &ceiling, &error));
        assert_non_null(strstr(error.text, "its loop was compiled away"));
    }
}

/* Runs on a device for longer than the time that it reports. */
static bool run_waiting(void *context, int64_t iterations, double *nanoseconds, struct error *error)
{
    (void)context;
    (void)error;
    usleep(250000);
    *nanoseconds = (double)iterations;
    return true;
}

TEST(probe_that_has_to_wait_ends)
{
    const struct ceiling_probe probe = {.work = 1, .run = run_waiting};
    struct ceiling ceiling;
    struct error error;
    const double start = clock_seconds();
    assert_true(ceiling_measure(&probe, &ceiling, &error));
    assert_true(clock_seconds() - start < 60);
    assert_in_range(ceiling.repetitions, 10, 20);
    assert_near(ceiling.best, 1e9, 1);
}

TEST(rates_have_readable_units)
{
    char text[64];
    assert_string_equal(ceiling_text(CEILING_FMA_SINGLE, 66.9e12, text, sizeof text),
                        "66.9 Tflop/s");
    assert_string_equal(ceiling_text(CEILING_STREAM_DRAM, 999.9e9, text, sizeof text), "1.00 TB/s");
    assert_string_equal(ceiling_text(CEILING_GATHER_L1, 812, text, sizeof text), "812 /s");
}

/* Returns the number of threads of the ceilings that are used for a CPU case; 0: none match. */
static int found(const struct ceilings_set *set, const char *device, double threads)
{
    const struct ceilings *ceilings = ceilings_find(set, "cpu", device, threads);
    return ceilings != NULL ? ceilings->info.cores : 0;
}

TEST(ceilings_of_as_many_threads_are_found_or_of_more)
{
    static struct ceilings_set set = {
        .device = {{.backend = "cpu", .info = {.name = "a", .cores = 8}},
                   {.backend = "cpu", .info = {.name = "a", .cores = 1}},
                   {.backend = "cpu", .info = {.name = "a", .cores = 4}},
                   {.backend = "cpu", .info = {.name = "b", .cores = 2}},
                   {.backend = "cuda", .info = {.name = "a", .cores = 3}}},
        .count = 5};
    assert_int_equal(found(&set, "a", 1), 1);
    assert_int_equal(found(&set, "a", 2), 4);
    assert_int_equal(found(&set, "a", 4), 4);
    assert_int_equal(found(&set, "a", 8), 8);
    assert_int_equal(found(&set, "a", 9), 0);
    assert_int_equal(found(&set, "b", 1), 2);
    assert_int_equal(found(&set, "c", 1), 0);
    assert_int_equal(ceilings_find(&set, "cuda", "a", NAN)->info.cores, 3);
}

#ifdef PAIRLANES_CUDA
/* Returns the distance of a branch in units of four bytes, relative to the next instruction. */
static int64_t branch_distance(const uint64_t word[2])
{
    uint64_t bits = (word[0] >> 34 | (word[1] & 0x3ffff) << 30) << 8 | (word[0] >> 16 & 0xff);
    return (int64_t)(bits << 8) >> 8;
}

/*
 * Whether machine code of 16-byte instructions contains a backward branch, except the branch to
 * itself after the last instruction.
 */
static bool have_a_loop(const char *code, size_t bytes)
{
    enum { BRANCH = 0x947, KINDS = 0xfff, INSTRUCTION = 16 };
    for (size_t at = 0; at + INSTRUCTION <= bytes; at += INSTRUCTION) {
        uint64_t word[2];
        memcpy(word, code + at, INSTRUCTION);
        if ((word[0] & KINDS) == BRANCH && 4 * branch_distance(word) < -INSTRUCTION)
            return true;
    }
    return false;
}

/* Checks that each kernel has a loop, because compilers may remove work that has no effect. */
static void check_loops(const char *path, const struct kernel_image *image)
{
    const char *file = image->bytes;
    Elf64_Ehdr head;
    memcpy(&head, file, sizeof head);
    const Elf64_Shdr *sections = (const void *)(file + head.e_shoff);
    const char *names = file + sections[head.e_shstrndx].sh_offset;
    int checked = 0;
    for (int k = 0; k < head.e_shnum; k++) {
        const char *name = names + sections[k].sh_name;
        if (strncmp(name, ".text.", 6) != 0)
            continue;
        checked++;
        if (!have_a_loop(file + sections[k].sh_offset, sections[k].sh_size))
            fail_msg("%s: kernel %s has no loop: the compiler has dropped it", path, name + 6);
    }
    assert_int_equal(checked, image->kernels);
}
#endif

TEST(probes_compile_with_loops_and_without_spills)
{
#ifdef PAIRLANES_CUDA
    static const char *const paths[] = {"harness/backend/cuda/probes/arithmetic.cu",
                                        "harness/backend/cuda/probes/memory.cu",
                                        "harness/backend/cuda/probes/atomic.cu"};
    static const int architectures[] = {75, 80, 90};
    struct source_set sources;
    struct error error = {0};
    if (!cuda_open_compiler(&error)) {
        print_message("%s\n", error.text);
        skip();
    }
    assert_true(source_load(NULL, &sources, &error));
    for (int k = 0; k < 3 * 3 * (PRECISION_SINGLE + 1); k++) {
        struct kernel_image image;
        assert_good(kernel_compile_probe(&sources, paths[k % 3], (enum precision)(k / 9),
                                         architectures[k / 3 % 3], &image, &error));
        assert_true(image.kernels >= 2);
        for (int i = 0; i < image.kernels; i++)
            if (image.usage[i].spill_bytes != 0)
                fail_msg("%s: kernel %s spills", paths[k % 3], image.usage[i].name);
        check_loops(paths[k % 3], &image);
        kernel_image_free(&image);
    }
    source_free(&sources);
#else
    print_message("this build has no CUDA backend\n");
    skip();
#endif
}

TESTS_MAIN(NULL, NULL)
