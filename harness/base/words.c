#include "harness/base/words.h"

#include "harness/base/memory.h"
#include "harness/base/text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Adds a word, which the list then owns; NULL: memory ran out, and the process ends. */
static void take(struct words *words, char *word)
{
    if (word == NULL)
        memory_end("words");
    words->word = memory_resized(words->word, words->count + 2, sizeof *words->word, "words");
    words->word[words->count++] = word;
    words->word[words->count] = NULL;
}

void words_add(struct words *words, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    take(words, text_formatted(format, arguments));
    va_end(arguments);
}

void words_split(struct words *words, const char *text)
{
    for (size_t length = 0; *(text += strspn(text, " ")) != '\0'; text += length) {
        length = strcspn(text, " ");
        take(words, strndup(text, length));
    }
}

void words_append(struct words *words, const struct words *more)
{
    for (int k = 0; k < more->count; k++)
        take(words, strdup(more->word[k]));
}

void words_free(struct words *words)
{
    for (int k = 0; k < words->count; k++)
        free(words->word[k]);
    free(words->word);
    *words = (struct words){0};
}

int words_find(const char *const *names, int count, const char *word)
{
    for (int k = 0; k < count; k++)
        if (names[k][0] != '\0' && strcmp(names[k], word) == 0)
            return k;
    return -1;
}
