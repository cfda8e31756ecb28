#include "harness/paper/report.h"

#include "harness/base/files/data.h"
#include "harness/base/printable.h"
#include "harness/base/process/process.h"
#include "harness/base/text.h"
#include "harness/config/config.h"
#include "harness/json/json_file.h"
#include "harness/json/json_get.h"
#include "harness/paper/catalog.h"
#include "harness/paper/recorded.h"
#include "harness/report/figures/plot.h"
#include "harness/report/tables/claims_report.h"
#include "harness/report/verdicts/claims.h"
#include "harness/results/current.h"
#include "harness/results/record.h"

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct evidence {
    const struct paper_item *item;
    char *title; /* title of the item's config */
    enum paper_length length;
    struct words path; /* paths of the results */
    int machines;      /* number of machines with these results; each has a folder */
    struct records records;
    int64_t older; /* cases with data from other kernels than this program's (results/current.h) */
    struct claims claims;
};

/*
 * Replaces the claims that were recorded with results by the current claims of a config, also for
 * figures.
 */
static void replace_claims(struct records *records, const cJSON *claims)
{
    for (int k = 0; k < records->documents; k++) {
        cJSON *config = json_get(records->document[k], "config");
        cJSON_DeleteItemFromObjectCaseSensitive(config, "claims");
        if (claims != NULL)
            cJSON_AddItemToObject(config, "claims", cJSON_Duplicate(claims, true));
    }
}

/* Judges the claims of a config. Without records, every verdict is "no data". */
static bool judge(struct evidence *evidence, const cJSON *claims, const char *config,
                  struct error *error)
{
    if (claims == NULL || claims->child == NULL)
        return true;
    cJSON *document = cJSON_CreateObject();
    cJSON *holder = cJSON_AddObjectToObject(document, "config");
    cJSON_AddItemToObject(holder, "claims", cJSON_Duplicate(claims, true));
    bool good = claims_add(&evidence->claims, &evidence->records, document, config, error);
    cJSON_Delete(document);
    return good;
}

/* Counts the folders in a list of paths. The paths of a folder are consecutive. */
static int count_folders(const struct words *path)
{
    int count = path->count > 0;
    for (int k = 1; k < path->count; k++)
        count += !text_same_folder(path->word[k], path->word[k - 1]);
    return count;
}

static bool is_older(const struct source_set *sources, const struct record *record)
{
    return strcmp(record->status, "ok") == 0 && record->source_hash[0] != '\0' &&
           !record_is_current(record, sources);
}

/* Counts the cases that ran older kernels; cases without recorded sources are not counted. */
static bool count_older(struct evidence *evidence, struct error *error)
{
    struct source_set sources;
    const struct records *records = &evidence->records;
    if (!source_load(NULL, &sources, error))
        return false;
    for (int64_t k = 0; k < records->count; k++)
        evidence->older += is_older(&sources, &records->record[k]);
    source_free(&sources);
    return true;
}

/*
 * Reads the records of an item (recorded_of) and judges the claims of its config. If there are no
 * records, every claim is without data. Fails like config_read, records_load, claims_add and
 * source_load. The caller frees the evidence even after an error.
 */
static bool evidence_read(const struct paper_item *item, const struct recorded *recorded,
                          enum paper_length only, struct evidence *evidence, struct error *error)
{
    char name[PATH_MAX], path[PATH_MAX];
    struct config config = {0};
    const struct settings claims_alone = {.no_systems = true};
    *evidence = (struct evidence){.item = item};
    snprintf(name, sizeof name, "configs/%s.json", item->config);
    if (!data_path(name, path, error) || !config_read(path, &claims_alone, &config, error))
        return false;
    evidence->title = text_new("%s", json_text(config.resolved, "title"));
    evidence->length = recorded_of(recorded, item->config, only, &evidence->path);
    evidence->machines = count_folders(&evidence->path);
    const cJSON *claims = json_get(config.resolved, "claims");
    const struct record_files files = {
        .path = evidence->path.word, .count = evidence->path.count, .any = true};
    bool good = files.count == 0 || records_load(&evidence->records, &files, error);
    if (good) {
        replace_claims(&evidence->records, claims);
        good = judge(evidence, claims, path, error) && count_older(evidence, error);
    }
    config_free(&config);
    return good;
}

/* Frees evidence, which may be zeroed. */
static void evidence_free(struct evidence *evidence)
{
    free(evidence->title);
    claims_free(&evidence->claims);
    records_free(&evidence->records);
    words_free(&evidence->path);
}

/* Widths of figures in cm: the text of a page, and a screen of 320 pixels without margins. */
static const double wide = 17.4, narrow = 7.6;

static void add_figure(const struct evidence *evidence, cJSON *figure, cJSON *list)
{
    const char *unfit = json_text(figure, "unfit");
    if (unfit[0] != '\0')
        printable_line(stderr, "%s: left out of %s: %s", json_text(figure, "name"),
                       evidence->item->name, unfit);
    else
        cJSON_AddItemToArray(list, cJSON_Duplicate(figure, true));
}

static bool draw(const struct evidence *evidence, const struct words *names, const char *folder,
                 cJSON *list, struct error *error)
{
    char page[PATH_MAX], screen[PATH_MAX + 8];
    snprintf(page, sizeof page, "figures/%s", evidence->item->config);
    snprintf(screen, sizeof screen, "%s/narrow", page);
    const struct plot_page pages[] = {{wide, page}, {narrow, screen}};
    const struct plot_wanted wanted = {.names = (const char *const *)names->word,
                                       .shared = evidence->machines > 1,
                                       .folder = folder,
                                       .page = pages,
                                       .pages = sizeof pages / sizeof *pages};
    cJSON *figures = NULL, *figure = NULL;
    bool good = plot_draw(&evidence->records, &wanted, &figures, error);
    cJSON_ArrayForEach (figure, figures) {
        add_figure(evidence, figure, list);
    }
    cJSON_Delete(figures);
    return good;
}

/*
 * Draws the figures of an item into `folder`/figures/<config>/, like `pairlanes plot`. Draws them
 * once more into the subfolder narrow/ for narrow screens. Adds an object for each figure to
 * `list`: name, title, and meaning of open symbols. Figures without data are left out. EXIT_USAGE
 * if a figure is unknown. Also fails like plot_draw.
 */
static bool drawing_draw(const struct evidence *evidence, const char *folder, cJSON *list,
                         struct error *error)
{
    struct words names = {0};
    const cJSON *name = NULL;
    bool good = true;
    cJSON_ArrayForEach (name, evidence->item->figures) {
        words_add(&names, "%s", cJSON_IsString(name) ? name->valuestring : "");
        if (good && figure_find(names.word[names.count - 1]) == NULL)
            good = error_set(error, EXIT_USAGE, "there is no figure \"%.80s\" (of %s)",
                             names.word[names.count - 1], evidence->item->name);
    }
    if (good && names.count > 0 && evidence->records.count > 0)
        good = draw(evidence, &names, folder, list, error);
    words_free(&names);
    return good;
}

static bool is_ok(const struct record *record)
{
    return strcmp(record->status, "ok") == 0;
}

static cJSON *machine_json(const struct record *record)
{
    char day[16];
    cJSON *machine = cJSON_CreateObject();
    snprintf(day, sizeof day, "%.10s", record->date);
    cJSON_AddStringToObject(machine, "device", record->device);
    cJSON_AddStringToObject(machine, "cpu", record->cpu);
    json_add_number(machine, "threads", record->cpu_cores);
    cJSON_AddStringToObject(machine, "driver", record->driver);
    cJSON_AddStringToObject(machine, "commit", record->commit);
    cJSON_AddStringToObject(machine, "day", day);
    return machine;
}

/* Adds the paths of an item's results files, and the commits of their measurements. */
static void add_files(cJSON *object, const struct evidence *evidence)
{
    cJSON *files = cJSON_AddArrayToObject(object, "files");
    for (int k = 0; k < evidence->path.count && k < evidence->records.documents; k++) {
        const cJSON *provenance = json_get(evidence->records.document[k], "provenance");
        cJSON *file = cJSON_CreateObject();
        cJSON_AddStringToObject(file, "path", evidence->path.word[k]);
        cJSON_AddStringToObject(file, "commit", json_text(provenance, "commit"));
        cJSON_AddItemToArray(files, file);
    }
}

/*
 * Adds the machines that measured cases, with the days. Adds the reasons why other cases have no
 * data.
 */
static void add_cases(cJSON *object, const struct records *records)
{
    cJSON *machines = cJSON_AddArrayToObject(object, "machines");
    cJSON *without = cJSON_AddArrayToObject(object, "without");
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *record = &records->record[k];
        if (!is_ok(record)) {
            cJSON_AddItemToArray(without, cJSON_CreateString(record->reason));
            continue;
        }
        cJSON *machine = machine_json(record);
        const cJSON *known = machines->child;
        while (known != NULL && !cJSON_Compare(known, machine, true))
            known = known->next;
        if (known == NULL)
            cJSON_AddItemToArray(machines, machine);
        else
            cJSON_Delete(machine);
    }
}

static bool add_item(cJSON *list, const struct paper_item *item,
                     const struct report_options *options, const char *drawings,
                     struct error *error)
{
    struct evidence evidence;
    cJSON *object = cJSON_CreateObject();
    cJSON_AddItemToArray(list, object);
    bool good = evidence_read(item, options->recorded, options->only, &evidence, error);
    cJSON *figures = cJSON_AddArrayToObject(object, "figures");
    good = good && (drawings == NULL || drawing_draw(&evidence, drawings, figures, error));
    if (good) {
        cJSON_AddStringToObject(object, "config", item->config);
        cJSON_AddStringToObject(object, "title", evidence.title);
        cJSON_AddStringToObject(object, "length", paper_length_ending(evidence.length));
        cJSON_AddNumberToObject(object, "cases", (double)evidence.records.count);
        cJSON_AddNumberToObject(object, "older", (double)evidence.older);
        add_files(object, &evidence);
        cJSON_AddItemToObject(object, "claims", claims_json(&evidence.claims));
        add_cases(object, &evidence.records);
    }
    evidence_free(&evidence);
    return good;
}

static bool add_paper(cJSON *list, const struct paper *paper, const struct report_options *options,
                      const char *drawings, struct error *error)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddItemToArray(list, object);
    cJSON_AddStringToObject(object, "name", paper->name);
    cJSON *items = cJSON_AddArrayToObject(object, "items");
    for (int k = 0; k < paper->items; k++)
        if (!add_item(items, &paper->item[k], options, drawings, error))
            return false;
    return true;
}

/*
 * Writes the findings as JSON to `path`, and draws figures in the folder `drawings`, unless that is
 * NULL.
 */
static bool write_json(const struct report_options *options, const char *drawings, const char *path,
                       struct error *error)
{
    bool good = true;
    cJSON *report = cJSON_CreateObject();
    cJSON_AddStringToObject(report, "command", options->command);
    cJSON_AddStringToObject(report, "length", paper_length_ending(options->only));
    cJSON *list = cJSON_AddArrayToObject(report, "papers");
    for (int k = 0; k < options->count && good; k++)
        good = add_paper(list, options->paper[k], options, drawings, error);
    good = good && json_file_write(path, report, error);
    cJSON_Delete(report);
    return good;
}

static bool write_pages(const char *path, struct error *error)
{
    char python[PATH_MAX], script[PATH_MAX];
    if (!process_find("python3", python, sizeof python))
        return error_set(error, EXIT_ENVIRONMENT,
                         "the pages of the report are written by python3, which is not installed");
    if (!data_path("plots/report.py", script, error))
        return false;
    return process_do((const char *const[]){"python3", "-E", "-s", "-B", script, path, NULL}, NULL,
                      error);
}

bool report_write(const struct report_options *options, const char *folder, struct error *error)
{
    char path[PATH_MAX], gnuplot[PATH_MAX];
    bool draws = process_find("gnuplot", gnuplot, sizeof gnuplot);
    if (!draws)
        fputs("figures are drawn by gnuplot, which is not installed (Debian: gnuplot-nox); the "
              "report has none\n",
              stderr);
    if (snprintf(path, sizeof path, "%s/report.json", folder) >= (int)sizeof path)
        return error_set(error, EXIT_USAGE, "%s: the name is too long", folder);
    return write_json(options, draws ? folder : NULL, path, error) && write_pages(path, error);
}
