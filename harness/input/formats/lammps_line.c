#include "harness/input/formats/lammps_line.h"

#include <ctype.h>
#include <string.h>

/** Finds the comment and the words of the current line. */
static void split(struct text_file *file, struct lammps_line *line)
{
    char *comment = strchr(file->line, '#');
    line->comment = "";
    if (comment != NULL) {
        *comment = '\0';
        line->comment = comment + 1;
    }
    line->count = text_words(file->line, line->word, LAMMPS_WORDS);
}

bool lammps_next(struct text_file *file, struct lammps_line *line)
{
    while (!text_ended(file)) {
        split(file, line);
        if (line->count > 0)
            return true;
    }
    return false;
}

void lammps_back(struct text_file *file, int64_t number, struct lammps_line *line)
{
    text_back(file, number);
    split(file, line);
}

bool lammps_is_heading(const struct lammps_line *line)
{
    return isalpha((unsigned char)line->word[0].at[0]);
}

bool lammps_is_line(const struct lammps_line *line, const char *text)
{
    struct text_word word[LAMMPS_WORDS];
    const int count = text_words(text, word, LAMMPS_WORDS);
    for (int k = 0; k < count && k < line->count; k++)
        if (word[k].length != line->word[k].length ||
            memcmp(word[k].at, line->word[k].at, (size_t)word[k].length) != 0)
            return false;
    return count == line->count;
}
