/*
 * Tests the distribution over devices: the next group of a process, and groups that crash a
 * process. Tests the comparison of cases between devices.
 */
#include "harness/config/config.h"
#include "harness/json/json_get.h"
#include "harness/measure/dispatch/spread_agreement.h"
#include "harness/measure/dispatch/spread_queue.h"
#include "harness/measure/worker_message.h"
#include "tests/cmocka.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A config of three sizes in two precisions; the tests distribute only its GPU cases. */
static const char config_text[] =
    "{\"system\": {\"n\": [500, 200000, 4000], \"density\": 0.4}, \"strategy\": [\"vertex\", "
    "\"team\"], \"precision\": [\"single\", \"double\"], \"backend\": [\"cuda\", \"cpu\"]}";

static struct cases cases;
static struct spread_queue queue;

static bool is_gpu(const struct case_spec *spec)
{
    return strcmp(spec->backend, "cuda") == 0;
}

static int make_queue(void **state)
{
    struct config config = {0};
    struct error error;
    (void)state;
    bool good = config_parse(config_text, "file.json", NULL, &config, &error) &&
                cases_expand(&config, &cases, &error);
    spread_queue_fill(&queue, &cases, is_gpu);
    config_free(&config);
    return !good;
}

static int free_queue(void **state)
{
    (void)state;
    spread_queue_free(&queue);
    cases_free(&cases);
    return 0;
}

static int64_t size_of(const struct spread_group *group)
{
    return cases.spec[group->cases.first].system.n;
}

TEST_WITH(make_queue, free_queue, the_longest_group_and_own_particles_come_first)
{
    assert_int_equal(queue.count, 6);
    struct spread_group *first = spread_queue_take(&queue, 0, false);
    struct spread_group *second = spread_queue_take(&queue, 1, false);
    assert_int_equal(size_of(first), 200000);
    assert_int_equal(size_of(second), 4000); /* process 0 has built the system of 200,000, so
                                              * that system's other group is left to it */
    assert_ptr_equal(spread_queue_taken(&queue, 1), second);
    first->state = second->state = SPREAD_DONE;
    assert_null(spread_queue_taken(&queue, 1));
    struct spread_group *third = spread_queue_take(&queue, 0, false);
    assert_int_equal(size_of(third), 200000);
    third->state = SPREAD_DONE;
    assert_int_equal(size_of(spread_queue_take(&queue, 2, false)), 500);
    assert_int_equal(size_of(spread_queue_take(&queue, 0, false)),
                     4000); /* no other group is left */
    assert_int_equal(size_of(spread_queue_take(&queue, 1, false)), 500);
    assert_null(spread_queue_take(&queue, 3, false));
    assert_false(spread_queue_over(&queue));
    for (int64_t k = 0; k < queue.count; k++)
        queue.group[k].state = SPREAD_DONE;
    assert_true(spread_queue_over(&queue));
}

TEST_WITH(make_queue, free_queue, a_group_that_killed_goes_to_others_and_is_given_up_after_two)
{
    struct spread_group *deadly = spread_queue_take(&queue, 0, false);
    spread_queue_return(deadly);
    struct spread_group *other = spread_queue_take(&queue, 0, false);
    assert_ptr_not_equal(other, deadly);
    other->state = SPREAD_WAITS;
    other->taker = -1;
    assert_ptr_equal(spread_queue_take(&queue, 1, false), deadly);
    spread_queue_return(deadly);
    assert_int_equal(deadly->state, SPREAD_LEFT);
    for (int64_t k = 0; k < queue.count; k++)
        assert_ptr_not_equal(spread_queue_take(&queue, 2, false), deadly);
}

TEST_WITH(make_queue, free_queue, a_process_that_is_alone_tries_once_more)
{
    struct spread_group *deadly = spread_queue_take(&queue, 0, true);
    spread_queue_return(deadly);
    assert_ptr_equal(spread_queue_take(&queue, 0, true), deadly);
}

static cJSON *case_of(double median, double low, double high)
{
    const double interval[] = {low, high};
    cJSON *item = cJSON_CreateObject(), *force = cJSON_AddObjectToObject(item, "force");
    cJSON_AddNumberToObject(force, "median_ns", median);
    cJSON_AddItemToObject(force, "ci95_ns", cJSON_CreateDoubleArray(interval, 2));
    return item;
}

/* Checks the sentence that compares devices 3 and 5. */
static void compare(double first, double second, double width, char text[512])
{
    static const int device[] = {3, 5};
    struct spread_agreement agreement;
    const double medians[] = {first, second};
    spread_agreement_choose(&agreement, &cases, is_gpu);
    for (int place = 0; place < 2; place++) {
        double median = medians[place];
        cJSON *item = case_of(median, median - width, median + width);
        spread_agreement_note(&agreement, agreement.compared[0].index, place, item);
        cJSON_Delete(item);
    }
    spread_agreement_text(&agreement, device, 2, &cases, text, 512);

    struct results results = {.count = cases.count, .document = cJSON_CreateObject()};
    cJSON_AddArrayToObject(results.document, "cases");
    results.item = calloc((size_t)cases.count, sizeof *results.item);
    results.line = calloc((size_t)cases.count, sizeof *results.line);
    assert_non_null(results.item);
    results.failed = calloc((size_t)cases.count, sizeof *results.failed);
    assert_non_null(results.failed);
    results.kept = calloc((size_t)cases.count, sizeof *results.kept);
    assert_non_null(results.line);
    assert_non_null(results.kept);
    /* no device has a result for the case yet */
    assert_false(spread_agreement_put(&agreement, device, 2, &results));
    cJSON *item = case_of(1, 1, 1);
    results_put(&results, agreement.compared[0].index, item);
    assert_true(spread_agreement_put(&agreement, device, 2, &results));
    const cJSON *reported = json_get(item, "devices");
    assert_float_equal(json_value(json_get(reported, "force_ns"), "5"), second, 0);
    assert_float_equal(json_value(reported, "spread"), second / first - 1, 1e-4);
    results_free(&results);
}

TEST_WITH(make_queue, free_queue, one_suitable_case_of_a_model_is_compared)
{
    struct spread_agreement agreement;
    spread_agreement_choose(&agreement, &cases, is_gpu);
    assert_int_equal(agreement.count, 1);
    const struct case_spec *spec = &cases.spec[agreement.compared[0].index];
    assert_int_equal(spec->system.n, 4000);
    assert_string_equal(spec->backend, "cuda");
}

TEST_WITH(make_queue, free_queue, devices_agree_or_differ_or_are_undecided)
{
    char text[512];
    compare(1000, 1019, 1, text);
    assert_non_null(strstr(text, "the devices agree in the force call of 1 case measured on each"));
    assert_non_null(strstr(text, "(1 µs on 3, 1.019 µs on 5)"));
    compare(1000, 1100, 10, text);
    assert_non_null(strstr(text, "the devices differ in the force call"));
    compare(1000, 1100, 60, text);
    assert_non_null(strstr(text, "the devices cannot be distinguished"));
}

/* Text that is not a JSON object is reported and need not be freed. */
TEST(text_that_is_no_message_is_reported)
{
    static const struct {
        const char *line;
        bool message;
    } rows[] = {{"{\"case\": 4}\n", true}, {"[1, 2]\n", false}, {"nonsense\n", false}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        int ends[2];
        bool broken = false;
        struct channel channel;
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
        channel_open(&channel, ends[0]);
        assert_true(write(ends[1], rows[k].line, strlen(rows[k].line)) > 0);
        assert_true(channel_receive(&channel));
        cJSON *message = message_next(&channel, &broken);
        assert_int_equal(message != NULL, rows[k].message);
        assert_int_equal(broken, !rows[k].message);
        cJSON_Delete(message);
        channel_close(&channel);
        close(ends[1]);
    }
}

TESTS_MAIN(NULL, NULL)
