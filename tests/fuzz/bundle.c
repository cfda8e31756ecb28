/*
 * Fuzzes the reader of bundles of a machine: with the unchanged input, and with a corrected
 * checksum.
 */
#include "tests/fuzz/fuzz.h"

#include "harness/json/json_file.h"
#include "harness/json/json_print.h"
#include "harness/report/exchange/bundle.h"

#include <stdlib.h>
#include <string.h>

static void read_it(const char *path)
{
    struct bundle bundle;
    struct error error;
    if (bundle_read(path, &bundle, &error)) {
        fuzz_expect(bundle.parts > 0 && bundle_is_machine(bundle.machine),
                    "a bundle has files and a machine");
        for (int k = 0; k < bundle.parts; k++)
            fuzz_expect(strchr(bundle.part[k].name, '/') == NULL &&
                            strchr(bundle.part[k].name, '.') == NULL &&
                            bundle.part[k].doubtful <= bundle.part[k].cases,
                        "a name leads nowhere, and a case is doubted once");
    }
    bundle_free(&bundle);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error;
    const char *path = fuzz_file(0, data, size);
    read_it(path);
    cJSON *document = json_file_read(path, &error);
    if (cJSON_IsObject(document)) {
        bundle_seal(document);
        char *text = json_lines(document, NULL);
        fuzz_expect(text != NULL, "what was read can be written");
        read_it(fuzz_file(1, (const uint8_t *)text, strlen(text)));
        free(text);
    }
    cJSON_Delete(document);
    return 0;
}
