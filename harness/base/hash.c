#include "harness/base/hash.h"

#include "harness/base/c_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

_Static_assert(sizeof(struct hasher) >= sizeof(XXH3_state_t), "the library's state has grown");

static XXH3_state_t *state_of(struct hasher *hasher)
{
    return (XXH3_state_t *)(void *)hasher->state;
}

void hash_start(struct hasher *hasher)
{
    XXH3_INITSTATE(state_of(hasher));
    XXH3_128bits_reset(state_of(hasher));
}

void hash_bytes(struct hasher *hasher, const void *bytes, size_t size)
{
    if (size > 0)
        XXH3_128bits_update(state_of(hasher), bytes, size);
}

void hash_string(struct hasher *hasher, const char *text)
{
    hash_bytes(hasher, text, strlen(text) + 1);
}

/*
 * Returns the first character that is neither white space nor comment. `gap` becomes the
 * replacement of the skipped text.
 */
static const char *skip(const char *text, const char **gap)
{
    *gap = "";
    for (size_t length = c_blank(text); length > 0; length = c_blank(text)) {
        if (*text != '/' && memchr(text, '\n', length) != NULL)
            *gap = "\n";
        else if (**gap == '\0')
            *gap = " ";
        text += length;
    }
    return text;
}

void hash_source(struct hasher *hasher, const char *text)
{
    const char *gap;
    const char *at = skip(text, &gap);
    while (*at != '\0') {
        size_t length = c_literal(at);
        if (length == 0)
            length = 1 + strcspn(at + 1, " \t\n/\"'");
        hash_bytes(hasher, at, length);
        at = skip(at + length, &gap);
        hash_bytes(hasher, gap, strlen(gap));
    }
    hash_string(hasher, "");
}

static struct hash of(XXH128_hash_t digest)
{
    return (struct hash){.high = digest.high64, .low = digest.low64};
}

struct hash hash_end(const struct hasher *hasher)
{
    return of(XXH3_128bits_digest((const XXH3_state_t *)(const void *)hasher->state));
}

struct hash hash_of_bytes(const void *bytes, size_t size)
{
    return of(XXH3_128bits(bytes, size));
}

struct hash hash_of_text(const char *text)
{
    return hash_of_bytes(text, strlen(text));
}

bool hash_same(struct hash a, struct hash b)
{
    return a.high == b.high && a.low == b.low;
}

struct hash hash_sum(struct hash a, struct hash b)
{
    return (struct hash){a.high + b.high, a.low + b.low};
}

void hash_text(struct hash hash, char text[HASH_TEXT])
{
    snprintf(text, HASH_TEXT, "%016" PRIx64 "%016" PRIx64, hash.high, hash.low);
}

bool hash_is_text(const char *text)
{
    size_t length = strlen(text);
    return (length == HASH_TEXT - 1 || length == (HASH_TEXT - 1) / 2) &&
           strspn(text, "0123456789abcdef") == length;
}
