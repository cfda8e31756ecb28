#include "harness/hash.h"

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

void hash_text(uint64_t hash, char text[HASH_TEXT])
{
    snprintf(text, HASH_TEXT, "%016" PRIx64, hash);
}
