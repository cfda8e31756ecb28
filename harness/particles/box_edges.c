#include "harness/particles/box_edges.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

bool box_edges_read(const char *text, double box[3], struct error *error)
{
    const char *at = text;
    bool good = true;
    for (int d = 0; d < 3 && good; d++) {
        char *end;
        box[d] = strtod(at, &end);
        good = end > at && isfinite(box[d]) && box[d] > 0 && *end == (d < 2 ? 'x' : '\0');
        at = end + 1;
    }
    return good || error_set(error, EXIT_USAGE,
                             "expected three edges above 0, as in 10x10x16, found \"%s\"", text);
}

struct box_edges_text box_edges_text(const double box[3])
{
    struct box_edges_text edges;
    snprintf(edges.text, sizeof edges.text, "%.12gx%.12gx%.12g", box[0], box[1], box[2]);
    return edges;
}
