#include "harness/backend/cuda/driver/cuda_kernel.h"

#include "harness/backend/cuda/driver/cuda_library.h"

bool cuda_module_load(const struct kernel_image *image, CUmodule *module, struct error *error)
{
    return cuda_check(cu.cuModuleLoadData(module, image->bytes), "loading a kernel", error);
}

bool cuda_launch(CUstream stream, CUfunction kernel, int64_t blocks, int block,
                 const void *argument, size_t size, struct error *error)
{
    void *packed[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, (void *)argument, CU_LAUNCH_PARAM_BUFFER_SIZE,
                      &size, CU_LAUNCH_PARAM_END};
    if (blocks == 0)
        return true;
    return cuda_check(cu.cuLaunchKernel(kernel, (unsigned)blocks, 1, 1, (unsigned)block, 1, 1, 0,
                                        stream, NULL, packed),
                      "launching a kernel", error);
}
