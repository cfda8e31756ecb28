#include "harness/base/files/text_file.h"

#include "harness/base/files/gzip.h"
#include "harness/base/suggest.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

enum { BLOCK = 1 << 16 };

static const char blanks[] = " \t\r\n\v\f";
static const char byte_order_mark[] = "\xEF\xBB\xBF";

/** Rejects files of compression programs other than gzip, by their first bytes. */
static bool check_compression(const char *path, const char *start, size_t size, struct error *error)
{
    static const struct {
        const char *bytes, *program;
        size_t size;
    } known[] = {{"\xFD"
                  "7zXZ",
                  "xz", 5},
                 {"BZh", "bzip2", 3},
                 {"\x28\xB5\x2F\xFD", "zstd", 4},
                 {"PK\x03\x04", "zip", 4}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (size >= known[k].size && memcmp(start, known[k].bytes, known[k].size) == 0)
            return error_set(error, EXIT_USAGE,
                             "%s: this is compressed by %s; unpack it, or compress it by gzip",
                             path, known[k].program);
    return true;
}

/* Rejects a block of a file with a zero byte. Counts the ends of lines in the block. */
static bool check_block(const char *path, const char *block, size_t size, int64_t *line,
                        struct error *error)
{
    const char *zero = memchr(block, '\0', size), *end = zero != NULL ? zero : block + size;
    for (const char *at = block; (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++)
        ++*line;
    return zero == NULL ||
           error_set(error, EXIT_USAGE, "%s:%" PRId64 ": expected a text, found a zero byte", path,
                     *line);
}

/* Allocates memory for more bytes of a text and the zero after them. */
static bool make_room(char **text, size_t *room, const char *path, struct error *error)
{
    size_t larger = *room == 0 ? BLOCK : *room * 2;
    char *more = realloc(*text, larger);
    if (more == NULL)
        return error_set(error, EXIT_ENVIRONMENT, "%s: out of memory: a file of over %zu bytes",
                         path, *room);
    *text = more;
    *room = larger;
    return true;
}

/* Reads a stream to its end, to a zero byte, or until it has more than `most` bytes. */
static bool read_all(FILE *stream, const char *path, int64_t most, char **text, struct error *error)
{
    size_t size = 0, room = 0, got;
    int64_t line = 1;
    do {
        if (size + 1 >= room && !make_room(text, &room, path, error))
            return false;
        got = fread(*text + size, 1, room - 1 - size, stream);
        if ((size == 0 && !check_compression(path, *text, got, error)) ||
            !check_block(path, *text + size, got, &line, error))
            return false;
        size += got;
        if ((int64_t)size > most)
            return error_set(error, EXIT_USAGE,
                             "%s: expected at most %" PRId64 " bytes of text, found more", path,
                             most);
    } while (got > 0);
    (*text)[size] = '\0';
    if (ferror(stream))
        return error_unreadable(error, path);
    return size > 0 || error_set(error, EXIT_USAGE, "%s: the file is empty", path);
}

const char *text_name(const char *path)
{
    return strcmp(path, TEXT_STANDARD_INPUT) == 0 ? "standard input" : path;
}

bool text_is_inside(const char *path, const char *folder)
{
    char *above = realpath(folder, NULL), *target = realpath(path, NULL);
    const size_t length = above != NULL && strcmp(above, "/") != 0 ? strlen(above) : 0;
    const bool inside = above != NULL && target != NULL && strncmp(above, target, length) == 0 &&
                        target[length] == '/';
    free(above);
    free(target);
    return inside;
}

bool text_is_elsewhere(const char *path)
{
    struct stat status;
    char folder[PATH_MAX];
    if (lstat(path, &status) != 0 || !S_ISLNK(status.st_mode))
        return false;
    snprintf(folder, sizeof folder, "%s", path);
    return !text_is_inside(path, dirname(folder));
}

bool text_check_found(const char *path, struct error *error)
{
    return !text_is_elsewhere(path) ||
           error_set(error, EXIT_USAGE,
                     "%s: this is a link to a file in another folder: expected a file that is in "
                     "the folder itself, or its own name on the command line",
                     path);
}

/* Whether the command line contains the path, as an argument or after a "=". */
static bool is_argument(const char *path)
{
    FILE *stream = fopen("/proc/self/cmdline", "r");
    char *argument = NULL;
    size_t room = 0;
    bool found = false;
    while (stream != NULL && !found && getdelim(&argument, &room, '\0', stream) > 0) {
        const char *value = strrchr(argument, '=');
        found = strcmp(argument, path) == 0 || (value != NULL && strcmp(value + 1, path) == 0);
    }
    if (stream != NULL)
        fclose(stream);
    free(argument);
    return found;
}

/* Whether a path leads to an unnamed pipe that this process inherited. */
static bool is_given_pipe(const char *path)
{
    struct statfs system;
    return statfs(path, &system) == 0 && system.f_type == PIPEFS_MAGIC;
}

FILE *text_stream(const char *path)
{
    struct stat status;
    const bool found = stat(path, &status) == 0;
    if (found && S_ISREG(status.st_mode)) {
        const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        FILE *stream = file >= 0 ? fdopen(file, "r") : NULL;
        if (stream == NULL && file >= 0)
            close(file);
        return stream;
    }
    if (!found || S_ISDIR(status.st_mode) || is_given_pipe(path) || is_argument(path))
        return fopen(path, "re");
    errno = ENXIO;
    return NULL;
}

/* Opens the file. Standard input gets a new stream, so that it can be closed like a file. */
static FILE *open_file(const char *path)
{
    if (strcmp(path, TEXT_STANDARD_INPUT) != 0)
        return text_stream(path);
    int copy = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
    FILE *file = copy >= 0 ? fdopen(copy, "r") : NULL;
    if (file == NULL && copy >= 0)
        close(copy);
    return file;
}

/* Opens a stream of the file's text, decompressed if it is compressed. */
static FILE *open_stream(const char *path)
{
    FILE *file = open_file(path);
    return file != NULL ? gzip_reading(file) : NULL;
}

/* Reports that a file cannot be opened. If it is missing, suggests the nearest name. */
static bool refuse(const char *path, struct error *error)
{
    char nearest[PATH_MAX];
    bool missing = errno == ENOENT;
    error_unreadable(error, text_name(path));
    const struct error reason = *error;
    if (missing && nearest_file(path, nearest))
        error_set(error, reason.code, "%s; did you mean %s?", reason.text, nearest);
    return false;
}

char *text_content(const char *path, struct error *error)
{
    return text_content_most(path, TEXT_BYTES, error);
}

char *text_content_most(const char *path, int64_t most, struct error *error)
{
    FILE *stream = open_stream(path);
    char *text = NULL;
    if (stream == NULL) {
        refuse(path, error);
        return NULL;
    }
    path = text_name(path);
    bool good = read_all(stream, path, most, &text, error);
    fclose(stream);
    if (good)
        return text;
    free(text);
    return NULL;
}

/*
 * Reads the whole file once, to check it. Copies a file that cannot be read again into `kept`;
 * NULL: makes no copy.
 */
static bool look_through(struct text_file *file, FILE *kept, struct error *error)
{
    char block[BLOCK];
    int64_t line = 1;
    size_t size;
    while ((size = fread(block, 1, sizeof block, file->stream)) > 0) {
        if (file->bytes == 0 && !check_compression(file->path, block, size, error))
            return false;
        file->bytes += (int64_t)size;
        if (!check_block(file->path, block, size, &line, error))
            return false;
        if (kept != NULL && fwrite(block, 1, size, kept) != size)
            return error_set(error, EXIT_ENVIRONMENT,
                             "%s: cannot be copied to a temporary file: %s", file->path,
                             strerror(errno));
    }
    return !ferror(file->stream) || error_unreadable(error, file->path);
}

bool text_open(const char *path, struct text_file *file, struct error *error)
{
    *file = (struct text_file){.path = text_name(path), .stream = open_stream(path)};
    if (file->stream == NULL)
        return refuse(path, error);
    path = file->path;
    bool once = fseeko(file->stream, 0, SEEK_CUR) != 0;
    FILE *kept = once ? tmpfile() : NULL;
    bool good =
        (!once || kept != NULL ||
         error_set(error, EXIT_ENVIRONMENT, "%s: a temporary file: %s", path, strerror(errno))) &&
        look_through(file, kept, error);
    if (kept != NULL) {
        fclose(file->stream);
        file->stream = kept;
    }
    if (good)
        text_again(file);
    else
        text_close(file);
    return good;
}

void text_again(struct text_file *file)
{
    char start[3];
    rewind(file->stream);
    if (fread(start, 1, sizeof start, file->stream) != sizeof start ||
        memcmp(start, byte_order_mark, sizeof start) != 0)
        rewind(file->stream);
    file->number = 0;
}

void text_close(struct text_file *file)
{
    if (file->stream != NULL)
        fclose(file->stream);
    free(file->line);
    file->stream = NULL;
    file->line = NULL;
}

static bool read_line(struct text_file *file)
{
    ssize_t length = getline(&file->line, &file->room, file->stream);
    if (length < 0)
        return false;
    file->number++;
    while (length > 0 && (file->line[length - 1] == '\n' || file->line[length - 1] == '\r'))
        file->line[--length] = '\0';
    return true;
}

void text_back(struct text_file *file, int64_t number)
{
    text_again(file);
    while (file->number < number && read_line(file))
        continue;
}

bool text_next(struct text_file *file, const char *expected, struct error *error)
{
    if (read_line(file))
        return true;
    if (!feof(file->stream))
        return error_unreadable(error, file->path);
    return error_set(error, EXIT_USAGE, "%s:%" PRId64 ": the file ends here; expected %s",
                     file->path, file->number + 1, expected);
}

bool text_at_end(struct text_file *file)
{
    const int next = getc(file->stream);
    if (next != EOF)
        ungetc(next, file->stream);
    return next == EOF && feof(file->stream);
}

bool text_ended(struct text_file *file)
{
    while (read_line(file))
        if (!text_is_blank(file->line))
            return false;
    return true;
}

bool text_error(const struct text_file *file, struct error *error, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return error_set(error, EXIT_USAGE, "%s:%" PRId64 ": %s", file->path, file->number, text);
}

static bool ends_word(const char *end)
{
    return *end == '\0' || isspace((unsigned char)*end);
}

bool text_integer(const char **cursor, int64_t *value)
{
    char *end = NULL;
    errno = 0;
    *value = strtoll(*cursor, &end, 10);
    if (end == *cursor || errno != 0 || !ends_word(end))
        return false;
    *cursor = end;
    return true;
}

bool text_real(const char **cursor, double *value)
{
    char *end = NULL;
    *value = strtod(*cursor, &end);
    if (end == *cursor || !ends_word(end))
        return false;
    *cursor = end;
    return true;
}

bool text_skip_word(const char **cursor)
{
    *cursor += strspn(*cursor, blanks);
    size_t length = strcspn(*cursor, blanks);
    *cursor += length;
    return length > 0;
}

bool text_is_blank(const char *cursor)
{
    return cursor[strspn(cursor, blanks)] == '\0';
}

int text_words(const char *line, struct text_word *word, int most)
{
    int count = 0;
    for (const char *end = line; text_skip_word(&end); line = end, count++) {
        line += strspn(line, blanks);
        if (count < most)
            word[count] = (struct text_word){line, (int)(end - line)};
    }
    return count;
}

bool text_is_word(const struct text_word *word, const char *text)
{
    return strncmp(word->at, text, (size_t)word->length) == 0 && text[word->length] == '\0';
}
