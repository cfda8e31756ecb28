#include "harness/base/files/cache_bound.h"

#include "harness/base/memory.h"
#include "harness/base/text.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct cached {
    char name[NAME_MAX + 1];
    struct timespec used;
    int64_t bytes;
};

struct listing {
    struct cached *file;
    int64_t count, room;
    int64_t bytes;
};

void cache_used(const char *path)
{
    utimensat(AT_FDCWD, path, NULL, AT_SYMLINK_NOFOLLOW);
}

static void append(struct listing *listing, const char *name, const struct stat *status)
{
    listing->file = memory_room(listing->file, listing->count, &listing->room,
                                sizeof *listing->file, "files of a cache");
    struct cached *file = &listing->file[listing->count++];
    *file = (struct cached){.used = status->st_mtim, .bytes = (int64_t)status->st_size};
    memcpy(file->name, name, strlen(name) + 1);
    listing->bytes += file->bytes;
}

static int by_use(const void *a, const void *b)
{
    const struct timespec *first = &((const struct cached *)a)->used;
    const struct timespec *second = &((const struct cached *)b)->used;
    int seconds = (first->tv_sec > second->tv_sec) - (first->tv_sec < second->tv_sec);
    return seconds != 0 ? seconds
                        : (first->tv_nsec > second->tv_nsec) - (first->tv_nsec < second->tv_nsec);
}

void cache_bound(const char *path, const char *suffix, int64_t bytes)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash != NULL ? strndup(path, (size_t)(slash - path) + 1) : NULL;
    DIR *stream = folder != NULL ? opendir(folder) : NULL;
    struct listing listing = {0};
    struct stat status;
    free(folder);
    if (stream == NULL)
        return;
    for (const struct dirent *entry = readdir(stream); entry != NULL; entry = readdir(stream))
        if (text_has_suffix(entry->d_name, suffix) &&
            fstatat(dirfd(stream), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(status.st_mode) && status.st_uid == geteuid())
            append(&listing, entry->d_name, &status);
    if (listing.bytes > bytes)
        qsort(listing.file, (size_t)listing.count, sizeof *listing.file, by_use);
    for (int64_t k = 0; k < listing.count && listing.bytes > bytes; k++)
        if (unlinkat(dirfd(stream), listing.file[k].name, 0) == 0)
            listing.bytes -= listing.file[k].bytes;
    free(listing.file);
    closedir(stream);
}
