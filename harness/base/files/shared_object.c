#include "harness/base/files/shared_object.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static bool write_all(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(file, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

const void *shared_object_open(const void *bytes, size_t size, const char *name, const char *symbol,
                               struct error *error)
{
    char path[64];
    int file = memfd_create(name, MFD_CLOEXEC);
    if (file < 0 || !write_all(file, bytes, size)) {
        error_set(error, EXIT_ENVIRONMENT, "%s: a file in memory cannot be created: %s", name,
                  strerror(errno));
        if (file >= 0)
            close(file);
        return NULL;
    }
    /*
     * The loader identifies an object by its path, which contains the number of the descriptor. So
     * the file stays open: no other object can get the same path.
     */
    snprintf(path, sizeof path, SHARED_OBJECT_FILES "%d", file);
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const void *found = object != NULL ? dlsym(object, symbol) : NULL;
    if (found != NULL)
        return found;
    const char *reason = dlerror();
    /*
     * an object without the symbol is useless on any machine, so this is not an error of the
     * environment
     */
    const bool lacking =
        object != NULL || (reason != NULL && strstr(reason, "undefined symbol") != NULL);
    error_set(error, lacking ? EXIT_USAGE : EXIT_ENVIRONMENT, "%s: %s", name,
              reason != NULL ? reason : "not found");
    if (object != NULL)
        dlclose(object);
    close(file);
    return NULL;
}

void *shared_object_symbol(const void *found, const char *symbol)
{
    Dl_info place;
    void *object =
        dladdr(found, &place) != 0 ? dlopen(place.dli_fname, RTLD_NOW | RTLD_NOLOAD) : NULL;
    void *other = object != NULL ? dlsym(object, symbol) : NULL;
    if (object != NULL)
        dlclose(object);
    return other;
}

static bool is_within(const struct elf *elf, uint64_t offset, uint64_t size)
{
    return offset <= elf->size && size <= elf->size - offset;
}

static bool header_at(const struct elf *elf, int k, Elf64_Shdr *section)
{
    const uint64_t offset = elf->header.e_shoff + (uint64_t)k * sizeof *section;
    if (!is_within(elf, offset, sizeof *section))
        return false;
    memcpy(section, elf->bytes + offset, sizeof *section);
    return section->sh_type == SHT_NOBITS || is_within(elf, section->sh_offset, section->sh_size);
}

bool elf_open(struct elf *elf, const void *bytes, size_t size)
{
    *elf = (struct elf){.bytes = bytes, .size = size};
    if (size < sizeof elf->header)
        return false;
    memcpy(&elf->header, bytes, sizeof elf->header);
    return memcmp(elf->header.e_ident, ELFMAG, SELFMAG) == 0 &&
           elf->header.e_ident[EI_CLASS] == ELFCLASS64 &&
           elf->header.e_shentsize == sizeof(Elf64_Shdr) &&
           header_at(elf, elf->header.e_shstrndx, &elf->names) &&
           elf->names.sh_type == SHT_STRTAB && elf->names.sh_size > 0 &&
           elf->bytes[elf->names.sh_offset + elf->names.sh_size - 1] == '\0';
}

int elf_sections(const struct elf *elf)
{
    return elf->header.e_shnum;
}

bool elf_section(const struct elf *elf, int k, struct elf_section *section)
{
    Elf64_Shdr header;
    if (!header_at(elf, k, &header))
        return false;
    const char *names = (const char *)elf->bytes + elf->names.sh_offset;
    *section = (struct elf_section){
        .name = header.sh_name < elf->names.sh_size ? names + header.sh_name : "",
        .bytes = header.sh_type == SHT_NOBITS ? NULL : elf->bytes + header.sh_offset,
        .size = header.sh_size};
    return true;
}
