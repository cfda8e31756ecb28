#include "harness/report/figures/figure_published.h"

#include "harness/base/files/data.h"
#include "harness/json/json_file.h"
#include "harness/json/json_get.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether results are of an experiment that a paper's file names. */
static bool is_of_paper(const struct records *records, const cJSON *paper)
{
    const cJSON *config = NULL;
    cJSON_ArrayForEach (config, json_get(paper, "configs")) {
        for (int k = 0; k < records->documents; k++) {
            const char *name = json_text(json_get(records->document[k], "config"), "name");
            if (cJSON_IsString(config) && strcmp(name, config->valuestring) == 0)
                return true;
        }
    }
    return false;
}

/* Whether the panel of a point has an earlier point with the same abscissa, curves of papers left
 * out. */
static bool is_repeated(const struct figure_data *data, int64_t k)
{
    const struct figure_point *point = &data->point[k];
    for (int64_t other = 0; other < k; other++) {
        const struct figure_point *earlier = &data->point[other];
        if (earlier->row == point->row && earlier->column == point->column &&
            earlier->x == point->x)
            return true;
    }
    return false;
}

/* Adds a number to all panels that have measured points, of the first `measured` ones, with as many
 * particles. */
static bool add_number(const cJSON *number, int64_t measured, struct figure_data *data,
                       struct error *error)
{
    const cJSON *figure = json_get(number, "figure");
    double factor = json_value(figure, "factor");
    bool good = true;
    for (int64_t k = 0; k < measured && good; k++) {
        if (data->point[k].x != json_value(number, "particles") || is_repeated(data, k))
            continue;
        struct figure_point point = data->point[k];
        point.curve =
            figure_published_curve(data, "as the paper prints it", json_text(figure, "curve"));
        point.y = point.low = point.high =
            json_value(number, "value") * (isfinite(factor) ? factor : 1);
        point.doubtful = false;
        point.record = NULL;
        good = figure_add_point(data, point, error);
    }
    return good;
}

static bool add_paper(const struct records *records, const char *path, const char *name,
                      int64_t measured, struct figure_data *data, struct error *error)
{
    cJSON *paper = json_file_read(path, error);
    bool good = paper != NULL;
    const cJSON *number = NULL;
    if (paper != NULL && is_of_paper(records, paper))
        cJSON_ArrayForEach (number, json_get(paper, "numbers")) {
            if (good && strcmp(json_text(json_get(number, "figure"), "name"), name) == 0)
                good = add_number(number, measured, data, error);
        }
    cJSON_Delete(paper);
    return good;
}

bool figure_add_published(const struct records *records, const char *figure,
                          struct figure_data *data, struct error *error)
{
    char folder[PATH_MAX];
    char path[2 * PATH_MAX];
    struct dirent **entry = NULL;
    struct error absent;
    int64_t measured = data->points;
    if (measured == 0 || data->form != FIGURE_CURVES ||
        !data_path("results/published", folder, &absent))
        return true;
    int entries = scandir(folder, &entry, json_file_is_named, alphasort);
    bool good = true;
    for (int k = 0; k < entries; k++) {
        snprintf(path, sizeof path, "%s/%s", folder, entry[k]->d_name);
        good = good && add_paper(records, path, figure, measured, data, error);
        free(entry[k]);
    }
    free(entry);
    return good;
}
