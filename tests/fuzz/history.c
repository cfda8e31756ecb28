/* Fuzzes histories, which have a line per case and commit and are recognized by their suffix. */
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <unistd.h>

static char link_path[FUZZ_PATH];

static void remove_link(void)
{
    unlink(link_path);
}

/* Makes a link with the suffix of histories to the file in memory. */
static void make_link(const char *path)
{
    const char *folder = getenv("TMPDIR");
    snprintf(link_path, sizeof link_path, "%.32s/fuzz-%d.jsonl", folder != NULL ? folder : "/tmp",
             (int)getpid());
    fuzz_expect(symlink(path, link_path) == 0 && atexit(remove_link) == 0,
                "a file can have another name");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(0, data, size);
    if (link_path[0] == '\0')
        make_link(path);
    fuzz_records(link_path);
    return 0;
}
