/* Runs a target on files and on all files of folders, and prints their number. */
#include "tests/fuzz/fuzz.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int replayed;

static void replay_file(const char *path)
{
    struct stat status;
    FILE *stream = fopen(path, "rb");
    fuzz_expect(stream != NULL && fstat(fileno(stream), &status) == 0, "an input can be read");
    size_t size = (size_t)status.st_size;
    uint8_t *data = malloc(size > 0 ? size : 1); /* exact size, to detect reads beyond the end */
    fuzz_expect(data != NULL && fread(data, 1, size, stream) == size, "an input can be read");
    fclose(stream);
    fprintf(stderr, "%s\n", path);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    replayed++;
}

static void replay(const char *path)
{
    DIR *folder = opendir(path);
    if (folder == NULL) {
        replay_file(path);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char below[4096];
        snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.')
            replay_file(below);
    }
    closedir(folder);
}

int main(int argc, char **argv)
{
    for (int k = 1; k < argc; k++)
        replay(argv[k]);
    printf("%d replayed\n", replayed);
    return replayed > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
