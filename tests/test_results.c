/*
 * Tests results files. They are complete at every moment and in the order of the cases. Only a
 * matching run resumes them.
 */
#include "harness/base/files/text_file.h"
#include "harness/json/json_file.h"
#include "harness/json/json_get.h"
#include "harness/measure/case_values.h"
#include "harness/measure/record_case.h"
#include "harness/results/provenance.h"
#include "harness/results/record.h"
#include "harness/results/results.h"
#include "tests/cmocka.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct fixture {
    char folder[64], path[256];
    struct config config;
    struct cases cases;
};

static int set_up(void **state)
{
    static struct fixture only;
    struct fixture *fixture = &only;
    struct error error;
    snprintf(fixture->folder, sizeof fixture->folder, "/tmp/pairlanes-results-XXXXXX");
    if (mkdtemp(fixture->folder) == NULL)
        return -1;
    snprintf(fixture->path, sizeof fixture->path, "%.60s/deep/er/x.json", fixture->folder);
    *state = fixture;
    return config_parse("{\"strategy\": [\"serial\", \"vertex\", \"team\"], \"precision\": "
                        "\"double\", \"backend\": \"cpu\"}",
                        "x.json", NULL, &fixture->config, &error) &&
                   cases_expand(&fixture->config, &fixture->cases, &error)
               ? 0
               : -1;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    char path[160];
    cases_free(&fixture->cases);
    config_free(&fixture->config);
    static const char *const made[] = {"deep/er/x.json", "deep/er", "deep", "file", ""};
    for (size_t k = 0; k < sizeof made / sizeof *made; k++) {
        snprintf(path, sizeof path, "%s/%s", fixture->folder, made[k]);
        if (remove(path) != 0 && errno != ENOENT)
            return -1;
    }
    return 0;
}

static cJSON *read_back(const char *path)
{
    static char text[1 << 16];
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    text[fread(text, 1, sizeof text - 1, stream)] = '\0';
    fclose(stream);
    return cJSON_Parse(text);
}

static void start(struct fixture *fixture, struct results *results)
{
    struct error error;
    assert_true(results_start(fixture->path, &fixture->config, &fixture->cases, results, &error));
}

#define HASH "0123456789abcdef0123456789abcdef"

/* Adds a case with this status; a case with status "ok" has all mandatory members. */
static void put(struct fixture *fixture, struct results *results, int64_t index, const char *status)
{
    static const struct case_state found = {
        .source_hash = HASH, .identity = HASH, .verification = {.passed = true}};
    static const struct system system = {.n = 4000, .hash = HASH};
    struct case_values values = case_values_start(&fixture->cases.spec[index], NULL, &system);
    values.status = status;
    values.reason = strcmp(status, "ok") == 0 ? NULL : "a reason";
    values.ran = strcmp(status, "ok") == 0;
    values.found = &found;
    if (values.ran)
        values.time[QUANTITY_FORCE] = (struct timing){.median = 2,
                                                      .interval = true,
                                                      .low = 1,
                                                      .high = 3,
                                                      .minimum = 1,
                                                      .p95 = 3,
                                                      .mad = 1,
                                                      .samples = 3,
                                                      .stop_reason = "converged",
                                                      .calls = 1,
                                                      .raw = cJSON_Parse("[1, 2, 3]"),
                                                      .clock_least = NAN,
                                                      .clock_mhz = NAN,
                                                      .memory_clock_least = NAN,
                                                      .memory_clock_mhz = NAN,
                                                      .throttled = NAN,
                                                      .discarded = NAN};
    results_put(results, index, case_values_json(&values, NULL));
}

static const char *id_at(const cJSON *document, int position)
{
    const cJSON *item =
        cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(document, "cases"), position);
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "id"));
}

TEST_WITH(set_up, tear_down, cases_keep_their_order)
{
    struct fixture *fixture = *state;
    struct results results;
    struct error error;
    start(fixture, &results);
    put(fixture, &results, 2, "ok");
    put(fixture, &results, 0, "failed");
    put(fixture, &results, 1, "ok");
    put(fixture, &results, 0, "ok"); /* replaces the first */
    assert_true(results_write(&results, &error));
    cJSON *document = read_back(fixture->path);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(document, "cases")), 3);
    for (int k = 0; k < 3; k++)
        assert_string_equal(id_at(document, k), fixture->cases.spec[k].id);
    cJSON_Delete(document);
    results_free(&results);
}

/* A list of samples cannot contain numbers that are not finite; the file stays readable. */
TEST_WITH(set_up, tear_down, a_case_with_numbers_that_could_not_be_read_back_has_failed)
{
    struct fixture *fixture = *state;
    static const struct backend cpu = {.name = "cpu"};
    const struct opened opened = {.backend = &cpu};
    const struct run_options options = {0};
    double times[] = {3, INFINITY, 2};
    struct sampler sampler = {.samples_ns = times, .count = 3, .calls = 1};
    struct case_state found = {.spec = fixture->cases.spec,
                               .identity = HASH,
                               .source_hash = HASH,
                               .verification = {.passed = true, .worst = -1, .spread_rel = NAN},
                               .sampler = {[QUANTITY_FORCE] = &sampler}};
    struct results results;
    struct run_summary summary = {0};
    struct runner runner = {
        .cases = &fixture->cases, .options = &options, .results = &results, .summary = &summary};
    struct error error;
    start(fixture, &results);
    assert_good(record_ran(&runner, &opened, &found, &error));
    assert_int_equal(summary.failed, 1);
    assert_int_equal(summary.ok, 0);
    const cJSON *item = results_get(&results, 0);
    assert_string_equal(json_text(item, "status"), "failed");
    assert_non_null(
        strstr(json_text(item, "reason"), "numbers that could not be read back: case.force."));
    results_free(&results);
}

TEST_WITH(set_up, tear_down, a_changed_case_is_written_again)
{
    struct fixture *fixture = *state;
    struct results results;
    struct error error;
    start(fixture, &results);
    put(fixture, &results, 1, "ok");
    assert_true(results_write(&results, &error));
    cJSON_AddStringToObject(results_change(&results, 1), "added", "later");
    put(fixture, &results, 0, "ok");
    assert_true(results_write(&results, &error));
    cJSON *document = read_back(fixture->path);
    assert_true(cJSON_Compare(document, results.document, true));
    const cJSON *item = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(document, "cases"), 1);
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(item, "added")), "later");
    cJSON_Delete(document);
    results_free(&results);
}

TEST_WITH(set_up, tear_down, finished_cases_are_taken_over)
{
    struct fixture *fixture = *state;
    struct results results;
    struct error error;
    start(fixture, &results);
    assert_true(results_resume(&results, &fixture->cases, &error)); /* there is no file yet */
    put(fixture, &results, 0, "skipped");
    put(fixture, &results, 1, "failed");
    put(fixture, &results, 2, "ok");
    assert_true(results_write(&results, &error));
    results_free(&results);

    start(fixture, &results);
    assert_true(results_resume(&results, &fixture->cases, &error));
    assert_null(results_get(&results, 0));
    assert_null(results_get(&results, 1));
    if (results.dropped > 0)
        fail_msg("%s", results.wrong.text);
    assert_non_null(results_get(&results, 2));
    /* the next write keeps cases that were not read yet, and failed ones until they run again */
    put(fixture, &results, 0, "ok");
    assert_true(results_write(&results, &error));
    cJSON *document = read_back(fixture->path);
    assert_string_equal(id_at(document, 1), fixture->cases.spec[1].id);
    assert_string_equal(id_at(document, 2), fixture->cases.spec[2].id);
    cJSON_Delete(document);
    results_free(&results);
}

/* Returns a text from the provenance of a case; "" if the case has no separate provenance. */
static const char *provenance_text(const struct results *results, int64_t index, const char *key)
{
    return json_text(json_get(results_get(results, index), "provenance"), key);
}

TEST_WITH(set_up, tear_down, cases_of_a_changed_machine_are_marked)
{
    static const struct {
        const char *key, *value;
    } changed[] = {
        {"cpu", "\"another\""}, {"cpu_cores", "123"}, {"operating_system", "\"Linux 1\""},
        {"memory_bytes", "1"},  {"caches", "[]"},     {"cpu_sockets", "9"}};
    struct fixture *fixture = *state;
    for (size_t k = 0; k < sizeof changed / sizeof *changed; k++) {
        struct results results;
        struct error error;
        start(fixture, &results);
        put(fixture, &results, 1, "ok");
        assert_true(results_write(&results, &error));
        results_free(&results);
        cJSON *document = read_back(fixture->path), *old = json_get(document, "provenance");
        cJSON_DeleteItemFromObjectCaseSensitive(old, changed[k].key);
        cJSON_AddItemToObject(old, changed[k].key, cJSON_Parse(changed[k].value));
        cJSON_ReplaceItemInObjectCaseSensitive(old, "date",
                                               cJSON_CreateString("2020-01-01T00:00:00Z"));
        assert_true(json_file_write(fixture->path, document, &error));
        cJSON_Delete(document);

        start(fixture, &results);
        assert_true(results_resume(&results, &fixture->cases, &error));
        assert_string_equal(provenance_text(&results, 1, "date"), "2020-01-01T00:00:00Z");
        const cJSON *here = json_get(results.document, "provenance");
        assert_string_not_equal(json_text(here, "date"), "2020-01-01T00:00:00Z");
        char *value = cJSON_PrintUnformatted(json_get(here, changed[k].key));
        assert_true(value == NULL || strcmp(value, changed[k].value) != 0);
        cJSON_free(value);
        results_free(&results);
    }
}

/* Adds a case with status "ok" for a device with this driver. */
static void put_on(struct fixture *fixture, struct results *results, int64_t index,
                   const char *device, const char *driver)
{
    struct device_info info = {.cores = 1};
    put(fixture, results, index, "ok");
    cJSON *item = results_change(results, index);
    cJSON_DeleteItemFromObjectCaseSensitive(item, "device");
    cJSON_AddStringToObject(item, "device", device);
    snprintf(info.name, sizeof info.name, "%s", device);
    snprintf(info.driver, sizeof info.driver, "%s", driver);
    results_add_device(results, provenance_device(json_text(item, "backend"), &info));
}

TEST_WITH(set_up, tear_down, every_case_keeps_its_driver)
{
    struct fixture *fixture = *state;
    struct results results;
    struct error error;
    start(fixture, &results);
    put_on(fixture, &results, 0, "one", "1.0");
    put_on(fixture, &results, 1, "other", "1.0");
    put_on(fixture, &results, 2, "none's any more", "1.0");
    put(fixture, &results, 2, "failed");
    assert_true(results_write(&results, &error));
    results_free(&results);

    start(fixture, &results);
    assert_true(results_resume(&results, &fixture->cases, &error));
    put_on(fixture, &results, 2, "one", "2.0");
    assert_true(results_write(&results, &error));
    const cJSON *devices = json_get(json_get(results.document, "provenance"), "devices");
    assert_int_equal(cJSON_GetArraySize(devices), 2); /* one device for each driver */
    assert_null(json_get(results_get(&results, 1), "provenance"));
    results_free(&results);

    static const char *const drivers[] = {"1.0", "1.0", "2.0"};
    char *path = fixture->path;
    const struct record_files files = {.path = &path, .count = 1};
    struct records records = {0};
    assert_good(records_load(&records, &files, &error));
    assert_int_equal(records.count, 3);
    for (int k = 0; k < 3; k++)
        assert_string_equal(records.record[k].driver, drivers[k]);
    records_free(&records);
}

/* Replaces a member of the first case of the file by a value; NULL: removes it. */
static void spoil(const struct fixture *fixture, const char *path, const char *value)
{
    struct error error;
    char parent[64];
    cJSON *document = read_back(fixture->path);
    cJSON *item = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(document, "cases"), 0);
    const char *dot = strrchr(path, '.');
    snprintf(parent, sizeof parent, "%.*s", dot != NULL ? (int)(dot - path) : 0, path);
    cJSON *object = (cJSON *)member_at(item, parent);
    const char *name = dot != NULL ? dot + 1 : path;
    cJSON_DeleteItemFromObjectCaseSensitive(object, name);
    if (value != NULL)
        assert_true(cJSON_AddItemToObject(object, name, cJSON_Parse(value)));
    assert_true(json_file_write(fixture->path, document, &error));
    cJSON_Delete(document);
}

TEST_WITH(set_up, tear_down, wrong_cases_are_measured_again)
{
    static const struct {
        const char *path, *value, *reason;
    } wrong[] = {
        {"force", NULL, "force: expected it of a case that is ok, found none"},
        {"force", "null", "force: expected it of a case that is ok, found none"},
        {"verify", "null", "verify.passed: expected it of a case that is ok, found none"},
        {"verify.passed", "false", "verify.passed: expected it of a case that is ok, found false"},
        {"verify.tolerance", NULL, "verify.tolerance: expected a number of at least 0, found none"},
        {"counts", "null", "counts: expected it of a case that is ok, found none"},
        {"force.median_ns", "-1", "force.median_ns: expected a number of at least 0, found -1"},
        {"force.ci95_ns", "[3, 2]", "force.ci95_ns.1: expected no less than ci95_ns.0, found 2"},
        {"force.samples_ns", "[null]", "force.samples_ns: expected a list, found [null]"},
        {"input_hash", "null", "input_hash: expected it of a case that is ok, found none"},
        {"input_hash", "\"0123456789ABCDEF\"", "input_hash: expected a text, found"},
        {"n", "1e300", "n: expected an integer of at least 1, found 1e+300"},
        {"reason", "\"it broke\"", "reason: expected none of a case that is ok"},
    };
    struct fixture *fixture = *state;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        struct results results;
        struct error error;
        start(fixture, &results);
        put(fixture, &results, 0, "ok");
        put(fixture, &results, 1, "ok");
        assert_true(results_write(&results, &error));
        results_free(&results);
        spoil(fixture, wrong[k].path, wrong[k].value);

        start(fixture, &results);
        assert_true(results_resume(&results, &fixture->cases, &error));
        assert_null(results_get(&results, 0));
        assert_non_null(results_get(&results, 1));
        assert_int_equal(results.dropped, 1);
        if (strstr(results.wrong.text, wrong[k].reason) == NULL)
            fail_msg("expected \"%s\" in \"%s\"", wrong[k].reason, results.wrong.text);
        results_free(&results);
    }
}

static void refuses(struct fixture *fixture, enum exit_code code, const char *expected)
{
    struct results results;
    struct error error;
    start(fixture, &results);
    assert_false(results_resume(&results, &fixture->cases, &error));
    assert_int_equal(error.code, code);
    if (strstr(error.text, expected) == NULL)
        fail_msg("expected \"%s\" in \"%s\"", expected, error.text);
    results_free(&results);
}

TEST_WITH(set_up, tear_down, every_case_has_a_line)
{
    struct fixture *fixture = *state;
    struct results results;
    struct error error;
    start(fixture, &results);
    put(fixture, &results, 0, "ok");
    put(fixture, &results, 1, "skipped");
    assert_true(results_write(&results, &error));
    cJSON *again = read_back(fixture->path);
    assert_true(cJSON_Compare(again, results.document, true));
    cJSON_Delete(again);
    results_free(&results);
    char *text = text_content(fixture->path, &error);
    assert_non_null(text);
    int cases = 0, lines = 0;
    for (const char *at = text; at != NULL && *at != '\0'; lines++) {
        cases += strncmp(at, "{\"id\":", strlen("{\"id\":")) == 0;
        at = strchr(at, '\n');
        at += at != NULL;
    }
    assert_int_equal(cases, 2);
    /* the lines {, schema_version, provenance, config, cases, the two cases, ], } */
    assert_int_equal(lines, 9);
    free(text);
}

TEST_WITH(set_up, tear_down, other_files_are_not_resumed)
{
    struct fixture *fixture = *state;
    struct results results;
    struct error error;
    start(fixture, &results);
    put(fixture, &results, 0, "ok");
    cJSON *provenance = cJSON_GetObjectItemCaseSensitive(results.document, "provenance");
    cJSON_SetValuestring(cJSON_GetObjectItemCaseSensitive(provenance, "host"), "x");
    assert_true(results_write(&results, &error));
    results_free(&results);
    refuses(fixture, EXIT_OTHER_RESULTS, "its host is \"x\"");

    start(fixture, &results);
    struct case_values values = case_values_start(&fixture->cases.spec[0], NULL, NULL);
    cJSON *item = case_values_json(&values, NULL);
    cJSON_SetValuestring(cJSON_GetObjectItemCaseSensitive(item, "id"), "lj/other");
    results_put(&results, 0, item);
    assert_true(results_write(&results, &error));
    results_free(&results);
    refuses(fixture, EXIT_OTHER_RESULTS, "its case lj/other is not in the config");
    /* nothing has been measured yet, so the earlier results still exist */
    char old[300];
    snprintf(old, sizeof old, "%s.old", fixture->path);
    assert_int_equal(unlink(old), 0);

    FILE *stream = fopen(fixture->path, "w");
    assert_non_null(stream);
    fputs("{\"cases\": 3}", stream);
    fclose(stream);
    refuses(fixture, EXIT_USAGE, "expected the results of a run");

    start(fixture, &results);
    put(fixture, &results, 0, "ok");
    assert_true(results_write(&results, &error));
    results_free(&results);
    stream = fopen(fixture->path, "a");
    assert_non_null(stream);
    assert_int_equal(fwrite("\0{", 1, 2, stream), 2);
    assert_int_equal(fclose(stream), 0);
    refuses(fixture, EXIT_USAGE, "expected a text, found a zero byte");
}

TEST_WITH(set_up, tear_down, unwritable_files_are_errors)
{
    struct fixture *fixture = *state;
    struct results results;
    struct error error;
    char path[160];
    snprintf(path, sizeof path, "%s/file", fixture->folder);
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    fclose(stream);
    snprintf(path, sizeof path, "%s/file/x.json", fixture->folder);
    assert_false(results_start(path, &fixture->config, &fixture->cases, &results, &error));
    assert_int_equal(error.code, EXIT_ENVIRONMENT);
    assert_non_null(strstr(error.text, "Not a directory"));
}

TESTS_MAIN(NULL, NULL)
