#include "harness/backend/cuda/driver/cuda_texture.h"

#include "harness/backend/cuda/driver/cuda_library.h"

bool cuda_texture_create(struct cuda_texture *texture, const float *vectors, int64_t count,
                         struct error *error)
{
    const CUDA_ARRAY_DESCRIPTOR shape = {
        .Width = (size_t)count, .Format = CU_AD_FORMAT_FLOAT, .NumChannels = 4};
    const CUDA_TEXTURE_DESC reading = {.addressMode = {CU_TR_ADDRESS_MODE_CLAMP},
                                       .filterMode = CU_TR_FILTER_MODE_LINEAR,
                                       .flags = CU_TRSF_NORMALIZED_COORDINATES};
    *texture = (struct cuda_texture){0};
    if (!cuda_check(cu.cuArrayCreate(&texture->array, &shape), "an array for a texture", error))
        return false;
    const CUDA_RESOURCE_DESC of_array = {.resType = CU_RESOURCE_TYPE_ARRAY,
                                         .res.array.hArray = texture->array};
    return cuda_check(
               cu.cuMemcpyHtoA(texture->array, 0, vectors, (size_t)count * 4 * sizeof *vectors),
               "copying to a texture", error) &&
           cuda_check(cu.cuTexObjectCreate(&texture->object, &of_array, &reading, NULL),
                      "a texture", error);
}

void cuda_texture_free(struct cuda_texture *texture)
{
    if (texture->object != 0)
        cu.cuTexObjectDestroy(texture->object);
    if (texture->array != NULL)
        cu.cuArrayDestroy(texture->array);
    *texture = (struct cuda_texture){0};
}
