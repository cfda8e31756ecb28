#include "harness/input/formats/gromacs_lines.h"

#include "harness/base/memory.h"
#include "harness/base/text.h"

#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <math.h>
#include <search.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE_MOST = 1 << 16, REPLACED_MOST = 64 /* macros in a line, at most */ };

static const char blanks[] = " \t\r\n\v\f";

/** Folders for GROMACS' force fields in packages and after `make install`. */
static const char *const installed[] = {"/usr/share/gromacs/top", "/usr/local/share/gromacs/top",
                                        "/usr/local/gromacs/share/gromacs/top"};

bool gromacs_lines_error(const struct gromacs_lines *lines, struct error *error, const char *format,
                         ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    char *shown = lines->elsewhere[lines->depth - 1] ? strstr(text, ", found \"") : NULL;
    if (shown != NULL)
        snprintf(shown, sizeof text - (size_t)(shown - text), ", found something else");
    return error_set(error, EXIT_USAGE, "%s:%" PRId64 ": %s", lines->file[lines->depth - 1].path,
                     lines->number, text);
}

bool gromacs_lines_have(const struct gromacs_lines *lines, int least, const char *what,
                        struct error *error)
{
    return lines->words >= least ||
           gromacs_lines_error(lines, error, "expected %s, found %d words", what, lines->words);
}

bool gromacs_lines_end(const struct gromacs_lines *lines, int most, struct error *error)
{
    return lines->words <= most ||
           gromacs_lines_error(
               lines, error,
               "expected at most %d words, found %d: a second state is not supported here", most,
               lines->words);
}

void gromacs_lines_place(const struct gromacs_lines *lines, char place[GROMACS_PLACE])
{
    const char *path = lines->file[lines->depth - 1].path;
    const size_t length = strlen(path), most = GROMACS_PLACE - 32;
    snprintf(place, GROMACS_PLACE, "%s%s:%" PRId64, length > most ? "..." : "",
             length > most ? path + length - most : path, lines->number);
}

bool gromacs_real(const struct gromacs_lines *lines, int word, const char *what, double *value,
                  struct error *error)
{
    const char *cursor = lines->word[word];
    return (text_real(&cursor, value) && isfinite(*value)) ||
           gromacs_lines_error(lines, error, "expected %s, a finite number, found \"%.40s\"", what,
                               lines->word[word]);
}

bool gromacs_whole(const struct gromacs_lines *lines, int word, const char *what, int64_t least,
                   int64_t most, int64_t *value, struct error *error)
{
    const char *cursor = lines->word[word];
    return (text_integer(&cursor, value) && *value >= least && *value <= most) ||
           gromacs_lines_error(lines, error,
                               "expected %s, a whole number from %" PRId64 " to %" PRId64
                               ", found \"%.40s\"",
                               what, least, most, lines->word[word]);
}

static int compare_macros(const void *a, const void *b)
{
    const struct gromacs_macro *p = a, *q = b;
    const int order = strncmp(p->name, q->name, p->length < q->length ? p->length : q->length);
    return order != 0 ? order : (p->length > q->length) - (p->length < q->length);
}

static void free_macro(void *macro)
{
    free(((struct gromacs_macro *)macro)->name);
    free(((struct gromacs_macro *)macro)->text);
    free(macro);
}

static struct gromacs_macro *find_macro(const struct gromacs_lines *lines, const char *name,
                                        size_t length)
{
    const struct gromacs_macro wanted = {(char *)name, length, NULL};
    struct gromacs_macro **found = tfind(&wanted, &lines->macros, compare_macros);
    return found != NULL ? *found : NULL;
}

static void undefine(struct gromacs_lines *lines, const char *name)
{
    struct gromacs_macro *known = find_macro(lines, name, strlen(name));
    if (known == NULL)
        return;
    tdelete(known, &lines->macros, compare_macros);
    free_macro(known);
}

void gromacs_lines_define(struct gromacs_lines *lines, const char *name, const char *text)
{
    undefine(lines, name);
    struct gromacs_macro *macro = memory_new(1, sizeof *macro, "a macro");
    *macro = (struct gromacs_macro){text_new("%s", name), strlen(name), text_new("%s", text)};
    if (tsearch(macro, &lines->macros, compare_macros) == NULL)
        memory_end("a macro");
}

void gromacs_lines_include(struct gromacs_lines *lines, const char *folder)
{
    words_add(&lines->folders, "%s", folder);
}

bool gromacs_lines_open(struct gromacs_lines *lines, const char *path, struct error *error)
{
    char *copy = text_new("%s", path);
    if (!text_open(copy, &lines->file[lines->depth], error)) {
        free(copy);
        return false;
    }
    lines->path[lines->depth++] = copy;
    return true;
}

/**
 * Returns the path of a file in a folder of `length` characters. NULL if it is not a readable
 * regular file, because reading a FIFO or a device could block forever.
 */
static char *path_in(const char *folder, size_t length, const char *name)
{
    char *path = text_new("%.*s%s%s", (int)length, folder, length > 0 ? "/" : "", name);
    struct stat status;
    if (access(path, R_OK) == 0 && stat(path, &status) == 0 && S_ISREG(status.st_mode))
        return path;
    free(path);
    return NULL;
}

/** Returns the path of an included file, which the caller frees; NULL: it does not exist. */
static char *find_included(const struct gromacs_lines *lines, const char *name)
{
    const char *of = lines->path[lines->depth - 1], *slash = strrchr(of, '/');
    const char *library = getenv("GMXLIB");
    if (name[0] == '/')
        return path_in("", 0, name);
    char *path = path_in(of, slash != NULL ? (size_t)(slash - of) : 0, name);
    for (int k = 0; path == NULL && k < lines->folders.count; k++)
        path = path_in(lines->folders.word[k], strlen(lines->folders.word[k]), name);
    if (path == NULL && library != NULL)
        path = path_in(library, strlen(library), name);
    for (size_t k = 0; path == NULL && k < sizeof installed / sizeof *installed; k++)
        path = path_in(installed[k], strlen(installed[k]), name);
    return path;
}

/** Whether a file is in the folder of the topology, or in a folder of GROMACS. */
static bool is_own(const struct gromacs_lines *lines, const char *path)
{
    char folder[PATH_MAX];
    const char *library = getenv("GMXLIB");
    snprintf(folder, sizeof folder, "%s", lines->path[0]);
    bool own = path != NULL && (text_is_inside(path, dirname(folder)) ||
                                (library != NULL && text_is_inside(path, library)));
    for (size_t k = 0; path != NULL && !own && k < sizeof installed / sizeof *installed; k++)
        own = text_is_inside(path, installed[k]);
    return own;
}

/*
 * Whether a file has the name of a topology; symbolic links are followed first. Messages show words
 * of topologies, such as molecule names. They must not show the words of other files.
 */
static bool is_topology(const char *path)
{
    static const char *const endings[] = {".itp", ".top", ".inc", ".itp.gz", ".top.gz", ".inc.gz"};
    char real[PATH_MAX];
    if (realpath(path, real) == NULL)
        return false;
    for (size_t k = 0; k < sizeof endings / sizeof *endings; k++)
        if (text_has_suffix(real, endings[k]))
            return true;
    return false;
}

static bool include(struct gromacs_lines *lines, const char *argument, struct error *error)
{
    const char *end = argument[0] == '"'   ? strchr(argument + 1, '"')
                      : argument[0] == '<' ? strchr(argument + 1, '>')
                                           : NULL;
    if (end == NULL || end == argument + 1)
        return gromacs_lines_error(lines, error, "expected #include \"FILE\", found \"%.80s\"",
                                   argument);
    if (lines->depth == GROMACS_DEPTH)
        return gromacs_lines_error(lines, error,
                                   "expected at most %d files that include each other; does one "
                                   "include itself?",
                                   GROMACS_DEPTH);
    if (lines->included++ == GROMACS_INCLUDED)
        return gromacs_lines_error(lines, error, "expected at most %d files to be included",
                                   GROMACS_INCLUDED);
    char *name = text_new("%.*s", (int)(end - argument - 1), argument + 1);
    char *path = find_included(lines, name);
    bool good =
        path != NULL ||
        gromacs_lines_error(lines, error,
                            "the included file %s is no regular file in the folder of this file "
                            "or in $GMXLIB; name its folder in GMXLIB",
                            name);
    const bool elsewhere = lines->elsewhere[lines->depth - 1] || !is_own(lines, path);
    if (good && elsewhere && !is_topology(path))
        good = gromacs_lines_error(lines, error,
                                   "the included file %s is in another folder, and no .itp, .top "
                                   "or .inc file",
                                   name);
    good = good && gromacs_lines_open(lines, path, error);
    if (good) {
        lines->elsewhere[lines->depth - 1] = elsewhere;
        const struct text_file *opened = &lines->file[lines->depth - 1];
        lines->text_included += opened->bytes;
        good = lines->text_included <= GROMACS_TEXT ||
               error_set(error, EXIT_USAGE,
                         "%s: expected at most %d bytes of text of all included files, with this "
                         "one there are more",
                         opened->path, GROMACS_TEXT);
    }
    free(name);
    free(path);
    return good;
}

/** Returns whether all conditions around the current line hold. */
static bool is_read(const struct gromacs_lines *lines)
{
    for (int64_t k = 0; k < lines->conditions; k++)
        if (!lines->condition[k].holds)
            return false;
    return true;
}

static void begin_condition(struct gromacs_lines *lines, bool holds)
{
    lines->condition = memory_room(lines->condition, lines->conditions, &lines->condition_room,
                                   sizeof *lines->condition, "conditions");
    lines->condition[lines->conditions++] =
        (struct gromacs_condition){.line = lines->number, .depth = lines->depth, .holds = holds};
}

/** Returns the condition that #else or #endif belongs to. EXIT_USAGE with NULL if there is none. */
static struct gromacs_condition *last_condition(struct gromacs_lines *lines, const char *directive,
                                                struct error *error)
{
    struct gromacs_condition *last =
        lines->conditions > 0 ? &lines->condition[lines->conditions - 1] : NULL;
    if (last != NULL && last->depth == lines->depth)
        return last;
    gromacs_lines_error(lines, error, "#%s has no #ifdef in this file", directive);
    return NULL;
}

/** Handles a directive that begins or ends a condition. `known` is set for such a directive. */
static bool take_condition(struct gromacs_lines *lines, const char *directive, const char *name,
                           bool *known, struct error *error)
{
    const bool defines = strcmp(directive, "ifdef") == 0, lacks = strcmp(directive, "ifndef") == 0;
    *known = true;
    if (defines || lacks) {
        const size_t length = strcspn(name, blanks);
        if (length == 0)
            return gromacs_lines_error(lines, error, "expected a name after #%s", directive);
        begin_condition(lines, (find_macro(lines, name, length) != NULL) == defines);
        return true;
    }
    if (strcmp(directive, "else") == 0) {
        struct gromacs_condition *last = last_condition(lines, directive, error);
        if (last == NULL)
            return false;
        if (last->turned)
            return gromacs_lines_error(lines, error,
                                       "a second #else; the first is in line %" PRId64, last->line);
        last->holds = !last->holds;
        last->turned = true;
        return true;
    }
    if (strcmp(directive, "endif") == 0) {
        if (last_condition(lines, directive, error) == NULL)
            return false;
        lines->conditions--;
        return true;
    }
    *known = false;
    return true;
}

/** Ends a text at its first blank. Returns the text after the blanks. */
static char *cut_word(char *text)
{
    text += strcspn(text, blanks);
    if (*text != '\0')
        *text++ = '\0';
    return text + strspn(text, blanks);
}

/** Handles a directive; `line` begins after its #. */
static bool take_directive(struct gromacs_lines *lines, char *line, struct error *error)
{
    bool condition;
    char *directive = line + strspn(line, blanks), *rest = cut_word(directive);
    if (!take_condition(lines, directive, rest, &condition, error))
        return false;
    if (condition || !is_read(lines))
        return true;
    if (strcmp(directive, "include") == 0)
        return include(lines, rest, error);
    const bool defines = strcmp(directive, "define") == 0;
    if (!defines && strcmp(directive, "undef") != 0)
        return gromacs_lines_error(lines, error,
                                   "expected #include, #define, #undef, #ifdef, #ifndef, #else or "
                                   "#endif, found #%.40s",
                                   directive);
    if (*rest == '\0')
        return gromacs_lines_error(lines, error, "expected a name after #%s", directive);
    char *text = cut_word(rest);
    if (defines)
        gromacs_lines_define(lines, rest, text);
    else
        undefine(lines, rest);
    return true;
}

/** Appends a piece to an allocated text of `*size` bytes. Enlarges a text that is too short. */
static bool append(char **text, size_t *size, const char *piece, size_t length, struct error *error)
{
    if (*size + length + 1 > LINE_MOST)
        return error_set(error, EXIT_USAGE, "expected a line of under %d characters", LINE_MOST);
    *text = memory_resized(*text, (int64_t)(*size + length), 1, "a line");
    memcpy(*text + *size, piece, length);
    *size += length;
    (*text)[*size] = '\0';
    return true;
}

/** Closes the innermost file. Refuses a condition that has not ended. */
static bool close_file(struct gromacs_lines *lines, struct error *error)
{
    const struct gromacs_condition *last =
        lines->conditions > 0 ? &lines->condition[lines->conditions - 1] : NULL;
    if (last != NULL && last->depth == lines->depth) {
        lines->number = last->line;
        return gromacs_lines_error(lines, error, "expected #endif of this condition in this file");
    }
    text_close(&lines->file[--lines->depth]);
    free(lines->path[lines->depth]);
    return true;
}

/**
 * Reads the next line, except directives and lines that conditions leave out. At the end *line is
 * NULL.
 */
static bool read_line(struct gromacs_lines *lines, const char **line, struct error *error)
{
    *line = NULL;
    while (lines->depth > 1 || !text_at_end(&lines->file[0])) {
        struct text_file *file = &lines->file[lines->depth - 1];
        if (text_at_end(file)) {
            if (!close_file(lines, error))
                return false;
            continue;
        }
        if (!text_next(file, "a line", error))
            return false;
        lines->number = file->number;
        char *start = file->line + strspn(file->line, blanks);
        if (*start == '#') {
            start[strcspn(start, ";")] = '\0';
            if (!take_directive(lines, start + 1, error))
                return false;
        } else if (is_read(lines)) {
            *line = file->line;
            return true;
        }
    }
    return true;
}

/**
 * Reads a line and the lines that backslashes join to it. A remark is removed with all joined text
 * after it. At the end of the file *text is NULL.
 */
static bool read_joined(struct gromacs_lines *lines, char **text, struct error *error)
{
    size_t size = 0;
    int64_t number = 0;
    int depth = 0;
    bool joined = true, remark = false;
    *text = NULL;
    while (joined) {
        const char *line;
        if (!read_line(lines, &line, error))
            return false;
        if (line == NULL)
            break;
        if (*text == NULL || depth != lines->depth)
            number = lines->number;
        depth = lines->depth;
        size_t end = strlen(line);
        while (end > 0 && strchr(blanks, line[end - 1]) != NULL)
            end--;
        joined = end > 0 && line[end - 1] == '\\';
        if (remark && line[strspn(line, blanks)] != ';' && end > 0 && lines->swallowed[0] == '\0')
            gromacs_lines_place(lines, lines->swallowed);
        size_t length = remark ? 0 : strcspn(line, ";");
        remark = remark || line[length] == ';';
        if (joined && length == end)
            length--; /* a backslash before blanks remains as a word, which is refused later, as in
                       * GROMACS */
        if (!append(text, &size, line, length, error) || !append(text, &size, " ", 1, error))
            return error_prefix(error, lines->file[lines->depth - 1].path);
    }
    if (*text != NULL)
        lines->number = number;
    return true;
}

/** Replaces macros in a text until it contains none. */
static bool replace_macros(const struct gromacs_lines *lines, char **text, struct error *error)
{
    int replaced = 0;
    for (size_t at = strspn(*text, blanks); (*text)[at] != '\0';) {
        const size_t length = strcspn(*text + at, blanks);
        const struct gromacs_macro *macro = find_macro(lines, *text + at, length);
        if (macro == NULL) {
            at += length;
            at += strspn(*text + at, blanks);
            continue;
        }
        if (++replaced > REPLACED_MOST)
            return gromacs_lines_error(lines, error,
                                       "expected at most %d macros; does %s contain itself?",
                                       REPLACED_MOST, macro->name);
        char *whole = NULL;
        size_t size = 0;
        const char *rest = *text + at + length;
        if (!append(&whole, &size, *text, at, error) ||
            !append(&whole, &size, macro->text, strlen(macro->text), error) ||
            !append(&whole, &size, rest, strlen(rest), error)) {
            free(whole);
            return false;
        }
        free(*text);
        *text = whole;
        at += strspn(*text + at, blanks);
    }
    return true;
}

/** Reads a heading, "[ name ]", and keeps the name as the line's only word. */
static bool take_heading(struct gromacs_lines *lines, char *start, struct error *error)
{
    char *name = start + 1 + strspn(start + 1, blanks), *end = strchr(name, ']');
    if (end == NULL || !text_is_blank(end + 1))
        return gromacs_lines_error(lines, error, "expected \"[ name ]\", found \"%.80s\"", start);
    *end = '\0';
    name[strcspn(name, blanks)] = '\0';
    lines->heading = true;
    lines->word[lines->words++] = name;
    return true;
}

/** Cuts the current line into words. */
static bool split(struct gromacs_lines *lines, struct error *error)
{
    char *start = lines->text + strspn(lines->text, blanks);
    if (*start == '[')
        return take_heading(lines, start, error);
    for (char *at = lines->text + strspn(lines->text, blanks); *at != '\0'; at = cut_word(at)) {
        if (lines->words == GROMACS_WORDS)
            return gromacs_lines_error(lines, error, "expected at most %d words", GROMACS_WORDS);
        lines->word[lines->words++] = at;
    }
    return true;
}

bool gromacs_lines_next(struct gromacs_lines *lines, struct error *error)
{
    lines->words = 0;
    lines->heading = false;
    while (lines->words == 0 && lines->depth > 0) {
        free(lines->text);
        if (!read_joined(lines, &lines->text, error))
            return false;
        if (lines->text == NULL)
            return close_file(lines, error);
        if (lines->text[strspn(lines->text, blanks)] != '*' &&
            (!replace_macros(lines, &lines->text, error) || !split(lines, error)))
            return false;
    }
    return true;
}

void gromacs_lines_free(struct gromacs_lines *lines)
{
    while (lines->depth > 0) {
        text_close(&lines->file[--lines->depth]);
        free(lines->path[lines->depth]);
    }
    tdestroy(lines->macros, free_macro);
    words_free(&lines->folders);
    free(lines->condition);
    free(lines->text);
    *lines = (struct gromacs_lines){0};
}
