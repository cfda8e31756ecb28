/*
 * Instructions of a kernel and of its loops, by class, from its machine code. No disassembler is
 * needed: nine bits of an instruction, which has 16 bytes since Volta, are its operation.
 */
#ifndef PAIRLANES_CUDA_INSTRUCTIONS_H
#define PAIRLANES_CUDA_INSTRUCTIONS_H

#include "harness/backend/cuda/driver/cuda_compile.h"

#include <cjson/cJSON.h>

/**
 * The loops of a kernel of an image, in the order of their ends, as a list of objects:
 * `instructions`, how many; `inner`, whether no other loop lies in it; `classes`, how many of each
 * of instruction_table.h that it has, "other" for all else. `*instructions` gets those of the whole
 * kernel. The caller deletes the list; NULL if the image has no such kernel.
 */
cJSON *cuda_instructions(const struct kernel_image *image, const char *kernel, int *instructions);

#endif
