/* A GPU kernel of known duration is measured to within 1 %: it spins on the GPU's own clock. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#ifdef PAIRLANES_CUDA
#include "harness/cuda_device.h"
#include "harness/sampling.h"
#include "harness/statistics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

/* Timed as the backend times force calls: between two events on the stream. */
static bool spin(void *context, int64_t calls, double *nanoseconds, struct error *error)
{
    struct spinner *spinner = context;
    bool good = cuda_timer_begin(spinner->device, error);
    for (int64_t call = 0; call < calls && good; call++)
        good = cuda_launch(spinner->device, spinner->kernel, 1, 32, &spinner->duration, error);
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
    struct error error;
    assert_true(sampling_run(&options, &sampler, 1, 1, &never, ignore_stopped, NULL, &error));
    assert_true(statistics_of(sampler.samples_ns, sampler.count, &statistics, &error));
    print_message("%.3f ms was measured as %.3f ms, [%.3f, %.3f]\n",
                  1e-6 * (double)spinner->duration, 1e-6 * statistics.median, 1e-6 * statistics.low,
                  1e-6 * statistics.high);
    if (fabs(statistics.median / (double)spinner->duration - 1) > 0.01)
        fail_msg("%.3f ms was measured as %.3f ms", 1e-6 * (double)spinner->duration,
                 1e-6 * statistics.median);
    sampler_free(&sampler);
}

static void the_kernel_compiles_anywhere(void **state)
{
    struct kernel_image image;
    (void)state;
    compile(90, &image);
    free(image.bytes);
}

static void a_known_duration_is_measured(void **state)
{
    const struct device_options options = {0};
    struct spinner spinner = {0};
    struct kernel_image image;
    struct error error;
    CUmodule module = NULL;
    (void)state;
    if (cuda_device_count() == 0)
        skip();
    assert_true(cuda_device_open(&options, &spinner.device, &error));
    compile(spinner.device->architecture, &image);
    assert_true(cuda_module_load(&image, &module, &error));
    assert_int_equal(cu.cuModuleGetFunction(&spinner.kernel, module, "spin"), CUDA_SUCCESS);
    const unsigned long long durations[] = {1000000, 20000000};
    for (size_t k = 0; k < sizeof durations / sizeof *durations; k++) {
        spinner.duration = durations[k];
        measure(&spinner);
    }
    cu.cuModuleUnload(module);
    free(image.bytes);
    cuda_device_close(spinner.device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_kernel_compiles_anywhere),
        cmocka_unit_test(a_known_duration_is_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
static void needs_a_toolkit(void **state)
{
    (void)state;
    skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(needs_a_toolkit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
