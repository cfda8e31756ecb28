#include "harness/paper/repeat.h"

#include "harness/base/files/data.h"
#include "harness/base/process/interrupt.h"
#include "harness/base/text.h"
#include "harness/json/json_file.h"
#include "harness/json/json_get.h"
#include "harness/results/limits.h"
#include "harness/results/results.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void add_settings(struct settings *settings, const cJSON *list)
{
    const cJSON *setting = NULL;
    cJSON_ArrayForEach (setting, list) {
        if (cJSON_IsString(setting))
            settings_add(settings, NULL, setting->valuestring);
    }
}

/* Whether a config has settings "full" for the length of the paper. */
static bool has_full(const char *path)
{
    struct error error;
    cJSON *document = json_file_read(path, &error);
    bool has = json_get(document, "full") != NULL;
    const cJSON *sweep = NULL;
    cJSON_ArrayForEach (sweep, json_get(document, "sweeps")) {
        has = has || json_get(sweep, "full") != NULL;
    }
    cJSON_Delete(document);
    return has;
}

/* Gives the results of a quick run another name than the results of the paper's length. */
static void rename_quick(cJSON *config)
{
    char *name = text_new("%s%s", json_text(config, "name"), paper_length_ending(PAPER_QUICK));
    cJSON_ReplaceItemInObjectCaseSensitive(config, "name", cJSON_CreateString(name));
    free(name);
}

bool repeat_open(const struct papers *papers, const struct paper_item *item,
                 enum paper_length length, const char *machine, struct repeat *repeat,
                 struct error *error)
{
    char name[PATH_MAX], path[PATH_MAX];
    struct settings settings = {0};
    *repeat = (struct repeat){0};
    snprintf(name, sizeof name, "configs/%s.json", item->config);
    if (!data_path(name, path, error))
        return false;
    settings.full = length == PAPER_FULL && has_full(path);
    bool quick = length == PAPER_QUICK;
    if (quick) {
        add_settings(&settings, papers->quick);
        add_settings(&settings, item->quick);
    }
    bool good = config_read(path, &settings, &repeat->config, error);
    settings_free(&settings);
    if (good && quick)
        rename_quick(repeat->config.resolved);
    if (!good || !cases_expand(&repeat->config, &repeat->cases, error))
        return false;
    repeat->path = results_default_path(machine, &repeat->config);
    return true;
}

bool repeat_run(struct repeat *repeat, const struct run_options *options,
                struct run_summary *summary, struct error *error)
{
    struct results results;
    struct ceilings_set ceilings;
    struct run_options run = *options;
    run.ceilings = &ceilings;
    run.resume = true;
    *summary = (struct run_summary){0};
    if (!limits_ceilings(NULL, repeat->path, &ceilings, error) ||
        !results_start(repeat->path, &repeat->config, &repeat->cases, &results, error))
        return false;
    bool good = results_resume(&results, &repeat->cases, error) &&
                run_cases(&repeat->cases, &run, &results, summary, error) &&
                results_finish(&results, error);
    results_free(&results);
    return good;
}

void repeat_close(struct repeat *repeat)
{
    cases_free(&repeat->cases);
    config_free(&repeat->config);
    free(repeat->path);
}

static void run_item(const struct repeat_items *items, const struct paper *paper,
                     const struct paper_item *item)
{
    struct repeat repeat;
    struct run_summary summary;
    struct error error;
    if (repeat_open(items->papers, item, items->length, items->machine, &repeat, &error) &&
        repeat_run(&repeat, &items->run, &summary, &error))
        fprintf(stderr,
                "%s, %s: %" PRId64 " timed (%" PRId64 " of them before), %" PRId64
                " skipped, %" PRId64 " failed, %" PRId64 " not run%s; results in %s\n",
                paper->cited, item->name, summary.ok, summary.kept, summary.skipped - summary.late,
                summary.failed, summary.not_run + summary.late,
                summary.late > 0 ? ", because the time was up" : "", repeat.path);
    else
        fprintf(stderr, "%s, %s: %s\n", paper->cited, item->name, error.text);
    repeat_close(&repeat);
}

static bool is_ended(const struct repeat_items *items)
{
    return *items->run.interrupted != 0 && *items->run.interrupted != INTERRUPT_TIME;
}

void repeat_items(const struct repeat_items *items)
{
    interrupt_after(items->seconds);
    for (int k = 0; k < items->count; k++)
        for (int item = 0; item < items->paper[k]->items && !is_ended(items); item++)
            run_item(items, items->paper[k], &items->paper[k]->item[item]);
    interrupt_after(0);
}
