/* Fuzzes results files that a run resumes. */
#include "tests/fuzz/fuzz.h"

#include "harness/report/tables/show.h"
#include "harness/results/results.h"

#include <string.h>

static const char text[] = "{\"strategy\": [\"serial\", \"team\"], \"precision\": \"double\","
                           " \"backend\": \"cpu\", \"threads\": 1, \"system\": {\"n\": 1000}}";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct config config;
    static struct cases cases;
    struct results results;
    struct error error;
    if (cases.count == 0)
        fuzz_expect(config_parse(text, "small.json", NULL, &config, &error) &&
                        cases_expand(&config, &cases, &error),
                    "the config is one");
    /* a read-only path, so that no file is written or locked */
    fuzz_expect(results_start(NULL, &config, &cases, &results, &error), "results begin");
    results.path = strdup(fuzz_file(0, data, size));
    fuzz_expect(results.path != NULL, "there is memory for a path");
    struct records records = {0};
    if (results_resume(&results, &cases, &error))
        fuzz_expect(records_add(&records, results.document, "resumed", &error) &&
                        show_records(fuzz_sink(), &records, RANKED_ASKED,
                                     &(struct table_style){.width = 80}, &error),
                    "what a run keeps can be shown");
    records_free(&records);
    results_free(&results);
    return 0;
}
