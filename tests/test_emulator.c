/*
 * Tests the GPU emulator (tests/emulator): exchanges between threads, and errors that it reports.
 */

#ifdef PAIRLANES_CUDA
#include "tests/cmocka.h"
#include "tests/emulator/library.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64, BLOCKS = 2, THREADS = BLOCK * BLOCKS };

/* Each kernel writes an int per thread; blocks increment a word after these numbers. */
static const char source[] =
    "struct output { int *of; };\n"
    "#define KERNEL(name) extern \"C\" __global__ void name(const __grid_constant__ output out)\n"
    "#define MINE out.of[blockIdx.x * blockDim.x + threadIdx.x]\n"
    "const unsigned all = 0xffffffffu;\n"
    "KERNEL(votes)\n"
    "{\n"
    "    const int lane = threadIdx.x % 32;\n"
    "    if (lane >= 20)\n"
    "        return;\n"
    "    if (lane < 3)\n"
    "        MINE = __popc(__activemask());\n"
    "    else\n"
    "        MINE = __popc(__ballot_sync(all & ~7u, lane % 2));\n"
    "}\n"
    "KERNEL(shuffles)\n"
    "{\n"
    "    const int lane = threadIdx.x % 32;\n"
    "    const double up = __shfl_up_sync(all, lane + 0.5, 1);\n"
    "    const int down = __shfl_down_sync(all, lane, 4, 8);\n"
    "    MINE = (int)(2 * up) + 100 * down + 10000 * __shfl_xor_sync(all, lane, 16);\n"
    "}\n"
    "KERNEL(neighbors)\n"
    "{\n"
    "    __shared__ int shared[64];\n"
    "    const int before = shared[threadIdx.x];\n"
    "    shared[threadIdx.x] = threadIdx.x;\n"
    "    __syncthreads();\n"
    "    MINE = before + shared[(threadIdx.x + 33) % 64];\n"
    "}\n"
    "KERNEL(stranded)\n"
    "{\n"
    "    MINE = threadIdx.x == 5 ? 0 : __ballot_sync(all, 1);\n"
    "    if (threadIdx.x == 5)\n"
    "        __syncthreads();\n"
    "}\n"
    "__device__ int wait_for(int *of, int blocks)\n"
    "{\n"
    "    __shared__ int own;\n"
    "    __shared__ unsigned long long count;\n"
    "    unsigned long long *word = (unsigned long long *)(of + 128), now = 0;\n"
    "    if (threadIdx.x == 0) {\n"
    "        own = blockIdx.x;\n"
    "        asm volatile(\"red.release.gpu.global.add.u64 [%0], %1;\" ::\"l\"(word), \"l\"(1)\n"
    "                     : \"memory\");\n"
    "        do {\n"
    "            asm volatile(\"ld.acquire.gpu.global.u64 %0, [%1];\"\n"
    "                         : \"=l\"(now)\n"
    "                         : \"l\"(word)\n"
    "                         : \"memory\");\n"
    "        } while (now < blocks);\n"
    "        count = now;\n"
    "    }\n"
    "    __syncthreads();\n"
    "    return 10 * own + (int)count;\n"
    "}\n"
    "KERNEL(together)\n"
    "{\n"
    "    MINE = wait_for(out.of, gridDim.x);\n"
    "}\n"
    "KERNEL(short_of_one)\n"
    "{\n"
    "    MINE = wait_for(out.of, gridDim.x + 1);\n"
    "}\n";

struct fixture {
    CUmodule module;
    CUdeviceptr output;
};

static int setup(void **state)
{
    static struct fixture fixture;
    static const char *const options[] = {"--std=c++17"};
    nvrtcProgram program = NULL;
    struct error error;
    size_t size = 0;
    *state = &fixture;
    if (!cuda_open_driver(&error) || !cuda_open_compiler(&error) ||
        rtc.nvrtcCreateProgram(&program, source, "test.cu", 0, NULL, NULL) != NVRTC_SUCCESS)
        return 1;
    bool good = rtc.nvrtcCompileProgram(program, 1, options) == NVRTC_SUCCESS &&
                rtc.nvrtcGetCUBINSize(program, &size) == NVRTC_SUCCESS;
    char *image = good ? malloc(size) : NULL;
    good = image != NULL && rtc.nvrtcGetCUBIN(program, image) == NVRTC_SUCCESS &&
           cu.cuModuleLoadData(&fixture.module, image) == CUDA_SUCCESS &&
           cu.cuMemAlloc(&fixture.output, THREADS * sizeof(int) + sizeof(uint64_t)) == CUDA_SUCCESS;
    free(image);
    rtc.nvrtcDestroyProgram(&program);
    return !good;
}

static int teardown(void **state)
{
    struct fixture *fixture = *state;
    cu.cuMemFree(fixture->output);
    cu.cuModuleUnload(fixture->module);
    return 0;
}

static CUresult run_with(struct fixture *fixture, const char *name, CUlaunchAttribute *attribute,
                         int output[THREADS])
{
    CUfunction kernel = NULL;
    size_t size = sizeof fixture->output;
    void *packed[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &fixture->output, CU_LAUNCH_PARAM_BUFFER_SIZE,
                      &size, CU_LAUNCH_PARAM_END};
    const struct {
        CUdeviceptr output;
        char room[4096]; /* the emulator reads the largest possible size of an argument */
    } argument = {.output = fixture->output};
    void *parameters[] = {(void *)&argument};
    const CUlaunchConfig config = {.gridDimX = BLOCKS,
                                   .gridDimY = 1,
                                   .gridDimZ = 1,
                                   .blockDimX = BLOCK,
                                   .blockDimY = 1,
                                   .blockDimZ = 1,
                                   .attrs = attribute,
                                   .numAttrs = attribute != NULL};
    assert_int_equal(cu.cuModuleGetFunction(&kernel, fixture->module, name), CUDA_SUCCESS);
    cu.cuMemsetD8Async(fixture->output + THREADS * sizeof(int), 0, sizeof(uint64_t), NULL);
    CUresult result = attribute != NULL ? cu.cuLaunchKernelEx(&config, kernel, parameters, NULL)
                                        : cu.cuLaunchKernelEx(&config, kernel, NULL, packed);
    cu.cuMemcpyDtoH(output, fixture->output, THREADS * sizeof(int));
    return result;
}

static CUresult run(struct fixture *fixture, const char *name, int output[THREADS])
{
    return run_with(fixture, name, NULL, output);
}

static CUresult run_together(struct fixture *fixture, const char *name, int output[THREADS])
{
    CUlaunchAttribute together = {.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE, .value.cooperative = 1};
    return run_with(fixture, name, &together, output);
}

/*
 * A warp has 20 lanes that do not end. Three of them are active in one branch; the odd lanes from 3
 * to 19 vote in another.
 */
TEST(branches_vote_separately_and_do_not_wait_for_ended_lanes)
{
    int output[THREADS];
    assert_int_equal(run(*state, "votes", output), CUDA_SUCCESS);
    for (int k = 0; k < THREADS; k++)
        assert_int_equal(output[k], k % 32 < 3 ? 3 : k % 32 < 20 ? 9 : -1);
}

TEST(shuffles_keep_to_their_part_of_the_warp)
{
    int output[THREADS];
    assert_int_equal(run(*state, "shuffles", output), CUDA_SUCCESS);
    for (int k = 0; k < THREADS; k++) {
        int lane = k % 32;
        int up = lane == 0 ? 0 : lane - 1;
        int down = lane % 8 < 4 ? lane + 4 : lane;
        assert_int_equal(output[k], 2 * up + 1 + 100 * down + 10000 * (lane ^ 16));
    }
}

/* Each block finds -1 in its shared memory, whatever the previous block stored there. */
TEST(shared_memory_is_the_blocks_own_and_undefined_at_first)
{
    int output[THREADS];
    assert_int_equal(run(*state, "neighbors", output), CUDA_SUCCESS);
    for (int k = 0; k < THREADS; k++)
        assert_int_equal(output[k], (k + 33) % BLOCK - 1);
}

TEST(lanes_that_wait_for_each_other_in_vain_are_named)
{
    int output[THREADS];
    const char *text = NULL;
    CUresult result = run(*state, "stranded", output);
    assert_int_equal(result, CUDA_ERROR_LAUNCH_FAILED);
    assert_int_equal(cu.cuGetErrorString(result, &text), CUDA_SUCCESS);
    assert_string_equal(text, "block 0, thread 0 waits in vain at __ballot_sync with mask "
                              "0xffffffff: not all of its lanes come");
}

/*
 * Blocks keep their shared memory while others run; if they ran one after another, the first would
 * wait forever.
 */
TEST(blocks_that_run_at_the_same_time_wait_for_each_other)
{
    int output[THREADS];
    const char *text = NULL;
    assert_int_equal(run_together(*state, "together", output), CUDA_SUCCESS);
    for (int k = 0; k < THREADS; k++)
        assert_int_equal(output[k], 10 * (k / BLOCK) + BLOCKS);
    CUresult result = run(*state, "together", output);
    assert_int_equal(result, CUDA_ERROR_LAUNCH_FAILED);
    result = run_together(*state, "short_of_one", output);
    assert_int_equal(result, CUDA_ERROR_LAUNCH_FAILED);
    assert_int_equal(cu.cuGetErrorString(result, &text), CUDA_SUCCESS);
    assert_string_equal(text, "block 0, thread 0 waits in vain at what another block writes");
}

TEST(unknown_options_are_refused)
{
    static const char *const options[] = {"--use_fast_math"};
    nvrtcProgram program = NULL;
    char log[256] = "";
    size_t size = 0;
    assert_int_equal(rtc.nvrtcCreateProgram(&program, source, "test.cu", 0, NULL, NULL),
                     NVRTC_SUCCESS);
    assert_int_equal(rtc.nvrtcCompileProgram(program, 1, options), NVRTC_ERROR_COMPILATION);
    assert_int_equal(rtc.nvrtcGetProgramLogSize(program, &size), NVRTC_SUCCESS);
    assert_true(size < sizeof log);
    assert_int_equal(rtc.nvrtcGetProgramLog(program, log), NVRTC_SUCCESS);
    assert_non_null(strstr(log, "does not know the option --use_fast_math"));
    rtc.nvrtcDestroyProgram(&program);
}

TESTS_MAIN(setup, teardown)

#else
#include "tests/without_cuda.h"
#endif
