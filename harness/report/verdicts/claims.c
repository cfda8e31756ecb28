#include "harness/report/verdicts/claims.h"

#include "harness/base/memory.h"
#include "harness/base/text.h"
#include "harness/config/config_claims.h"
#include "harness/json/json_get.h"
#include "harness/json/member.h"
#include "harness/report/verdicts/trust.h"
#include "harness/results/conservation.h"
#include "harness/results/samples.h"
#include "harness/timing/ratio.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Largest relative difference of values that count as equal. Densities and temperatures change a
 * little when they are written and read again.
 */
static const double same_value = 1e-6;

static double bound_of(const cJSON *object, const char *key, double none)
{
    const cJSON *item = json_get(object, key);
    return item != NULL ? item->valuedouble : none;
}

/* Returns the number in the paper, or the first or last number of its range; NAN if it has none. */
static double published_of(const cJSON *claim, bool last)
{
    const cJSON *item = json_get(claim, "published");
    if (cJSON_IsArray(item))
        item = cJSON_GetArrayItem(item, last ? cJSON_GetArraySize(item) - 1 : 0);
    return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}

static bool near_number(double a, double b)
{
    return fabs(a - b) <= same_value * fabs(b) || (isnan(a) && isnan(b));
}

/* Whether a list contains a text. A missing list contains every text. */
static bool lists_text(const cJSON *list, const char *text)
{
    bool found = list == NULL;
    const cJSON *item = NULL;
    cJSON_ArrayForEach (item, list) {
        found = found || (cJSON_IsString(item) && strcmp(item->valuestring, text) == 0);
    }
    return found;
}

static bool lists_number(const cJSON *list, double number)
{
    bool found = list == NULL;
    const cJSON *item = NULL;
    cJSON_ArrayForEach (item, list) {
        found = found || near_number(number, item->valuedouble);
    }
    return found;
}

/* Whether a number is at most a bound. A missing bound allows every number. */
static bool is_at_most(const cJSON *bound, double number)
{
    return bound == NULL || number <= bound->valuedouble;
}

/* Whether a case has, for each parameter in an object, one of the listed values. */
static bool has_parameters(const struct record *record, const cJSON *parameters)
{
    const cJSON *own = json_get(record->item, "parameters");
    const cJSON *list = NULL;
    cJSON_ArrayForEach (list, parameters) {
        const cJSON *value = json_get(own, list->string);
        if (value == NULL || !(cJSON_IsString(value) ? lists_text(list, value->valuestring)
                                                     : lists_number(list, value->valuedouble)))
            return false;
    }
    return true;
}

/* Copies the first word of a text: "gcc" from "gcc 12.2.0". */
static const char *first_word(const char *text, char word[64])
{
    snprintf(word, 64, "%.*s", (int)strcspn(text, " "), text);
    return word;
}

static bool is_within(const struct record *record, const cJSON *where)
{
    char compiler[64];
    return has_parameters(record, json_get(where, "parameters")) &&
           lists_text(json_get(where, "source"), record->source) &&
           lists_text(json_get(where, "model"), record->model) &&
           lists_text(json_get(where, "terms"), record->terms) &&
           lists_text(json_get(where, "precision"), record->precision) &&
           lists_text(json_get(where, "backend"), record->backend) &&
           lists_text(json_get(where, "compiler"), first_word(record->compiler, compiler)) &&
           lists_text(json_get(where, "arch"), record->arch) &&
           lists_number(json_get(where, "n"), record->n) &&
           is_at_most(json_get(where, "most_n"), record->n) &&
           lists_number(json_get(where, "density"), record->density) &&
           lists_number(json_get(where, "temperature"), record->temperature) &&
           lists_number(json_get(where, "dt"), record->dynamics.dt);
}

/* Whether two cases differ only along an axis: "n", "density" or "dt". */
static bool same_but(const struct record *a, const struct record *b, const char *axis)
{
    return record_same_model(a, b) && strcmp(a->precision, b->precision) == 0 &&
           strcmp(a->backend, b->backend) == 0 && strcmp(a->device, b->device) == 0 &&
           record_same_target(a, b) && strcmp(a->sort, b->sort) == 0 &&
           strcmp(a->interactions, b->interactions) == 0 &&
           record_same_number(a->threads, b->threads) &&
           near_number(a->temperature, b->temperature) &&
           (strcmp(axis, "n") == 0 || near_number(a->n, b->n)) &&
           (strcmp(axis, "density") == 0 || near_number(a->density, b->density)) &&
           (strcmp(axis, "dt") == 0 || near_number(a->dynamics.dt, b->dynamics.dt));
}

static double position(const struct claim_point *point, const char *axis)
{
    const struct record *record = point->record;
    return strcmp(axis, "n") == 0    ? record->n
           : strcmp(axis, "dt") == 0 ? record->dynamics.dt
                                     : record->density;
}

/* Size of a path of members, with the final zero. */
enum { PATH = 256 };

/* Copies the next of several paths joined by " + "; false after the last, when *rest is NULL. */
static bool next_path(const char **rest, char path[PATH])
{
    const char *plus = *rest != NULL ? strstr(*rest, " + ") : NULL;
    if (*rest == NULL)
        return false;
    snprintf(path, PATH, "%.*s", plus != NULL ? (int)(plus - *rest) : (int)strlen(*rest), *rest);
    *rest = plus != NULL ? plus + strlen(" + ") : NULL;
    return true;
}

/*
 * Returns the number at a path of members, "counts.branches.touch". Several paths, joined by " + ",
 * give the sum of their numbers. Numbers that the case lacks do not count; NAN if it has none.
 */
static double number_at(const struct record *record, const char *paths)
{
    char path[PATH];
    double sum = NAN;
    while (next_path(&paths, path)) {
        const cJSON *item = member_at(record->item, path);
        if (cJSON_IsNumber(item))
            sum = isnan(sum) ? item->valuedouble : sum + item->valuedouble;
    }
    return sum;
}

/* Returns the number of a case, or of the power law that was fitted to it and other time steps. */
static double number_of(const struct claim *claim, const struct record *const *list, int64_t count,
                        const struct record *record)
{
    double number = conservation_is_fitted(claim->number)
                        ? conservation_fitted(list, count, record, claim->number)
                        : number_at(record, claim->number);
    return claim->per[0] != '\0' ? number / number_at(record, claim->per) : number;
}

/*
 * Returns the standard error of the number at a path. The error of a mean along a trajectory is
 * computed from blocks, because successive values are correlated. It is infinite if the trajectory
 * was too short for blocks. The error of a standard deviation s is e / sqrt(2), where e is the
 * error of the mean. Reason: for N independent values e = s / sqrt(N), and the error of s is s /
 * sqrt(2N). Any other number is exact.
 */
static double error_at(const struct record *record, const char *path)
{
    static const char motion[] = "dynamics.";
    static const struct {
        const char *ending;
        double factor;
    } kinds[] = {{".mean", 1}, {".deviation", M_SQRT1_2}};
    char of_error[PATH + 8];
    if (strncmp(path, motion, strlen(motion)) != 0 || isnan(number_at(record, path)))
        return 0;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (!text_has_suffix(path, kinds[k].ending))
            continue;
        snprintf(of_error, sizeof of_error, "%.*s.error",
                 (int)(strlen(path) - strlen(kinds[k].ending)), path);
        const double error = number_at(record, of_error);
        return isfinite(error) ? fabs(kinds[k].factor * error) : INFINITY;
    }
    return 0;
}

/*
 * Returns the relative standard error of a claim's number. Errors of a sum are added linearly,
 * because numbers of one trajectory are correlated.
 */
static double relative_error(const struct claim *claim, const struct record *record)
{
    char path[PATH];
    double error = 0;
    for (const char *rest = claim->number; claim->per[0] == '\0' && next_path(&rest, path);)
        error += error_at(record, path);
    return error > 0 ? error / fabs(number_at(record, claim->number)) : 0;
}

/* Sets the value of a point to a number, or to the quotient of two, with the 95 % interval. */
static bool set_number(const struct claim *claim, const struct record *const *list, int64_t count,
                       struct claim_point *point)
{
    const double normal_95 = 1.96;
    double error = relative_error(claim, point->record);
    point->ratio = number_of(claim, list, count, point->record);
    if (point->other != NULL) {
        point->ratio /= number_of(claim, list, count, point->other);
        error = hypot(error, relative_error(claim, point->other));
    }
    double half = normal_95 * error * fabs(point->ratio);
    point->low = isfinite(half) ? point->ratio - half : 0;
    point->high = point->ratio + half;
    return isfinite(point->ratio);
}

static const struct timing *time_of(const struct claim *claim, const struct record *record)
{
    return claim_side_time(record, claim->of);
}

static bool set_ratio(const struct claim *claim, struct claim_point *point, struct error *error)
{
    struct samples samples[2] = {0};
    const struct record *side[] = {point->record, point->other};
    bool good = true;
    for (int k = 0; k < 2 && good; k++)
        good = samples_append(&samples[k], time_of(claim, side[k]), side[k]->file, error);
    if (good) {
        const struct ratio ratio =
            ratio_of(samples[1].value, samples[1].count, samples[0].value, samples[0].count);
        point->ratio = ratio.median;
        point->low = ratio.low;
        point->high = ratio.high;
    }
    free(samples[0].value);
    free(samples[1].value);
    return good;
}

/* Replaces the ratio of a point by its distance from 1, and its interval accordingly. */
static void take_deviation(struct claim_point *point)
{
    double low = fabs(point->low - 1);
    double high = fabs(point->high - 1);
    bool spans = point->low < 1 && point->high > 1;
    point->ratio = fabs(point->ratio - 1);
    point->low = spans ? 0 : fmin(low, high);
    point->high = fmax(low, high);
}

static void add_point(struct claim *claim, struct claim_point point)
{
    claim->point =
        memory_resized(claim->point, claim->points + 1, sizeof *claim->point, "points of claims");
    claim->point[claim->points++] = point;
}

/*
 * Computes a point, and appends it unless its value is unknown. False if computing its interval
 * fails.
 */
static bool take_point(struct claim *claim, const struct record *const *list, int64_t count,
                       struct claim_point point, struct error *error)
{
    bool known = true;
    if (claim->number[0] != '\0')
        known = set_number(claim, list, count, &point);
    else if (!(time_of(claim, point.record)->median > 0 && time_of(claim, point.other)->median > 0))
        known = false;
    else if (!set_ratio(claim, &point, error))
        return false;
    if (claim->deviation)
        take_deviation(&point);
    if (known)
        add_point(claim, point);
    return true;
}

/*
 * Finds the points of a claim on its device. If one side is the baseline, which may have run on the
 * host, the device is the other side's.
 */
static bool find_points(struct claim *claim, const cJSON *where, const struct records *records,
                        struct error *error)
{
    const struct claim_side *side = claim->side;
    const int own =
        claim->sides == 2 && claim_side_is_of_host(&side[0]) && !claim_side_is_of_host(&side[1]);
    int64_t count = 0;
    const struct record **list = records_sorted(records, &count);
    bool good = true;
    for (int64_t k = 0; k < records->count && good; k++) {
        const struct record *record = &records->record[k];
        const struct record *found[2] = {NULL};
        if (!record_timed(record) || strcmp(record->device, claim->device) != 0 ||
            !claim_side_has(&side[own], record) || !is_within(record, where) ||
            record != claim_side_best(&side[own], side, records, record, claim->of))
            continue;
        found[own] = record;
        if (claim->sides == 2)
            found[!own] = claim_side_best(&side[!own], side, records, record, claim->of);
        struct claim_point point = {.record = found[0], .other = found[1]};
        if (point.record != NULL && (claim->sides == 1 || point.other != NULL))
            good = take_point(claim, list, count, point, error);
    }
    free(list);
    return good;
}

/* Whether a point has the greatest value along the axis among points that differ only along it. */
static bool is_greatest(const struct claim *claim, const struct claim_point *point,
                        const char *axis)
{
    for (int64_t k = 0; k < claim->points; k++)
        if (position(&claim->point[k], axis) > position(point, axis) &&
            same_but(claim->point[k].record, point->record, axis))
            return false;
    return true;
}

/*
 * Whether `other`, the same claim on another device, has points like `point`, but no point with its
 * number of particles.
 */
static bool is_missing(const struct claim *other, const struct claim_point *point)
{
    bool alike = false;
    for (int64_t k = 0; k < other->points; k++) {
        const struct record *a = other->point[k].record, *b = point->record;
        bool as_large = near_number(a->n, b->n);
        if ((alike && !as_large) || !near_number(a->density, b->density) ||
            !near_number(a->temperature, b->temperature) || !record_same_model(a, b) ||
            strcmp(a->precision, b->precision) != 0)
            continue;
        if (as_large)
            return false;
        alike = true;
    }
    return alike;
}

/*
 * Marks points of a claim if another device has no point with their number of particles. `all` has
 * the claim on each device.
 */
static void mark_lone(struct claim *claim, const struct claim *all, int64_t count)
{
    for (int64_t k = 0; k < claim->points; k++)
        for (int64_t d = 0; d < count; d++)
            claim->point[k].lone = claim->point[k].lone || is_missing(&all[d], &claim->point[k]);
}

static void keep_largest(struct claim *claim)
{
    int64_t kept = 0;
    for (int64_t k = 0; k < claim->points; k++)
        if (!claim->point[k].lone)
            claim->point[kept++] = claim->point[k];
    claim->points = kept;
    kept = 0;
    for (int64_t k = 0; k < claim->points; k++)
        if (is_greatest(claim, &claim->point[k], "n"))
            claim->point[kept++] = claim->point[k];
    claim->points = kept;
}

/* Appends the quotient of two points, which keeps the cases of both. */
static void add_quotient(struct claim *claim, const struct claim_point *point,
                         const struct claim_point *by)
{
    add_point(claim, (struct claim_point){
                         .record = point->record,
                         .other = point->other,
                         .least = by->record,
                         .ratio = point->ratio / by->ratio,
                         .low = point->low / by->high,
                         .high = by->low > 0 ? point->high / by->low : INFINITY,
                     });
}

/*
 * Appends the change from the first point along the axis to the point `last`. The points differ
 * only along the axis.
 */
static void add_change(struct claim *claim, const struct claim *ratios,
                       const struct claim_point *last)
{
    const struct claim_point *first = last;
    for (int64_t k = 0; k < ratios->points; k++)
        if (same_but(ratios->point[k].record, last->record, claim->across) &&
            position(&ratios->point[k], claim->across) < position(first, claim->across))
            first = &ratios->point[k];
    if (first != last)
        add_quotient(claim, last, first);
}

/* Replaces the points of a claim by their changes along its axis. */
static void take_changes(struct claim *claim)
{
    const struct claim ratios = *claim;
    claim->point = NULL;
    claim->points = 0;
    for (int64_t k = 0; k < ratios.points; k++)
        if (is_greatest(&ratios, &ratios.point[k], claim->across))
            add_change(claim, &ratios, &ratios.point[k]);
    free(ratios.point);
}

static void read_sides(struct claim *claim, const cJSON *ratio, const cJSON *value)
{
    claim->sides = ratio != NULL ? 2 : 1;
    for (int k = 0; k < 2; k++)
        claim_side_read(ratio != NULL ? cJSON_GetArrayItem(ratio, k) : value, &claim->side[k]);
}

/* Divides each point by the point of the cases in "against" that has the same number of particles.
 * */
static bool take_quotients(struct claim *claim, const struct records *records, struct error *error)
{
    const struct claim own = *claim;
    struct claim others = own;
    const cJSON *ratio = json_get(own.against, "ratio");
    claim->point = others.point = NULL;
    claim->points = others.points = 0;
    if (ratio != NULL)
        read_sides(&others, ratio, NULL);
    if (json_get(own.against, "number") != NULL)
        others.number = json_text(own.against, "number");
    bool good = find_points(&others, json_get(own.against, "where"), records, error);
    for (int64_t k = 0; k < own.points; k++)
        for (int64_t j = 0; j < others.points && good; j++)
            if (near_number(own.point[k].record->n, others.point[j].record->n) &&
                strcmp(own.point[k].record->precision, others.point[j].record->precision) == 0)
                add_quotient(claim, &own.point[k], &others.point[j]);
    free(own.point);
    free(others.point);
    return good;
}

/* Finds a time of a point that cannot be trusted. */
static void find_doubt(const struct claim *claim, struct claim_point *point)
{
    const struct record *records[] = {point->record, point->other, point->least};
    for (size_t k = 0; k < sizeof records / sizeof *records && claim->number[0] == '\0'; k++) {
        const struct timing *time = records[k] != NULL ? time_of(claim, records[k]) : NULL;
        if (time == NULL || trust_faults(records[k], time) == 0)
            continue;
        point->doubted = records[k];
        point->doubted_time = time;
    }
}

/*
 * Returns the factor by which a point may be wrong in either direction, in addition to its
 * interval. It is 1 if all times of the point can be trusted.
 */
static double doubt_of(const struct claim_point *point)
{
    if (point->doubted == NULL)
        return 1;
    return trust_faults(point->doubted, point->doubted_time) & TRUST_FEW ? INFINITY : 2;
}

static enum claim_verdict judge(const struct claim *claim, const struct claim_point *point)
{
    double low = point->low / doubt_of(point);
    double high = point->high * doubt_of(point);
    bool bounded = claim->above > 0; /* the value may be zero if there is no lower bound */
    bool directed = !claim->deviation && (claim->sides == 2 || claim->across[0] != '\0');
    if (directed && ((claim->above >= 1 && low >= claim->below) ||
                     (bounded && claim->below <= 1 && high <= claim->above)))
        return CLAIM_EXCEEDED;
    if ((bounded && high <= claim->above) || low >= claim->below)
        return CLAIM_FAILS;
    return (!bounded || low > claim->above) && high < claim->below ? CLAIM_HOLDS : CLAIM_UNDECIDED;
}

/* Returns the distance of a point's ratio from the nearer bound; negative outside the bounds. */
static double slack(const struct claim *claim, const struct claim_point *point)
{
    return fmin(log(point->ratio / claim->above), log(claim->below / point->ratio));
}

/*
 * Whether point a rather than b decides the verdict of a claim. A failing point comes first, then
 * undecided, exceeded, holding. If verdicts are equal, the point nearer to the bounds decides.
 */
static bool decides(const struct claim *claim, const struct claim_point *a,
                    const struct claim_point *b)
{
    static const int rank[] = {
        [CLAIM_FAILS] = 0, [CLAIM_UNDECIDED] = 1, [CLAIM_EXCEEDED] = 2, [CLAIM_HOLDS] = 3};
    if (a->verdict != b->verdict)
        return rank[a->verdict] < rank[b->verdict];
    return slack(claim, a) < slack(claim, b);
}

static void decide(struct claim *claim)
{
    for (int64_t k = 0; k < claim->points; k++) {
        struct claim_point *point = &claim->point[k];
        find_doubt(claim, point);
        point->verdict = judge(claim, point);
        claim->tally[point->verdict]++;
        if (k > 0 && decides(claim, point, &claim->point[0])) {
            struct claim_point first = claim->point[0];
            claim->point[0] = *point;
            *point = first;
        }
        claim->verdict = claim->point[0].verdict;
    }
}

/* Finds the points of a claim on one device, and appends the claim. */
static bool add_claim(struct claims *claims, const cJSON *item, const struct records *records,
                      const char *device, struct error *error)
{
    claims->item = memory_resized(claims->item, claims->count + 1, sizeof *claims->item, "claims");
    struct claim *claim = &claims->item[claims->count++];
    *claim = (struct claim){
        .text = json_text(item, "text"),
        .source = json_text(item, "source"),
        .id = json_text(item, "id"),
        .why = json_text(item, "why"),
        .when = json_get(item, "when"),
        .of = json_text(item, "of"),
        .at = json_text(item, "at"),
        .across = json_text(item, "across"),
        .against = json_get(item, "against"),
        .number = json_text(item, "number"),
        .per = json_text(item, "per"),
        .device = device,
        .deviation = cJSON_IsTrue(json_get(item, "deviation")),
        .published = published_of(item, false),
        .published_most = published_of(item, true),
        .entry = json_get(item, "entry"),
        .above = bound_of(item, "above", 0),
        .below = bound_of(item, "below", INFINITY),
        .verdict = CLAIM_NO_DATA,
    };
    read_sides(claim, json_get(item, "ratio"), json_get(item, "value"));
    return find_points(claim, json_get(item, "where"), records, error) &&
           (claim->against == NULL || take_quotients(claim, records, error));
}

/* Whether a record is the first with its device. */
static bool is_new_device(const struct records *records, int64_t index)
{
    for (int64_t k = 0; k < index; k++)
        if (strcmp(records->record[k].device, records->record[index].device) == 0)
            return false;
    return true;
}

/* Decides the verdicts of a claim on `count` devices. */
static void judge_devices(struct claim *claim, int64_t count)
{
    bool largest = strcmp(claim->at, "largest n") == 0;
    for (int64_t k = 0; k < count && largest; k++)
        mark_lone(&claim[k], claim, count);
    for (int64_t k = 0; k < count; k++) {
        if (largest)
            keep_largest(&claim[k]);
        if (claim[k].across[0] != '\0')
            take_changes(&claim[k]);
        decide(&claim[k]);
    }
}

/* Appends a claim for each device that has points or, if none has, once without a device. */
static bool add_devices(struct claims *claims, const cJSON *item, const struct records *records,
                        struct error *error)
{
    int64_t before = claims->count;
    for (int64_t k = 0; k < records->count; k++) {
        const char *device = records->record[k].device;
        if (device[0] == '\0' || !is_new_device(records, k))
            continue;
        if (!add_claim(claims, item, records, device, error))
            return false;
        if (claims->item[claims->count - 1].points == 0)
            free(claims->item[--claims->count].point);
    }
    if (claims->count == before && !add_claim(claims, item, records, "", error))
        return false;
    judge_devices(&claims->item[before], claims->count - before);
    return true;
}

bool claims_add(struct claims *claims, const struct records *records, const cJSON *results,
                const char *file, struct error *error)
{
    const cJSON *given = json_get(json_get(results, "config"), "claims");
    const struct config_layer layer = {.name = file, .text = "", .root = results};
    if (!cJSON_IsArray(given) || given->child == NULL)
        return error_set(error, EXIT_USAGE, "%s: its config makes no claims", file);
    if (!config_check_claims(&layer, given, error))
        return false;
    if (claims->list == NULL)
        claims->list = cJSON_CreateArray();
    cJSON *list = config_resolve_claims(given);
    cJSON_AddItemToArray(claims->list, list);
    const cJSON *item = NULL;
    cJSON_ArrayForEach (item, list) {
        if (!add_devices(claims, item, records, error))
            return false;
    }
    return true;
}

int claims_exit_code(const struct claims *claims)
{
    for (int64_t k = 0; k < claims->count; k++)
        if (claims->item[k].verdict == CLAIM_FAILS)
            return CLAIMS_FAIL;
    return EXIT_OK;
}

const char *claim_verdict_name(enum claim_verdict verdict)
{
    static const char *const names[] = {[CLAIM_HOLDS] = "holds",
                                        [CLAIM_EXCEEDED] = "exceeded",
                                        [CLAIM_FAILS] = "holds no more",
                                        [CLAIM_UNDECIDED] = "undecided",
                                        [CLAIM_NO_DATA] = "no data"};
    return names[verdict];
}

void claims_free(struct claims *claims)
{
    for (int64_t k = 0; k < claims->count; k++)
        free(claims->item[k].point);
    free(claims->item);
    cJSON_Delete(claims->list);
    *claims = (struct claims){0};
}
