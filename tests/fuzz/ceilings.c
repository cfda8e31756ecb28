/* Fuzzes files of device ceilings, and the comparison of cases with ceilings. */
#include "tests/fuzz/fuzz.h"

#include "harness/report/tables/show.h"
#include "harness/results/limits.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(0, data, size);
    struct ceilings_set set;
    struct error error;
    if (!ceilings_read(path, &set, &error))
        return 0;
    ceilings_show(fuzz_sink(), &set, &(struct table_style){.width = 80}, &error);
    struct records *all = fuzz_case();
    if (limits_load(all, path, &error))
        show_records(fuzz_sink(), all, RANKED_ASKED, &(struct table_style){.width = 80}, &error);
    for (; all->ceilings_sets > 0; all->ceilings_sets--)
        free(all->ceilings[all->ceilings_sets - 1]);
    return 0;
}
