#include "harness/base/base64.h"

#include <stdint.h>

/* Three bytes at most as four letters, of which those without a byte are padding. */
static void write_group(FILE *to, const unsigned char *byte, size_t count)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t bits = 0;
    for (size_t k = 0; k < 3; k++)
        bits = bits << 8 | (k < count ? byte[k] : 0U);
    for (size_t k = 0; k < 4; k++)
        fputc(k <= count ? letters[bits >> (18 - 6 * k) & 63] : '=', to);
}

bool base64_write_file(FILE *to, const char *path, struct error *error)
{
    unsigned char byte[3];
    size_t count;
    FILE *from = fopen(path, "rb");
    if (from == NULL)
        return error_unreadable(error, path);
    while ((count = fread(byte, 1, sizeof byte, from)) > 0)
        write_group(to, byte, count);
    bool good = !ferror(from);
    if (!good)
        error_unreadable(error, path);
    fclose(from);
    return good;
}
