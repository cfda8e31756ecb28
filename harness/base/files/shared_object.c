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
     * The loader identifies an object by its path: the file stays open, so that no other one gets
     * the same.
     */
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const void *found = object != NULL ? dlsym(object, symbol) : NULL;
    if (found != NULL)
        return found;
    const char *reason = dlerror();
    /* an object without the symbol is useless on any machine */
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
