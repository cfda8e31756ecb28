#include "harness/commands/print/notes.h"

#include "harness/base/printable.h"

#include <string.h>

int notes_number(struct notes *notes, const char *text)
{
    for (int k = 0; k < notes->text.count; k++)
        if (strcmp(notes->text.word[k], text) == 0)
            return k + 1;
    words_add(&notes->text, "%s", text);
    return notes->text.count;
}

void notes_print(const struct notes *notes, FILE *stream)
{
    for (int k = 0; k < notes->text.count; k++) {
        fprintf(stream, "(%d) ", k + 1);
        printable_lines(stream, notes->text.word[k]);
        fputc('\n', stream);
    }
}

void notes_free(struct notes *notes)
{
    words_free(&notes->text);
}
