/*
 * Tests tables of JSON members: an object is written, read, checked and described by the same rows.
 */
#include "harness/json/member.h"
#include "tests/cmocka.h"

#include <math.h>
#include <string.h>

struct inner {
    double mean;
    const cJSON *rest;
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
    const cJSON *map, *list, *items, *limits;
    const char *code;
};

static const char *const colors[] = {"red", "blue", NULL};

static void list_colors(const char *names[MEMBER_NAMES])
{
    memcpy(names, colors, sizeof colors);
}

static bool is_code(const char *text)
{
    return strlen(text) == 2;
}

static const struct member inner_members[] = {
    {.path = "mean", .kind = MEMBER_NUMBER, .offset = offsetof(struct inner, mean), .null = true},
    {.path = "*", .kind = MEMBER_REST, .of = MEMBER_NUMBER, .offset = offsetof(struct inner, rest)},
    {.path = "reason", .kind = MEMBER_REASON, .offset = offsetof(struct inner, why)},
    {.path = NULL}};

#define AT(field) .offset = offsetof(struct outer, field)

static const struct member outer_members[] = {
    {.path = "name", .kind = MEMBER_TEXT, AT(name)},
    {.path = "color", .kind = MEMBER_NAME, AT(color), .choices = colors, .null = true},
    {.path = "passed", .kind = MEMBER_BOOLEAN, AT(passed)},
    {.path = "count", .kind = MEMBER_INTEGER, AT(count), .range = AT_LEAST(1)},
    {.path = "width",
     .kind = MEMBER_NUMBER,
     AT(width),
     .digits = 4,
     .range = ABOVE(0),
     .null = true},
    {.path = "optional", .kind = MEMBER_NUMBER, AT(optional), .optional = true, .null = true},
    {.path = "pair", .kind = MEMBER_TUPLE, AT(has_pair)},
    {.path = "pair.0", .kind = MEMBER_NUMBER, AT(low), .column = "pair_low"},
    {.path = "pair.1", .kind = MEMBER_NUMBER, AT(high), .column = "pair_high", .floor = "pair.0"},
    {.path = "group", .kind = MEMBER_OBJECT, AT(has_group), .null = true},
    {.path = "group.share", .kind = MEMBER_NUMBER, AT(share), .range = BETWEEN(0, 1)},
    {.path = "inner", .kind = MEMBER_OBJECT, AT(inner), .members = inner_members, .null = true},
    {.path = "map", .kind = MEMBER_MAP, AT(map), .of = MEMBER_NUMBER, .optional = true},
    {.path = "list", .kind = MEMBER_LIST, AT(list), .of = MEMBER_INTEGER, .optional = true},
    {.path = "items", .kind = MEMBER_LIST, AT(items), .members = inner_members, .optional = true},
    {.path = "limits",
     .kind = MEMBER_MAP,
     AT(limits),
     .of = MEMBER_NUMBER,
     .names = list_colors,
     .optional = true},
    {.path = "code", .kind = MEMBER_TEXT, AT(code), .matches = is_code, .optional = true},
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

TEST(structures_are_written)
{
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
    is_written(&outer, "{\"name\":\"two\",\"passed\":null,\"count\":null,"
                       "\"width\":null,\"optional\":null,\"pair\":null,"
                       "\"inner\":{\"reason\":\"it broke\"}}");
}

TEST(numbers_have_the_digits_that_they_are_given)
{
    struct outer outer = full();
    outer.width = 2.0 / 3e-9;
    outer.low = 1.0 / 3;
    cJSON *object = members_write(outer_members, &outer);
    assert_true(member_at(object, "width")->valuedouble == 666700000);
    assert_true(member_at(object, "pair.0")->valuedouble == 1.0 / 3);
    cJSON_Delete(object);
}

TEST(written_members_are_read_back)
{
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

static void refused(const char *text, enum member_presence presence, const char *expected)
{
    cJSON *object = cJSON_Parse(text);
    struct error error = {0};
    bool good = members_check(outer_members, object, presence, "file", &error);
    cJSON_Delete(object);
    if (expected == NULL) {
        assert_true(good);
        return;
    }
    assert_false(good);
    assert_int_equal(error.code, EXIT_USAGE);
    assert_string_equal(error.text, expected);
}

static void refuses(const char *text, const char *expected)
{
    refused(text, MEMBERS_MAY, expected);
}

TEST(wrong_members_are_refused)
{
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
    refuses("{\"list\": [null]}", "file.list: expected a list, found [null]");
    refuses("[]", "file: expected an object {…}, found []");
    refuses("{\"inner\": 1}", "file.inner: expected an object {…}, found 1");
}

/*
 * Integers too large for a double, and numbers that JSON cannot express, are refused, because
 * casting them is undefined.
 */
TEST(numbers_are_those_of_json)
{
    refuses("{\"count\": 9007199254740992}", NULL);
    refuses("{\"count\": 1e300}", "file.count: expected an integer of at least 1, found 1e+300");
    refuses("{\"width\": 1e400}", "file.width: expected a number above 0, found null");
}

TEST(members_that_depend_on_each_other_are_checked)
{
    refuses("{\"pair\": [2, 2]}", NULL);
    refuses("{\"pair\": [3, 2]}", "file.pair.1: expected no less than pair.0, found 2");
    refuses("{\"pair\": [1]}", "file.pair: expected a list of 2, found [1]");
    refuses("{\"code\": \"ab\"}", NULL);
    refuses("{\"code\": \"abc\"}", "file.code: expected a text, found \"abc\"");
    refuses("{\"limits\": {\"red\": 1}}", NULL);
    refuses("{\"limits\": {\"green\": 1}}",
            "file.limits: expected one of red, blue, found \"green\"");
    refuses("{\"items\": [{\"mean\": 1}, 2]}", "file.items[1]: expected an object {…}, found 2");
    refuses("{\"items\": [{\"mean\": 1}, {\"mean\": []}]}",
            "file.items[1].mean: expected a number, found []");
    refuses("{\"items\": [{\"mean\": 1, \"more\": 2}]}", NULL);
    refuses("{\"items\": [{\"mean\": 1, \"more\": true}]}",
            "file.items[0].more: expected a number, found true");
}

#define REQUIRED                                                                                   \
    "\"name\": \"one\", \"color\": null, \"passed\": true, \"count\": 3, \"width\": 1, \"pair\": " \
    "[1, 2], "

TEST(missing_members_are_refused_where_all_are_required)
{
    refused("{" REQUIRED "\"group\": null, \"inner\": null}", MEMBERS_MUST, NULL);
    refused("{" REQUIRED "\"group\": {\"share\": 1}, \"inner\": {\"reason\": \"it broke\"}}",
            MEMBERS_MUST, NULL);
    refused("{" REQUIRED "\"group\": {}, \"inner\": null}", MEMBERS_MUST,
            "file.group.share: expected a number from 0 to 1, found none");
    /* a member that may be null may be left out */
    refused("{" REQUIRED "\"inner\": {}}", MEMBERS_MUST, NULL);
    refused("{\"name\": null}", MEMBERS_MUST, "file.name: expected a text, found null");
}

TEST(columns_have_names)
{
    char text[MEMBER_TEXT_SIZE];
    const struct member map = {.path = "map", .kind = MEMBER_MAP, .column = "m"};
    assert_string_equal(member_column(&outer_members[0], "", text), "name");
    assert_string_equal(member_column(&outer_members[7], "x_", text), "x_pair_low");
    assert_string_equal(member_column(&outer_members[10], "", text), "group_share");
    assert_string_equal(member_column(&map, "", text), "m");
    assert_null(member_column(&outer_members[12], "", text));
    assert_null(member_column(&outer_members[9], "", text));
}

TESTS_MAIN(NULL, NULL)
