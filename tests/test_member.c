/* Tables of members: an object is written, read back, checked and described by the same rows. */
#include "harness/json/member.h"
#include "harness/json/member_schema.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct inner {
    double mean;
    const char *why;
};

struct outer {
    const char *name, *color, *passed;
    double count, width, optional;
    bool has_pair;
    double low, high;
    bool has_group;
    double share;
    struct inner inner;
    const cJSON *map, *list;
};

static const char *const colors[] = {"red", "blue", NULL};

static const struct member inner_members[] = {
    {.path = "mean", .kind = MEMBER_NUMBER, .offset = offsetof(struct inner, mean), .null = true},
    {.path = "reason", .kind = MEMBER_REASON, .offset = offsetof(struct inner, why)},
    {.path = NULL}};

#define AT(field) .offset = offsetof(struct outer, field)

static const struct member outer_members[] = {
    {.path = "name", .kind = MEMBER_TEXT, AT(name)},
    {.path = "color", .kind = MEMBER_NAME, AT(color), .choices = colors, .null = true},
    {.path = "passed", .kind = MEMBER_BOOLEAN, AT(passed)},
    {.path = "count", .kind = MEMBER_INTEGER, AT(count), .range = AT_LEAST(1)},
    {.path = "width", .kind = MEMBER_NUMBER, AT(width), .range = ABOVE(0), .null = true},
    {.path = "optional", .kind = MEMBER_NUMBER, AT(optional), .optional = true, .null = true},
    {.path = "pair", .kind = MEMBER_TUPLE, AT(has_pair)},
    {.path = "pair.0", .kind = MEMBER_NUMBER, AT(low), .column = "pair_low"},
    {.path = "pair.1", .kind = MEMBER_NUMBER, AT(high), .column = "pair_high"},
    {.path = "group", .kind = MEMBER_OBJECT, AT(has_group), .null = true},
    {.path = "group.share", .kind = MEMBER_NUMBER, AT(share), .range = BETWEEN(0, 1)},
    {.path = "inner", .kind = MEMBER_OBJECT, AT(inner), .members = inner_members, .null = true},
    {.path = "map", .kind = MEMBER_MAP, AT(map), .of = MEMBER_NUMBER, .optional = true},
    {.path = "list", .kind = MEMBER_LIST, AT(list), .of = MEMBER_INTEGER, .optional = true},
    {.path = NULL}};

static struct outer full(void)
{
    return (struct outer){.name = "one",
                          .color = "blue",
                          .passed = "true",
                          .count = 3,
                          .width = 0.5,
                          .optional = NAN,
                          .has_pair = true,
                          .low = 1,
                          .high = 2,
                          .has_group = true,
                          .share = 0.25,
                          .inner = {.mean = 7},
                          .map = cJSON_Parse("{\"a\": 1}"),
                          .list = cJSON_Parse("[4, 5]")};
}

static void is_written(const struct outer *outer, const char *expected)
{
    cJSON *object = members_write(outer_members, outer);
    char *text = cJSON_PrintUnformatted(object);
    assert_string_equal(text, expected);
    cJSON_free(text);
    cJSON_Delete(object);
}

static void structures_are_written(void **state)
{
    (void)state;
    struct outer outer = full();
    is_written(&outer, "{\"name\":\"one\",\"color\":\"blue\",\"passed\":true,\"count\":3,"
                       "\"width\":0.5,\"pair\":[1,2],\"group\":{\"share\":0.25},"
                       "\"inner\":{\"mean\":7},\"map\":{\"a\":1},\"list\":[4,5]}");
    outer = (struct outer){.name = "two",
                           .count = NAN,
                           .width = INFINITY,
                           .optional = INFINITY,
                           .share = 0.5,
                           .inner = {.mean = 7, .why = "it broke"}};
    is_written(&outer, "{\"name\":\"two\",\"color\":null,\"passed\":null,\"count\":null,"
                       "\"width\":null,\"optional\":null,\"pair\":null,\"group\":null,"
                       "\"inner\":{\"reason\":\"it broke\"}}");
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    const struct outer before = full();
    cJSON *object = members_write(outer_members, &before);
    struct outer after;
    members_read(outer_members, object, &after);
    assert_string_equal(after.name, "one");
    assert_string_equal(after.color, "blue");
    assert_string_equal(after.passed, "true");
    assert_true(after.count == 3 && after.width == 0.5 && isnan(after.optional));
    assert_true(after.has_pair && after.low == 1 && after.high == 2);
    assert_true(after.has_group && after.share == 0.25);
    assert_true(after.inner.mean == 7);
    assert_string_equal(after.inner.why, "");
    assert_int_equal(cJSON_GetArraySize(after.map), 1);
    assert_int_equal(cJSON_GetArraySize(after.list), 2);
    cJSON_Delete(object);

    members_read(outer_members, NULL, &after);
    assert_string_equal(after.name, "");
    assert_true(isnan(after.count) && !after.has_group && isnan(after.inner.mean));
    assert_null(after.map);
    assert_null(members_write(outer_members, &after));
}

static void refuses(const char *text, const char *expected)
{
    cJSON *object = cJSON_Parse(text);
    struct error error = {0};
    bool good = members_check(outer_members, object, "file", &error);
    cJSON_Delete(object);
    if (expected == NULL) {
        assert_true(good);
        return;
    }
    assert_false(good);
    assert_int_equal(error.code, EXIT_USAGE);
    assert_string_equal(error.text, expected);
}

static void wrong_members_are_refused(void **state)
{
    (void)state;
    refuses("{}", NULL);
    refuses("{\"stranger\": 1, \"name\": null, \"width\": 1e300}", NULL);
    refuses("{\"name\": 3}", "file.name: expected a text, found 3");
    refuses("{\"color\": \"green\"}", "file.color: expected one of red, blue, found \"green\"");
    refuses("{\"passed\": 1}", "file.passed: expected true or false, found 1");
    refuses("{\"count\": 0}", "file.count: expected an integer of at least 1, found 0");
    refuses("{\"count\": 1.5}", "file.count: expected an integer of at least 1, found 1.5");
    refuses("{\"width\": 0}", "file.width: expected a number above 0, found 0");
    refuses("{\"pair\": 1}", "file.pair: expected a list, found 1");
    refuses("{\"pair\": [1, \"x\"]}", "file.pair.1: expected a number, found \"x\"");
    refuses("{\"group\": {\"share\": 2}}",
            "file.group.share: expected a number from 0 to 1, found 2");
    refuses("{\"inner\": {\"mean\": \"x\"}}", "file.inner.mean: expected a number, found \"x\"");
    refuses("{\"map\": {\"a\": \"x\"}}", "file.map: expected an object {…}, found {\"a\":\"x\"}");
    refuses("{\"list\": [1.5]}", "file.list: expected a list, found [1.5]");
}

static void columns_have_names(void **state)
{
    (void)state;
    char text[MEMBER_TEXT_SIZE];
    const struct member map = {.path = "map", .kind = MEMBER_MAP, .column = "m"};
    assert_string_equal(member_column(&outer_members[0], "", text), "name");
    assert_string_equal(member_column(&outer_members[7], "x_", text), "x_pair_low");
    assert_string_equal(member_column(&outer_members[10], "", text), "group_share");
    assert_string_equal(member_column(&map, "", text), "m");
    assert_null(member_column(&outer_members[12], "", text));
    assert_null(member_column(&outer_members[9], "", text));
}

static void schemas_say_the_same(void **state)
{
    (void)state;
    cJSON *schema = members_schema(outer_members, MEMBERS_MUST);
    const cJSON *required = cJSON_GetObjectItemCaseSensitive(schema, "required");
    assert_int_equal(cJSON_GetArraySize(required), 8); /* all but three that are optional */
    const cJSON *properties = cJSON_GetObjectItemCaseSensitive(schema, "properties");
    char *text = cJSON_PrintUnformatted(member_at(properties, "width"));
    assert_string_equal(text, "{\"type\":[\"number\",\"null\"],\"exclusiveMinimum\":0}");
    cJSON_free(text);
    text = cJSON_PrintUnformatted(member_at(properties, "color"));
    assert_string_equal(text, "{\"enum\":[\"red\",\"blue\",null]}");
    cJSON_free(text);
    text = cJSON_PrintUnformatted(member_at(properties, "pair"));
    assert_string_equal(text, "{\"type\":\"array\",\"items\":{\"type\":\"number\"},"
                              "\"minItems\":2,\"maxItems\":2}");
    cJSON_free(text);
    cJSON_Delete(schema);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(structures_are_written),    cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(wrong_members_are_refused), cmocka_unit_test(columns_have_names),
        cmocka_unit_test(schemas_say_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
