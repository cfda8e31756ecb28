#include "harness/paper/printed.h"

#include "harness/json/json_get.h"

#include <math.h>
#include <string.h>

/* Claims have three digits or more of what is printed. */
static const double same_digits = 1e-3;

static bool means(double printed, double claimed)
{
    const double meant[] = {printed, printed / 100, 1 - printed / 100, 1 + printed / 100,
                            1 / printed};
    for (size_t k = 0; k < sizeof meant / sizeof *meant; k++)
        if (fabs(meant[k] - claimed) <= same_digits * fabs(claimed))
            return true;
    return false;
}

const char *printed_device(const struct paper *paper, const struct claim *claim)
{
    const cJSON *number = NULL;
    if (!isfinite(claim->published))
        return "";
    cJSON_ArrayForEach (number, json_get(paper->published, "numbers")) {
        const char *source = json_text(number, "source");
        if (source[0] != '\0' && strstr(claim->source, source) != NULL &&
            means(json_value(number, "value"), claim->published))
            return json_text(number, "device");
    }
    return "";
}
