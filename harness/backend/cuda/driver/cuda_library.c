#include "harness/backend/cuda/driver/cuda_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

struct cuda_driver cu;
struct cuda_compiler rtc;

/*
 * Text of a driver symbol. Macros of cuda.h replace names by versions, so the text is taken after
 * preprocessing.
 */
#define SYMBOL_(name) #name
#define SYMBOL(name)  SYMBOL_(name)

struct symbol {
    const char *name;
    void **address;
};

static bool resolve(void *library, const struct symbol *symbols, const char *what,
                    struct error *error)
{
    for (const struct symbol *symbol = symbols; symbol->name != NULL; symbol++) {
        *symbol->address = dlsym(library, symbol->name);
        if (*symbol->address == NULL)
            return error_set(error, EXIT_ENVIRONMENT, "%s is too old: it has no %s", what,
                             symbol->name);
    }
    return true;
}

bool cuda_check(CUresult result, const char *what, struct error *error)
{
    if (result == CUDA_SUCCESS)
        return true;
    const char *name = "unknown error";
    const char *text = "";
    cu.cuGetErrorName(result, &name);
    cu.cuGetErrorString(result, &text);
    if (result == CUDA_ERROR_OUT_OF_MEMORY)
        return error_set(error, EXIT_ENVIRONMENT, "out of memory on the GPU: %s", what);
    return error_set(error, EXIT_ENVIRONMENT, "%s: %s (%s)", what, text, name);
}

bool cuda_open_driver(struct error *error)
{
    static const struct symbol symbols[] = {
#define CUDA_SYMBOL(name) {SYMBOL(name), (void **)&cu.name},
        CUDA_DRIVER_FUNCTIONS(CUDA_SYMBOL)
#undef CUDA_SYMBOL
            {NULL, NULL},
    };
    static void *library;
    if (library == NULL) {
        void *opened = dlopen("libcuda.so.1", RTLD_NOW);
        if (opened == NULL)
            return error_set(error, EXIT_ENVIRONMENT,
                             "no CUDA driver on this machine (libcuda.so.1 not found)");
        if (!resolve(opened, symbols, "the CUDA driver", error)) {
            dlclose(opened);
            return false;
        }
        library = opened;
    }
    return cuda_check(cu.cuInit(0), "the CUDA driver does not start", error);
}

/* Opens a library in a folder of a toolkit; "": on the library path. */
static void *open_in(const char *folder, const char *const *names)
{
    static const char *const below[] = {"/lib64/", "/lib/", "/targets/x86_64-linux/lib/",
                                        "/targets/sbsa-linux/lib/"};
    void *opened = NULL;
    size_t folders = *folder != '\0' ? sizeof below / sizeof *below : 1;
    for (size_t b = 0; b < folders && opened == NULL; b++) {
        for (int k = 0; names[k] != NULL && opened == NULL; k++) {
            char path[4096];
            snprintf(path, sizeof path, "%s%s%s", folder, *folder != '\0' ? below[b] : "",
                     names[k]);
            opened = dlopen(path, RTLD_NOW);
        }
    }
    return opened;
}

bool cuda_open_compiler(struct error *error)
{
    static const struct symbol symbols[] = {
#define CUDA_SYMBOL(name) {SYMBOL(name), (void **)&rtc.name},
        CUDA_COMPILER_FUNCTIONS(CUDA_SYMBOL)
#undef CUDA_SYMBOL
            {NULL, NULL},
    };
    static const char *const names[] = {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", NULL};
    static void *library;
    if (library != NULL)
        return true;
    const char *const folders[] = {"", getenv("CUDA_PATH"), getenv("CUDA_HOME"), PAIRLANES_CUDA};
    void *opened = NULL;
    for (size_t f = 0; f < sizeof folders / sizeof *folders && opened == NULL; f++)
        opened = folders[f] != NULL ? open_in(folders[f], names) : NULL;
    if (opened == NULL)
        return error_set(
            error, EXIT_ENVIRONMENT,
            "no NVRTC on this machine: libnvrtc.so is neither on the library path nor "
            "in lib64, lib or targets/*/lib of $CUDA_PATH, $CUDA_HOME or " PAIRLANES_CUDA);
    if (!resolve(opened, symbols, "NVRTC", error)) {
        dlclose(opened);
        return false;
    }
    library = opened;
    return true;
}
