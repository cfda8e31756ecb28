#include "harness/results/merge.h"

#include "harness/base/hash.h"
#include "harness/base/memory.h"
#include "harness/base/text.h"
#include "harness/json/json_difference.h"
#include "harness/json/json_file.h"
#include "harness/json/json_get.h"
#include "harness/json/json_print.h"
#include "harness/results/case_check.h"
#include "harness/results/members.h"
#include "harness/results/record.h"
#include "harness/results/results.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Provenance of a measurement. */
struct origin {
    cJSON *provenance;
    char *text; /* JSON text of the provenance, for comparison */
};

/* One of the joined files. */
struct piece {
    const char *path;
    cJSON *document;
    struct origin origin;
};

/* A case that was found in a file. */
struct found {
    const struct piece *piece;
    cJSON *item;          /* case without its provenance */
    struct origin own;    /* origin of a case that an earlier merge added; empty for other cases */
    const char *id;       /* id of the case, a text in `item` */
    int64_t place;        /* index of the case in the config; -1: unknown */
    struct hash system;   /* fingerprint of the model and the particles */
    bool dropped, placed; /* dropped: replaced by another case with the same name; placed: already
                           * in the document */
};

struct pieces {
    struct piece *piece;
    int count;
    struct found *found;
    int64_t cases;
};

static const struct origin *origin_of(const struct found *found)
{
    return found->own.text != NULL ? &found->own : &found->piece->origin;
}

/* --- reading --- */

static bool set_origin(struct origin *origin, cJSON *provenance, const char *place,
                       struct error *error)
{
    char *text = text_new("%s: provenance", place);
    *origin = (struct origin){.provenance = provenance};
    const bool good = members_check(provenance_members, provenance, MEMBERS_MAY, text, error);
    free(text);
    if (good)
        origin->text = json_print(provenance);
    return good;
}

static bool check_form(const struct piece *piece, struct error *error)
{
    const cJSON *document = piece->document;
    if (!cJSON_IsArray(json_get(document, "cases")) ||
        !cJSON_IsObject(json_get(document, "config")))
        return error_set(error, EXIT_USAGE,
                         "%s: expected the results of a run, found something else", piece->path);
    return record_check_version(document, piece->path, error) &&
           config_check_results(json_get(document, "config"), piece->path, error);
}

/* Returns the part of a config that determines measurements: all except title and claims. */
static cJSON *what_is_measured(const struct piece *piece)
{
    cJSON *config = cJSON_Duplicate(json_get(piece->document, "config"), true);
    cJSON_DeleteItemFromObjectCaseSensitive(config, "title");
    cJSON_DeleteItemFromObjectCaseSensitive(config, "claims");
    return config;
}

static bool check_config(const struct piece *first, const struct piece *piece, struct error *error)
{
    struct json_difference difference;
    cJSON *left = what_is_measured(first), *right = what_is_measured(piece);
    bool good =
        !json_differ(left, right, &difference) ||
        error_set(error, EXIT_USAGE,
                  "%s and %s are of different configs; the first difference is %s: %s and %s",
                  first->path, piece->path, difference.path, difference.left, difference.right);
    cJSON_Delete(left);
    cJSON_Delete(right);
    return good;
}

static bool read_piece(const struct piece *first, struct piece *piece, struct error *error)
{
    piece->document = json_file_read(piece->path, error);
    return piece->document != NULL && check_form(piece, error) &&
           set_origin(&piece->origin, json_get(piece->document, "provenance"), piece->path,
                      error) &&
           check_config(first, piece, error);
}

/* Adds a value to a hash; members of an object in the order of the file. */
static void hash_value(struct hasher *hasher, const cJSON *value)
{
    const cJSON *member = NULL;
    hash_string(hasher, cJSON_IsString(value) ? value->valuestring : "");
    if (cJSON_IsNumber(value))
        hash_bytes(hasher, &value->valuedouble, sizeof value->valuedouble);
    cJSON_ArrayForEach (member, value) {
        hash_string(hasher, member->string != NULL ? member->string : "");
        hash_value(hasher, member);
    }
}

/* Returns a fingerprint of the model and the particles of a recorded case. */
static struct hash system_of(const cJSON *item)
{
    static const char *const keys[] = {"model",       "parameters", "source",   "n",   "density",
                                       "temperature", "seed",       "terms",    "box", "chain",
                                       "shares",      "copies",     "restraint"};
    struct hasher hasher;
    hash_start(&hasher);
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        hash_value(&hasher, json_get(item, keys[k]));
    return hash_end(&hasher);
}

/* Copies the cases of a file, and checks each. */
static bool take_cases(struct pieces *pieces, const struct piece *piece, struct error *error)
{
    char place[MEMBER_TEXT_SIZE];
    cJSON *list = json_get(piece->document, "cases");
    for (int64_t index = 0; list->child != NULL; index++) {
        struct found *found = &pieces->found[pieces->cases++];
        cJSON *item = cJSON_DetachItemViaPointer(list, list->child);
        *found = (struct found){.piece = piece, .item = item, .place = -1};
        snprintf(place, sizeof place, "%s: cases[%" PRId64 "]", piece->path, index);
        cJSON *own = cJSON_DetachItemFromObjectCaseSensitive(item, "provenance");
        if ((own != NULL && !set_origin(&found->own, own, place, error)) ||
            !case_check(item, MEMBERS_MAY, place, error))
            return false;
        found->id = json_text(item, "id");
        found->system = system_of(item);
    }
    return true;
}

static bool read_all(char *const *paths, struct pieces *pieces, struct error *error)
{
    int64_t cases = 0;
    for (int k = 0; k < pieces->count; k++) {
        pieces->piece[k].path = paths[k];
        if (!read_piece(pieces->piece, &pieces->piece[k], error))
            return false;
        cases += cJSON_GetArraySize(json_get(pieces->piece[k].document, "cases"));
    }
    pieces->found = memory_new(cases, sizeof *pieces->found, "cases");
    for (int k = 0; k < pieces->count; k++)
        if (!take_cases(pieces, &pieces->piece[k], error))
            return false;
    return true;
}

/* --- the order --- */

static int compare_ids(const void *left, const void *right)
{
    return strcmp((*(const struct case_spec *const *)left)->id,
                  (*(const struct case_spec *const *)right)->id);
}

/* Whether any file has a case on a backend. */
static bool has_backend(const struct pieces *pieces, const char *backend)
{
    for (int64_t k = 0; k < pieces->cases; k++)
        if (strcmp(json_text(pieces->found[k].item, "backend"), backend) == 0)
            return true;
    return false;
}

/* Counts the cases of the config that no file has; there[k] is true if a file has case k. */
static void note_missing(const struct cases *cases, const struct pieces *pieces, const bool *there,
                         struct merge *merge)
{
    merge->missing = merge->unasked = 0;
    for (int64_t k = 0; k < cases->count; k++) {
        const struct case_spec *spec = &cases->spec[k];
        if (there[k])
            continue;
        if (pieces->cases == 0 || has_backend(pieces, spec->backend)) {
            if (merge->missing++ == 0)
                snprintf(merge->absent, sizeof merge->absent, "%s", spec->id);
        } else if (merge->unasked++ == 0) {
            snprintf(merge->backend, sizeof merge->backend, "%s", spec->backend);
        }
    }
}

/* Finds the index of each case in the config, and counts the missing cases. */
static bool place_among(const struct cases *cases, struct pieces *pieces, struct merge *merge,
                        struct error *error)
{
    const struct case_spec **sorted = memory_new(cases->count, sizeof *sorted, "cases");
    bool *there = memory_new(cases->count, sizeof *there, "cases");
    bool good = true;
    for (int64_t k = 0; k < cases->count; k++)
        sorted[k] = &cases->spec[k];
    qsort(sorted, (size_t)cases->count, sizeof *sorted, compare_ids);
    for (int64_t k = 0; good && k < pieces->cases; k++) {
        struct found *found = &pieces->found[k];
        struct case_spec key;
        const struct case_spec *wanted = &key, *const *at = NULL;
        snprintf(key.id, sizeof key.id, "%s", found->id);
        at = bsearch(&wanted, sorted, (size_t)cases->count, sizeof *sorted, compare_ids);
        good = at != NULL || error_set(error, EXIT_USAGE, "%s: its case %s is not in its config",
                                       found->piece->path, found->id);
        found->place = at != NULL ? *at - cases->spec : -1;
        if (at != NULL)
            there[found->place] = true;
    }
    if (good)
        note_missing(cases, pieces, there, merge);
    free(there);
    free(sorted);
    return good;
}

static int compare_origins(const struct origin *a, const struct origin *b)
{
    int order = strcmp(json_text(a->provenance, "date"), json_text(b->provenance, "date"));
    return order ? order : strcmp(a->text, b->text);
}

/* Returns the file with the first run. A merged file counts by its first run. */
static const struct piece *earliest_piece(const struct pieces *pieces)
{
    const struct piece *first = pieces->piece;
    for (int k = 1; k < pieces->count; k++)
        if (compare_origins(&pieces->piece[k].origin, &first->origin) < 0)
            first = &pieces->piece[k];
    return first;
}

/*
 * Finds the index of each case in the config. That is impossible if the config needs models or
 * strategies that only other machines have.
 */
static bool find_places(struct pieces *pieces, struct merge *merge, struct error *error)
{
    const struct piece *first = earliest_piece(pieces);
    struct config config = {0};
    struct cases cases = {0};
    bool expanded = config_of_results(json_get(first->document, "config"), first->path, &config,
                                      &merge->unexpanded) &&
                    cases_expand(&config, &cases, &merge->unexpanded);
    bool good = expanded || merge->unexpanded.code == EXIT_USAGE;
    if (!good)
        *error = merge->unexpanded;
    merge->missing = -1;
    good = good && (!expanded || place_among(&cases, pieces, merge, error));
    cases_free(&cases);
    config_free(&config);
    return good;
}

static int rank_of(const struct found *found)
{
    const char *status = json_text(found->item, "status");
    return strcmp(status, "ok") == 0 ? 2 : strcmp(status, "failed") == 0;
}

static int compare_texts(const struct found *a, const struct found *b)
{
    char *left = json_print(a->item), *right = json_print(b->item);
    int order = strcmp(left, right);
    cJSON_free(left);
    cJSON_free(right);
    return order ? order : strcmp(origin_of(a)->text, origin_of(b)->text);
}

/*
 * Compares two cases by their indices in the config. Without indices, compares their names; numbers
 * in names are compared by value. If several cases have the same name, the best comes first.
 */
static int compare_found(const void *left, const void *right)
{
    const struct found *a = left, *b = right;
    int order = (a->place > b->place) - (a->place < b->place);
    order = order ? order : strverscmp(a->id, b->id);
    order = order ? order : strcmp(a->id, b->id);
    order = order ? order : rank_of(b) - rank_of(a);
    order = order ? order : strcmp(json_text(b->item, "date"), json_text(a->item, "date"));
    return order ? order : compare_texts(a, b);
}

/* --- duplicates --- */

static bool refuse_twice(const struct found *a, const struct found *b, struct error *error)
{
    struct json_difference difference;
    bool same = !json_differ(a->item, b->item, &difference);
    if (same)
        json_differ(origin_of(a)->provenance, origin_of(b)->provenance, &difference);
    return error_set(error, EXIT_USAGE,
                     "%s and %s have both measured %s; the first difference is %s%s: %s and %s; "
                     "leave one of them out",
                     a->piece->path, b->piece->path, a->id, same ? "provenance." : "",
                     difference.path, difference.left, difference.right);
}

/* Drops cases that another case with the same name replaces. */
static bool drop_doubles(struct pieces *pieces, struct merge *merge, struct error *error)
{
    const struct found *best = NULL;
    for (int64_t k = 0; k < pieces->cases; k++) {
        struct found *found = &pieces->found[k];
        if (best == NULL || strcmp(best->id, found->id) != 0) {
            best = found;
            continue;
        }
        if (rank_of(found) == 2 && compare_texts(best, found) != 0)
            return refuse_twice(best, found, error);
        found->dropped = true;
        merge->dropped++;
    }
    return true;
}

static int compare_systems(const void *left, const void *right)
{
    const struct found *a = *(const struct found *const *)left;
    const struct found *b = *(const struct found *const *)right;
    int order = (a->system.high > b->system.high) - (a->system.high < b->system.high);
    order = order ? order : (a->system.low > b->system.low) - (a->system.low < b->system.low);
    return order ? order : (a > b) - (a < b);
}

/* Refuses cases of the same system if their particles differ. */
static bool check_inputs(const struct pieces *pieces, struct error *error)
{
    const struct found **sorted = memory_new(pieces->cases, sizeof *sorted, "cases");
    int64_t count = 0;
    bool good = true;
    for (int64_t k = 0; k < pieces->cases; k++)
        if (cJSON_IsString(json_get(pieces->found[k].item, "input_hash")))
            sorted[count++] = &pieces->found[k];
    qsort(sorted, (size_t)count, sizeof *sorted, compare_systems);
    for (int64_t k = 1; good && k < count; k++) {
        const struct found *a = sorted[k - 1], *b = sorted[k];
        const char *before = json_text(a->item, "input_hash"),
                   *hash = json_text(b->item, "input_hash");
        good = !hash_same(a->system, b->system) || strcmp(before, hash) == 0 ||
               error_set(error, EXIT_USAGE,
                         "%s and %s have other particles in the same system: the input_hash of %s "
                         "is %s, that of %s is %s",
                         a->piece->path, b->piece->path, a->id, before, b->id, hash);
    }
    free(sorted);
    return good;
}

/* --- the document --- */

/* Returns the origin of the run that began first. */
static const struct origin *earliest(const struct pieces *pieces)
{
    const struct origin *first = &pieces->piece[0].origin;
    for (int k = 1; k < pieces->count; k++)
        if (compare_origins(&pieces->piece[k].origin, first) < 0)
            first = &pieces->piece[k].origin;
    for (int64_t k = 0; k < pieces->cases; k++)
        if (compare_origins(origin_of(&pieces->found[k]), first) < 0)
            first = origin_of(&pieces->found[k]);
    return first;
}

static void write_document(struct pieces *pieces, struct merge *merge)
{
    const struct origin *first = earliest(pieces);
    cJSON *document = merge->document = cJSON_CreateObject(), *cases = cJSON_CreateArray();
    cJSON_AddNumberToObject(document, "schema_version", RESULTS_SCHEMA);
    cJSON_AddItemToObject(document, "provenance", cJSON_Duplicate(first->provenance, true));
    cJSON_AddItemToObject(
        document, "config",
        cJSON_Duplicate(json_get(earliest_piece(pieces)->document, "config"), true));
    cJSON_AddItemToObject(document, "cases", cases);
    for (int64_t k = 0; k < pieces->cases; k++) {
        struct found *found = &pieces->found[k];
        const struct origin *origin = origin_of(found);
        if (found->dropped)
            continue;
        if (strcmp(origin->text, first->text) != 0)
            cJSON_AddItemToObject(found->item, "provenance",
                                  cJSON_Duplicate(origin->provenance, true));
        merge->cases++;
        merge->ok += rank_of(found) == 2;
        cJSON_AddItemToArray(cases, found->item);
        found->placed = true;
    }
}

static void free_pieces(struct pieces *pieces)
{
    for (int64_t k = 0; k < pieces->cases; k++) {
        cJSON_Delete(pieces->found[k].own.provenance);
        cJSON_free(pieces->found[k].own.text);
        if (!pieces->found[k].placed)
            cJSON_Delete(pieces->found[k].item);
    }
    for (int k = 0; k < pieces->count; k++) {
        cJSON_Delete(pieces->piece[k].document);
        cJSON_free(pieces->piece[k].origin.text);
    }
    free(pieces->found);
    free(pieces->piece);
}

bool merge_files(char *const *paths, int count, struct merge *merge, struct error *error)
{
    struct pieces pieces = {.count = count};
    *merge = (struct merge){0};
    pieces.piece = memory_new(count, sizeof *pieces.piece, "files");
    bool good = read_all(paths, &pieces, error) && find_places(&pieces, merge, error);
    if (good && pieces.cases > 0)
        qsort(pieces.found, (size_t)pieces.cases, sizeof *pieces.found, compare_found);
    good = good && check_inputs(&pieces, error) && drop_doubles(&pieces, merge, error);
    if (good)
        write_document(&pieces, merge);
    free_pieces(&pieces);
    return good;
}

void merge_free(struct merge *merge)
{
    cJSON_Delete(merge->document);
    *merge = (struct merge){0};
}
