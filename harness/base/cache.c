#include "harness/base/cache.h"

#include "harness/base/hash.h"
#include "harness/base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made)
            return false;
    }
    return true;
}

bool cache_path(struct hash hash, const char *suffix, char *path, size_t size)
{
    const char *own = getenv("PAIRLANES_CACHE");
    const char *xdg = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    char digits[HASH_TEXT];
    hash_text(hash, digits);
    int written = -1;
    if (own != NULL && *own != '\0')
        written = snprintf(path, size, "%s/%s%s", own, digits, suffix);
    else if (xdg != NULL && *xdg != '\0')
        written = snprintf(path, size, "%s/pairlanes/%s%s", xdg, digits, suffix);
    else if (home != NULL && *home != '\0')
        written = snprintf(path, size, "%s/.cache/pairlanes/%s%s", home, digits, suffix);
    return written > 0 && (size_t)written < size;
}

bool cache_read(const char *path, void **bytes, size_t *size)
{
    struct stat status;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    struct error error;
    bool read = fstat(fileno(file), &status) == 0 && status.st_size > 0;
    *size = read ? (size_t)status.st_size : 0;
    *bytes = read ? memory_allocate(status.st_size + 1, 1, "a cached file", &error) : NULL;
    read = *bytes != NULL && fread(*bytes, 1, *size, file) == *size;
    fclose(file);
    if (!read) {
        free(*bytes);
        *bytes = NULL;
        return false;
    }
    ((char *)*bytes)[*size] = '\0';
    return true;
}

void cache_write(char *path, const void *bytes, size_t size)
{
    char temporary[4200];
    if (!make_folders(path))
        return;
    snprintf(temporary, sizeof temporary, "%s.%ld", path, (long)getpid());
    FILE *file = fopen(temporary, "wb");
    if (file == NULL)
        return;
    bool written = fwrite(bytes, 1, size, file) == size;
    written = fclose(file) == 0 && written;
    if (!written || rename(temporary, path) != 0)
        unlink(temporary);
}
