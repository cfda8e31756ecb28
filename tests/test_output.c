/*
 * Tests that files are written completely or not at all, and that only regular files are replaced.
 */
#include "harness/base/files/output.h"
#include "tests/cmocka.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH = 256, TEXT = 64 };

static char folder[64];

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/pairlanes-test-XXXXXX");
    signal(SIGXFSZ, SIG_IGN);
    return mkdtemp(folder) == NULL || chdir(folder) != 0;
}

static int remove_folder(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static bool put(const char *path, const char *text, struct error *error)
{
    struct output output;
    if (!output_begin(&output, path, error))
        return false;
    fputs(text, output.stream);
    return output_end(&output, true, error);
}

static void holds(const char *path, const char *text)
{
    char found[TEXT] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(found, 1, sizeof found - 1, file);
    fclose(file);
    assert_int_equal(length, strlen(text));
    assert_string_equal(found, text);
}

/* Returns the number of files in the test's folder. */
static int names(void)
{
    FILE *list = popen("ls -A | wc -l", "r");
    int count = -1;
    assert_non_null(list);
    assert_int_equal(fscanf(list, "%d", &count), 1);
    pclose(list);
    return count;
}

static mode_t mode_of(const char *path)
{
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    return status.st_mode & 07777;
}

TEST(new_and_old_files_are_written_with_their_modes)
{
    struct error error;
    mode_t before = umask(027);
    assert_true(put("file", "new", &error));
    umask(before);
    holds("file", "new");
    assert_int_equal(mode_of("file"), 0640);
    assert_int_equal(chmod("file", 0604), 0);
    assert_true(put("file", "newer", &error));
    holds("file", "newer");
    assert_int_equal(mode_of("file"), 0604);
    assert_int_equal(names(), 1);
    assert_int_equal(unlink("file"), 0);
}

TEST(the_old_file_stays_until_the_end)
{
    struct error error;
    struct output output;
    assert_true(put("file", "old", &error));
    assert_true(output_begin(&output, "file", &error));
    fputs("half", output.stream);
    fflush(output.stream);
    holds("file", "old");
    assert_false(output_end(&output, false, &error));
    holds("file", "old");
    assert_int_equal(names(), 1);
    assert_int_equal(unlink("file"), 0);
}

TEST(a_link_is_followed)
{
    struct error error;
    struct stat status;
    assert_int_equal(mkdir("below", 0700), 0);
    assert_true(put("below/file", "old", &error));
    assert_int_equal(symlink("below/file", "link"), 0);
    assert_true(put("link", "new", &error));
    holds("below/file", "new");
    assert_int_equal(lstat("link", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    char *one = output_target("link", &error), *other = output_target("below/file", &error);
    assert_string_equal(one, other);
    free(one);
    free(other);
    assert_int_equal(unlink("below/file"), 0);
    assert_false(put("link", "new", &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_int_equal(unlink("link"), 0);
    assert_int_equal(rmdir("below"), 0);
}

/*
 * Checks that writing to a path fails, directly and by a symbolic link, and that the file stays
 * unchanged.
 */
static void refused(const char *path, const char *kind)
{
    struct stat before, after;
    struct error error;
    const char *const ways[] = {path, "link"};
    assert_int_equal(symlink(path, "link"), 0);
    assert_int_equal(stat(path, &before), 0);
    for (int k = 0; k < 2; k++) {
        error.text[0] = '\0';
        assert_false(output_check(ways[k], &error));
        assert_int_equal(error.code, EXIT_USAGE);
        assert_non_null(strstr(error.text, kind));
        assert_false(put(ways[k], "text", &error));
        assert_int_equal(error.code, EXIT_USAGE);
    }
    assert_int_equal(stat(path, &after), 0);
    assert_int_equal(before.st_mode, after.st_mode);
    assert_int_equal(before.st_ino, after.st_ino);
    assert_int_equal(unlink("link"), 0);
}

TEST(devices_and_folders_are_refused)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "socket"};
    assert_int_equal(mkfifo("fifo", 0600), 0);
    assert_int_equal(mkdir("below", 0700), 0);
    int end = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(end, (struct sockaddr *)&name, sizeof name), 0);
    refused("/dev/null", "found a device");
    refused("fifo", "found a FIFO");
    refused("below", "found a folder");
    refused("socket", "found a socket");
    close(end);
    assert_int_equal(unlink("socket"), 0);
    assert_int_equal(unlink("fifo"), 0);
    assert_int_equal(rmdir("below"), 0);
    assert_int_equal(names(), 0);
}

TEST(an_output_that_cannot_be_written_is_reported_with_the_reason)
{
    static const char *const paths[] = {"none/file", "none/", "", "file/below"};
    struct error error;
    assert_true(put("file", "old", &error));
    for (int k = 0; k < 4; k++) {
        assert_false(output_check(paths[k], &error));
        assert_int_equal(error.code, EXIT_ENVIRONMENT);
        assert_non_null(strstr(error.text, "cannot be written: "));
        assert_false(put(paths[k], "text", &error));
    }
    assert_true(output_check("file", &error));
    assert_true(output_check("other", &error));
    assert_true(output_check(NULL, &error));
    assert_int_equal(names(), 1);
    assert_int_equal(unlink("file"), 0);
}

/* Writes more than the limit of a file's size, at once or in small pieces. */
TEST(a_file_that_grows_too_long_leaves_the_old_one)
{
    struct rlimit limit, before;
    struct error error;
    struct output output;
    assert_true(put("file", "old", &error));
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = (struct rlimit){.rlim_cur = 10000, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    assert_true(output_begin(&output, "file", &error));
    for (int k = 0; k < 10000; k++)
        fputs("more than fits", output.stream);
    assert_false(output_end(&output, true, &error));
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(error.code, EXIT_ENVIRONMENT);
    assert_string_equal(error.text, "file: cannot be written: File too large");
    holds("file", "old");
    assert_int_equal(names(), 1);
    assert_int_equal(unlink("file"), 0);
}

/* If a process is killed while it writes, the old file remains, and nothing of the new file. */
TEST(a_killed_process_leaves_no_file)
{
    struct error error;
    assert_true(put("file", "old", &error));
    pid_t child = fork();
    if (child == 0) {
        struct output output;
        if (output_begin(&output, "file", &error)) {
            fputs("half", output.stream);
            fflush(output.stream);
        }
        kill(getpid(), SIGKILL);
    }
    assert_int_equal(waitpid(child, NULL, 0), child);
    holds("file", "old");
    assert_int_equal(names(), 1);
    assert_int_equal(unlink("file"), 0);
}

TEST(folders_are_made)
{
    struct error error;
    assert_true(output_folders("a/b/c", &error));
    assert_true(output_folders("a//b/c", &error));
    assert_true(output_folders("c", &error));
    assert_int_equal(access("a/b/c", F_OK), -1);
    assert_int_equal(rmdir("a/b"), 0);
    assert_int_equal(rmdir("a"), 0);
    assert_false(output_folders("/dev/null/b/c", &error));
    assert_int_equal(error.code, EXIT_ENVIRONMENT);
    assert_int_equal(names(), 0);
}

TESTS_MAIN(make_folder, remove_folder)
