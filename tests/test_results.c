/* Results files: whole at every moment, in the order of the cases, resumed only where that is
 * right. */
#include "harness/measure/measured.h"
#include "harness/results/results.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

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

static void put(struct fixture *fixture, struct results *results, int64_t index, const char *status)
{
    struct measured measured = measured_start(&fixture->cases.spec[index], NULL, NULL);
    measured.status = status;
    measured.reason = strcmp(status, "ok") == 0 ? NULL : "a reason";
    results_put(results, index, measured_json(&measured, NULL));
}

static const char *id_at(const cJSON *document, int position)
{
    const cJSON *item =
        cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(document, "cases"), position);
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "id"));
}

static void cases_keep_their_order(void **state)
{
    struct fixture *fixture = *state;
    struct results results;
    struct error error;
    start(fixture, &results);
    put(fixture, &results, 2, "ok");
    put(fixture, &results, 0, "failed");
    put(fixture, &results, 1, "ok");
    put(fixture, &results, 0, "ok"); /* in the place of the first */
    assert_true(results_write(&results, &error));
    cJSON *document = read_back(fixture->path);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(document, "cases")), 3);
    for (int k = 0; k < 3; k++)
        assert_string_equal(id_at(document, k), fixture->cases.spec[k].id);
    cJSON_Delete(document);
    results_free(&results);
}

static void finished_cases_are_taken_over(void **state)
{
    struct fixture *fixture = *state;
    struct results results;
    struct error error;
    start(fixture, &results);
    assert_true(results_resume(&results, &fixture->cases, &error)); /* no file yet */
    put(fixture, &results, 0, "skipped");
    put(fixture, &results, 1, "failed");
    put(fixture, &results, 2, "ok");
    assert_true(results_write(&results, &error));
    results_free(&results);

    start(fixture, &results);
    assert_true(results_resume(&results, &fixture->cases, &error));
    assert_null(results_get(&results, 0));
    assert_null(results_get(&results, 1));
    assert_non_null(results_get(&results, 2));
    /* the next write keeps what has not been looked at yet */
    put(fixture, &results, 0, "ok");
    assert_true(results_write(&results, &error));
    cJSON *document = read_back(fixture->path);
    assert_string_equal(id_at(document, 1), fixture->cases.spec[2].id);
    cJSON_Delete(document);
    results_free(&results);
}

static void refuses(struct fixture *fixture, const char *expected)
{
    struct results results;
    struct error error;
    start(fixture, &results);
    assert_false(results_resume(&results, &fixture->cases, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    if (strstr(error.text, expected) == NULL)
        fail_msg("expected \"%s\" in \"%s\"", expected, error.text);
    results_free(&results);
}

static void strangers_are_not_resumed(void **state)
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
    refuses(fixture, "its host is \"x\"");

    start(fixture, &results);
    struct measured measured = measured_start(&fixture->cases.spec[0], NULL, NULL);
    cJSON *item = measured_json(&measured, NULL);
    cJSON_SetValuestring(cJSON_GetObjectItemCaseSensitive(item, "id"), "lj/other");
    results_put(&results, 0, item);
    assert_true(results_write(&results, &error));
    results_free(&results);
    refuses(fixture, "its case lj/other is none of the config's");

    FILE *stream = fopen(fixture->path, "w");
    assert_non_null(stream);
    fputs("{\"cases\": 3}", stream);
    fclose(stream);
    refuses(fixture, "expected the results of a run");
}

static void unwritable_files_are_errors(void **state)
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(cases_keep_their_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(finished_cases_are_taken_over, set_up, tear_down),
        cmocka_unit_test_setup_teardown(strangers_are_not_resumed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(unwritable_files_are_errors, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
