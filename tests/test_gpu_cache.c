/*
 * Tests the cache of GPU kernels. If an image or its compiler log is damaged or owned by another
 * user, the kernel is compiled again and the file replaced. NVRTC is emulated.
 */

#ifdef PAIRLANES_CUDA
#include "harness/backend/cuda/driver/cuda_compile.h"
#include "harness/catalog/embedded.h"
#include "tests/cache.h"
#include "tests/cmocka.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 512, SECONDS = 60 };

static const char probe[] = "harness/backend/cuda/probes/block.cu";

static struct source_set shipped, sources; /* the second contains an empty kernel */
static const char *texts[256];

/* Compiles a kernel, or reads it from the cache; returns true if the cache had it. */
static bool compile(struct kernel_image *image)
{
    struct error error = {0};
    assert_good(kernel_compile_probe(&sources, probe, PRECISION_SINGLE, 90, image, &error));
    return image->cached;
}

static int setup(void **state)
{
    struct error error;
    (void)state;
    if (make_own_cache(NULL) != 0 || !source_load(NULL, &shipped, &error))
        return 1;
    sources = shipped;
    memcpy(texts, shipped.texts, sizeof *texts * (size_t)sources.count);
    for (int k = 0; k < sources.count; k++)
        if (strcmp(sources.paths[k], probe) == 0)
            texts[k] = "extern \"C\" __global__ void nothing() {}\n";
    sources.texts = texts;
    alarm(SECONDS); /* a file that blocks ends the test */
    struct kernel_image image;
    compile(&image);
    kernel_image_free(&image);
    return 0;
}

static int teardown(void **state)
{
    source_free(&shipped);
    return remove_cache(state);
}

/* Finds the only file in the cache with this suffix. */
static void find(const char *suffix, char path[PATH])
{
    char pattern[PATH];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/*%s", own_cache, suffix);
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    assert_int_equal(found.gl_pathc, 1);
    snprintf(path, PATH, "%s", found.gl_pathv[0]);
    globfree(&found);
}

static void write_garbage(const char *path, off_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (off_t k = 0; k < size; k++)
        fputc((int)(k * k % 251), file);
    assert_int_equal(fclose(file), 0);
}

static void be_garbage(const char *path, off_t size)
{
    write_garbage(path, size);
}

static void be_short_garbage(const char *path, off_t size)
{
    (void)size;
    write_garbage(path, 3);
}

static void be_empty(const char *path, off_t size)
{
    (void)size;
    assert_int_equal(truncate(path, 0), 0);
}

static void be_cut(const char *path, off_t size)
{
    assert_int_equal(truncate(path, size - 1), 0);
}

static void be_pipe(const char *path, off_t size)
{
    (void)size;
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
}

static void be_folder(const char *path, off_t size)
{
    (void)size;
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
}

static void be_device(const char *path, off_t size)
{
    (void)size;
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink("/dev/zero", path), 0);
}

static void be_writable(const char *path, off_t size)
{
    (void)size;
    assert_int_equal(chmod(path, 0622), 0);
}

TEST(bad_files_are_compiled_again_and_replaced)
{
    static void (*const kinds[])(const char *path, off_t size) = {
        be_garbage, be_short_garbage, be_empty, be_cut, be_pipe, be_folder, be_device, be_writable};
    static const char *const suffixes[] = {".cubin", ".log"};
    for (size_t s = 0; s < sizeof suffixes / sizeof *suffixes; s++) {
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k += 1 + s) { /* every second log */
            struct kernel_image image;
            struct stat status;
            char path[PATH];
            assert_true(compile(&image));
            kernel_image_free(&image);
            find(suffixes[s], path);
            assert_int_equal(stat(path, &status), 0);
            kinds[k](path, status.st_size);
            if (compile(&image))
                fail_msg("%s, kind %zu is taken from the cache", suffixes[s], k);
            assert_true(image.size > 0);
            kernel_image_free(&image);
            assert_int_equal(lstat(path, &status), 0);
            assert_true(S_ISREG(status.st_mode));
        }
    }
}

TEST(an_image_of_another_kernel_is_compiled_again)
{
    struct kernel_image other;
    struct error error;
    char path[PATH], command[3 * PATH];
    find(".cubin", path);
    assert_true(kernel_compile_probe(&sources, probe, PRECISION_DOUBLE, 90, &other, &error));
    kernel_image_free(&other);
    snprintf(command, sizeof command,
             "for file in '%s'/*.cubin; do [ \"$file\" = '%s' ] || cp \"$file\" '%s'; done",
             own_cache, path, path);
    assert_int_equal(system(command), 0);
    assert_false(compile(&other));
    kernel_image_free(&other);
    assert_true(compile(&other));
    kernel_image_free(&other);
}

TEST(an_image_of_another_compiler_is_compiled_again)
{
    static const bool cached[] = {true, false, true};
    for (int k = 0; k < 3; k++) {
        struct kernel_image image;
        if (k == 1)
            assert_int_equal(setenv("EMULATOR_NVRTC", "11080", 1), 0);
        else
            assert_int_equal(unsetenv("EMULATOR_NVRTC"), 0);
        assert_int_equal(compile(&image), cached[k]);
        kernel_image_free(&image);
    }
}

TESTS_MAIN(setup, teardown)

#else
#include "tests/without_cuda.h"
#endif
