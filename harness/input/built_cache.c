#include "harness/input/built_cache.h"

#include "harness/base/files/cache.h"
#include "harness/base/files/cache_bound.h"
#include "harness/base/memory.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char suffix[] = ".particles";

/** Lists of built systems that are cached after the arrays. */
static const enum system_list lists[] = {SYSTEM_BONDED, SYSTEM_EXCLUSIONS};

enum { LISTS = sizeof lists / sizeof *lists };

/** Head of a file; the arrays follow in the order of system.h, then the lists. */
struct head {
    int64_t n, count[LISTS];
    double box[3];
    int32_t has[SYSTEM_HASHED], excluded_form;
    char hash[HASH_TEXT];
};

/** Adds the program's own binary to the hash; false if it cannot be read. */
static bool hash_program(struct hash *hash)
{
    static struct hash known;
    static bool is_known;
    unsigned char block[1 << 16];
    struct hasher hasher;
    size_t size;
    FILE *program = is_known ? NULL : fopen("/proc/self/exe", "rb");
    if (program != NULL) {
        hash_start(&hasher);
        while ((size = fread(block, 1, sizeof block, program)) > 0)
            hash_bytes(&hasher, block, size);
        is_known = !ferror(program);
        known = hash_end(&hasher);
        fclose(program);
    }
    *hash = known;
    return is_known;
}

static bool find_path(const struct system_spec *spec, char *path, size_t size)
{
    const double values[] = {(double)spec->n, spec->density, spec->temperature,  spec->box[0],
                             spec->box[1],    spec->box[2],  (double)spec->chain};
    struct hasher hasher;
    struct hash program;
    if (!hash_program(&program))
        return false;
    hash_start(&hasher);
    hash_bytes(&hasher, &program, sizeof program);
    hash_string(&hasher, spec->builder);
    hash_bytes(&hasher, values, sizeof values);
    hash_bytes(&hasher, &spec->seed, sizeof spec->seed);
    hash_bytes(&hasher, spec->parameter, (size_t)spec->parameter_count * sizeof *spec->parameter);
    return cache_path(hash_end(&hasher), suffix, path, size);
}

/** Copies an array of a system to the bytes at the cursor; with `from`, in the other direction. */
static void copy_array(void *array, size_t size, bool from, char **cursor)
{
    if (array == NULL)
        return;
    memcpy(from ? array : *cursor, from ? *cursor : array, size);
    *cursor += size;
}

/**
 * Copies the arrays and lists of a system to the bytes at the cursor. With `from`, copies in the
 * other direction.
 */
static void copy_arrays(const struct system *system, bool from, char **cursor)
{
    for (int a = 0; a < SYSTEM_HASHED; a++)
        copy_array(system_array(system, a), system_array_bytes(system, a), from, cursor);
    copy_array(system->bonded, (size_t)system->bonded_count * sizeof *system->bonded, from, cursor);
    copy_array(system->exclusion, (size_t)system->exclusion_count * sizeof *system->exclusion, from,
               cursor);
}

/** Returns the number of bytes of the arrays that follow a head. */
static double bytes_of(const struct head *head)
{
    const struct system outline = {.n = head->n};
    double bytes = (double)head->count[0] * sizeof(struct bonded) +
                   (double)head->count[1] * sizeof(int32_t[2]);
    for (int a = 0; a < SYSTEM_HASHED; a++)
        bytes += head->has[a] ? (double)system_array_bytes(&outline, a) : 0;
    return bytes;
}

static bool unpack(char *bytes, size_t size, const struct system_spec *spec, struct system *system)
{
    struct head head;
    struct error error;
    char *cursor = bytes + sizeof head;
    if (size < sizeof head)
        return false;
    memcpy(&head, bytes, sizeof head);
    if (head.n != spec->n || head.count[0] < 0 || head.count[1] < 0 ||
        bytes_of(&head) != (double)(size - sizeof head) || !system_allocate(head.n, system, &error))
        return false;
    memcpy(system->box, head.box, sizeof head.box);
    for (int a = SYSTEM_TYPE; a < SYSTEM_HASHED; a++)
        if (head.has[a] && !system_add(system, a, &error))
            return false;
    for (int l = 0; l < LISTS; l++)
        if (head.count[l] > 0 && !system_add_list(system, lists[l], head.count[l], &error))
            return false;
    system->excluded_form = head.excluded_form;
    copy_arrays(system, true, &cursor);
    system_set_hash(system);
    return strncmp(system->hash, head.hash, sizeof head.hash) == 0;
}

bool built_cache_read(const struct system_spec *spec, struct system *system)
{
    char path[PATH_MAX];
    void *bytes = NULL;
    size_t size = 0;
    *system = (struct system){0};
    if (!find_path(spec, path, sizeof path) || !cache_read(path, &bytes, &size))
        return false;
    bool good = unpack(bytes, size, spec, system);
    free(bytes);
    if (good)
        cache_used(path);
    else
        system_free(system);
    return good;
}

void built_cache_write(const struct system_spec *spec, const struct system *system)
{
    char path[PATH_MAX];
    struct error error;
    struct head head = {.n = system->n,
                        .count = {system->bonded_count, system->exclusion_count},
                        .excluded_form = system->excluded_form};
    memcpy(head.box, system->box, sizeof head.box);
    for (int a = 0; a < SYSTEM_HASHED; a++)
        head.has[a] = system_array(system, a) != NULL;
    double size = bytes_of(&head) + sizeof head;
    if (size > (double)built_cache_largest || !find_path(spec, path, sizeof path))
        return;
    char *bytes = memory_allocate((int64_t)size, 1, "a cached system", &error);
    if (bytes == NULL)
        return;
    char *cursor = bytes + sizeof head;
    memcpy(head.hash, system->hash, sizeof head.hash);
    memcpy(bytes, &head, sizeof head);
    copy_arrays(system, false, &cursor);
    cache_write(path, bytes, (size_t)size);
    free(bytes);
    cache_bound(path, suffix, built_cache_most);
}
