#include "harness/predict/known_ceilings.h"

#include "harness/base/suggest.h"
#include "harness/base/words.h"
#include "harness/predict/data_sheets.h"
#include "harness/results/recorded_files.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void add_name(struct words *names, const char *name)
{
    for (int k = 0; k < names->count; k++)
        if (strcmp(names->word[k], name) == 0)
            return;
    words_add(names, "%s", name);
}

/*
 * Returns the end of whole words in a text; NULL: they do not occur. Blanks in the text are
 * ignored, so that "RTX4090" is found in "RTX 4090".
 */
static const char *find_word(const char *text, const char *word)
{
    for (const char *start = text; *start != '\0'; start++) {
        const char *end = start, *rest = word;
        if (start != text && isalnum((unsigned char)start[-1]))
            continue;
        while (*rest != '\0' &&
               (*end == ' ' || tolower((unsigned char)*end) == tolower((unsigned char)*rest))) {
            rest += *end != ' ' || *rest == ' ';
            end++;
        }
        if (*rest == '\0' && !isalnum((unsigned char)*end))
            return end;
    }
    return NULL;
}

static bool has_words(const char *name, const char *text)
{
    char word[64];
    int length;
    for (; sscanf(text, "%63s%n", word, &length) == 1; text += length)
        if (find_word(name, word) == NULL)
            return false;
    return true;
}

/*
 * Whether a text means a GPU. The text may consist of words of the GPU's name that include a
 * number, such as "A100". It may also be a longer name, such as "Tesla V100-SXM2-16GB". Laptop GPUs
 * are refused, because they have the names of other GPUs.
 */
static bool is_meant(const char *text, const char *name)
{
    const char *maker = "NVIDIA ";
    const size_t skipped = strncmp(name, maker, strlen(maker)) == 0 ? strlen(maker) : 0;
    if (strcasestr(text, "laptop") != NULL)
        return false;
    return find_word(text, name + skipped) != NULL ||
           (strpbrk(text, "0123456789") != NULL && has_words(name, text));
}

/*
 * Reads the GPUs in a file of ceilings. Copies the ceilings of `device`, if found. Adds all names
 * to the known ones.
 */
static bool look_into(const char *path, const char *device, struct ceilings *ceilings, bool *found,
                      struct words *names, struct error *error)
{
    static struct ceilings_set set; /* static, because it is too large for the stack */
    if (!ceilings_read(path, &set, error))
        return false;
    for (int k = 0; k < set.count; k++) {
        if (strcmp(set.device[k].backend, "cuda") != 0)
            continue;
        add_name(names, set.device[k].info.name);
        if (!*found && is_meant(device, set.device[k].info.name)) {
            *ceilings = set.device[k];
            *found = true;
        }
    }
    return true;
}

bool known_ceilings(const char *device, struct ceilings *ceilings, struct error *error)
{
    struct words files = {0}, names = {0};
    bool found = false, good = recorded_files("ceilings.json", &files, error);
    for (int k = 0; k < files.count && good; k++)
        good = look_into(files.word[k], device, ceilings, &found, &names, error);
    for (const struct data_sheet *sheet = data_sheets(); sheet->name != NULL && good; sheet++) {
        add_name(&names, sheet->name);
        if (found || !is_meant(device, sheet->name))
            continue;
        data_sheet_ceilings(sheet, ceilings);
        found = true;
    }
    if (good && !found) {
        struct error unknown;
        suggest_error(&unknown, "GPU with ceilings", device, (const char *const *)names.word);
        good = error_set(error, EXIT_USAGE, "%s; on such a GPU, `pairlanes ceilings` measures them",
                         unknown.text);
    }
    words_free(&files);
    words_free(&names);
    return good;
}
