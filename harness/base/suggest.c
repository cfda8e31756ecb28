#include "harness/base/suggest.h"

#include "harness/base/words.h"

#include <ctype.h>
#include <dirent.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { LONGEST = 64 };

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Returns the optimal string alignment distance. Both texts have at most LONGEST characters. */
static int distance(const char *a, int length_a, const char *b, int length_b)
{
    int rows[3][LONGEST + 1];
    int *before = rows[0], *last = rows[1], *row = rows[2];
    for (int j = 0; j <= length_b; j++)
        last[j] = j;
    for (int i = 1; i <= length_a; i++) {
        row[0] = i;
        for (int j = 1; j <= length_b; j++) {
            int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[j - 1]);
            row[j] = smaller(last[j - 1] + (x != y), smaller(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) &&
                y == tolower((unsigned char)a[i - 2]))
                row[j] = smaller(row[j], before[j - 2] + 1);
        }
        int *oldest = before;
        before = last;
        last = row;
        row = oldest;
    }
    return last[length_b];
}

/* Pairs of a name from other programs and the name that is used here. */
static const char *const synonyms[][2] = {
    {"gpu", "cuda"},       {"nvidia", "cuda"}, {"float", "single"},  {"fp32", "single"},
    {"float32", "single"}, {"fp64", "double"}, {"float64", "double"}};

/* Returns the candidate with this word as a synonym; NULL if there is none. */
static const char *find_synonym(const char *wrong, const char *const *candidates)
{
    for (size_t k = 0; k < sizeof synonyms / sizeof *synonyms; k++)
        for (int c = 0; strcasecmp(synonyms[k][0], wrong) == 0 && candidates[c] != NULL; c++)
            if (strcmp(synonyms[k][1], candidates[c]) == 0)
                return candidates[c];
    return NULL;
}

const char *suggest(const char *wrong, const char *const *candidates)
{
    const char *nearest = find_synonym(wrong, candidates);
    int fewest = LONGEST;
    size_t length = strlen(wrong);
    if (nearest != NULL || length > LONGEST)
        return nearest;
    for (; *candidates != NULL; candidates++) {
        size_t other = strlen(*candidates);
        if (other > LONGEST)
            continue;
        int edits = distance(wrong, (int)length, *candidates, (int)other);
        int allowed = other < 3 ? 1 : (int)other / 3;
        if (edits <= allowed && edits < fewest) {
            fewest = edits;
            nearest = *candidates;
        }
    }
    return nearest;
}

bool suggest_error(struct error *error, const char *what, const char *wrong,
                   const char *const *candidates)
{
    const char *nearest = suggest(wrong, candidates);
    char question[LONGEST + 32] = "";
    if (nearest != NULL)
        snprintf(question, sizeof question, ". Did you mean \"%s\"?", nearest);

    char list[1024] = "";
    size_t length = 0;
    for (int k = 0; candidates[k] != NULL && length < sizeof list; k++)
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", k ? ", " : "",
                                   candidates[k]);
    return error_set(error, EXIT_USAGE, "there is no %s \"%.80s\"; expected one of %s%s", what,
                     wrong, list, question);
}

int suggest_place(const char *name, const char *what, const char *const *candidates,
                  struct error *error)
{
    for (int k = 0; candidates[k] != NULL; k++)
        if (strcmp(candidates[k], name) == 0)
            return k;
    suggest_error(error, what, name, candidates);
    return -1;
}

bool nearest_file(const char *path, char nearest[PATH_MAX])
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    int before = (int)(name - path);
    char folder[PATH_MAX];
    int length = snprintf(folder, sizeof folder, "%.*s.", before, path);
    DIR *open = length < PATH_MAX ? opendir(folder) : NULL;
    if (open == NULL)
        return false;
    struct words names = {0};
    for (const struct dirent *entry = readdir(open); entry != NULL; entry = readdir(open))
        if (entry->d_name[0] != '.')
            words_add(&names, "%s", entry->d_name);
    closedir(open);
    const char *found = names.count > 0 ? suggest(name, (const char *const *)names.word) : NULL;
    bool fits =
        found != NULL && snprintf(nearest, PATH_MAX, "%.*s%s", before, path, found) < PATH_MAX;
    words_free(&names);
    return fits;
}
