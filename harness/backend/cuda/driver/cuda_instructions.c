#include "harness/backend/cuda/driver/cuda_instructions.h"

#include "harness/backend/cuda/driver/cuda_code.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { SIZE = 16, KIND = 0x1ff, BRANCH = 0x147, NO_OPERATION = 0x118 };

/* The machine code of a kernel. */
struct text {
    const unsigned char *bytes;
    int64_t size;
};

struct instruction {
    int kind;
    int64_t target; /* offset that a branch goes to; -1: not a branch */
};

/* A loop: its first instruction, and the branch that goes back there. Both are offsets in bytes. */
struct loop {
    int64_t first, last;
};

static const char *class_of(int kind)
{
    static const char *const classes[KIND + 1] = {
#define INSTRUCTION(name, code) [code] = #name,
#include "harness/backend/cuda/driver/instruction_table.h"
#undef INSTRUCTION
    };
    return classes[kind] != NULL ? classes[kind] : "other";
}

/*
 * Returns the target of a branch. The instruction contains the distance of the target from the next
 * instruction: 56 bits, in units of four bytes.
 */
static int64_t target_of(int64_t at, uint64_t low, uint64_t high)
{
    const uint64_t units = (low >> 34 | (high & 0x3ffff) << 30) << 8 | (low >> 16 & 0xff);
    const int64_t distance = (int64_t)units - (int64_t)((units >> 55) << 56);
    return at + SIZE + 4 * distance;
}

static struct instruction instruction_at(const struct text *text, int64_t at)
{
    uint64_t words[2];
    memcpy(words, text->bytes + at, sizeof words);
    const int kind = (int)(words[0] & KIND);
    return (struct instruction){kind, kind == BRANCH ? target_of(at, words[0], words[1]) : -1};
}

/* Whether an instruction is counted. Padding and the branch to itself after the end are not. */
static bool counts(const struct instruction *instruction, int64_t at)
{
    return instruction->kind != NO_OPERATION && instruction->target != at;
}

/* Finds the first loop that ends at or after `at`, by its backward branch. */
static bool next_loop(const struct text *text, int64_t at, struct loop *loop)
{
    for (; at + SIZE <= text->size; at += SIZE) {
        const struct instruction instruction = instruction_at(text, at);
        if (instruction.target >= 0 && instruction.target < at) {
            *loop = (struct loop){instruction.target, at};
            return true;
        }
    }
    return false;
}

/* Whether a loop contains no further loop. */
static bool is_inner(const struct text *text, const struct loop *loop)
{
    struct loop other;
    for (int64_t at = loop->first; next_loop(text, at, &other) && other.last < loop->last;
         at = other.last + SIZE)
        if (other.first >= loop->first)
            return false;
    return true;
}

static void count_one(cJSON *classes, const char *name)
{
    cJSON *count = cJSON_GetObjectItemCaseSensitive(classes, name);
    if (count == NULL)
        cJSON_AddNumberToObject(classes, name, 1);
    else
        cJSON_SetNumberValue(count, count->valuedouble + 1);
}

/*
 * Returns the number of instructions in [first, end). If `classes` is not NULL, counts them there
 * by class.
 */
static int count_from(const struct text *text, int64_t first, int64_t end, cJSON *classes)
{
    int count = 0;
    for (int64_t at = first; at + SIZE <= end; at += SIZE) {
        const struct instruction instruction = instruction_at(text, at);
        if (!counts(&instruction, at))
            continue;
        count++;
        if (classes != NULL)
            count_one(classes, class_of(instruction.kind));
    }
    return count;
}

cJSON *cuda_instructions(const struct kernel_image *image, const char *kernel, int *instructions)
{
    struct text text;
    struct loop loop;
    text.bytes = cuda_code_text(image, kernel, &text.size);
    if (text.bytes == NULL)
        return NULL;
    cJSON *loops = cJSON_CreateArray();
    for (int64_t at = 0; next_loop(&text, at, &loop); at = loop.last + SIZE) {
        cJSON *item = cJSON_CreateObject(), *classes = cJSON_CreateObject();
        const int count = count_from(&text, loop.first, loop.last + SIZE, classes);
        cJSON_AddNumberToObject(item, "instructions", count);
        cJSON_AddBoolToObject(item, "inner", is_inner(&text, &loop));
        cJSON_AddItemToObject(item, "classes", classes);
        cJSON_AddItemToArray(loops, item);
    }
    *instructions = count_from(&text, 0, text.size, NULL);
    return loops;
}

int cuda_loop_instructions(const struct kernel_image *image)
{
    int count = 0;
    for (int k = 0; k < image->kernels; k++) {
        struct text text;
        struct loop loop;
        text.bytes = cuda_code_text(image, image->usage[k].name, &text.size);
        if (text.bytes == NULL)
            continue;
        for (int64_t at = 0; next_loop(&text, at, &loop); at = loop.last + SIZE)
            if (is_inner(&text, &loop))
                count += count_from(&text, loop.first, loop.last + SIZE, NULL);
    }
    return count;
}
