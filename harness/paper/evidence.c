#include "harness/paper/evidence.h"

#include "harness/base/files/data.h"
#include "harness/base/text.h"
#include "harness/config/config.h"
#include "harness/json/json_get.h"
#include "harness/results/current.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Replaces the claims with which results were recorded by those of a config, also for figures. */
static void replace_claims(struct records *records, const cJSON *claims)
{
    for (int k = 0; k < records->documents; k++) {
        cJSON *config = json_get(records->document[k], "config");
        cJSON_DeleteItemFromObjectCaseSensitive(config, "claims");
        if (claims != NULL)
            cJSON_AddItemToObject(config, "claims", cJSON_Duplicate(claims, true));
    }
}

/* Judges claims, even if there are no records. */
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

/* Counts the folders of paths; the paths of a folder are consecutive. */
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

/* Counts the cases of older kernels; those that do not record their sources are not counted. */
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

bool evidence_read(const struct paper_item *item, const struct recorded *recorded,
                   enum paper_length only, struct evidence *evidence, struct error *error)
{
    char name[PATH_MAX], path[PATH_MAX];
    struct config config = {0};
    *evidence = (struct evidence){.item = item};
    snprintf(name, sizeof name, "configs/%s.json", item->config);
    if (!data_path(name, path, error) || !config_read(path, NULL, &config, error))
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

void evidence_free(struct evidence *evidence)
{
    free(evidence->title);
    claims_free(&evidence->claims);
    records_free(&evidence->records);
    words_free(&evidence->path);
}
