#include "harness/paper/markdown.h"

#include "harness/base/escape.h"
#include "harness/base/text.h"
#include "harness/json/json_get.h"

#include <inttypes.h>
#include <string.h>

static void line(FILE *stream, const char *before, const char *text, const char *after)
{
    fputs(before, stream);
    escape_markdown(stream, text);
    fputs(after, stream);
}

static void cell(FILE *stream, const char *text)
{
    escape_markdown_cell(stream, text[0] != '\0' ? text : "–");
}

static void write_row(FILE *stream, const struct paper *paper, const struct evidence *evidence,
                      const struct claim *claim)
{
    struct paper_row row;
    char place[2 * CLAIM_TEXT] = "", printed[3 * ROW_NUMBER] = "", bound[2 * ROW_NUMBER] = "";
    paper_row(paper, evidence, claim, &row);
    text_append(place, sizeof place, "", "%s", row.place);
    text_append(place, sizeof place, ", ", "%s", claim->device);
    text_append(printed, sizeof printed, "", "%s", row.printed);
    if (row.said[0] != '\0')
        text_append(printed, sizeof printed, " ", "(%s)", row.said);
    text_append(bound, sizeof bound, "", "%s", row.bound);
    if (row.tally[0] != '\0')
        text_append(bound, sizeof bound, ": ", "%s", row.tally);
    fputs("|", stream);
    cell(stream, claim->text);
    cell(stream, claim->source);
    cell(stream, printed);
    cell(stream, row.ours);
    cell(stream, row.ratio);
    cell(stream, claim_verdict_name(claim->verdict));
    cell(stream, row.why);
    cell(stream, bound);
    cell(stream, place);
    fputs("\n", stream);
}

static void write_rows(FILE *stream, const struct paper *paper, const struct evidence *evidence)
{
    if (evidence->claims.count == 0)
        return;
    fputs("| statement | source | printed | ours &#91;95 % interval&#93; | ours / printed | "
          "verdict | why it differs | holds if, and where | decided at |\n"
          "|---|---|--:|--:|--:|---|---|---|---|\n",
          stream);
    for (int64_t k = 0; k < evidence->claims.count; k++)
        write_row(stream, paper, evidence, &evidence->claims.item[k]);
    fputs("\n", stream);
}

static void write_item(FILE *stream, const struct paper *paper, const struct evidence *evidence)
{
    char text[2 * CLAIM_TEXT];
    line(stream, "### ", evidence->item->name, "\n\n");
    line(stream, "", evidence->title, ".");
    fprintf(stream, " Config `%s`.\n\n", evidence->item->config);
    report_note(evidence, text, sizeof text);
    if (text[0] != '\0')
        line(stream, "", text, "\n\n");
    for (int k = 0; k < evidence->figures; k++) {
        const struct evidence_figure *figure = &evidence->figure[k];
        report_caption(evidence, figure, text, sizeof text);
        line(stream, "![", text, "]");
        fprintf(stream, "(figures/%s/%s.svg)\n\n", evidence->item->config, figure->name);
    }
    write_rows(stream, paper, evidence);
}

static void write_machines(FILE *stream, const struct report_paper *paper)
{
    if (paper->machines == 0)
        return;
    fputs("| device | host | driver | sources | days |\n|---|---|---|---|---|\n", stream);
    for (int k = 0; k < paper->machines; k++) {
        const struct report_machine *machine = &paper->machine[k];
        char host[CLAIM_TEXT], days[64];
        bool one = strcmp(machine->first, machine->last) == 0;
        report_host(machine, host, sizeof host);
        snprintf(days, sizeof days, "%s%s%s", machine->first, one ? "" : " to ",
                 one ? "" : machine->last);
        fputs("|", stream);
        cell(stream, machine->device);
        cell(stream, host);
        cell(stream, machine->driver);
        cell(stream, machine->commit);
        cell(stream, days);
        fputs("\n", stream);
    }
    fputs("\n", stream);
}

/* What the answer only counts. */
static void write_failing(FILE *stream, const struct report_paper *paper)
{
    int64_t listed = 0;
    for (int item = 0; item < paper->paper->items; item++) {
        const struct claims *claims = &paper->evidence[item].claims;
        for (int64_t k = 0; k < claims->count; k++) {
            if (!paper_fails(paper->paper, claims, k))
                continue;
            fputs(listed++ == 0 ? "What does not hold:\n\n" : "", stream);
            line(stream, "- ", claims->item[k].text, "\n");
        }
    }
    fputs(listed > 0 ? "\n" : "", stream);
}

static void write_paper(FILE *stream, const struct report *report, const struct report_paper *paper)
{
    char text[CLAIM_TEXT];
    const char *doi = json_text(paper->paper->about, "doi");
    line(stream, "## ", paper->paper->cited, "\n\n");
    report_citation(paper->paper, text, sizeof text);
    line(stream, "", text, "");
    if (doi[0] != '\0') {
        line(stream, ", [doi:", doi, "]");
        fprintf(stream, "(https://doi.org/%s)", doi);
    }
    fputs("\n\n", stream);
    line(stream, "**", paper->paper->question, "** ");
    report_answer(paper, text, sizeof text);
    line(stream, "", text, "\n\n");
    write_failing(stream, paper);
    for (int k = 0; k < paper->paper->items; k++)
        write_item(stream, paper->paper, &paper->evidence[k]);
    report_coverage(paper, text, sizeof text);
    if (text[0] != '\0')
        line(stream, "", text, "\n\n");
    write_machines(stream, paper);
    report_command(report, paper->paper, text, sizeof text);
    fprintf(stream, "To measure it on another machine: `%s`.\n\n", text);
}

static void write_overview(FILE *stream, const struct report *report)
{
    fputs("| paper | hold | do not | undecided | no data |\n|---|--:|--:|--:|--:|\n", stream);
    for (int k = 0; k < report->count; k++) {
        const int64_t *tally = report->paper[k].tally;
        fputs("|", stream);
        cell(stream, report->paper[k].paper->cited);
        for (int verdict = 0; verdict < CLAIM_VERDICTS; verdict++)
            fprintf(stream, " %" PRId64 " |", tally[verdict]);
        fputs("\n", stream);
    }
    fputs("\n", stream);
}

void markdown_write(FILE *stream, const struct report *report)
{
    line(stream, "# ", REPORT_TITLE, "\n\n");
    line(stream, "", REPORT_ABOUT, "\n\n");
    if (report->quick)
        line(stream, "**Quick run.** ", REPORT_QUICK, "\n\n");
    write_overview(stream, report);
    for (int k = 0; k < report->count; k++)
        write_paper(stream, report, &report->paper[k]);
    line(stream, "This page: ", report->command, "\n");
}
