#include "harness/backend/cuda/driver/cuda_kernel.h"

#include "harness/backend/cuda/driver/cuda_library.h"

bool cuda_module_load(const struct kernel_image *image, CUmodule *module, struct error *error)
{
    return cuda_check(cu.cuModuleLoadData(module, image->bytes), "loading a kernel", error);
}

/* Shared memory that every kernel may ask for beside what it declares; of more it has to be told.
 */
enum { SHARED_ALWAYS = 32 << 10 };

bool cuda_launch_shared(CUstream stream, CUfunction kernel, int64_t blocks, int block,
                        int64_t shared_bytes, const void *argument, size_t size,
                        struct error *error)
{
    void *packed[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, (void *)argument, CU_LAUNCH_PARAM_BUFFER_SIZE,
                      &size, CU_LAUNCH_PARAM_END};
    if (blocks == 0)
        return true;
    if (shared_bytes > SHARED_ALWAYS &&
        !cuda_check(cu.cuFuncSetAttribute(kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                          (int)shared_bytes),
                    "asking for shared memory", error))
        return false;
    return cuda_check(cu.cuLaunchKernel(kernel, (unsigned)blocks, 1, 1, (unsigned)block, 1, 1,
                                        (unsigned)shared_bytes, stream, NULL, packed),
                      "launching a kernel", error);
}

bool cuda_launch(CUstream stream, CUfunction kernel, int64_t blocks, int block,
                 const void *argument, size_t size, struct error *error)
{
    return cuda_launch_shared(stream, kernel, blocks, block, 0, argument, size, error);
}
