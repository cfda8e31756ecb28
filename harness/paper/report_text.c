/* The sentences of the report. */
#include "harness/base/text.h"
#include "harness/json/json_get.h"
#include "harness/paper/printed.h"
#include "harness/paper/report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Why cases have no data is told for so many reasons. */
enum { MOST_REASONS = 3 };

/* "on the NVIDIA H200 and one other device": of those that claims were judged on. */
static void judged_on(const struct report_paper *paper, char *text, size_t size)
{
    const char *seen[64];
    int devices = 0;
    for (int item = 0; item < paper->paper->items; item++) {
        const struct claims *claims = &paper->evidence[item].claims;
        for (int64_t k = 0; k < claims->count; k++) {
            const char *device = claims->item[k].device;
            int same = 0;
            while (same < devices && strcmp(seen[same], device) != 0)
                same++;
            if (same < devices || device[0] == '\0' || devices == sizeof seen / sizeof *seen)
                continue;
            seen[devices++] = device;
            text_append(text, size, " and ", "%s", device);
        }
    }
}

void report_answer(const struct report_paper *paper, char *text, size_t size)
{
    const int64_t *tally = paper->tally;
    int64_t all = 0;
    char devices[CLAIM_TEXT] = "";
    text[0] = '\0';
    for (int k = 0; k < CLAIM_VERDICTS; k++)
        all += tally[k];
    judged_on(paper, devices, sizeof devices);
    if (all == tally[CLAIM_NO_DATA]) {
        text_append(text, size, "", "None of its %" PRId64 " statements has been measured here.",
                    all);
        return;
    }
    text_append(text, size, "", "On %s, %" PRId64 " of its %" PRId64 " statements %s", devices,
                tally[CLAIM_HOLDS], all, tally[CLAIM_HOLDS] == 1 ? "holds" : "hold");
    if (tally[CLAIM_FAILS] > 0)
        text_append(text, size, ", ", "%" PRId64 " %s not", tally[CLAIM_FAILS],
                    tally[CLAIM_FAILS] == 1 ? "does" : "do");
    if (tally[CLAIM_UNDECIDED] > 0)
        text_append(text, size, ", ", "%" PRId64 " %s undecided", tally[CLAIM_UNDECIDED],
                    tally[CLAIM_UNDECIDED] == 1 ? "is" : "are");
    if (tally[CLAIM_NO_DATA] > 0)
        text_append(text, size, ", ", "%" PRId64 " %s no data", tally[CLAIM_NO_DATA],
                    tally[CLAIM_NO_DATA] == 1 ? "has" : "have");
    text_append(text, size, "", ".");
}

void report_citation(const struct paper *paper, char *text, size_t size)
{
    const cJSON *author = NULL;
    text[0] = '\0';
    cJSON_ArrayForEach (author, json_get(paper->about, "authors")) {
        if (cJSON_IsString(author))
            text_append(text, size, ", ", "%s", author->valuestring);
    }
    text_append(text, size, ", ", "%s", json_text(paper->about, "title"));
    text_append(text, size, ", ", "%s", json_text(paper->about, "journal"));
    if (paper->about == NULL)
        snprintf(text, size, "%s", paper->cited);
}

void report_command(const struct report *report, const struct paper *paper, char *text, size_t size)
{
    static const char *const options[] = {[PAPER_USUAL] = "",
                                          [PAPER_FULL] = " --full",
                                          [PAPER_QUICK] = " --quick",
                                          [PAPER_LENGTHS] = ""};
    snprintf(text, size, "pairlanes reproduce %s%s", paper->name, options[report->length]);
}

void report_note(const struct evidence *evidence, char *text, size_t size)
{
    const char *reason = NULL;
    text[0] = '\0';
    if (evidence->records.count == 0)
        text_append(text, size, " ", "Not measured here yet.");
    if (evidence->length == PAPER_QUICK)
        text_append(text, size, " ", "Quick: fewer particles and samples than the paper's case.");
    if (evidence->length == PAPER_FULL)
        text_append(text, size, " ", "At the length of the paper (--full).");
    for (int k = 0; k < MOST_REASONS; k++) {
        int64_t without = evidence_without(evidence, k, &reason);
        if (without > 0)
            text_append(text, size, " ", "%" PRId64 " of %" PRId64 " cases were not run: %s.",
                        without, evidence->records.count, reason);
    }
    if (evidence->older > 0)
        text_append(text, size, " ",
                    "%" PRId64 " of %" PRId64 " cases ran older kernels than this program has.",
                    evidence->older, evidence->records.count);
    text_append(text, size, evidence->item->differs[0] != '\0' ? " " : "", "%s",
                evidence->item->differs);
}

void report_caption(const struct evidence *evidence, const struct evidence_figure *figure,
                    char *text, size_t size)
{
    const char *published = figure->data->published;
    snprintf(text, size, "%s: %s%s%s", evidence->item->name, figure->title,
             published != NULL ? ". Open symbols: " : "", published != NULL ? published : "");
}

static void list(const struct figure_labels *labels, const char *what, char *text, size_t size)
{
    for (int k = 0; k < labels->count; k++)
        text_append(text, size, k > 0 ? "; " : what, "%s", labels->text[k]);
}

void report_alternative(const struct evidence_figure *figure, char *text, size_t size)
{
    text[0] = '\0';
    text_append(text, size, "", "%s", figure->title);
    list(&figure->data->columns, ". Panels: ", text, size);
    list(&figure->data->curves, ". Curves: ", text, size);
    text_append(text, size, "", ". Its numbers are in the table below.");
}

bool report_is_claimed(const struct report_paper *paper, const cJSON *number)
{
    for (int item = 0; item < paper->paper->items; item++)
        if (printed_is_claimed(paper->paper, number, &paper->evidence[item].claims))
            return true;
    return false;
}

/* Whether a number is an open symbol in one of the figures that were drawn. */
static bool is_drawn(const struct report_paper *paper, const cJSON *number)
{
    const cJSON *place = json_get(number, "figure");
    for (int item = 0; item < paper->paper->items; item++) {
        const struct evidence *evidence = &paper->evidence[item];
        for (int k = 0; k < evidence->figures; k++) {
            const struct figure_labels *curves = &evidence->figure[k].data->curves;
            bool same = strcmp(evidence->figure[k].name, json_text(place, "name")) == 0;
            for (int curve = 0; curve < curves->count && same; curve++)
                if (strcmp(curves->text[curve], json_text(place, "curve")) == 0)
                    return true;
        }
    }
    return false;
}

void report_coverage(const struct report_paper *paper, char *text, size_t size)
{
    const cJSON *numbers = json_get(paper->paper->published, "numbers");
    const cJSON *number = NULL;
    int claimed = 0, drawn = 0;
    text[0] = '\0';
    cJSON_ArrayForEach (number, numbers) {
        bool is = report_is_claimed(paper, number);
        claimed += is;
        drawn += !is && is_drawn(paper, number);
    }
    if (numbers == NULL)
        return;
    text_append(text, size, "",
                "%d of the %d numbers that the paper prints are in the statements above", claimed,
                cJSON_GetArraySize(numbers));
    if (drawn > 0)
        text_append(text, size, "", ", %d more are open symbols in the figures", drawn);
    text_append(text, size, "", "; all are in results/published/%s.json.", paper->paper->name);
}

void report_subject(const cJSON *number, char *text, size_t size)
{
    char particles[TEXT_NUMBER];
    double n = json_value(number, "particles");
    const char *const parts[] = {json_text(number, "model"), json_text(number, "system"),
                                 json_text(number, "precision"), json_text(number, "device"),
                                 json_text(number, "note")};
    text[0] = '\0';
    if (n > 0)
        text_append(text, size, "", "N = %s", text_whole(n, particles));
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        if (parts[k][0] != '\0')
            text_append(text, size, ", ", "%s", parts[k]);
}

void report_host(const struct report_machine *machine, char *text, size_t size)
{
    snprintf(text, size, "%s, %.0f threads", machine->cpu, machine->cores);
}
