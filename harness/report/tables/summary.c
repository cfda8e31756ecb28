#include "harness/report/tables/summary.h"

#include "harness/base/escape.h"
#include "harness/base/text.h"
#include "harness/report/tables/reasons.h"
#include "harness/report/tables/show_cases.h"
#include "harness/report/verdicts/trust.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { INDENT = 2, LABEL = 256, SENTENCE = 4096, LOSERS = 8 };

/* Rankings from index `start` to before `end`, with the same model, precision and device. */
struct family {
    const struct ranking *ranking;
    int64_t count;
};

/* Appends a formatted text to a sentence of SENTENCE bytes. */
#define add(text, ...) text_append(text, SENTENCE, "", __VA_ARGS__)

/* Writes a sentence as an item of a list. */
static void write_item(FILE *stream, const struct table_style *style, int indent, const char *text)
{
    if (style->format == TABLE_MARKDOWN) {
        fputs("- ", stream);
        escape_markdown(stream, text);
        fputc('\n', stream);
        return;
    }
    fprintf(stream, "%*s", indent, "");
    table_wrapped(stream, style->width, indent, indent + 2, "%s", text);
}

static void write_heading(FILE *stream, const struct table_style *style, const char *text)
{
    bool markdown = style->format == TABLE_MARKDOWN;
    fputs(markdown ? "\n**" : "\n", stream);
    if (markdown)
        escape_markdown(stream, text);
    else
        table_wrapped(stream, style->width, 0, INDENT, "%s", text);
    fputs(markdown ? "**\n\n" : "", stream);
}

static const struct record *best_of(const struct ranking *ranking)
{
    return ranking->trusted > 0 ? ranking->record[0] : NULL;
}

static const struct record *next_of(const struct ranking *ranking)
{
    return ranking->trusted > 1 ? ranking->record[1] : NULL;
}

static double time_of(const struct ranking *ranking, const struct record *record)
{
    return ranked_timing(record, ranking->by)->median;
}

static bool is_tie(const struct ranking *ranking)
{
    return ranking->trusted > 1 && ranking_tied(ranking, ranking->record[0], ranking->record[1]);
}

/* Returns the ratio of the second shortest time to the shortest. */
static double margin_of(const struct ranking *ranking)
{
    return ranking->trusted > 1
               ? time_of(ranking, ranking->record[1]) / time_of(ranking, ranking->record[0])
               : NAN;
}

/* --- the table of the fastest --- */

static void speedup_cell(struct table *table, const struct records *records,
                         const struct ranking *ranking, const char *strategy)
{
    const struct record *best = best_of(ranking);
    const struct record *baseline = best ? records_baseline(records, best, strategy) : NULL;
    char text[TEXT_NUMBER];
    double speedup = baseline ? time_of(ranking, baseline) / time_of(ranking, best) : NAN;
    table_number(table, speedup, "%s", text_significant(speedup, 3, text));
}

static void add_fastest(struct table *table, const struct records *records,
                        const struct ranking *ranking)
{
    const struct record *first = ranking->record[0], *best = best_of(ranking);
    const struct record *next = next_of(ranking);
    char text[TEXT_NUMBER], label[LABEL];
    double time = best ? time_of(ranking, best) : NAN, margin = margin_of(ranking);
    struct show_unit unit = show_unit_of(time);
    table_cell(table, "%s", first->device);
    table_cell(table, "%s", first->model);
    table_cell(table, "%s", first->precision);
    table_cell(table, "%s", ranked_name(ranking->by));
    table_number(table, first->density, "%.6g", first->density);
    table_number(table, first->n, "%s", text_whole(first->n, text));
    ranking_system(ranking, label, sizeof label);
    table_cell(table, "%s", label[0] != '\0' ? label : "–");
    table_cell(table, "%s",
               best                     ? ranking_whole_label(ranking, best, label, sizeof label)
               : ranking_timed(ranking) ? "none is trusted"
                                        : "not timed");
    if (best)
        table_cell(table, "%s %s", text_significant(time / unit.nanoseconds, 4, text), unit.name);
    else
        table_cell(table, "–");
    table_number(table, time / first->n, "%s", text_significant(time / first->n, 3, text));
    table_cell(table, "%s", ranking_doubt(ranking) != NULL ? "?" : is_tie(ranking) ? "=" : "");
    table_number(table, 100 * (margin - 1), "%.1f %%", 100 * (margin - 1));
    table_cell(table, "%s", next ? ranking_whole_label(ranking, next, label, sizeof label) : "–");
    speedup_cell(table, records, ranking, "serial");
    speedup_cell(table, records, ranking, "vertex");
    if (best)
        binding_of(best, label, sizeof label);
    table_cell(table, "%s", best && label[0] != '\0' ? label : "–");
}

static bool write_fastest(FILE *stream, const struct records *records,
                          const struct rankings *rankings, struct table_style *style,
                          struct error *error)
{
    static const struct table_column columns[] = {
        {"device", TABLE_COMMON},
        {"model", TABLE_COMMON},
        {"precision", TABLE_COMMON},
        {"by", TABLE_COMMON},
        {"ρ", TABLE_RIGHT | TABLE_COMMON},
        {"N", TABLE_RIGHT | TABLE_COMMON},
        {"system", TABLE_COMMON},
        {"fastest", TABLE_LEFT},
        {"time", TABLE_RIGHT},
        {"ns/particle", TABLE_RIGHT | TABLE_LEAVES(5)},
        {"", TABLE_SHOWN},
        {"faster by", TABLE_RIGHT | TABLE_LEAVES(1)},
        {"than", TABLE_LEAVES(2)},
        {"× serial", TABLE_RIGHT | TABLE_LEAVES(3)},
        {"× vertex", TABLE_RIGHT | TABLE_LEAVES(6)},
        {"bound by", TABLE_LEAVES(4)},
    };
    struct table_style own = table_following_style(style);
    struct table table;

    table_start(&table, columns, sizeof columns / sizeof *columns);
    table.title = "The fastest of each";
    table.indent = INDENT;
    for (int64_t k = 0; k < rankings->count; k++)
        add_fastest(&table, records, &rankings->ranking[k]);
    fputc('\n', stream);
    bool good = table_write(&table, &own, stream, error);
    table_free(&table);
    memcpy(style->left_out, own.left_out, sizeof own.left_out);
    return good;
}

/* --- the fastest, and for which systems --- */

/* Writes the label of the fastest case, or only its strategy if the label is too long. */
static void winner(const struct ranking *ranking, char label[LABEL])
{
    const struct record *best = best_of(ranking);
    if (best != NULL)
        ranking_whole_label(ranking, best, label, LABEL);
    else
        snprintf(label, LABEL, "%s", ranking_timed(ranking) ? "no time to be trusted" : "no time");
}

static bool same_winner(const struct ranking *a, const struct ranking *b)
{
    char first[LABEL], second[LABEL];
    winner(a, first);
    winner(b, second);
    return strcmp(first, second) == 0;
}

/* Whether two sequences of rankings have the same fastest cases at the same sizes. */
static bool same_chain(const struct ranking *a, int64_t a_count, const struct ranking *b,
                       int64_t b_count)
{
    for (int64_t k = 0; k < a_count && a_count == b_count; k++)
        if (a[k].record[0]->n != b[k].record[0]->n || !same_winner(&a[k], &b[k]))
            return false;
    return a_count == b_count;
}

/* Returns the end of the rankings with the same density as the ranking at `start`. */
static int64_t chain_end(const struct family *family, int64_t start)
{
    int64_t end = start + 1;
    while (end < family->count &&
           family->ranking[end].record[0]->density == family->ranking[start].record[0]->density)
        end++;
    return end;
}

/* Margins of a winner over the second, in one ranking or in several. */
struct margins {
    double least, most;
    int ties, cases;
    char next[2][LABEL]; /* labels of the second fastest in the rankings with the smallest and
                          * largest margins */
    int nexts;
    bool distrusted;   /* true if other cases were timed, but none of their times can be trusted */
    int doubts;        /* number of rankings with an untrusted time that may be shorter */
    char doubt[LABEL]; /* label of the first such case with an untrusted time */
};

static void gather_margin(struct margins *margins, const struct ranking *ranking)
{
    char label[LABEL];
    const struct record *next = next_of(ranking);
    const struct record *doubt = ranking_doubt(ranking);
    margins->cases++;
    if (doubt != NULL && margins->doubts++ == 0)
        ranking_whole_label(ranking, doubt, margins->doubt, LABEL);
    if (next == NULL) {
        margins->distrusted =
            margins->distrusted ||
            (ranking->count > 1 && isfinite(time_of(ranking, ranking->record[1])));
        return;
    }
    double margin = margin_of(ranking);
    margins->least = margins->nexts == 0 ? margin : fmin(margins->least, margin);
    margins->most = margins->nexts == 0 ? margin : fmax(margins->most, margin);
    margins->ties += is_tie(ranking);
    ranking_whole_label(ranking, next, label, LABEL);
    for (int k = 0; k < margins->nexts && k < 2; k++)
        if (strcmp(margins->next[k], label) == 0)
            return;
    if (margins->nexts < 2)
        memcpy(margins->next[margins->nexts], label, LABEL);
    margins->nexts++;
}

static void add_margin(char *text, const struct margins *margins)
{
    if (margins->nexts == 0) {
        add(text, ", with no other to %s", margins->distrusted ? "be trusted" : "compare");
        return;
    }
    char over[2 * LABEL + 32];
    if (margins->nexts == 1)
        snprintf(over, sizeof over, "%s", margins->next[0]);
    else if (margins->nexts == 2)
        snprintf(over, sizeof over, "%s or %s", margins->next[0], margins->next[1]);
    else
        snprintf(over, sizeof over, "the next");
    if (margins->ties == margins->cases) {
        add(text, ", tied with %s (the intervals overlap)", over);
        return;
    }
    char least[TEXT_NUMBER], most[TEXT_NUMBER];
    text_significant(100 * (margins->least - 1), 2, least);
    text_significant(100 * (margins->most - 1), 2, most);
    if (margins->cases == 1)
        add(text, ", %s %% ahead of %s", most, over);
    else
        add(text, ", %s to %s %% ahead of %s", least, most, over);
    if (margins->ties > 0)
        add(text, " (%d of %d are ties)", margins->ties, margins->cases);
}

/* Adds the number of systems that have no verdict because a time cannot be trusted. */
static void add_doubts(char *text, const struct margins *margins)
{
    if (margins->doubts == 0)
        return;
    if (margins->cases == 1)
        add(text, " (no verdict: %s, not to be trusted, may be faster)", margins->doubt);
    else
        add(text, " (no verdict in %d of %d, where a time that is not to be trusted may be lower)",
            margins->doubts, margins->cases);
}

static void add_sizes(char *text, double first, double last)
{
    char number[2][TEXT_NUMBER];
    if (first == last)
        add(text, "N = %s", text_whole(first, number[0]));
    else
        add(text, "N = %s to %s", text_whole(first, number[0]), text_whole(last, number[1]));
}

/* Returns the start of an earlier density with the same fastest cases; -1: none. */
static int64_t earlier_chain(const struct family *family, int64_t start, int64_t end)
{
    for (int64_t other = 0; other < start; other = chain_end(family, other))
        if (same_chain(&family->ranking[other], chain_end(family, other) - other,
                       &family->ranking[start], end - start))
            return other;
    return -1;
}

/*
 * Writes all densities with the same fastest cases as the density at `start`. Returns their number.
 */
static int add_densities(char *text, const struct family *family, int64_t start, int64_t end)
{
    int count = 0;
    for (int64_t other = start; other < family->count; other = chain_end(family, other))
        if (same_chain(&family->ranking[start], end - start, &family->ranking[other],
                       chain_end(family, other) - other))
            add(text, "%s%.6g",
                count++ > 0 ? ", " : "ρ = ", family->ranking[other].record[0]->density);
    return count;
}

/*
 * Writes "At ρ = 0.1, 0.3: team lanes=8 at N = 4,000, 19 % ahead of …; vertex at N = 32,000 to
 * 256,000, …"
 */
static void chain_sentence(char *text, const struct family *family, int64_t start, int64_t end)
{
    add(text, "At ");
    add_densities(text, family, start, end);
    add(text, ": ");
    for (int64_t first = start, last = start; first < end; first = last) {
        struct margins margins = {0};
        char label[LABEL];
        while (last < end && same_winner(&family->ranking[first], &family->ranking[last]))
            last++;
        for (int64_t other = start; other < family->count; other = chain_end(family, other)) {
            int64_t shift = other - start;
            if (same_chain(&family->ranking[start], end - start, &family->ranking[other],
                           chain_end(family, other) - other))
                for (int64_t k = first; k < last; k++)
                    gather_margin(&margins, &family->ranking[k + shift]);
        }
        winner(&family->ranking[first], label);
        add(text, "%s%s at ", first > start ? "; " : "", label);
        add_sizes(text, family->ranking[first].record[0]->n,
                  family->ranking[last - 1].record[0]->n);
        if (best_of(&family->ranking[first]) != NULL) {
            add_margin(text, &margins);
            add_doubts(text, &margins);
        }
    }
    add(text, ".");
}

static bool one_winner(const struct family *family)
{
    for (int64_t k = 1; k < family->count; k++)
        if (!same_winner(&family->ranking[0], &family->ranking[k]))
            return false;
    return true;
}

/* Returns why a family has no fastest case, if none of its times can be trusted. */
static const char *no_verdict(const struct family *family)
{
    for (int64_t k = 0; k < family->count; k++)
        if (ranking_timed(&family->ranking[k]))
            return "No verdict: no time is to be trusted.";
    return family->ranking[0].by == RANKED_STEP
               ? "No verdict: no steps were timed. Set sampling.step, their length, to time steps."
               : "No verdict: no lists were timed.";
}

/* Writes "team lanes=8 is the fastest" if one strategy wins in all systems of a family. */
static void winner_sentence(char *text, const struct family *family)
{
    struct margins margins = {0};
    char label[LABEL], systems[64] = "";
    winner(&family->ranking[0], label);
    for (int64_t k = 0; k < family->count; k++)
        gather_margin(&margins, &family->ranking[k]);
    if (family->count > 1)
        snprintf(systems, sizeof systems, " of all %" PRId64 " systems", family->count);
    if (best_of(&family->ranking[0]) == NULL) {
        add(text, "%s", no_verdict(family));
    } else if (margins.doubts == margins.cases) {
        add(text, "No verdict: of those to be trusted, %s is the fastest%s", label, systems);
        add_margin(text, &margins);
        if (margins.cases == 1)
            add(text, "; but %s, not to be trusted, may be faster.", margins.doubt);
        else
            add(text, "; but in each a time that is not to be trusted may be lower.");
    } else {
        add(text, "%s is the fastest%s", label, systems);
        add_margin(text, &margins);
        add_doubts(text, &margins);
        add(text, ".");
    }
}

static void write_winners(FILE *stream, const struct table_style *style,
                          const struct family *family)
{
    char text[SENTENCE] = "";
    if (one_winner(family)) {
        winner_sentence(text, family);
        write_item(stream, style, INDENT, text);
        return;
    }
    for (int64_t start = 0, end = 0; start < family->count; start = end) {
        end = chain_end(family, start);
        if (earlier_chain(family, start, end) >= 0)
            continue;
        text[0] = '\0';
        chain_sentence(text, family, start, end);
        write_item(stream, style, INDENT, text);
    }
}

/* --- why --- */

/*
 * Returns the ranking with a verdict and the largest system; if sizes are equal, the densest. NULL:
 * none.
 */
static const struct ranking *largest_of(const struct family *family)
{
    const struct ranking *largest = NULL;
    for (int64_t k = 0; k < family->count; k++) {
        const struct ranking *ranking = &family->ranking[k];
        if (ranking->trusted > 0 &&
            (largest == NULL || ranking->record[0]->n >= largest->record[0]->n))
            largest = ranking;
    }
    return largest;
}

static bool has_strategy_before(const struct ranking *ranking, int64_t index)
{
    for (int64_t k = 0; k < index; k++)
        if (strcmp(ranking->record[k]->strategy, ranking->record[index]->strategy) == 0)
            return true;
    return false;
}

/*
 * Whether the summary explains why a record is slower. This is so for the fastest record of each
 * strategy; if there is only one strategy, for all records.
 */
static bool is_reported(const struct ranking *ranking, int64_t index)
{
    bool several = false;
    for (int64_t k = 1; k < ranking->trusted; k++)
        several =
            several || !(strcmp(ranking->record[k]->strategy, ranking->record[0]->strategy) == 0);
    return !several || !has_strategy_before(ranking, index);
}

static void write_reasons(FILE *stream, const struct table_style *style,
                          const struct ranking *ranking)
{
    const struct record *best = ranking->record[0];
    char text[SENTENCE] = "", label[LABEL], binding[LABEL], number[TEXT_NUMBER];
    binding[0] = '\0';
    if (ranking->by != RANKED_LIST)
        binding_of(best, binding, sizeof binding);
    ranking_whole_label(ranking, best, label, sizeof label);
    add(text, "At N = %s, ρ = %.6g", text_whole(best->n, number), best->density);
    if (binding[0] != '\0')
        add(text, " %s reaches %s", label, binding);
    add(text, ranking->trusted == 1 ? "." : binding[0] != '\0' ? "; the others:" : " the others:");
    if (binding[0] != '\0' || ranking->trusted > 1)
        write_item(stream, style, INDENT, text);
    int reported = 0;
    for (int64_t k = 1; k < ranking->trusted && reported < LOSERS; k++) {
        const struct record *record = ranking->record[k];
        char reason[LABEL];
        if (!is_reported(ranking, k))
            continue;
        reported++;
        text[0] = '\0';
        ranking_whole_label(ranking, record, label, sizeof label);
        if (ranking_tied(ranking, record, best)) {
            add(text, "%s: tied, the intervals overlap", label);
        } else {
            reason_of(record, best, reason, sizeof reason);
            add(text, "%s: %.3g × as long%s%s", label,
                time_of(ranking, record) / time_of(ranking, best), reason[0] != '\0' ? "; " : "",
                reason);
        }
        write_item(stream, style, 2 * INDENT, text);
    }
}

static void write_family(FILE *stream, const struct table_style *style,
                         const struct rankings *rankings, const struct family *family)
{
    const struct record *first = family->ranking[0].record[0];
    char text[SENTENCE] = "", usual[LABEL], other[LABEL], apart[LABEL];
    ranking_family(rankings, &family->ranking[0], apart, sizeof apart);
    add(text, "%s, %s%s%s precision, %s (%s): the fastest %s", first->model, apart,
        apart[0] != '\0' ? ", " : "", first->precision, first->device, first->backend,
        family->ranking[0].by == RANKED_FORCE ? "force call" : ranked_name(family->ranking[0].by));
    if (family->ranking[0].by == RANKED_LIST)
        add(text, " building");
    ranking_usual(&family->ranking[0], usual, sizeof usual);
    for (int64_t k = 1; k < family->count; k++)
        if (strcmp(ranking_usual(&family->ranking[k], other, sizeof other), usual) != 0)
            usual[0] = '\0';
    if (usual[0] != '\0')
        add(text, " (%s unless given)", usual);
    write_heading(stream, style, text);
    write_winners(stream, style, family);
    const struct ranking *largest = largest_of(family);
    if (largest != NULL)
        write_reasons(stream, style, largest);
}

/* --- times that cannot be trusted --- */

static void write_distrust(FILE *stream, const struct table_style *style,
                           const struct rankings *rankings)
{
    static const unsigned kinds[] = {TRUST_CPUS, TRUST_BUSY, TRUST_THROTTLED, TRUST_FEW,
                                     TRUST_WIDE | TRUST_UNSETTLED};
    int64_t all = 0;
    for (int64_t r = 0; r < rankings->count; r++)
        for (int64_t k = 0; k < rankings->ranking[r].count; k++)
            all += isfinite(time_of(&rankings->ranking[r], rankings->ranking[r].record[k]));
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        int64_t count = 0;
        char text[SENTENCE] = "", reason[LABEL] = "", label[LABEL] = "";
        for (int64_t r = 0; r < rankings->count; r++) {
            const struct ranking *ranking = &rankings->ranking[r];
            for (int64_t k = ranking->trusted; k < ranking->count; k++) {
                const struct timing *time = ranked_timing(ranking->record[k], ranking->by);
                unsigned faults = trust_faults(ranking->record[k], time);
                if (!isfinite(time->median) ||
                    strcmp(trust_remedy(faults), trust_remedy(kinds[kind])) != 0)
                    continue;
                if (count++ > 0)
                    continue;
                trust_reason(ranking->record[k], time, reason, sizeof reason);
                snprintf(label, sizeof label, "%s", ranking->record[k]->id);
            }
        }
        if (count == 0)
            continue;
        add(text,
            "! %" PRId64 " of %" PRId64
            " times %s not to be trusted and left out of the verdict. %s %s: %s. Remedy: %s.",
            count, all, count == 1 ? "is" : "are", count == 1 ? "It is" : "The first,", label,
            reason, trust_remedy(kinds[kind]));
        write_item(stream, style, 0, text);
    }
    int64_t doubted = 0;
    for (int64_t r = 0; r < rankings->count; r++)
        doubted += ranking_doubt(&rankings->ranking[r]) != NULL;
    char text[SENTENCE] = "";
    if (rankings->count == 1)
        add(text, "? One of these may be faster than what is shown.");
    else
        add(text,
            "? In %" PRId64 " of %" PRId64
            " systems one of these may be faster than what is shown.",
            doubted, rankings->count);
    if (doubted > 0)
        write_item(stream, style, 0, text);
}

bool summary_write(FILE *stream, const struct records *records, const struct rankings *rankings,
                   struct table_style *style, struct error *error)
{
    if (rankings->count > 1 && !write_fastest(stream, records, rankings, style, error))
        return false;
    for (int64_t start = 0, end = 0; start < rankings->count; start = end) {
        end = start + 1;
        while (end < rankings->count &&
               ranking_same_family(&rankings->ranking[start], &rankings->ranking[end]))
            end++;
        const struct family family = {&rankings->ranking[start], end - start};
        write_family(stream, style, rankings, &family);
    }
    if (rankings->count > 0)
        fputc('\n', stream);
    write_distrust(stream, style, rankings);
    return true;
}
