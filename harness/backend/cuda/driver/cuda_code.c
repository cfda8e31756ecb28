#include "harness/backend/cuda/driver/cuda_code.h"

#include "harness/base/files/shared_object.h"

#include <stdio.h>
#include <string.h>

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* Returns the length of a section's name without the kernel's name: ".text" of ".text.force". */
static size_t kind_length(const char *name)
{
    size_t length = 1 + strcspn(name + 1, ".");
    if (starts_with(name, ".nv.")) /* length of ".nv.constant2" in ".nv.constant2.force" */
        length = 4 + strcspn(name + 4, ".");
    return length;
}

/*
 * Whether a section belongs to a kernel's code: instructions, constants, or data shared by all
 * kernels (".nv.constant3", ".nv.global.init"). ".nv.constant0" does not: it only reserves space
 * for the kernel's parameters.
 */
static bool is_code(const char *name, const char *kernel)
{
    const bool text = starts_with(name, ".text."), data = starts_with(name, ".nv.constant");
    if (starts_with(name, ".nv.constant0"))
        return false;
    const char *owner = name + kind_length(name);
    return starts_with(name, ".nv.global") || (data && *owner == '\0') ||
           ((text || data) && strcmp(owner + 1, kernel) == 0);
}

static struct hash hash_of_section(const struct elf_section *section)
{
    struct hasher hasher;
    hash_start(&hasher);
    hash_bytes(&hasher, section->name, kind_length(section->name));
    hash_bytes(&hasher, section->bytes, section->size);
    return hash_end(&hasher);
}

/*
 * Adds a kernel's registers and memory, from the assembler's report, to the hash. False if the
 * report does not mention the kernel.
 */
static bool add_usage(const struct kernel_image *image, const char *kernel, struct hash *hash)
{
    for (int k = 0; k < image->kernels; k++) {
        const struct kernel_usage *usage = &image->usage[k];
        const int taken[] = {usage->registers, usage->shared_bytes};
        if (strcmp(usage->name, kernel) != 0)
            continue;
        *hash = hash_sum(*hash, hash_of_bytes(taken, sizeof taken));
        return true;
    }
    return false;
}

bool cuda_code_hash(const struct kernel_image *image, const char *kernel, struct hash *hash)
{
    struct elf cubin;
    struct elf_section section;
    bool found = false;
    *hash = (struct hash){0};
    if (!elf_open(&cubin, image->bytes, image->size) || !add_usage(image, kernel, hash))
        return false;
    for (int k = 0; k < elf_sections(&cubin); k++) {
        if (!elf_section(&cubin, k, &section))
            return false;
        if (section.bytes == NULL || !is_code(section.name, kernel))
            continue;
        *hash = hash_sum(*hash, hash_of_section(&section));
        found = found || starts_with(section.name, ".text.");
    }
    return found;
}

bool cuda_code_add(const struct kernel_image *image, struct hash *sum)
{
    for (int k = 0; k < image->kernels; k++) {
        struct hash hash;
        if (!cuda_code_hash(image, image->usage[k].name, &hash))
            return false;
        *sum = hash_sum(*sum, hash);
    }
    return image->kernels > 0;
}

const unsigned char *cuda_code_text(const struct kernel_image *image, const char *kernel,
                                    int64_t *size)
{
    struct elf cubin;
    struct elf_section section;
    char wanted[sizeof image->usage->name + 6];
    snprintf(wanted, sizeof wanted, ".text.%s", kernel);
    if (!elf_open(&cubin, image->bytes, image->size))
        return NULL;
    for (int k = 0; k < elf_sections(&cubin); k++) {
        if (!elf_section(&cubin, k, &section))
            return NULL;
        if (section.bytes == NULL || strcmp(section.name, wanted) != 0)
            continue;
        *size = (int64_t)section.size;
        return section.bytes;
    }
    return NULL;
}
