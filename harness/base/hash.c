#include "harness/base/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

uint64_t hash_start(void)
{
    return UINT64_C(0xcbf29ce484222325);
}

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;
    for (size_t k = 0; k < size; k++)
        hash = (hash ^ byte[k]) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t hash_string(uint64_t hash, const char *text)
{
    return hash_bytes(hash, text, strlen(text) + 1);
}

/* The length of what starts with a quote, up to the one that ends it. */
static size_t quoted(const char *text)
{
    const char *at = text + 1;
    while (*at != '\0' && *at != *text)
        at += *at == '\\' && at[1] != '\0' ? 2 : 1;
    return (size_t)(at - text) + (*at != '\0');
}

/* The length of white space or of a comment; 0: there is neither. */
static size_t blank(const char *text)
{
    if (text[0] == '/' && text[1] == '/')
        return strcspn(text, "\n");
    const char *end = text[0] == '/' && text[1] == '*' ? strstr(text + 2, "*/") : NULL;
    return end != NULL ? (size_t)(end + 2 - text) : strspn(text, " \t\n");
}

/* The first that is neither white space nor comment; what stands for all before it. */
static const char *skip(const char *text, const char **gap)
{
    *gap = "";
    for (size_t length = blank(text); length > 0; length = blank(text)) {
        if (*text != '/' && memchr(text, '\n', length) != NULL)
            *gap = "\n";
        else if (**gap == '\0')
            *gap = " ";
        text += length;
    }
    return text;
}

uint64_t hash_source(uint64_t hash, const char *text)
{
    const char *gap;
    const char *at = skip(text, &gap);
    while (*at != '\0') {
        size_t length = *at == '"' || *at == '\'' ? quoted(at) : 1;
        hash = hash_bytes(hash, at, length);
        at = skip(at + length, &gap);
        hash = hash_bytes(hash, gap, strlen(gap));
    }
    return hash_string(hash, "");
}

void hash_text(uint64_t hash, char text[HASH_TEXT])
{
    snprintf(text, HASH_TEXT, "%016" PRIx64, hash);
}
