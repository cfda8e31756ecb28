#include "harness/backend/cuda/driver/cuda_code.h"

#include "harness/base/text.h"

#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* A cubin is an ELF file: of 64 bits, with a table of sections. */
struct cubin {
    const unsigned char *bytes;
    uint64_t size;
    Elf64_Ehdr header;
    Elf64_Shdr names; /* the section that has the names of all */
};

static bool is_within(const struct cubin *cubin, uint64_t offset, uint64_t size)
{
    return offset <= cubin->size && size <= cubin->size - offset;
}

/* Section k; false if it does not lie in the file. */
static bool section_at(const struct cubin *cubin, int k, Elf64_Shdr *section)
{
    const uint64_t offset = cubin->header.e_shoff + (uint64_t)k * sizeof *section;
    if (!is_within(cubin, offset, sizeof *section))
        return false;
    memcpy(section, cubin->bytes + offset, sizeof *section);
    return section->sh_type == SHT_NOBITS || is_within(cubin, section->sh_offset, section->sh_size);
}

static bool open_cubin(const struct kernel_image *image, struct cubin *cubin)
{
    *cubin = (struct cubin){.bytes = image->bytes, .size = image->size};
    if (image->size < sizeof cubin->header)
        return false;
    memcpy(&cubin->header, image->bytes, sizeof cubin->header);
    return memcmp(cubin->header.e_ident, ELFMAG, SELFMAG) == 0 &&
           cubin->header.e_ident[EI_CLASS] == ELFCLASS64 &&
           cubin->header.e_shentsize == sizeof(Elf64_Shdr) &&
           section_at(cubin, cubin->header.e_shstrndx, &cubin->names) &&
           cubin->names.sh_type == SHT_STRTAB && cubin->names.sh_size > 0 &&
           cubin->bytes[cubin->names.sh_offset + cubin->names.sh_size - 1] == '\0';
}

static const char *name_of(const struct cubin *cubin, const Elf64_Shdr *section)
{
    return section->sh_name < cubin->names.sh_size
               ? (const char *)cubin->bytes + cubin->names.sh_offset + section->sh_name
               : "";
}

/* Whether a section has what a kernel runs by: ".text.force", ".nv.constant0.force", or constants
   and variables that no kernel owns, ".nv.constant3". */
static bool is_code(const char *name, const char *suffix)
{
    const bool data =
        strncmp(name, ".nv.constant", 12) == 0 || strncmp(name, ".nv.global", 10) == 0;
    const bool text = strncmp(name, ".text.", 6) == 0;
    return (text && strcmp(name + 5, suffix) == 0) ||
           (data && (text_has_suffix(name, suffix) || strchr(name + 4, '.') == NULL));
}

bool cuda_code_hash(const struct kernel_image *image, const char *kernel, struct hash *hash)
{
    struct cubin cubin;
    struct hasher hasher;
    char suffix[sizeof image->usage->name + 1];
    snprintf(suffix, sizeof suffix, ".%s", kernel);
    if (!open_cubin(image, &cubin))
        return false;
    bool found = false;
    hash_start(&hasher);
    for (int k = 0; k < cubin.header.e_shnum; k++) {
        Elf64_Shdr section;
        if (!section_at(&cubin, k, &section))
            return false;
        const char *name = name_of(&cubin, &section);
        if (section.sh_type == SHT_NOBITS || !is_code(name, suffix))
            continue;
        hash_string(&hasher, name);
        hash_bytes(&hasher, cubin.bytes + section.sh_offset, section.sh_size);
        found = found || strncmp(name, ".text.", 6) == 0;
    }
    *hash = hash_end(&hasher);
    return found;
}

const unsigned char *cuda_code_text(const struct kernel_image *image, const char *kernel,
                                    int64_t *size)
{
    struct cubin cubin;
    char wanted[sizeof image->usage->name + 6];
    snprintf(wanted, sizeof wanted, ".text.%s", kernel);
    if (!open_cubin(image, &cubin))
        return NULL;
    for (int k = 0; k < cubin.header.e_shnum; k++) {
        Elf64_Shdr section;
        if (!section_at(&cubin, k, &section))
            return NULL;
        if (section.sh_type == SHT_NOBITS || strcmp(name_of(&cubin, &section), wanted) != 0)
            continue;
        *size = (int64_t)section.sh_size;
        return cubin.bytes + section.sh_offset;
    }
    return NULL;
}
