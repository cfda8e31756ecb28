/*
 * Tests the kernel that holds a stream, with a driver from this test: the kernel compiles, and
 * exchanges the expected flags with the host. test_gpu_duration tests the hold on a real GPU.
 */

#ifdef PAIRLANES_CUDA
#include "harness/backend/cuda/driver/cuda_block.h"
#include "harness/backend/cuda/driver/cuda_device.h"
#include "tests/cache.h"
#include "tests/cmocka.h"

#include <stdlib.h>
#include <string.h>

static struct block_flags *pinned;
static struct block_arguments launched;
static CUresult launch_result;
static int loaded;

static CUresult play_load(CUmodule *module, const void *image)
{
    (void)image;
    *module = (CUmodule)&loaded;
    loaded++;
    return CUDA_SUCCESS;
}

static CUresult play_unload(CUmodule module)
{
    assert_ptr_equal(module, &loaded);
    loaded--;
    return CUDA_SUCCESS;
}

static CUresult play_function(CUfunction *function, CUmodule module, const char *name)
{
    (void)module;
    assert_string_equal(name, "hold");
    *function = (CUfunction)&launched;
    return CUDA_SUCCESS;
}

static CUresult play_host_memory(void **memory, size_t bytes, unsigned flags)
{
    assert_true((flags & CU_MEMHOSTALLOC_DEVICEMAP) != 0);
    *memory = malloc(bytes);
    assert_non_null(*memory);
    memset(*memory, 0xff, bytes);
    pinned = *memory;
    return CUDA_SUCCESS;
}

static CUresult play_free(void *memory)
{
    assert_ptr_equal(memory, pinned);
    free(memory);
    pinned = NULL;
    return CUDA_SUCCESS;
}

static CUresult play_address(CUdeviceptr *address, void *memory, unsigned flags)
{
    (void)flags;
    *address = (CUdeviceptr)(uintptr_t)memory;
    return CUDA_SUCCESS;
}

static CUresult play_launch(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                            unsigned by, unsigned bz, unsigned shared, CUstream stream,
                            void **parameters, void **extra)
{
    (void)stream;
    (void)parameters;
    assert_ptr_equal(function, &launched);
    assert_true(gx * gy * gz * bx * by * bz == 1 && shared == 0);
    assert_int_equal(*(size_t *)extra[3], sizeof launched);
    memcpy(&launched, extra[1], sizeof launched);
    return launch_result;
}

static CUresult play_error_text(CUresult result, const char **text)
{
    (void)result;
    *text = "a played error";
    return CUDA_SUCCESS;
}

/* Acts like the kernel at its time limit. */
static void time_is_up(void)
{
    if (pinned->released < launched.hold)
        pinned->expired = launched.hold;
}

static int play_driver(void **state)
{
    static struct device device = {.architecture = 90};
    struct error error;
    if (make_own_cache(NULL) != 0)
        return 1;
    cu.cuModuleLoadData = play_load;
    cu.cuModuleUnload = play_unload;
    cu.cuModuleGetFunction = play_function;
    cu.cuMemHostAlloc = play_host_memory;
    cu.cuMemFreeHost = play_free;
    cu.cuMemHostGetDevicePointer = play_address;
    cu.cuLaunchKernel = play_launch;
    cu.cuGetErrorName = play_error_text;
    cu.cuGetErrorString = play_error_text;
    *state = &device;
    return source_load(NULL, &device.sources, &error) ? 0 : 1;
}

static int end_driver(void **state)
{
    struct device *device = *state;
    source_free(&device->sources);
    return remove_cache(state);
}

static void need_compiler(void)
{
    struct error error;
    if (!cuda_open_compiler(&error)) {
        print_message("%s\n", error.text);
        skip();
    }
}

TEST(the_kernel_compiles_for_every_architecture)
{
    static const int architectures[] = {75, 80, 90};
    const struct device *device = *state;
    need_compiler();
    for (size_t k = 0; k < sizeof architectures / sizeof *architectures; k++) {
        struct kernel_image image;
        struct error error;
        if (!kernel_compile_probe(&device->sources, "harness/backend/cuda/probes/block.cu",
                                  PRECISION_SINGLE, architectures[k], &image, &error))
            fail_msg("sm_%d: %s", architectures[k], error.text);
        assert_true(image.kernels == 1 && image.usage[0].spill_bytes == 0);
        kernel_image_free(&image);
    }
}

TEST(a_hold_ends_by_the_host_or_by_itself)
{
    const struct device *device = *state;
    struct cuda_block block = {0};
    struct error error;
    need_compiler();
    cuda_block_release(&block); /* release without a hold does nothing */
    assert_false(cuda_block_expired(&block));

    assert_true(cuda_block_hold(&block, device->stream, &device->sources, device->architecture,
                                0.25, &error));
    assert_true(launched.flags == (uintptr_t)pinned && launched.nanoseconds == 250000000);
    assert_true(pinned->released < launched.hold);
    cuda_block_release(&block);
    assert_true(pinned->released >= launched.hold);
    time_is_up();
    assert_false(cuda_block_expired(&block));

    /* the second hold waits for another flag, which is not set in time */
    assert_true(cuda_block_hold(&block, device->stream, &device->sources, device->architecture,
                                0.25, &error));
    assert_true(pinned->released < launched.hold);
    time_is_up();
    cuda_block_release(&block);
    assert_true(cuda_block_expired(&block));

    /* an expired hold does not affect the next hold */
    assert_true(cuda_block_hold(&block, device->stream, &device->sources, device->architecture,
                                0.25, &error));
    assert_false(cuda_block_expired(&block));
    cuda_block_release(&block);
    time_is_up();
    assert_false(cuda_block_expired(&block));

    assert_int_equal(loaded, 1);
    cuda_block_close(&block);
    assert_true(loaded == 0 && pinned == NULL);
}

TEST(a_launch_that_fails_is_reported)
{
    const struct device *device = *state;
    struct cuda_block block = {0};
    struct error error;
    need_compiler();
    launch_result = CUDA_ERROR_LAUNCH_FAILED;
    assert_false(
        cuda_block_hold(&block, device->stream, &device->sources, device->architecture, 1, &error));
    launch_result = CUDA_SUCCESS;
    assert_int_equal(error.code, EXIT_ENVIRONMENT);
    assert_non_null(strstr(error.text, "launching a kernel: a played error"));
    cuda_block_close(&block);
}

TESTS_MAIN(play_driver, end_driver)
#else
#include "tests/without_cuda.h"
#endif
