/*
 * Instructions of a kernel and of its loops, by class, from its machine code. No disassembler is
 * needed: nine bits of an instruction, which has 16 bytes since Volta, are its operation.
 */
#pragma once

#include "harness/backend/cuda/driver/cuda_compile.h"

#include <cjson/cJSON.h>

/**
 * The loops of a kernel of an image, in the order of their ends, as a list of objects:
 * `instructions`, their number; `inner`, whether it contains no other loop; `classes`, the number
 * of each class of instruction_table.h, "other" for the rest. `*instructions` becomes the number of
 * the whole kernel. The caller deletes the list; NULL if the image has no such kernel.
 */
cJSON *cuda_instructions(const struct kernel_image *image, const char *kernel, int *instructions);

/** Returns the instructions in the loops of all kernels of an image that contain no other loop. */
int cuda_loop_instructions(const struct kernel_image *image);
