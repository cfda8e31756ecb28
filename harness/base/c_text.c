#include "harness/base/c_text.h"

#include <string.h>

size_t c_blank(const char *text)
{
    if (text[0] == '/' && text[1] == '/')
        return strcspn(text, "\n");
    const char *end = text[0] == '/' && text[1] == '*' ? strstr(text + 2, "*/") : NULL;
    return end != NULL ? (size_t)(end + 2 - text) : strspn(text, " \t\n");
}

size_t c_literal(const char *text)
{
    if (*text != '"' && *text != '\'')
        return 0;
    const char *at = text + 1;
    while (*at != '\0' && *at != *text && *at != '\n')
        at += *at == '\\' && at[1] != '\0' ? 2 : 1;
    return (size_t)(at - text) + (*at == *text);
}

static const char *after_blanks(const char *text)
{
    for (size_t length = c_blank(text); length > 0; length = c_blank(text))
        text += length;
    return text;
}

const char *c_included(const char *text)
{
    text = after_blanks(text);
    if (strncmp(text, "include", 7) != 0 && strncmp(text, "import", 6) != 0)
        return NULL;
    return after_blanks(text + strcspn(text, " \t\n\"</"));
}
