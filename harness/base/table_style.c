/* Styles of tables: formats by name, and the width of the terminal. */
#include "harness/base/printable.h"
#include "harness/base/suggest.h"
#include "harness/base/table.h"
#include "harness/base/text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { USUAL_WIDTH = 100, LEAST_WIDTH = 40, MOST_WIDTH = 10000 };

bool table_format_find(const char *name, enum table_format *format, struct error *error)
{
    static const char *const names[] = {"text", "markdown", "json", "jsonl", "csv", "tsv", NULL};
    const int place = suggest_place(name, "format", names, error);
    if (place >= 0)
        *format = (enum table_format)place;
    return place >= 0;
}

bool table_for_people(const struct table_style *style)
{
    return style->format == TABLE_TEXT || style->format == TABLE_MARKDOWN;
}

struct table_style table_following_style(const struct table_style *style)
{
    struct table_style following = *style;
    if (style->columns != NULL && strcmp(style->columns, "all") != 0)
        following.columns = NULL;
    return following;
}

static int within(long width)
{
    return (int)(width < LEAST_WIDTH ? LEAST_WIDTH : width > MOST_WIDTH ? MOST_WIDTH : width);
}

int table_terminal_width(void)
{
    const char *columns = getenv("COLUMNS");
    long asked = columns != NULL ? strtol(columns, NULL, 10) : 0;
    struct winsize size = {0};
    if (asked > 0)
        return within(asked);
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return within(size.ws_col);
    return USUAL_WIDTH;
}

void table_wrapped(FILE *stream, int width, int start, int indent, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = text_formatted(format, arguments);
    va_end(arguments);
    int used = start;
    for (char *at = text; *at != '\0';) {
        int blanks = (int)strspn(at, " ");
        char *word = at + blanks, *end = word + strcspn(word, " ");
        char after = *end;
        *end = '\0';
        int needed = text_width(word);
        if (width > 0 && used > indent && used + blanks + needed > width) {
            fprintf(stream, "\n%*s", indent, "");
            used = indent;
        } else {
            fprintf(stream, "%*s", blanks, "");
            used += blanks;
        }
        printable_write(stream, word);
        used += needed;
        *end = after;
        at = end;
    }
    fputc('\n', stream);
    free(text);
}

void table_left_out(const struct table_style *style, FILE *stream)
{
    if (style->left_out[0] != '\0')
        table_wrapped(stream, style->width, 0, 0,
                      "Columns left out for a width of %d: %s; --columns NAME,… or all, COLUMNS=… "
                      "or another --format shows them.",
                      style->width, style->left_out);
}
