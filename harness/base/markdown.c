#include "harness/base/markdown.h"

#include <string.h>

void markdown_cell(FILE *stream, const char *text)
{
    fputs(" ", stream);
    for (; *text != '\0'; text++) {
        if (strchr("|<>&*_`[]\\", *text) != NULL)
            fprintf(stream, "&#%d;", *text);
        else
            fputc(*text == '\n' || *text == '\r' ? ' ' : *text, stream);
    }
    fputs(" |", stream);
}
