#include "harness/json/json_print.h"

#include "harness/base/escape.h"

char *json_print(const cJSON *document)
{
    char *printed = cJSON_Print(document);
    char *text = printed != NULL ? cJSON_malloc(escape_json(NULL, printed) + 1) : NULL;
    if (text != NULL)
        escape_json(text, printed);
    cJSON_free(printed);
    return text;
}
