/* Tests the cache: files are read back, unless another user could have written them. */
#include "harness/base/files/cache.h"
#include "tests/cache.h"
#include "tests/cmocka.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 512 };

static const char content[] = "what is kept";

/* Writes the content to the cache under a name, and sets the path. */
static void write_content(int name, char path[PATH])
{
    assert_true(cache_path((struct hash){0, (uint64_t)name}, ".so", path, PATH));
    cache_write(path, content, sizeof content);
}

static bool is_read(const char *path)
{
    void *bytes = NULL;
    size_t size = 0;
    bool read = cache_read(path, &bytes, &size);
    if (read) {
        assert_int_equal(size, sizeof content);
        assert_memory_equal(bytes, content, size);
    } else {
        assert_null(bytes);
    }
    free(bytes);
    return read;
}

TEST(a_written_file_is_read_back)
{
    char path[PATH];
    write_content(1, path);
    assert_true(is_read(path));
    cache_write(path, "", 0);
    assert_false(is_read(path));
    write_content(1, path);
    assert_true(is_read(path));
    assert_int_equal(unlink(path), 0);
    assert_false(is_read(path));
}

TEST(damage_is_seen)
{
    char path[PATH];
    for (int offset = 0; offset < (int)sizeof content + 16; offset++) {
        char byte = 0;
        write_content(2, path);
        int file = open(path, O_RDWR);
        assert_int_equal(pread(file, &byte, 1, offset), 1);
        byte ^= 1;
        assert_int_equal(pwrite(file, &byte, 1, offset), 1);
        close(file);
        assert_false(is_read(path));
    }
    for (int length = 0; length < (int)sizeof content + 16; length++) {
        write_content(2, path);
        assert_int_equal(truncate(path, length), 0);
        assert_false(is_read(path));
    }
}

/* A file that is renamed is not read, because another name means another kernel. */
TEST(a_file_under_another_name_is_not_read)
{
    char path[PATH], other[PATH];
    write_content(3, path);
    assert_true(cache_path((struct hash){0, 4}, ".so", other, sizeof other));
    assert_int_equal(rename(path, other), 0);
    assert_false(is_read(other));
}

TEST(files_that_others_may_write_are_not_read)
{
    static const mode_t modes[] = {0620, 0602, 0666};
    char path[PATH];
    for (int k = 0; k < 3; k++) {
        write_content(5, path);
        assert_int_equal(chmod(path, modes[k]), 0);
        assert_false(is_read(path));
    }
    write_content(5, path);
    assert_int_equal(chmod(own_cache, 0777), 0);
    assert_false(is_read(path));
    assert_int_equal(unlink(path), 0);
    write_content(5, path);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(chmod(own_cache, 0755), 0);
    write_content(5, path);
    assert_true(is_read(path));
}

TEST(only_regular_files_are_read)
{
    char path[PATH], other[PATH];
    write_content(6, path);
    snprintf(other, sizeof other, "%s/elsewhere", own_cache);
    assert_int_equal(rename(path, other), 0);
    assert_int_equal(symlink(other, path), 0);
    assert_false(is_read(path));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(is_read(path));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_false(is_read(path));
}

TEST(any_earlier_file_is_replaced)
{
    char path[PATH];
    write_content(8, path);
    for (int kind = 0; kind < 3; kind++) {
        assert_int_equal(unlink(path), 0);
        assert_int_equal(kind == 0   ? mkfifo(path, 0600)
                         : kind == 1 ? mkdir(path, 0700)
                                     : symlink("/dev/full", path),
                         0);
        write_content(8, path);
        assert_true(is_read(path));
    }
}

TEST(files_of_another_user_are_not_read)
{
    char path[PATH];
    if (geteuid() != 0) {
        print_message("skipped: only root can give a file away\n");
        skip();
    }
    write_content(7, path);
    assert_int_equal(chown(path, 12345, (gid_t)-1), 0);
    assert_false(is_read(path));
    write_content(7, path);
    assert_true(is_read(path));
    assert_int_equal(chown(own_cache, 12345, (gid_t)-1), 0);
    assert_false(is_read(path));
    assert_int_equal(chown(own_cache, 0, (gid_t)-1), 0);
    assert_true(is_read(path));
}

TESTS_MAIN(make_own_cache, remove_cache)
