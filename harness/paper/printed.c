#include "harness/paper/printed.h"

#include "harness/base/text.h"
#include "harness/json/json_get.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Whether an entry, "xu2010/table-V-gpu-VII", is that number of the paper. */
static bool names(const cJSON *entry, const struct paper *paper, const cJSON *number)
{
    size_t length = strlen(paper->name);
    const char *text = cJSON_GetStringValue(entry);
    return text != NULL && strncmp(text, paper->name, length) == 0 && text[length] == '/' &&
           strcmp(text + length + 1, json_text(number, "id")) == 0;
}

static const cJSON *find(const struct paper *paper, const cJSON *entry)
{
    const cJSON *number = NULL;
    cJSON_ArrayForEach (number, json_get(paper->published, "numbers")) {
        if (names(entry, paper, number))
            return number;
    }
    return NULL;
}

void printed_number(const cJSON *number, char *text, size_t size)
{
    double value = json_value(number, "value");
    text[0] = '\0';
    text_append(text, size, "", "%s", json_text(number, "relation"));
    if (isfinite(value))
        text_append(text, size, " ", "%.6g", value);
    else
        text_append(text, size, " ", "%.6g to %.6g", json_value(number, "low"),
                    json_value(number, "high"));
    if (json_text(number, "unit")[0] != '\0')
        text_append(text, size, " ", "%s", json_text(number, "unit"));
    if (strcmp(json_text(number, "origin"), "read off") == 0)
        text_append(text, size, ", ", "read off the figure");
}

/* Whether a number stands in the paper as the claim has it. */
static bool is_verbatim(const cJSON *number, const struct claim *claim)
{
    return json_value(number, "value") == claim->published &&
           json_text(number, "unit")[0] == '\0' && json_text(number, "relation")[0] == '\0' &&
           strcmp(json_text(number, "origin"), "printed") == 0;
}

void printed_text(const struct paper *paper, const struct claim *claim, char *text, size_t size)
{
    const cJSON *entry = NULL;
    text[0] = '\0';
    cJSON_ArrayForEach (entry, claim->entry) {
        char said[128];
        const cJSON *number = find(paper, entry);
        if (number == NULL)
            continue;
        printed_number(number, said, sizeof said);
        if (is_verbatim(number, claim))
            said[0] = '\0';
        const char *device = json_text(number, "device");
        text_append(said, sizeof said, device[0] != '\0' ? ", " : "", "%s", device);
        text_append(text, size, said[0] != '\0' ? "; " : "", "%s", said);
    }
}

const char *printed_device(const struct paper *paper, const struct claim *claim)
{
    const cJSON *entry = NULL;
    cJSON_ArrayForEach (entry, claim->entry) {
        const cJSON *number = find(paper, entry);
        if (number != NULL)
            return json_text(number, "device");
    }
    return "";
}

bool printed_has_unit(const struct paper *paper, const struct claim *claim, const char *unit)
{
    const cJSON *entry = NULL;
    cJSON_ArrayForEach (entry, claim->entry) {
        if (strcmp(json_text(find(paper, entry), "unit"), unit) == 0)
            return true;
    }
    return false;
}

bool printed_is_claimed(const struct paper *paper, const cJSON *number, const struct claims *claims)
{
    for (int64_t k = 0; k < claims->count; k++) {
        const cJSON *entry = NULL;
        cJSON_ArrayForEach (entry, claims->item[k].entry) {
            if (names(entry, paper, number))
                return true;
        }
    }
    return false;
}
