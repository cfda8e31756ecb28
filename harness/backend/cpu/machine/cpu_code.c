#include "harness/backend/cpu/machine/cpu_code.h"

#include "harness/base/files/elf.h"

#include <string.h>

/* Sections with code and data. Sections that the linker adds, such as tables of symbols, contain
 * names. */
static bool is_code(const char *name)
{
    static const char *const sections[] = {".text", ".rodata", ".data"};
    for (size_t k = 0; k < sizeof sections / sizeof *sections; k++)
        if (strcmp(name, sections[k]) == 0)
            return true;
    return false;
}

bool cpu_code_hash(const void *bytes, size_t size, struct hash *hash)
{
    struct elf elf;
    struct elf_section section;
    struct hasher hasher;
    bool found = false;
    *hash = (struct hash){0};
    if (bytes == NULL || !elf_open(&elf, bytes, size))
        return false;
    hash_start(&hasher);
    for (int k = 0; k < elf_sections(&elf); k++) {
        if (!elf_section(&elf, k, &section))
            return false;
        if (section.bytes == NULL || !is_code(section.name))
            continue;
        hash_string(&hasher, section.name);
        hash_bytes(&hasher, section.bytes, section.size);
        found = true;
    }
    *hash = hash_end(&hasher);
    return found;
}
