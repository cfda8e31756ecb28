#include "harness/paper/html.h"

#include "harness/base/base64.h"
#include "harness/base/escape.h"
#include "harness/base/files/data.h"
#include "harness/base/text.h"
#include "harness/json/json_get.h"
#include "harness/paper/html_table.h"

#include <inttypes.h>
#include <string.h>

static void element(FILE *stream, const char *opening, const char *text, const char *closing)
{
    fputs(opening, stream);
    escape_xml(stream, text);
    fputs(closing, stream);
}

/* --- figures --- */

static bool drawing(FILE *stream, const char *before, const char *path, const char *after,
                    struct error *error)
{
    fprintf(stream, "%sdata:image/svg+xml;base64,", before);
    bool good = base64_write_file(stream, path, error);
    fputs(after, stream);
    return good;
}

static bool write_figure(FILE *stream, const struct evidence *evidence,
                         const struct evidence_figure *figure, struct error *error)
{
    char alternative[2 * CLAIM_TEXT], caption[2 * CLAIM_TEXT];
    report_alternative(figure, alternative, sizeof alternative);
    report_caption(evidence, figure, caption, sizeof caption);
    fputs("<figure>\n<picture>\n", stream);
    bool good = drawing(stream, "<source media=\"screen and (max-width: 40em)\" srcset=\"",
                        figure->narrow, "\">\n", error) &&
                drawing(stream, "<img src=\"", figure->wide, "\" alt=\"", error);
    if (!good)
        return false;
    element(stream, "", alternative, "\">\n</picture>\n");
    element(stream, "<figcaption>", caption, "</figcaption>\n");
    element(stream, "<details><summary>Its numbers as a table<span class=\"hidden\">: ", caption,
            "</span></summary>\n");
    html_points(stream, figure);
    fputs("</details>\n</figure>\n", stream);
    return true;
}

/* --- items and papers --- */

static bool write_item(FILE *stream, const struct paper *paper, const struct evidence *evidence,
                       struct error *error)
{
    char note[CLAIM_TEXT];
    element(stream, "<section>\n<h3>", evidence->item->name, "</h3>\n");
    element(stream, "<p>", evidence->title, ".");
    element(stream, " Config <code>", evidence->item->config, "</code>.</p>\n");
    report_note(evidence, note, sizeof note);
    if (note[0] != '\0')
        element(stream, "<p class=\"note\">", note, "</p>\n");
    for (int k = 0; k < evidence->figures; k++)
        if (!write_figure(stream, evidence, &evidence->figure[k], error))
            return false;
    html_rows(stream, paper, evidence);
    fputs("</section>\n", stream);
    return true;
}

static void write_citation(FILE *stream, const struct paper *paper)
{
    char citation[CLAIM_TEXT];
    const char *doi = json_text(paper->about, "doi");
    report_citation(paper, citation, sizeof citation);
    element(stream, "<p class=\"citation\">", citation, "");
    if (doi[0] != '\0') {
        element(stream, ", <a href=\"https://doi.org/", doi, "\">");
        element(stream, "doi:", doi, "</a>");
    }
    fputs("</p>\n", stream);
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
            fputs(listed++ == 0 ? "<p>What does not hold:</p>\n<ul class=\"failing\">\n" : "",
                  stream);
            element(stream, "<li>", claims->item[k].text, "</li>\n");
        }
    }
    fputs(listed > 0 ? "</ul>\n" : "", stream);
}

static bool write_paper(FILE *stream, const struct report *report, const struct report_paper *paper,
                        struct error *error)
{
    char text[CLAIM_TEXT];
    const char *name = paper->paper->name;
    element(stream, "<section class=\"paper\" aria-labelledby=\"", name, "\">\n");
    element(stream, "<h2 id=\"", name, "\">");
    element(stream, "", paper->paper->cited, "</h2>\n");
    write_citation(stream, paper->paper);
    element(stream, "<p class=\"question\">", paper->paper->question, "</p>\n");
    report_answer(paper, text, sizeof text);
    element(stream, "<p class=\"answer\">", text, "</p>\n");
    write_failing(stream, paper);
    for (int k = 0; k < paper->paper->items; k++)
        if (!write_item(stream, paper->paper, &paper->evidence[k], error))
            return false;
    report_coverage(paper, text, sizeof text);
    if (text[0] != '\0') {
        element(stream, "<section>\n<h3>All that it prints</h3>\n<p>", text, "</p>\n");
        fputs("<details><summary>The others as a table</summary>\n", stream);
        html_unclaimed(stream, paper);
        fputs("</details>\n</section>\n", stream);
    }
    fputs("<section>\n<h3>Machines and command</h3>\n", stream);
    html_machines(stream, paper);
    report_command(report, paper->paper, text, sizeof text);
    element(stream, "<p>To measure it on another machine:</p>\n<pre><code>", text,
            "</code></pre>\n</section>\n</section>\n");
    return true;
}

/* --- the page --- */

/* The style sheet, which comes with the binary. */
static bool write_style(FILE *stream, struct error *error)
{
    char path[PATH_MAX];
    int letter;
    if (!data_path("plots/report.css", path, error))
        return false;
    FILE *style = fopen(path, "r");
    if (style == NULL)
        return error_unreadable(error, path);
    fputs("<style>\n", stream);
    while ((letter = fgetc(style)) != EOF)
        fputc(letter, stream);
    fputs("</style>\n", stream);
    bool good = !ferror(style);
    if (!good)
        error_unreadable(error, path);
    fclose(style);
    return good;
}

static void write_navigation(FILE *stream, const struct report *report)
{
    fputs("<nav aria-label=\"Papers\">\n<ul>\n", stream);
    for (int k = 0; k < report->count; k++) {
        element(stream, "<li><a href=\"#", report->paper[k].paper->name, "\">");
        element(stream, "", report->paper[k].paper->cited, "</a></li>\n");
    }
    fputs("</ul>\n</nav>\n", stream);
}

bool html_write(FILE *stream, const struct report *report, struct error *error)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n",
          stream);
    element(stream, "<title>", REPORT_TITLE, "</title>\n");
    if (!write_style(stream, error))
        return false;
    element(stream,
            "</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the papers</a>\n<header>\n"
            "<h1>",
            REPORT_TITLE, "</h1>\n");
    element(stream, "<p>", REPORT_ABOUT, "</p>\n");
    if (report->quick)
        element(stream, "<p class=\"warning\"><strong>Quick run.</strong> ", REPORT_QUICK,
                "</p>\n");
    fputs("</header>\n", stream);
    write_navigation(stream, report);
    fputs("<main id=\"main\" tabindex=\"-1\">\n", stream);
    html_overview(stream, report);
    for (int k = 0; k < report->count; k++)
        if (!write_paper(stream, report, &report->paper[k], error))
            return false;
    fputs("</main>\n<footer>\n", stream);
    element(stream, "<p>This page: <code>", report->command, "</code></p>\n</footer>\n");
    fputs("</body>\n</html>\n", stream);
    return true;
}
