/*
 * Tests the cache of built systems: a system is read instead of built if its file is complete and
 * unchanged.
 */
#include "tests/support.h"

#include "harness/base/files/cache.h"
#include "harness/base/files/cache_bound.h"
#include "harness/input/builders/builders.h"
#include "harness/input/built_cache.h"
#include "tests/cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

/** Finds the path of the only file in the cache. */
static void find_only(char path[PATH_LENGTH])
{
    DIR *opened = opendir(own_cache);
    int count = 0;
    assert_non_null(opened);
    for (struct dirent *entry; (entry = readdir(opened)) != NULL;)
        if (entry->d_name[0] != '.') {
            snprintf(path, PATH_LENGTH, "%s/%s", own_cache, entry->d_name);
            count++;
        }
    closedir(opened);
    assert_int_equal(count, 1);
}

static struct system_spec seeded(uint64_t seed)
{
    return (struct system_spec){
        .builder = "fluid", .n = 64, .density = 0.3, .temperature = 1.5, .seed = seed};
}

TEST_WITH(make_own_cache, remove_cache, a_system_is_read_as_it_was_built)
{
    static const struct {
        const char *builder;
        int64_t n;
        double density;
    } cases[] = {{"patchy", 64, 0.1}, {"duplexes", 16, 0.01}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct system_spec spec = {.builder = cases[k].builder,
                                   .n = cases[k].n,
                                   .density = cases[k].density,
                                   .temperature = NAN,
                                   .seed = 1};
        struct system read, none;
        builder_defaults(&spec);
        struct system built = created(&spec);
        assert_true(built_cache_read(&spec, &read));
        assert_string_equal(read.hash, built.hash);
        assert_int_equal(read.bonded_count, built.bonded_count);
        spec.n++;
        assert_false(built_cache_read(&spec, &none));
        assert_null(none.x);
        system_free(&built);
        system_free(&read);
    }
}

TEST_WITH(make_own_cache, remove_cache, damaged_files_are_built_again)
{
    const struct system_spec spec = seeded(1), other = seeded(2);
    char path[PATH_LENGTH];
    void *bytes;
    size_t size;
    struct system read, built = created(&spec);
    find_only(path);
    assert_true(cache_read(path, &bytes, &size));
    /* damaged files: a changed position, half of the file, another number of particles */
    for (int k = 0; k < 3; k++) {
        char *damaged = malloc(size);
        assert_non_null(damaged);
        memcpy(damaged, bytes, size);
        damaged[k == 0 ? size - 9 : 0] ^= k == 1 ? 0 : 1;
        cache_write(path, damaged, k == 1 ? size / 2 : size);
        assert_false(built_cache_read(&spec, &read));
        struct system again = created(&spec);
        assert_string_equal(again.hash, built.hash);
        assert_true(built_cache_read(&spec, &read));
        system_free(&read);
        system_free(&again);
        free(damaged);
    }
    assert_false(built_cache_read(&other, &read));
    free(bytes);
    system_free(&built);
}

TEST_WITH(make_own_cache, remove_cache, a_cached_system_is_used)
{
    const struct system_spec spec = seeded(1), other = seeded(2);
    char path[PATH_LENGTH];
    void *bytes;
    size_t size;
    struct system planted = created(&other);
    find_only(path);
    assert_true(cache_read(path, &bytes, &size));
    unlink(path);
    struct system built = created(&spec);
    find_only(path);
    cache_write(path, bytes, size);
    struct system taken = created(&spec);
    assert_string_not_equal(built.hash, planted.hash);
    assert_string_equal(taken.hash, planted.hash);
    free(bytes);
    system_free(&planted);
    system_free(&built);
    system_free(&taken);
}

TEST_WITH(make_own_cache, remove_cache, the_least_recently_used_files_are_removed_first)
{
    enum { FILES = 4, BYTES = 1000 - sizeof(struct hash) };
    static const char content[BYTES];
    char path[FILES][PATH_LENGTH];
    for (int k = 0; k < FILES; k++) {
        const struct timespec times[2] = {{.tv_sec = 1000 + k}, {.tv_sec = 1000 + k}};
        const char *suffix = k == 3 ? ".so" : ".particles";
        assert_true(cache_path((struct hash){0, (uint64_t)k}, suffix, path[k], PATH_LENGTH));
        cache_write(path[k], content, sizeof content);
        assert_int_equal(utimensat(AT_FDCWD, path[k], times, 0), 0);
    }
    cache_bound(path[0], ".particles", 3000);
    for (int k = 0; k < FILES; k++)
        assert_int_equal(access(path[k], F_OK), 0);
    cache_used(path[0]);
    cache_bound(path[0], ".particles", 2999);
    for (int k = 0; k < FILES; k++)
        assert_int_equal(access(path[k], F_OK), k == 1 ? -1 : 0);
    cache_bound(path[0], ".particles", 1000);
    for (int k = 0; k < FILES; k++)
        assert_int_equal(access(path[k], F_OK), k == 1 || k == 2 ? -1 : 0);
}

TESTS_MAIN(NULL, NULL)
