#include "harness/report/verdicts/explanation.h"

#include "harness/base/text.h"
#include "harness/json/member.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 3, TERM = 256 };

/*
 * Returns the number in a text, "1.5", or the number of a case, "first.force.median_ns"; NAN:
 * unknown.
 */
static double number_of(const struct claim_point *point, const char *term)
{
    const struct {
        const char *side;
        const struct record *record;
    } sides[] = {{"first.", point->record}, {"second.", point->other}, {"least.", point->least}};
    for (size_t k = 0; k < sizeof sides / sizeof *sides; k++) {
        size_t length = strlen(sides[k].side);
        if (strncmp(term, sides[k].side, length) != 0)
            continue;
        const cJSON *item =
            sides[k].record != NULL ? member_at(sides[k].record->item, term + length) : NULL;
        return cJSON_IsNumber(item) ? item->valuedouble : NAN;
    }
    char *end = NULL;
    double number = strtod(term, &end);
    return end != term && *end == '\0' ? number : NAN;
}

/* Returns the value of a text that is a number, or a quotient "A / B". */
static double quotient_of(const struct claim_point *point, const char *text)
{
    char first[TERM];
    const char *over = strstr(text, " / ");
    if (over == NULL)
        return number_of(point, text);
    snprintf(first, sizeof first, "%.*s", (int)(over - text), text);
    return number_of(point, first) / number_of(point, over + strlen(" / "));
}

/* Whether a condition "A > B" or "A < B" is true for the numbers of a point. */
static bool is_true(const struct claim_point *point, const char *condition)
{
    char left[TERM];
    const char *sign = strpbrk(condition, "<>");
    if (sign == NULL || sign == condition)
        return false;
    snprintf(left, sizeof left, "%.*s", (int)(sign - condition) - 1, condition);
    double a = quotient_of(point, left);
    double b = quotient_of(point, sign + 1 + strspn(sign + 1, " "));
    return *sign == '<' ? a < b : a > b;
}

/* Appends the number for a placeholder with a unit, "first.force.median_ns µs". */
static bool append_number(const struct claim_point *point, char *place, char *text, size_t size)
{
    static const struct {
        const char *unit;
        double of_one;
    } units[] = {{" %", 100}, {" µs", 1e-3}, {" MB", 1e-6}};
    char number[TEXT_NUMBER];
    const char *unit = "";
    double factor = 1;
    for (size_t k = 0; k < sizeof units / sizeof *units; k++) {
        if (!text_has_suffix(place, units[k].unit))
            continue;
        unit = units[k].unit;
        factor = units[k].of_one;
        place[strlen(place) - strlen(unit)] = '\0';
    }
    double value = quotient_of(point, place) * factor;
    bool whole = unit[0] == '\0' && value == floor(value);
    text_append(text, size, "", "%s%s",
                whole ? text_thousands((int64_t)value, number)
                      : text_significant(value, DIGITS, number),
                unit);
    return isfinite(value);
}

bool explanation_of(const struct claim *claim, char *text, size_t size)
{
    char place[2 * TERM];
    const char *rest = claim->why;
    const cJSON *condition = NULL;
    bool known = claim->points > 0 && rest[0] != '\0' &&
                 (claim->verdict == CLAIM_FAILS || claim->verdict == CLAIM_EXCEEDED);
    cJSON_ArrayForEach (condition, claim->when) {
        known = known && is_true(&claim->point[0], condition->valuestring);
    }
    text[0] = '\0';
    while (known && *rest != '\0') {
        size_t plain = strcspn(rest, "{");
        text_append(text, size, "", "%.*s", (int)plain, rest);
        rest += plain;
        if (*rest == '\0')
            break;
        size_t length = strcspn(rest, "}");
        snprintf(place, sizeof place, "%.*s", (int)length - 1, rest + 1);
        known = append_number(&claim->point[0], place, text, size);
        rest += length + (rest[length] == '}');
    }
    return known;
}
