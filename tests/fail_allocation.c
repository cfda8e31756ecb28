/*
 * A library to be preloaded into pairlanes. Makes allocation number $FAIL_ALLOCATION fail; the
 * first allocation in main has number 1. Appends a line to the file $FAIL_ALLOCATION_LOG.
 * Allocations by libgomp are not counted, because libgomp ends the process if one fails.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Names of the functions of glibc that the replacements in this file call. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static long chosen;
static atomic_long counted;
static atomic_bool counting;
static uintptr_t exempt_begin, exempt_end;

static int find_exempt(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    (void)context;
    if (strstr(info->dlpi_name, "libgomp") == NULL)
        return 0;
    for (int k = 0; k < info->dlpi_phnum; k++) {
        uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[k].p_vaddr;
        if (info->dlpi_phdr[k].p_type != PT_LOAD)
            continue;
        if (exempt_begin == 0 || begin < exempt_begin)
            exempt_begin = begin;
        if (begin + info->dlpi_phdr[k].p_memsz > exempt_end)
            exempt_end = begin + info->dlpi_phdr[k].p_memsz;
    }
    return 1;
}

static void report(void)
{
    const char *path = getenv("FAIL_ALLOCATION_LOG");
    int file = path != NULL ? open(path, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
    if (file >= 0 && write(file, "failed\n", 7) == 7)
        close(file);
}

static bool fails(const void *caller)
{
    uintptr_t at = (uintptr_t)caller;
    if (!counting || (at >= exempt_begin && at < exempt_end) || ++counted != chosen)
        return false;
    report();
    errno = ENOMEM;
    return true;
}

#define FAILS fails(__builtin_return_address(0))

void *malloc(size_t size)
{
    return FAILS ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return FAILS ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    return FAILS ? NULL : __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return FAILS ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    if (FAILS)
        return ENOMEM;
    *memory = __libc_memalign(alignment, size);
    return *memory != NULL ? 0 : ENOMEM;
}

/* --- the beginning --- */

static int (*real_main)(int, char **, char **);

static int counted_main(int argc, char **argv, char **environment)
{
    const char *number = getenv("FAIL_ALLOCATION");
    chosen = number != NULL ? strtol(number, NULL, 10) : 0;
    /* child processes run without this library */
    unsetenv("LD_PRELOAD");
    dl_iterate_phdr(find_exempt, NULL);
    counting = true;
    return real_main(argc, argv, environment);
}

int __libc_start_main(int (*program)(int, char **, char **), int argc, char **argv,
                      void (*begin)(void), void (*end)(void), void (*loader_end)(void), void *stack)
{
    __typeof__(&__libc_start_main) start;
    *(void **)&start = dlsym(RTLD_NEXT, "__libc_start_main");
    real_main = program;
    return start(counted_main, argc, argv, begin, end, loader_end, stack);
}
