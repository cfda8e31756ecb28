#include "harness/paper/row.h"

#include "harness/base/text.h"
#include "harness/paper/means.h"
#include "harness/paper/printed.h"
#include "harness/report/tables/reasons.h"
#include "harness/report/verdicts/trust.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void bound_text(const struct claim *claim, char *text, size_t size)
{
    if (claim->above > 0 && isfinite(claim->below))
        snprintf(text, size, "%.6g to %.6g", claim->above, claim->below);
    else if (claim->above > 0)
        snprintf(text, size, "above %.6g", claim->above);
    else
        snprintf(text, size, "below %.6g", claim->below);
}

/* Three digits say how far apart two numbers are. */
static void ratio_text(const struct claim *claim, char *text, size_t size)
{
    char number[TEXT_NUMBER];
    double ratio = claim->points > 0 ? claim->point[0].ratio / claim->published : NAN;
    if (isfinite(ratio))
        snprintf(text, size, "%s", text_significant(ratio, 3, number));
}

/* Why a claim has no data: a side was never run, and a case tells the reason, or no case is meant.
 */
static void absent_text(const struct evidence *evidence, char *text, size_t size)
{
    const char *reason = NULL;
    if (evidence->records.count == 0)
        snprintf(text, size, "not measured yet");
    else if (evidence_without(evidence, 0, &reason) > 0 && reason != NULL)
        snprintf(text, size, "not measured: %s", reason);
    else
        snprintf(text, size, "no case of these results is one that the statement is about");
}

/* Whether hardware explains most of a number: a ratio of times that is far off. */
static bool is_far_off(const struct claim *claim)
{
    double ratio = claim->points > 0 ? claim->point[0].ratio / claim->published : NAN;
    return (claim->number[0] == '\0' || text_has_suffix(claim->number, "_ns")) &&
           claim->across[0] == '\0' && (ratio > 2 || ratio < 0.5);
}

/* What the slower side of a ratio of times loses by, where its counts tell that. */
static void loss_text(const struct claim *claim, char *text, size_t size)
{
    const struct claim_point *point = claim->points > 0 ? &claim->point[0] : NULL;
    char reason[CLAIM_TEXT] = "";
    if (point == NULL || point->other == NULL || claim->verdict != CLAIM_FAILS ||
        claim->number[0] != '\0' || strcmp(claim->of, "force") != 0 || claim->across[0] != '\0' ||
        !record_same_lists(point->record, point->other) ||
        strcmp(point->record->device, point->other->device) != 0)
        return;
    bool first = point->record->force.median > point->other->force.median;
    const struct record *slower = first ? point->record : point->other;
    reason_of(slower, first ? point->other : point->record, reason, sizeof reason);
    if (reason[0] != '\0')
        text_append(text, size, "; ", "%s is the slower: %s", slower->strategy, reason);
}

static void why_text(const struct evidence *evidence, const struct claim *claim, const char *device,
                     char *text, size_t size)
{
    if (claim->why[0] != '\0')
        text_append(text, size, "", "%s", claim->why);
    else if (device[0] != '\0' && is_far_off(claim))
        text_append(text, size, "", "other hardware: the paper's is the %s", device);
    loss_text(claim, text, size);
    if (claim->verdict == CLAIM_NO_DATA) {
        char absent[CLAIM_TEXT];
        absent_text(evidence, absent, sizeof absent);
        text_append(text, size, "; ", "%s", absent);
    }
    char reason[CLAIM_TEXT];
    if (claim->verdict == CLAIM_UNDECIDED && claim->point[0].doubted != NULL)
        text_append(text, size, "; ", "a time is not to be trusted: %s",
                    trust_reason(claim->point[0].doubted, claim->point[0].doubted_time, reason,
                                 sizeof reason));
    else if (claim->verdict == CLAIM_UNDECIDED)
        text_append(text, size, "; ", "%s",
                    isfinite(claim->point[0].high) ? "the interval reaches beyond the bound"
                                                   : "too few samples for an interval");
    if (evidence->length == PAPER_QUICK && claim->points > 0)
        text_append(text, size, "; ", "quick: not the paper's case");
}

void paper_row(const struct paper *paper, const struct evidence *evidence,
               const struct claim *claim, struct paper_row *row)
{
    char means[ROW_NUMBER];
    *row = (struct paper_row){0};
    printed_text(paper, claim, row->said, sizeof row->said);
    claim_printed(claim, row->printed, sizeof row->printed);
    bound_text(claim, row->bound, sizeof row->bound);
    why_text(evidence, claim, printed_device(paper, claim), row->why, sizeof row->why);
    if (claim->points == 0)
        return;
    ratio_text(claim, row->ratio, sizeof row->ratio);
    claim_decided_by(claim, &claim->point[0], row->ours, sizeof row->ours);
    means_text(paper, claim, means, sizeof means);
    text_append(row->ours, sizeof row->ours, means[0] != '\0' ? "; " : "", "%s", means);
    claim_place(&claim->point[0], row->place, sizeof row->place);
    claim_tally(claim, row->tally, sizeof row->tally);
}

bool paper_says(const struct paper *paper, const struct claim *claim)
{
    return strncmp(claim->source, paper->cited, strlen(paper->cited)) == 0;
}

bool paper_fails(const struct paper *paper, const struct claims *claims, int64_t k)
{
    const struct claim *claim = &claims->item[k];
    if (claim->verdict != CLAIM_FAILS || !paper_says(paper, claim))
        return false;
    for (int64_t before = 0; before < k; before++)
        if (claims->item[before].verdict == CLAIM_FAILS &&
            strcmp(claims->item[before].text, claim->text) == 0)
            return false;
    return true;
}
