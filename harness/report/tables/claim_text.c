#include "harness/report/tables/claim_text.h"

#include "harness/base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SIDE = 300 };

static const char *gap(const char *text)
{
    return text[0] != '\0' ? " " : "";
}

static void side_text(const struct claim_side *side, char *text, size_t size)
{
    const char *const named[] = {side->tuning,   side->parameters, side->precision,
                                 side->backend,  side->exclusions, side->interactions,
                                 side->bonded,   side->binning,    side->listing,
                                 side->distance, side->sort,       side->sharing};
    snprintf(text, size, "%s", side->strategy);
    for (size_t k = 0; k < sizeof named / sizeof *named; k++)
        snprintf(text + strlen(text), size - strlen(text), "%s%s", gap(named[k]), named[k]);
}

void claim_condition(const struct claim *claim, char *text, size_t size)
{
    char above[32] = "";
    char below[32] = "";
    if (claim->above > 0)
        snprintf(above, sizeof above, " above %.6g", claim->above);
    if (isfinite(claim->below))
        snprintf(below, sizeof below, " below %.6g", claim->below);
    char change[64] = "";
    if (claim->across[0] != '\0')
        snprintf(change, sizeof change, ", its change with %s,", claim->across);
    else if (claim->against != NULL)
        snprintf(change, sizeof change, ", its quotient with that of other cases,");
    else if (claim->deviation)
        snprintf(change, sizeof change, ", its distance from one,");
    char side[2][SIDE];
    for (int k = 0; k < 2; k++)
        side_text(&claim->side[k], side[k], sizeof side[k]);
    bool time = claim->number[0] == '\0';
    bool two = claim->sides == 2;
    snprintf(text, size, "%s%s%s of %s%s%s%s%s%s%s%s", time ? claim->of : claim->number,
             claim->per[0] != '\0' ? " / " : "", claim->per, side[0], two ? " / " : "",
             two ? side[1] : "", change, above, above[0] != '\0' && below[0] != '\0' ? " and" : "",
             below, strcmp(claim->at, "largest n") == 0 ? " at the largest n" : "");
}

void claim_decided_by(const struct claim *claim, const struct claim_point *point, char *text,
                      size_t size)
{
    bool number = claim->number[0] != '\0';
    if (number && point->low == point->high)
        snprintf(text, size, "%.4g", point->ratio);
    else if (number && isfinite(point->high))
        snprintf(text, size, "%.4g [%.4g, %.4g]", point->ratio, point->low, point->high);
    else if (isfinite(point->high))
        snprintf(text, size, "%.3f [%.3f, %.3f]", point->ratio, point->low, point->high);
    else
        snprintf(text, size, "%.3f [too few samples]", point->ratio);
}

void claim_printed(const struct claim *claim, char *text, size_t size)
{
    text[0] = '\0';
    if (isfinite(claim->published))
        snprintf(text, size, "%.4g", claim->published);
    if (claim->published < claim->published_most)
        text_append(text, size, "", " to %.4g", claim->published_most);
}

/* "0.1 … 0.5" */
static void span_text(double first, double last, char *text, size_t size)
{
    if (first < last)
        snprintf(text, size, "%.4g … %.4g", first, last);
    else
        snprintf(text, size, "%.4g", last);
}

void claim_place(const struct claim_point *point, char *text, size_t size)
{
    const struct record *record = point->record;
    const struct record *least = point->least != NULL ? point->least : record;
    char number[2][TEXT_NUMBER];
    char n[2 * TEXT_NUMBER];
    char density[64];
    char dt[64];
    snprintf(n, sizeof n, "%s%s%s", least->n < record->n ? text_whole(least->n, number[0]) : "",
             least->n < record->n ? " … " : "", text_whole(record->n, number[1]));
    span_text(least->density, record->density, density, sizeof density);
    span_text(least->dynamics.dt, record->dynamics.dt, dt, sizeof dt);
    bool moves = isfinite(record->dynamics.dt);
    snprintf(text, size, "%s, N = %s, ρ = %s%s%s, %s precision", record->model, n, density,
             moves ? ", dt = " : "", moves ? dt : "", record->precision);
}

void claim_tally(const struct claim *claim, char *text, size_t size)
{
    const int64_t *tally = claim->tally;
    snprintf(text, size, "%" PRId64 " of %" PRId64 " %s", tally[CLAIM_HOLDS], claim->points,
             claim->points == 1 ? "point" : "points");
}
