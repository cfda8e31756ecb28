#include "harness/report/exchange/bundle.h"

#include "harness/base/files/gzip.h"
#include "harness/base/hash.h"
#include "harness/config/config.h"
#include "harness/json/json_file.h"
#include "harness/json/json_get.h"
#include "harness/json/json_print.h"
#include "harness/json/member.h"
#include "harness/report/verdicts/trust.h"
#include "harness/results/ceilings_check.h"
#include "harness/results/noise.h"
#include "harness/results/provenance.h"
#include "harness/results/record.h"
#include "harness/results/results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const kinds[] = {
    [BUNDLE_RESULTS] = "results",
    [BUNDLE_CEILINGS] = "ceilings",
    [BUNDLE_NOISE] = "noise",
    [BUNDLE_KINDS] = NULL,
};

static const struct member file_members[] = {
    {.path = "name", .kind = MEMBER_TEXT},
    {.path = "kind", .kind = MEMBER_NAME, .choices = kinds},
    {.path = "doubtful", .kind = MEMBER_INTEGER, .range = AT_LEAST(0)},
    {.path = "document", .kind = MEMBER_OBJECT},
    {.path = NULL}};

static const struct member bundle_members[] = {
    {.path = "schema_version",
     .kind = MEMBER_INTEGER,
     .range = BETWEEN(BUNDLE_SCHEMA, BUNDLE_SCHEMA)},
    {.path = "machine", .kind = MEMBER_TEXT},
    {.path = "provenance", .kind = MEMBER_OBJECT},
    {.path = "files", .kind = MEMBER_LIST, .members = file_members},
    {.path = "hash", .kind = MEMBER_TEXT, .matches = hash_is_text},
    {.path = NULL}};

/* --- names --- */

/*
 * Whether a name begins with a letter or a digit. It may contain only letters, digits, '-' and the
 * characters in `also`.
 */
static bool is_name(const char *name, const char *also)
{
    static const char begins[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    size_t length = strlen(name);
    if (length == 0 || length > BUNDLE_NAME || strchr(begins, name[0]) == NULL)
        return false;
    for (const char *at = name; *at != '\0'; at++)
        if (strchr(begins, *at) == NULL && *at != '-' && strchr(also, *at) == NULL)
            return false;
    return true;
}

bool bundle_is_machine(const char *name)
{
    return is_name(name, ".") && strcmp(name, "published") != 0;
}

/* Whether a file's name is right for its kind. The names of ceilings and noise are fixed. */
static bool fits(const char *name, enum bundle_kind kind)
{
    if (kind != BUNDLE_RESULTS)
        return strcmp(name, kinds[kind]) == 0;
    return strcmp(name, kinds[BUNDLE_CEILINGS]) != 0 && strcmp(name, kinds[BUNDLE_NOISE]) != 0;
}

/* --- contents --- */

static enum bundle_kind kind_of(const cJSON *document)
{
    if (cJSON_IsArray(json_get(document, "cases")) && cJSON_IsObject(json_get(document, "config")))
        return BUNDLE_RESULTS;
    if (!cJSON_IsArray(json_get(document, "devices")))
        return BUNDLE_KINDS;
    return cJSON_IsArray(json_get(document, "cases")) ? BUNDLE_NOISE : BUNDLE_CEILINGS;
}

static bool check_schema(const cJSON *document, const char *place, int schema, struct error *error)
{
    double version = json_value(document, "schema_version");
    return version == schema ||
           error_set(error, EXIT_USAGE,
                     "%s: schema_version: expected %d, found %g; another version of pairlanes "
                     "wrote it",
                     place, schema, version);
}

static bool take_results(struct bundle_part *part, const char *place, struct error *error)
{
    struct records records = {0};
    if (!check_schema(part->document, place, RESULTS_SCHEMA, error) ||
        !config_check_results(json_get(part->document, "config"), place, error))
        return false;
    bool good = records_add(&records, part->document, place, error);
    part->cases = records.count;
    for (int64_t k = 0; k < records.count; k++) {
        const struct record *record = &records.record[k];
        part->ok += strcmp(record->status, "ok") == 0;
        part->doubtful += record_timed(record) && trust_faults(record, &record->force) != 0;
    }
    records_free(&records);
    return good;
}

/*
 * Smallest ratio of the median to the best repetition of a ceiling that is not doubtful. Below it,
 * other programs probably disturbed the measurement.
 */
static const double near = 0.5;

static bool take_ceilings(struct bundle_part *part, const char *place, struct error *error)
{
    const cJSON *device = NULL, *ceiling = NULL;
    if (!ceilings_check_all(part->document, place, error))
        return false;
    cJSON_ArrayForEach (device, json_get(part->document, "devices")) {
        cJSON_ArrayForEach (ceiling, json_get(device, "ceilings")) {
            part->cases++;
            part->doubtful += json_value(ceiling, "median") < near * json_value(ceiling, "best");
        }
    }
    part->ok = part->cases;
    return true;
}

/* Checks a file of a bundle, and counts its cases. */
static bool take(struct bundle_part *part, const char *place, struct error *error)
{
    switch (part->kind) {
    case BUNDLE_RESULTS:
        return take_results(part, place, error);
    case BUNDLE_CEILINGS:
        return take_ceilings(part, place, error);
    default:
        return noise_check(part->document, place, error);
    }
}

static bool take_file(struct bundle *bundle, const cJSON *file, const char *path,
                      struct error *error)
{
    const char *name = json_text(file, "name");
    const cJSON *document = json_get(file, "document");
    struct bundle_part *part = &bundle->part[bundle->parts];
    char place[MEMBER_TEXT_SIZE];
    if (!is_name(name, ""))
        return error_set(error, EXIT_USAGE,
                         "%s: files[%d].name: expected letters, digits and '-', found \"%.80s\"",
                         path, bundle->parts, name);
    *part = (struct bundle_part){.name = name, .kind = kind_of(document), .document = document};
    if (part->kind == BUNDLE_KINDS || strcmp(kinds[part->kind], json_text(file, "kind")) != 0 ||
        !fits(name, part->kind))
        return error_set(error, EXIT_USAGE, "%s: %s.json: expected %s, found something else", path,
                         name, json_text(file, "kind"));
    for (int k = 0; k < bundle->parts; k++)
        if (strcmp(bundle->part[k].name, name) == 0)
            return error_set(error, EXIT_USAGE, "%s: %s.json is in it twice", path, name);
    bundle->parts++;
    snprintf(place, sizeof place, "%s: %s.json", path, name);
    return take(part, place, error);
}

static bool take_all(struct bundle *bundle, const char *path, struct error *error)
{
    const cJSON *files = json_get(bundle->document, "files");
    const cJSON *provenance = json_get(bundle->document, "provenance");
    const cJSON *file = NULL;
    char place[MEMBER_TEXT_SIZE];
    snprintf(place, sizeof place, "%s: provenance", path);
    if (!members_check(provenance_members, provenance, MEMBERS_MAY, place, error))
        return false;
    bundle->machine = json_text(bundle->document, "machine");
    bundle->commit = json_text(provenance, "commit");
    bundle->date = json_text(provenance, "date");
    if (!bundle_is_machine(bundle->machine))
        return error_set(error, EXIT_USAGE,
                         "%s: machine: expected a name of letters, digits, '-' and '.', such as "
                         "nvidia-h200, found \"%.80s\"",
                         path, bundle->machine);
    if (cJSON_GetArraySize(files) < 1 || cJSON_GetArraySize(files) > BUNDLE_FILES)
        return error_set(error, EXIT_USAGE, "%s: files: expected from 1 to %d, found %d", path,
                         BUNDLE_FILES, cJSON_GetArraySize(files));
    cJSON_ArrayForEach (file, files)
        if (!take_file(bundle, file, path, error))
            return false;
    return true;
}

/* --- the checksum --- */

/* Computes the hash of a document without the member that is its hash. */
static void hash_content(cJSON *document, char text[HASH_TEXT])
{
    cJSON *kept = cJSON_DetachItemFromObjectCaseSensitive(document, "hash");
    char *content = json_lines(document, NULL);
    if (kept != NULL)
        cJSON_AddItemToObject(document, "hash", kept);
    hash_text(hash_of_text(content), text);
    free(content);
}

void bundle_seal(cJSON *document)
{
    char text[HASH_TEXT];
    cJSON_DeleteItemFromObjectCaseSensitive(document, "hash");
    hash_content(document, text);
    cJSON_AddStringToObject(document, "hash", text);
}

static bool check_hash(cJSON *document, const char *path, struct error *error)
{
    char text[HASH_TEXT];
    hash_content(document, text);
    return strcmp(text, json_text(document, "hash")) == 0 ||
           error_set(error, EXIT_USAGE,
                     "%s: the checksum of its content is %s, not %s as in the file: it is damaged; "
                     "ask for it again",
                     path, text, json_text(document, "hash"));
}

/* --- reading --- */

static bool check_size(const char *path, struct error *error)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return error_unreadable(error, path);
    if (!S_ISREG(status.st_mode))
        return error_set(error, EXIT_USAGE, "%s: expected a regular file", path);
    return status.st_size <= BUNDLE_BYTES ||
           error_set(error, EXIT_USAGE, "%s: expected at most %d bytes, found %lld", path,
                     BUNDLE_BYTES, (long long)status.st_size);
}

bool bundle_read(const char *path, struct bundle *bundle, struct error *error)
{
    *bundle = (struct bundle){0};
    bundle->document =
        check_size(path, error) ? json_file_read_most(path, BUNDLE_BYTES, error) : NULL;
    if (bundle->document == NULL)
        return false;
    if (!cJSON_IsArray(json_get(bundle->document, "files")))
        return error_set(error, EXIT_USAGE,
                         "%s: expected what `pairlanes bundle` writes, found something else", path);
    return check_schema(bundle->document, path, BUNDLE_SCHEMA, error) &&
           members_check(bundle_members, bundle->document, MEMBERS_MUST, path, error) &&
           check_hash(bundle->document, path, error) && take_all(bundle, path, error);
}

/* --- packing --- */

/* Writes a file's name, but leaves out its folders and .json. */
static void stem_of(const char *path, char name[BUNDLE_NAME + 8])
{
    const char *slash = strrchr(path, '/');
    const int begin = slash != NULL ? (int)(slash + 1 - path) : 0;
    snprintf(name, BUNDLE_NAME + 8, "%.*s", gzip_stem(path) - begin, path + begin);
}

static bool pack_file(cJSON *files, const char *path, struct words *left, struct error *error)
{
    char name[BUNDLE_NAME + 8];
    cJSON *document = json_file_read(path, error);
    if (document == NULL)
        return false;
    stem_of(path, name);
    struct bundle_part part = {.kind = kind_of(document), .document = document};
    if (part.kind == BUNDLE_KINDS || !is_name(name, "") || !fits(name, part.kind)) {
        words_add(left, "%s", path);
        cJSON_Delete(document);
        return true;
    }
    if (!take(&part, path, error)) {
        cJSON_Delete(document);
        return false;
    }
    cJSON *file = cJSON_CreateObject();
    cJSON_AddStringToObject(file, "name", name);
    cJSON_AddStringToObject(file, "kind", kinds[part.kind]);
    cJSON_AddNumberToObject(file, "doubtful", (double)part.doubtful);
    cJSON_AddItemToObject(file, "document", document);
    cJSON_AddItemToArray(files, file);
    return true;
}

bool bundle_pack(const struct words *paths, const char *machine, struct bundle *bundle,
                 struct words *left, struct error *error)
{
    *bundle = (struct bundle){.document = cJSON_CreateObject()};
    cJSON *document = bundle->document;
    cJSON_AddNumberToObject(document, "schema_version", BUNDLE_SCHEMA);
    cJSON_AddStringToObject(document, "machine", machine);
    cJSON_AddItemToObject(document, "provenance", provenance_new());
    cJSON *files = cJSON_AddArrayToObject(document, "files");
    for (int k = 0; k < paths->count; k++)
        if (!pack_file(files, paths->word[k], left, error))
            return false;
    bundle_seal(document);
    return take_all(bundle, "the bundle", error);
}

void bundle_free(struct bundle *bundle)
{
    cJSON_Delete(bundle->document);
    *bundle = (struct bundle){0};
}
