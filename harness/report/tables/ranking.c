#include "harness/report/tables/ranking.h"

#include "harness/base/memory.h"
#include "harness/base/suggest.h"
#include "harness/base/text.h"
#include "harness/catalog/strategy.h"
#include "harness/json/json_get.h"
#include "harness/report/verdicts/trust.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"force", "step", "list", NULL};

const char *ranked_name(enum ranked by)
{
    return names[by];
}

bool ranked_find(const char *name, enum ranked *by, struct error *error)
{
    const int place = suggest_place(name, "quantity", names, error);
    if (place >= 0)
        *by = (enum ranked)place;
    return place >= 0;
}

const struct timing *ranked_timing(const struct record *record, enum ranked by)
{
    return by == RANKED_STEP ? &record->step : by == RANKED_LIST ? &record->build : &record->force;
}

/* --- questions --- */

/* Whether records differ only in how they build lists. */
static bool lists_alone(const struct record *const *record, int64_t count)
{
    for (int64_t k = 1; k < count; k++)
        if (strcmp(record[k]->strategy, record[0]->strategy) != 0 ||
            strcmp(record[k]->tuning, record[0]->tuning) != 0 ||
            strcmp(record[k]->sort, record[0]->sort) != 0 ||
            record_same_lists(record[k], record[0]))
            return false;
    return count > 1;
}

static enum ranked asked_of(const struct record *const *record, int64_t count)
{
    for (int64_t k = 0; k < count; k++)
        if (isfinite(record[k]->step.median))
            return RANKED_STEP;
    return lists_alone(record, count) ? RANKED_LIST : RANKED_FORCE;
}

static bool steps_timed(const struct records *records, const struct record *like)
{
    for (const struct record *other = records_first(records, like); other != NULL;
         other = records_next(records, other))
        if (isfinite(other->step.median) && record_same_question(other, like))
            return true;
    return false;
}

/*
 * Moves the records that can be ranked with the first record to the front, in their order. Returns
 * their number.
 */
static int64_t gather(const struct record **record, int64_t count, bool any_skin,
                      const struct record **rest)
{
    int64_t taken = 0, left = 0;
    const struct record *first = record[0];
    for (int64_t k = 0; k < count; k++) {
        bool same =
            any_skin ? record_same_question(first, record[k]) : record_same_group(first, record[k]);
        if (same)
            record[taken++] = record[k];
        else
            rest[left++] = record[k];
    }
    memcpy(record + taken, rest, (size_t)left * sizeof *rest);
    return taken;
}

/* --- ranks --- */

/*
 * Returns the rank of a time's quality: trusted times first, then others, then cases without a
 * time.
 */
static int class_of(const struct record *record, enum ranked by)
{
    const struct timing *time = ranked_timing(record, by);
    return !isfinite(time->median) ? 2 : trust_faults(record, time) != 0 ? 1 : 0;
}

static bool goes_before(const struct record *a, const struct record *b, enum ranked by)
{
    int first = class_of(a, by), second = class_of(b, by);
    if (first != second)
        return first < second;
    return ranked_timing(a, by)->median < ranked_timing(b, by)->median;
}

static void rank(struct ranking *ranking)
{
    for (int64_t k = 1; k < ranking->count; k++) {
        const struct record *record = ranking->record[k];
        int64_t at = k;
        for (; at > 0 && goes_before(record, ranking->record[at - 1], ranking->by); at--)
            ranking->record[at] = ranking->record[at - 1];
        ranking->record[at] = record;
    }
    while (ranking->trusted < ranking->count &&
           class_of(ranking->record[ranking->trusted], ranking->by) == 0)
        ranking->trusted++;
}

static bool threads_vary(const struct ranking *ranking)
{
    for (int64_t k = 0; k < ranking->count; k++)
        for (int64_t other = 0; other < k; other++)
            if (!record_same_number(ranking->record[k]->threads, ranking->record[other]->threads) &&
                strcmp(ranking->record[k]->strategy, ranking->record[other]->strategy) == 0)
                return true;
    return false;
}

/* --- differences of systems --- */

/* Whether two rankings have the same model, precision and device. */
static bool same_kind(const struct ranking *a, const struct ranking *b)
{
    const struct record *first = a->record[0], *second = b->record[0];
    return strcmp(first->model, second->model) == 0 &&
           strcmp(first->precision, second->precision) == 0 &&
           strcmp(first->backend, second->backend) == 0 &&
           strcmp(first->device, second->device) == 0;
}

/* Whether two rankings of the same kind would also have the same heading. */
static bool same_heading(const struct ranking *a, const struct ranking *b)
{
    return record_same_number(a->record[0]->n, b->record[0]->n) &&
           record_same_number(a->record[0]->density, b->record[0]->density) && same_kind(a, b);
}

/*
 * Whether two rankings differ in the model's parameter `name`. If `name` is NULL, whether their
 * skins differ (if both have one).
 */
static bool differ_in(const struct ranking *a, const struct ranking *b, const char *name)
{
    const struct record *first = a->record[0], *second = b->record[0];
    if (name == NULL)
        return a->by != RANKED_STEP && b->by != RANKED_STEP && first->skin != second->skin;
    return !cJSON_Compare(json_get(first->parameter_values, name),
                          json_get(second->parameter_values, name), true);
}

/*
 * Whether any other ranking with the same heading differs from this one in a parameter (`name`
 * NULL: in the skin).
 */
static bool any_differs(const struct rankings *rankings, const struct ranking *ranking,
                        bool (*alike)(const struct ranking *, const struct ranking *),
                        const char *name)
{
    for (int64_t k = 0; k < rankings->count; k++)
        if (alike(ranking, &rankings->ranking[k]) &&
            differ_in(ranking, &rankings->ranking[k], name))
            return true;
    return false;
}

/*
 * Appends parameters and skin of a ranking if they differ in other rankings with the same heading.
 */
static void add_variant(const struct rankings *rankings, const struct ranking *ranking,
                        bool (*alike)(const struct ranking *, const struct ranking *), char *text,
                        size_t size)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach (item, ranking->record[0]->parameter_values) {
        if (!any_differs(rankings, ranking, alike, item->string))
            continue;
        if (cJSON_IsString(item))
            text_append(text, size, ", ", "%s=%s", item->string, item->valuestring);
        else
            text_append(text, size, ", ", "%s=%.10g", item->string, item->valuedouble);
    }
    if (any_differs(rankings, ranking, alike, NULL))
        text_append(text, size, ", ", "skin %.6g", ranking->record[0]->skin);
}

/* Properties, other than parameters and skin, that may differ between systems. */
enum difference {
    DIFFERENCE_CORES,
    DIFFERENCE_TEMPERATURE,
    DIFFERENCE_SOURCE,
    DIFFERENCE_SEED,
    DIFFERENCES
};

/* Writes a record's value of a property in which systems may differ; "" if it is unknown or has no
 * effect. */
static void write_difference(const struct record *record, enum difference what,
                             char text[RANKING_DIFFERENCES])
{
    text[0] = '\0';
    if (what == DIFFERENCE_CORES && strcmp(record->backend, "cpu") == 0 &&
        isfinite(record->cpu_cores))
        snprintf(text, RANKING_DIFFERENCES, "%.6g hardware threads", record->cpu_cores);
    else if (what == DIFFERENCE_TEMPERATURE && isfinite(record->temperature))
        snprintf(text, RANKING_DIFFERENCES, "T = %.6g", record->temperature);
    else if (what == DIFFERENCE_SOURCE)
        snprintf(text, RANKING_DIFFERENCES, "%s", record->source);
    else if (what == DIFFERENCE_SEED && isfinite(record->seed))
        snprintf(text, RANKING_DIFFERENCES, "seed %.15g", record->seed);
}

/*
 * Writes how a ranking's system differs from the systems of other rankings with the same heading.
 */
static void set_differences(const struct rankings *rankings, struct ranking *ranking)
{
    char own[RANKING_DIFFERENCES], theirs[RANKING_DIFFERENCES];
    bool differs[DIFFERENCES] = {false}, inputs = false;
    for (int64_t k = 0; k < rankings->count; k++) {
        const struct ranking *other = &rankings->ranking[k];
        if (other == ranking || !same_heading(ranking, other))
            continue;
        ranking->rivals = ranking->rivals || other->by == ranking->by;
        inputs =
            inputs || strcmp(ranking->record[0]->input_hash, other->record[0]->input_hash) != 0;
        for (int what = 0; what < DIFFERENCES; what++) {
            write_difference(ranking->record[0], what, own);
            write_difference(other->record[0], what, theirs);
            differs[what] = differs[what] || (own[0] != '\0' && strcmp(own, theirs) != 0);
        }
    }
    add_variant(rankings, ranking, same_heading, ranking->variant, RANKING_DIFFERENCES);
    for (int what = 0; what < DIFFERENCES; what++) {
        write_difference(ranking->record[0], what, own);
        if (differs[what])
            text_append(ranking->differences, RANKING_DIFFERENCES, ", ", "%s", own);
    }
    if (inputs && ranking->variant[0] == '\0' && ranking->differences[0] == '\0')
        snprintf(ranking->differences, RANKING_DIFFERENCES, "input %.8s",
                 ranking->record[0]->input_hash);
}

const char *ranking_system(const struct ranking *ranking, char *text, size_t size)
{
    snprintf(text, size, "%s", ranking->variant);
    if (ranking->differences[0] != '\0')
        text_append(text, size, ", ", "%s", ranking->differences);
    return text;
}

bool ranking_same_family(const struct ranking *a, const struct ranking *b)
{
    const struct record *first = a->record[0], *second = b->record[0];
    return a->by == b->by && same_kind(a, b) &&
           strcmp(first->parameters, second->parameters) == 0 &&
           strcmp(a->rivals ? a->differences : "", b->rivals ? b->differences : "") == 0 &&
           (a->by == RANKED_STEP || first->skin == second->skin);
}

/* Whether two rankings have the same kind of case and are ranked by the same time. */
static bool same_question(const struct ranking *a, const struct ranking *b)
{
    return a->by == b->by && same_kind(a, b);
}

const char *ranking_family(const struct rankings *rankings, const struct ranking *ranking,
                           char *text, size_t size)
{
    text[0] = '\0';
    add_variant(rankings, ranking, same_question, text, size);
    if (ranking->rivals && ranking->differences[0] != '\0')
        text_append(text, size, ", ", "%s", ranking->differences);
    return text;
}

static int compare_numbers(double a, double b)
{
    return (a > b) - (a < b);
}

/*
 * Orders rankings from dilute to dense and from small to large. Rankings by other times than steps
 * are first grouped by skin.
 */
static int compare_rankings(const void *left, const void *right)
{
    const struct ranking *first = left, *second = right;
    const struct record *a = first->record[0], *b = second->record[0];
    int order = strcmp(a->model, b->model);
    order = order ? order : strcmp(a->parameters, b->parameters);
    order = order ? order : strcmp(a->backend, b->backend);
    order = order ? order : strcmp(a->device, b->device);
    order = order ? order : compare_numbers(a->cpu_cores, b->cpu_cores);
    order = order ? order : strcmp(a->precision, b->precision);
    order = order ? order : (int)first->by - (int)second->by;
    order = order || first->by == RANKED_STEP ? order : compare_numbers(a->skin, b->skin);
    order = order ? order
                  : strcmp(first->rivals ? first->differences : "",
                           second->rivals ? second->differences : "");
    order = order ? order : compare_numbers(a->density, b->density);
    order = order ? order : compare_numbers(a->n, b->n);
    return order ? order : (first->record > second->record) - (first->record < second->record);
}

void rankings_of(const struct records *records, enum ranked by, struct rankings *rankings)
{
    int64_t count = 0;
    *rankings = (struct rankings){.list = records_sorted(records, &count)};
    const struct record **rest = memory_new(count, sizeof *rest, "cases");
    rankings->ranking = memory_new(count, sizeof *rankings->ranking, "cases");
    for (int64_t start = 0; start < count;) {
        struct ranking *ranking = &rankings->ranking[rankings->count++];
        ranking->record = rankings->list + start;
        bool steps =
            by == RANKED_STEP || (by == RANKED_ASKED && steps_timed(records, ranking->record[0]));
        ranking->count = gather(ranking->record, count - start, steps, rest);
        ranking->by = by != RANKED_ASKED ? by : asked_of(ranking->record, ranking->count);
        rank(ranking);
        ranking->threads_vary = threads_vary(ranking);
        start += ranking->count;
    }
    free(rest);
    for (int64_t k = 0; k < rankings->count; k++)
        set_differences(rankings, &rankings->ranking[k]);
    qsort(rankings->ranking, (size_t)rankings->count, sizeof *rankings->ranking, compare_rankings);
}

void rankings_free(struct rankings *rankings)
{
    free(rankings->ranking);
    free(rankings->list);
    *rankings = (struct rankings){0};
}

bool ranking_tied(const struct ranking *ranking, const struct record *a, const struct record *b)
{
    const struct timing *first = ranked_timing(a, ranking->by);
    const struct timing *second = ranked_timing(b, ranking->by);
    return first->low <= second->high && second->low <= first->high;
}

bool ranking_timed(const struct ranking *ranking)
{
    return isfinite(ranked_timing(ranking->record[0], ranking->by)->median);
}

const struct record *ranking_doubt(const struct ranking *ranking)
{
    if (ranking->trusted == 0)
        return NULL;
    double end = ranked_timing(ranking->record[0], ranking->by)->high;
    for (int64_t k = ranking->trusted; k < ranking->count; k++)
        if (ranked_timing(ranking->record[k], ranking->by)->low < end)
            return ranking->record[k];
    return NULL;
}

/* --- labels --- */

/* Whether a tuning value is the default of the strategy. */
static bool is_initial(const char *name, const char *tuning, double value)
{
    const struct strategy *strategy = strategy_find(name);
    for (int k = 0; strategy != NULL && k < strategy_tunings(strategy); k++)
        if (strcmp(strategy->tunings[k].name, tuning) == 0)
            return strategy->tunings[k].initial == value;
    return false;
}

/*
 * Whether a tuning value is the default and all cases have it. With several strategies, two thirds
 * of the cases with this tuning suffice.
 */
static bool is_usual(const struct ranking *ranking, const char *name, double value)
{
    int64_t with = 0, same = 0;
    const char *strategy = NULL;
    bool several = false;
    for (int64_t k = 0; k < ranking->count; k++) {
        double other = json_value(ranking->record[k]->tuning_values, name);
        if (isnan(other))
            continue;
        with++;
        same += other == value;
        several =
            several || (strategy != NULL && strcmp(strategy, ranking->record[k]->strategy) != 0);
        strategy = ranking->record[k]->strategy;
    }
    return (several && 3 * same >= 2 * with) ||
           (same == ranking->count && is_initial(ranking->record[0]->strategy, name, value));
}

static void append_tuning(const struct ranking *ranking, const struct record *record, bool usual,
                          char *text, size_t size)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach (item, record->tuning_values) {
        char word[96];
        snprintf(word, sizeof word, "%s=%.10g", item->string, item->valuedouble);
        if (is_usual(ranking, item->string, item->valuedouble) == usual &&
            (!usual || strstr(text, word) == NULL))
            text_append(text, size, " ", "%s", word);
    }
}

const char *ranking_label(const struct ranking *ranking, const struct record *record, char *text,
                          size_t size)
{
    snprintf(text, size, "%s", record->strategy);
    append_tuning(ranking, record, false, text, size);
    return text;
}

/* Largest number of words in a record's label after its strategy and tuning. */
enum { WORDS = 10 };

static void words_of(const struct record *record, const char *words[WORDS])
{
    const char *const own[WORDS] = {record->sort,         record->compiler,   record->arch,
                                    record->binning,      record->listing,    record->distance,
                                    record->interactions, record->exclusions, record->bonding,
                                    record->sharing};
    memcpy(words, own, sizeof own);
}

const char *ranking_whole_label(const struct ranking *ranking, const struct record *record,
                                char *text, size_t size)
{
    bool differs[WORDS] = {false}, skins = false;
    const char *own[WORDS], *other[WORDS];
    words_of(record, own);
    for (int64_t k = 0; k < ranking->count; k++) {
        words_of(ranking->record[k], other);
        skins = skins || ranking->record[k]->skin != record->skin;
        for (int w = 0; w < WORDS; w++)
            differs[w] = differs[w] || (other[w][0] != '\0' && strcmp(own[w], other[w]) != 0);
    }
    ranking_label(ranking, record, text, size);
    for (int w = 0; w < WORDS; w++)
        if (differs[w] && own[w][0] != '\0')
            text_append(text, size, ", ", "%s", own[w]);
    if (ranking->threads_vary && isfinite(record->threads))
        text_append(text, size, ", ", "%.0f %s", record->threads,
                    record->threads == 1 ? "thread" : "threads");
    if (skins)
        text_append(text, size, ", ", "skin %.6g", record->skin);
    return text;
}

const char *ranking_usual(const struct ranking *ranking, char *text, size_t size)
{
    text[0] = '\0';
    for (int64_t k = 0; k < ranking->count; k++)
        append_tuning(ranking, ranking->record[k], true, text, size);
    return text;
}
