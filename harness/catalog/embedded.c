#include "harness/catalog/embedded.h"

#include "harness/base/c_text.h"
#include "harness/base/files/gzip.h"
#include "harness/base/memory.h"
#include "harness/base/text.h"
#include "harness/catalog/source_macro.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/*
 * The files that the build has packed and compressed: path and text of each file, both ended by a
 * zero.
 */
__asm__(".section .rodata\n"
        ".balign 8\n"
        "embedded_size: .quad embedded_end - embedded_packed\n"
        "embedded_packed: .incbin \"" EMBEDDED "\"\n"
        "embedded_end:\n"
        ".previous\n");
extern const char embedded_packed[];
extern const size_t embedded_size;

static struct embedded_file *files; /* source files, which are never freed */
static int file_count;

/*
 * Decompresses the packed files into `size` bytes, which the caller frees; NULL if memory runs out.
 */
static char *expand(size_t size)
{
    FILE *packed = fmemopen((void *)embedded_packed, embedded_size, "rb");
    FILE *stream = packed != NULL ? gzip_reading(packed) : NULL;
    char *all = stream != NULL ? malloc(size) : NULL;
    if (all != NULL && fread(all, 1, size, stream) != size) {
        free(all);
        all = NULL;
    }
    if (stream != NULL)
        fclose(stream);
    return all;
}

static void unpack(void)
{
    uint32_t size = 0; /* the packed data end with the size of the text, little-endian */
    int texts = 0;
    memcpy(&size, embedded_packed + embedded_size - sizeof size, sizeof size);
    const char *all = expand(size);
    for (uint32_t k = 0; k < size && all != NULL; k++)
        texts += all[k] == '\0';
    if (all == NULL)
        memory_end("the sources of kernels");
    files = memory_new(texts / 2 + 1, sizeof *files, "the sources of kernels");
    for (const char *at = all; file_count < texts / 2; file_count++) {
        const char *text = at + strlen(at) + 1;
        files[file_count] = (struct embedded_file){.path = at, .text = text};
        at = text + strlen(text) + 1;
    }
}

const struct embedded_file *embedded_files(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, unpack);
    return files;
}

/* Sources added by source_register. */
static struct {
    struct added_file {
        char *path, *text;
    } * file;
    int count;
} added;

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    char *text = NULL;
    size_t size = 0;
    FILE *copy = open_memstream(&text, &size);
    char buffer[4096];
    size_t got = 0;
    while (copy != NULL && (got = fread(buffer, 1, sizeof buffer, file)) > 0)
        fwrite(buffer, 1, got, copy);
    fclose(file);
    if (copy == NULL || fclose(copy) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

/*
 * Rejects a source that includes a file by an absolute path, through a macro or by a digraph. No
 * hash of sources would contain such a file. After a change of the file the cache would return an
 * outdated kernel.
 */
static bool check_includes(const char *file, const char *text, struct error *error)
{
    int line = 1;
    for (size_t length = 0; *text != '\0'; text += length) {
        length = c_blank(text);
        if (length == 0)
            length = c_literal(text);
        const bool digraph = text[0] == '%' && text[1] == ':';
        const char *name = *text == '#' || digraph ? c_included(text + 1 + digraph) : NULL;
        const bool quoted = name != NULL && !digraph && (*name == '"' || *name == '<');
        if (name != NULL && (quoted ? name[1] == '/' : digraph || source_macro_find(name) == NULL))
            return error_set(error, EXIT_USAGE,
                             "%s:%d: an include of %s, whose changes would go "
                             "unnoticed: expected a file of the same folder or of pairlanes: %.*s",
                             file, line, quoted ? "an absolute path" : "a macro",
                             (int)strcspn(name, "\n"), name);
        length = length > 0 ? length : 1;
        for (size_t k = 0; k < length; k++)
            line += text[k] == '\n';
    }
    return true;
}

/*
 * Returns a file's text after a #line directive with the user's path of the file. NULL with the
 * reason in `error`.
 */
static char *text_with_place(const char *file, struct error *error)
{
    char *own = read_file(file);
    char *text = NULL;
    size_t size = 0;
    FILE *stream = own != NULL ? open_memstream(&text, &size) : NULL;
    if (stream != NULL) {
        fputs("#line 1 \"", stream);
        for (const char *letter = file; *letter != '\0'; letter++)
            fprintf(stream, "%s%c", *letter == '"' || *letter == '\\' ? "\\" : "", *letter);
        fprintf(stream, "\"\n%s", own);
    }
    bool good = stream != NULL && fclose(stream) == 0;
    if (!good)
        error_unreadable(error, file);
    good = good && check_includes(file, own, error);
    free(own);
    if (!good) {
        free(text);
        return NULL;
    }
    return text;
}

static struct added_file *find_added(const char *path)
{
    for (int k = 0; k < added.count; k++)
        if (strcmp(added.file[k].path, path) == 0)
            return &added.file[k];
    return NULL;
}

const char *embedded_find(const char *path)
{
    for (const struct embedded_file *file = embedded_files(); file->path != NULL; file++)
        if (strcmp(file->path, path) == 0)
            return file->text;
    return NULL;
}

bool source_register(const char *path, const char *file, struct error *error)
{
    char *text = text_with_place(file, error);
    if (text == NULL)
        return false;
    struct added_file *known = find_added(path);
    if (known != NULL) {
        free(known->text);
        known->text = text;
        return true;
    }
    added.file = memory_resized(added.file, added.count + 1, sizeof *added.file, "added sources");
    added.file[added.count++] = (struct added_file){.path = text_new("%s", path), .text = text};
    return true;
}

/* Copies the registered texts, which may be replaced later, to indices after the embedded files. */
static void load_added(struct source_set *sources)
{
    for (int k = 0; k < added.count; k++) {
        sources->paths[file_count + k] = added.file[k].path;
        sources->texts[file_count + k] = text_new("%s", added.file[k].text);
    }
}

bool source_load(const char *directory, struct source_set *sources, struct error *error)
{
    const struct embedded_file *own = embedded_files();
    int count = file_count + added.count;
    *sources = (struct source_set){.count = count};
    sources->paths = memory_new(count, sizeof *sources->paths, "sources");
    sources->texts = memory_new(count, sizeof *sources->texts, "sources");
    load_added(sources);
    int replaced = 0;
    for (int k = 0; k < file_count; k++) {
        sources->paths[k] = own[k].path;
        sources->texts[k] = own[k].text;
        if (directory == NULL)
            continue;
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", directory, own[k].path);
        char *text = read_file(path);
        if (text == NULL)
            continue;
        sources->texts[k] = text;
        replaced++;
        if (!check_includes(path, text, error)) {
            source_free(sources);
            return false;
        }
    }
    if (directory == NULL)
        return true;
    sources->directory = text_new("%s", directory);
    if (replaced == 0) {
        source_free(sources);
        return error_set(error, EXIT_USAGE,
                         "--source %s: no kernel sources there; expected the folders strategies/ "
                         "and models/ in it",
                         directory);
    }
    return true;
}

void source_free(struct source_set *sources)
{
    for (int k = 0; k < sources->count && sources->texts != NULL; k++)
        if (k >= file_count || sources->texts[k] != files[k].text)
            free((void *)sources->texts[k]);
    free((void *)sources->paths);
    free((void *)sources->texts);
    free(sources->directory);
    *sources = (struct source_set){0};
}

const char *source_text(const struct source_set *sources, const char *path)
{
    for (int k = 0; k < sources->count; k++)
        if (strcmp(sources->paths[k], path) == 0)
            return sources->texts[k];
    return NULL;
}

const char *source_own_text(const char *text)
{
    return strncmp(text, "#line ", 6) == 0 ? text + strcspn(text, "\n") : text;
}
