#include "harness/report/figures/figure_peers.h"

#include "harness/json/json_get.h"

#include <stdio.h>

/* Adds an engine's step beside that of a case, and how far its runs spread to either side. */
static bool add_engine(const struct figure_point *beside, const cJSON *peers, const cJSON *step,
                       struct figure_data *data, struct error *error)
{
    const double spread = json_value(json_get(peers, "spread"), step->string);
    struct figure_point point = *beside;
    char name[FIGURE_LABEL];
    snprintf(name, sizeof name, "%s, %s precision",
             json_text(json_get(peers, "program"), step->string),
             json_text(json_get(peers, "precision"), step->string));
    point.curve = figure_published_curve(data, "other engines", name);
    point.record = NULL;
    point.doubtful = false;
    point.y = 1e-3 * step->valuedouble;
    point.low = point.y * (1 - spread);
    point.high = point.y * (1 + spread);
    return figure_add_least(data, point, error);
}

bool figure_add_peers(struct figure_data *data, struct error *error)
{
    const int64_t measured = data->points;
    bool good = true;
    for (int64_t k = 0; k < measured && good && data->form == FIGURE_CURVES; k++) {
        const struct figure_point beside = data->point[k]; /* what is added may move it */
        const cJSON *peers = NULL, *step = NULL;
        if (beside.record != NULL)
            peers = json_get(beside.record->item, "peers");
        cJSON_ArrayForEach (step, json_get(peers, "step_ns"))
            good = good && add_engine(&beside, peers, step, data, error);
    }
    return good;
}
