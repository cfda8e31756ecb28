#include "harness/particles/type_shares.h"

#include <stdio.h>
#include <stdlib.h>

static double sum_of(const struct type_shares *shares)
{
    double sum = 0;
    for (int k = 0; k < shares->count; k++)
        sum += shares->of[k];
    return sum;
}

bool type_shares_read(const char *text, struct type_shares *shares, struct error *error)
{
    const char *at = text;
    bool good = true, more = true;
    shares->count = 0;
    while (good && more && shares->count < TYPE_SHARES) {
        char *end;
        const double share = strtod(at, &end);
        more = *end == ':';
        good = end > at && share >= 0 && share <= 1e9 && (more || *end == '\0');
        shares->of[shares->count++] = share;
        at = end + 1;
    }
    return (good && !more && shares->count > 1 && sum_of(shares) > 0) ||
           error_set(error, EXIT_USAGE,
                     "expected shares of 2 to %d types, as in 3:1, found \"%.80s\"", TYPE_SHARES,
                     text);
}

struct type_shares_text type_shares_text(const struct type_shares *shares)
{
    struct type_shares_text written = {""};
    int length = 0;
    for (int k = 0; k < shares->count; k++)
        length += snprintf(written.text + length, sizeof written.text - (size_t)length, "%s%.12g",
                           k > 0 ? ":" : "", shares->of[k]);
    return written;
}

int type_shares_choose(const struct type_shares *shares, double number)
{
    int type = 0;
    double left = number * sum_of(shares) - shares->of[0];
    while (left >= 0 && type + 1 < shares->count)
        left -= shares->of[++type];
    return type;
}
