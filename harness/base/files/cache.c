#include "harness/base/files/cache.h"

#include "harness/base/files/output.h"
#include "harness/base/hash.h"
#include "harness/base/memory.h"
#include "harness/base/printable.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { REASON = sizeof(((struct error *)0)->text) + 200 };

static bool make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool made = mkdir(path, 0755) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made)
            return false;
    }
    return true;
}

static bool failed;

bool cache_failed(void)
{
    return failed;
}

/* Reports once that no folder is available for the cache. */
static void report_none(void)
{
    if (!failed)
        fputs("there is no cache, since HOME is not set: every run compiles its kernels and builds "
              "its systems; set PAIRLANES_CACHE to a folder of your own\n",
              stderr);
    failed = true;
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
    else
        report_none();
    return written > 0 && (size_t)written < size;
}

/* Returns the check sum of a file's name and content. The file ends with this sum. */
static struct hash sum_of(const char *path, const void *bytes, size_t size)
{
    const char *slash = strrchr(path, '/');
    struct hasher hasher;
    hash_start(&hasher);
    hash_string(&hasher, slash != NULL ? slash + 1 : path);
    hash_bytes(&hasher, bytes, size);
    return hash_end(&hasher);
}

static bool is_own(const struct stat *status)
{
    return status->st_uid == geteuid() && (status->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* Reports once why the cache cannot be used. */
static void report_once(const char *path, const char *reason)
{
    static bool reported;
    const char *slash = strrchr(path, '/');
    if (!reported)
        printable_line(stderr, "the cache %.*s is not used: %s",
                       slash != NULL ? (int)(slash - path) : 0, path, reason);
    reported = true;
}

static void report_unwritable(const char *path, const char *reason)
{
    char text[REASON];
    failed = true;
    snprintf(text, sizeof text,
             "it cannot be written (%s), so that every run compiles its kernels and builds its "
             "systems again; set PAIRLANES_CACHE to a folder of your own",
             reason);
    report_once(path, text);
}

/* Whether only this user can write to the folder of a file; reports once if others can. */
static bool folder_is_own(const char *path)
{
    char folder[4200];
    struct stat status;
    const char *slash = strrchr(path, '/');
    int length = slash != NULL ? (int)(slash - path) : 0;
    if (snprintf(folder, sizeof folder, "%.*s/.", length, path) >= (int)sizeof folder ||
        stat(folder, &status) != 0)
        return false;
    if (!is_own(&status))
        report_once(path, "it must be your own, and no other user may write to it (chmod go-w)");
    return is_own(&status);
}

/*
 * Opens a regular file if it and its folder belong to the user and others cannot write to them. If
 * not, returns NULL.
 */
static FILE *open_own(const char *path, size_t *size)
{
    struct stat status;
    if (!folder_is_own(path))
        return NULL;
    int opened = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (opened < 0)
        return NULL;
    bool good = fstat(opened, &status) == 0 && S_ISREG(status.st_mode) && is_own(&status);
    FILE *file = good ? fdopen(opened, "rb") : NULL;
    if (file == NULL)
        close(opened);
    else
        *size = (size_t)status.st_size;
    return file;
}

bool cache_read(const char *path, void **bytes, size_t *size)
{
    struct error error;
    size_t all = 0;
    FILE *file = open_own(path, &all);
    if (file == NULL)
        return false;
    struct hash expected;
    *size = all > sizeof expected ? all - sizeof expected : 0;
    *bytes = *size > 0 ? memory_allocate((int64_t)*size + 1, 1, "a cached file", &error) : NULL;
    bool read = *bytes != NULL && fread(*bytes, 1, *size, file) == *size &&
                fread(&expected, sizeof expected, 1, file) == 1 &&
                hash_same(expected, sum_of(path, *bytes, *size));
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
    struct stat old;
    struct output output;
    struct error error;
    if (lstat(path, &old) == 0 && !S_ISREG(old.st_mode) && remove(path) != 0) {
        printable_line(stderr, "%s is in the place of a cached file, and cannot be removed: %s",
                       path, strerror(errno));
        return;
    }
    if (!make_folders(path)) {
        report_unwritable(path, strerror(errno));
        return;
    }
    if (!folder_is_own(path)) { /* if the folder exists, folder_is_own has reported the reason */
        report_unwritable(path, "it is not a folder");
        return;
    }
    if (!output_begin(&output, path, &error)) {
        report_unwritable(path, error.text);
        return;
    }
    const struct hash sum = sum_of(path, bytes, size);
    bool private = fchmod(output.file, S_IRUSR | S_IWUSR) == 0;
    fwrite(bytes, 1, size, output.stream);
    fwrite(&sum, sizeof sum, 1, output.stream);
    if (!output_end(&output, private, &error) && private)
        report_unwritable(path, error.text);
}
