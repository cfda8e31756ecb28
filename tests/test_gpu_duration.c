/*
 * Tests that a kernel of known duration is measured to within 1 %, even if the host launches it
 * slowly. The kernel spins on the GPU's clock.
 */

#ifdef PAIRLANES_CUDA
#include "harness/backend/cuda/driver/cuda_device.h"
#include "harness/backend/cuda/driver/cuda_kernel.h"
#include "harness/timing/sampling.h"
#include "harness/timing/statistics.h"
#include "tests/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const char source[] = "__device__ unsigned long long clock_ns()\n"
                             "{\n"
                             "    unsigned long long now;\n"
                             "    asm volatile(\"mov.u64 %0, %globaltimer;\" : \"=l\"(now));\n"
                             "    return now;\n"
                             "}\n"
                             "extern \"C\" __global__ void spin(unsigned long long duration)\n"
                             "{\n"
                             "    const unsigned long long until = clock_ns() + duration;\n"
                             "    while (clock_ns() < until) {\n"
                             "    }\n"
                             "}\n";

static void compile(int architecture, struct kernel_image *image)
{
    struct error error;
    char option[32];
    nvrtcProgram program = NULL;
    if (!cuda_open_compiler(&error)) {
        print_message("%s\n", error.text);
        skip();
    }
    snprintf(option, sizeof option, "-arch=sm_%d", architecture);
    const char *const options[] = {option};
    size_t size = 0;
    assert_int_equal(rtc.nvrtcCreateProgram(&program, source, "spin.cu", 0, NULL, NULL),
                     NVRTC_SUCCESS);
    assert_int_equal(rtc.nvrtcCompileProgram(program, 1, options), NVRTC_SUCCESS);
    assert_int_equal(rtc.nvrtcGetCUBINSize(program, &size), NVRTC_SUCCESS);
    *image = (struct kernel_image){.bytes = malloc(size)};
    assert_non_null(image->bytes);
    assert_int_equal(rtc.nvrtcGetCUBIN(program, image->bytes), NVRTC_SUCCESS);
    rtc.nvrtcDestroyProgram(&program);
}

struct spinner {
    struct device *device;
    CUfunction kernel;
    unsigned long long duration;
};

/* Times calls as the backend times force calls: by two events on the stream. */
static bool spin(void *context, int64_t calls, double *nanoseconds, struct error *error)
{
    struct spinner *spinner = context;
    bool good = cuda_timer_begin(spinner->device, error);
    for (int64_t call = 0; call < calls && good; call++)
        good = cuda_launch(spinner->device->stream, spinner->kernel, 1, 32, &spinner->duration,
                           sizeof spinner->duration, error);
    return good && cuda_timer_end(spinner->device, nanoseconds, error);
}

static void ignore_stopped(void *context, struct sampler *sampler, int index)
{
    (void)context;
    (void)sampler;
    (void)index;
}

static void measure(struct spinner *spinner)
{
    const struct sampling_options options = {.warmup_calls = 5,
                                             .warmup_ms = 100,
                                             .sample_ms = 1,
                                             .min_samples = 30,
                                             .max_samples = 100,
                                             .max_seconds = 10,
                                             .relative_interval = 0.01};
    struct sampler sampler = {.time = spin, .context = spinner, .warm = true};
    volatile sig_atomic_t never = 0;
    struct statistics statistics;
    sampling_run(&options, &sampler, 1, 1, &never, ignore_stopped, NULL);
    statistics_of(sampler.samples_ns, sampler.count, &statistics);
    print_message("%.3f ms was measured as %.3f ms, [%.3f, %.3f]\n",
                  1e-6 * (double)spinner->duration, 1e-6 * statistics.median, 1e-6 * statistics.low,
                  1e-6 * statistics.high);
    if (fabs(statistics.median / (double)spinner->duration - 1) > 0.01)
        fail_msg("%.3f ms was measured as %.3f ms", 1e-6 * (double)spinner->duration,
                 1e-6 * statistics.median);
    sampler_free(&sampler);
}

TEST(the_kernel_compiles_anywhere)
{
    struct kernel_image image;
    compile(90, &image);
    free(image.bytes);
}

struct fixture {
    struct spinner spinner;
    struct kernel_image image;
    CUmodule module;
};

static int open_gpu(void **state)
{
    static struct fixture fixture;
    const struct device_options options = {0};
    struct spinner *spinner = &fixture.spinner;
    struct error error;
    *state = &fixture;
    if (cuda_device_count() == 0 || !cuda_open_compiler(&error))
        return 0;
    if (!cuda_device_open(&options, &spinner->device, &error)) {
        print_message("%s\n", error.text);
        return 1;
    }
    compile(spinner->device->architecture, &fixture.image);
    return cuda_module_load(&fixture.image, &fixture.module, &error) &&
                   cu.cuModuleGetFunction(&spinner->kernel, fixture.module, "spin") == CUDA_SUCCESS
               ? 0
               : 1;
}

static int close_gpu(void **state)
{
    struct fixture *fixture = *state;
    if (fixture->module != NULL)
        cu.cuModuleUnload(fixture->module);
    free(fixture->image.bytes);
    cuda_device_close(fixture->spinner.device);
    *fixture = (struct fixture){0};
    return 0;
}

static struct spinner *need_gpu(void **state)
{
    struct fixture *fixture = *state;
    if (fixture->spinner.device == NULL)
        skip();
    return &fixture->spinner;
}

TEST(a_known_duration_is_measured)
{
    static const unsigned long long durations[] = {1000000, 20000000};
    struct spinner *spinner = need_gpu(state);
    for (size_t k = 0; k < sizeof durations / sizeof *durations; k++) {
        spinner->duration = durations[k];
        measure(spinner);
    }
}

/* Returns the measured milliseconds per call for calls of a millisecond, from a host that needs
 * longer to launch one. */
static double launch_slowly(struct spinner *spinner, bool hold)
{
    enum { CALLS = 20 };
    const struct timespec pause = {.tv_nsec = 2000000};
    struct device *device = spinner->device;
    struct error error;
    double nanoseconds = 0;
    spinner->duration = 1000000;
    assert_true(!hold || cuda_block_hold(&device->block, device->stream, &device->sources,
                                         device->architecture, 10, &error));
    assert_true(cuda_timer_begin(device, &error));
    for (int call = 0; call < CALLS; call++) {
        nanosleep(&pause, NULL);
        assert_true(cuda_launch(device->stream, spinner->kernel, 1, 32, &spinner->duration,
                                sizeof spinner->duration, &error));
    }
    assert_true(cuda_timer_stop(device, &error));
    cuda_block_release(&device->block);
    assert_true(cuda_timer_read(device, &nanoseconds, &error));
    assert_true(!hold || !cuda_block_expired(&device->block));
    return 1e-6 * nanoseconds / CALLS;
}

TEST(a_held_sample_has_no_gaps)
{
    struct spinner *spinner = need_gpu(state);
    launch_slowly(spinner, false); /* the first launch of a kernel loads it */
    double with_gaps = launch_slowly(spinner, false);
    double held = launch_slowly(spinner, true);
    print_message("1 ms was measured as %.4f ms, %.4f ms with gaps\n", held, with_gaps);
    assert_true(with_gaps > 1.5);
    assert_true(fabs(held - 1) <= 0.01);
}

TEST(a_hold_that_is_never_released_ends_by_itself)
{
    struct device *device = need_gpu(state)->device;
    struct error error;
    double nanoseconds = 0;
    assert_true(cuda_block_hold(&device->block, device->stream, &device->sources,
                                device->architecture, 0.05, &error)); /* loads the kernel */
    cuda_block_release(&device->block);
    assert_true(cuda_timer_begin(device, &error));
    assert_true(cuda_block_hold(&device->block, device->stream, &device->sources,
                                device->architecture, 0.05, &error));
    assert_true(cuda_timer_end(device, &nanoseconds, &error));
    print_message("50 ms were held for %.2f ms\n", 1e-6 * nanoseconds);
    assert_true(cuda_block_expired(&device->block));
    assert_true(nanoseconds > 0.049e9 && nanoseconds < 0.06e9);
    cuda_block_release(&device->block);
}

TESTS_MAIN(open_gpu, close_gpu)
#else
#include "tests/without_cuda.h"
#endif
