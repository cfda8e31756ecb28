/*
 * Counts instructions of a kernel and of its loops by class, in its machine code. No disassembler
 * is needed: since Volta an instruction has 16 bytes, and its lowest nine bits are the operation.
 */
#pragma once

#include "harness/backend/cuda/driver/cuda_compile.h"

#include <cjson/cJSON.h>

/**
 * Returns the loops of a kernel of an image as a list of objects, in the order of the loops' ends.
 * `instructions` counts a loop's instructions. `inner`: the loop contains no further loop.
 * `classes` counts instructions by class of instruction_table.h; "other" counts unlisted ones.
 * `*instructions` becomes the number of the kernel's instructions. The caller deletes the list.
 * NULL if the image has no such kernel.
 */
cJSON *cuda_instructions(const struct kernel_image *image, const char *kernel, int *instructions);

/** Returns the number of instructions in all innermost loops of an image's kernels. */
int cuda_loop_instructions(const struct kernel_image *image);
