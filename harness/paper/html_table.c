#include "harness/paper/html_table.h"

#include "harness/base/escape.h"
#include "harness/base/text.h"
#include "harness/json/json_get.h"
#include "harness/paper/printed.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The roles are those that the elements have, until a narrow screen shows rows as blocks. */

/* The beginning of a table that a reader may have to scroll. */
static void begin(FILE *stream, const char *kind, const char *name)
{
    fprintf(stream, "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"");
    escape_xml(stream, name);
    fprintf(stream, "\">\n<table class=\"%s\" role=\"table\">\n<caption>", kind);
    escape_xml(stream, name);
    fputs("</caption>\n", stream);
}

static void end(FILE *stream)
{
    fputs("</tbody>\n</table>\n</div>\n", stream);
}

static void header(FILE *stream, const char *const *names, int count)
{
    fputs("<thead role=\"rowgroup\"><tr role=\"row\">", stream);
    for (int k = 0; k < count; k++)
        fprintf(stream, "<th role=\"columnheader\" scope=\"col\">%s</th>", names[k]);
    fputs("</tr></thead>\n<tbody role=\"rowgroup\">\n", stream);
}

static void cell(FILE *stream, const char *label, const char *text)
{
    fprintf(stream, "<td role=\"cell\" data-label=\"%s\">", label);
    escape_xml(stream, text[0] != '\0' ? text : "–");
    fputs("</td>", stream);
}

static void small(FILE *stream, const char *before, const char *text)
{
    if (text[0] == '\0')
        return;
    fprintf(stream, "<small>%s", before);
    escape_xml(stream, text);
    fputs("</small>", stream);
}

/* --- what is printed and what is ours --- */

static const struct {
    const char *sign, *style;
} verdicts[] = {[CLAIM_HOLDS] = {"✓", "holds"},
                [CLAIM_FAILS] = {"✗", "fails"},
                [CLAIM_UNDECIDED] = {"?", "undecided"},
                [CLAIM_NO_DATA] = {"–", "absent"}};

static void verdict_cell(FILE *stream, const struct claim *claim, const struct paper_row *row)
{
    fprintf(stream,
            "<td role=\"cell\" data-label=\"Verdict\"><strong class=\"%s\"><span "
            "aria-hidden=\"true\">%s</span> %s</strong>",
            verdicts[claim->verdict].style, verdicts[claim->verdict].sign,
            claim_verdict_name(claim->verdict));
    small(stream, "holds if ", row->bound);
    small(stream, "", row->tally);
    fputs("</td>", stream);
}

static void write_row(FILE *stream, const struct paper *paper, const struct evidence *evidence,
                      const struct claim *claim)
{
    struct paper_row row;
    char place[2 * CLAIM_TEXT] = "";
    paper_row(paper, evidence, claim, &row);
    text_append(place, sizeof place, "", "%s", row.place);
    text_append(place, sizeof place, ", ", "%s", claim->device);
    fputs("<tr role=\"row\"><th role=\"rowheader\" scope=\"row\">", stream);
    escape_xml(stream, claim->text);
    small(stream, paper_says(paper, claim) ? "" : "Not the paper’s: ", claim->source);
    small(stream, "Decided at ", place);
    fputs("</th>", stream);
    fputs("<td role=\"cell\" data-label=\"Printed\">", stream);
    escape_xml(stream, row.printed[0] != '\0' ? row.printed : "–");
    small(stream, "", row.said);
    fputs("</td>", stream);
    cell(stream, "Ours", row.ours);
    cell(stream, "Ours / printed", row.ratio);
    verdict_cell(stream, claim, &row);
    cell(stream, "Why it differs", row.why);
    fputs("</tr>\n", stream);
}

void html_rows(FILE *stream, const struct paper *paper, const struct evidence *evidence)
{
    static const char *const names[] = {"Statement",      "Printed", "Ours [95 % interval]",
                                        "Ours / printed", "Verdict", "Why it differs"};
    char name[CLAIM_TEXT];
    if (evidence->claims.count == 0)
        return;
    snprintf(name, sizeof name, "%s, %s: printed and ours", paper->cited, evidence->item->name);
    begin(stream, "rows", name);
    header(stream, names, sizeof names / sizeof *names);
    for (int64_t k = 0; k < evidence->claims.count; k++)
        write_row(stream, paper, evidence, &evidence->claims.item[k]);
    end(stream);
}

/* --- what is printed alone --- */

void html_unclaimed(FILE *stream, const struct report_paper *paper)
{
    static const char *const names[] = {"What", "Printed", "Of", "Where"};
    const cJSON *number = NULL;
    char name[CLAIM_TEXT];
    snprintf(name, sizeof name, "%s: numbers that no statement above is held against",
             paper->paper->cited);
    begin(stream, "points", name);
    header(stream, names, sizeof names / sizeof *names);
    cJSON_ArrayForEach (number, json_get(paper->paper->published, "numbers")) {
        char said[CLAIM_TEXT], of[CLAIM_TEXT];
        if (report_is_claimed(paper, number))
            continue;
        printed_number(number, said, sizeof said);
        report_subject(number, of, sizeof of);
        fputs("<tr role=\"row\"><th role=\"rowheader\" scope=\"row\">", stream);
        escape_xml(stream, json_text(number, "what"));
        fputs("</th>", stream);
        cell(stream, names[1], said);
        cell(stream, names[2], of);
        cell(stream, names[3], json_text(number, "source"));
        fputs("</tr>\n", stream);
    }
    end(stream);
}

/* --- figures --- */

static void number_cell(FILE *stream, double value)
{
    char number[TEXT_NUMBER];
    fprintf(stream, "<td role=\"cell\">%s</td>", text_significant(value, 4, number));
}

static const char *label(const struct figure_labels *labels, int index)
{
    return index >= 0 && index < labels->count ? labels->text[index] : "";
}

void html_points(FILE *stream, const struct evidence_figure *figure)
{
    const struct figure_data *data = figure->data;
    char name[CLAIM_TEXT];
    snprintf(name, sizeof name, "%s: the numbers", figure->title);
    begin(stream, "points", name);
    fputs("<thead role=\"rowgroup\"><tr role=\"row\"><th role=\"columnheader\" "
          "scope=\"col\">panel</th><th role=\"columnheader\" scope=\"col\">curve</th><th "
          "role=\"columnheader\" scope=\"col\">",
          stream);
    escape_xml(stream, data->x_label != NULL ? data->x_label : "case");
    fputs("</th><th role=\"columnheader\" scope=\"col\">", stream);
    escape_xml(stream, data->y_label != NULL ? data->y_label : "value");
    fputs("</th></tr></thead>\n<tbody role=\"rowgroup\">\n", stream);
    for (int64_t k = 0; k < data->points; k++) {
        const struct figure_point *point = &data->point[k];
        char panel[2 * FIGURE_LABEL] = "";
        text_append(panel, sizeof panel, "", "%s", label(&data->rows, point->row));
        text_append(panel, sizeof panel, ", ", "%s", label(&data->columns, point->column));
        fputs("<tr role=\"row\"><th role=\"rowheader\" scope=\"row\">", stream);
        escape_xml(stream, panel);
        fputs("</th><td role=\"cell\">", stream);
        escape_xml(stream, label(&data->curves, point->curve));
        fputs("</td>", stream);
        if (data->ticks.count > 0) {
            fputs("<td role=\"cell\">", stream);
            escape_xml(stream, label(&data->ticks, (int)point->x));
            fputs("</td>", stream);
        } else {
            number_cell(stream, point->x);
        }
        number_cell(stream, point->y);
        fputs("</tr>\n", stream);
    }
    end(stream);
}

/* --- machines --- */

void html_machines(FILE *stream, const struct report_paper *paper)
{
    static const char *const names[] = {"Device", "Host", "Driver", "Sources", "Days"};
    char name[CLAIM_TEXT];
    if (paper->machines == 0)
        return;
    snprintf(name, sizeof name, "Machines that %s was repeated on", paper->paper->cited);
    begin(stream, "machines", name);
    header(stream, names, sizeof names / sizeof *names);
    for (int k = 0; k < paper->machines; k++) {
        const struct report_machine *machine = &paper->machine[k];
        char host[CLAIM_TEXT], days[64];
        bool one = strcmp(machine->first, machine->last) == 0;
        report_host(machine, host, sizeof host);
        snprintf(days, sizeof days, "%s%s%s", machine->first, one ? "" : " to ",
                 one ? "" : machine->last);
        fputs("<tr role=\"row\"><th role=\"rowheader\" scope=\"row\">", stream);
        escape_xml(stream, machine->device);
        fputs("</th>", stream);
        cell(stream, names[1], host);
        cell(stream, names[2], machine->driver);
        cell(stream, names[3], machine->commit);
        cell(stream, names[4], days);
        fputs("</tr>\n", stream);
    }
    end(stream);
}

/* --- all papers --- */

void html_overview(FILE *stream, const struct report *report)
{
    static const char *const names[] = {"Paper", "Hold", "Do not", "Undecided", "No data"};
    begin(stream, "overview", "How many statements of each paper hold");
    header(stream, names, sizeof names / sizeof *names);
    for (int k = 0; k < report->count; k++) {
        const struct report_paper *paper = &report->paper[k];
        fputs("<tr role=\"row\"><th role=\"rowheader\" scope=\"row\"><a href=\"#", stream);
        escape_xml(stream, paper->paper->name);
        fputs("\">", stream);
        escape_xml(stream, paper->paper->cited);
        fputs("</a></th>", stream);
        for (int verdict = 0; verdict < CLAIM_VERDICTS; verdict++)
            fprintf(stream, "<td role=\"cell\" data-label=\"%s\">%" PRId64 "</td>",
                    names[verdict + 1], paper->tally[verdict]);
        fputs("</tr>\n", stream);
    }
    end(stream);
}
