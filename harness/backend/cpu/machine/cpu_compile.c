#include "harness/backend/cpu/machine/cpu_compile.h"

#include "harness/base/files/cache.h"
#include "harness/base/files/scratch.h"
#include "harness/base/memory.h"
#include "harness/base/process/interrupt.h"
#include "harness/base/process/process.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/*
 * Maximum lines and bytes of a compiler's messages in an error, because an error's text is limited.
 */
enum { MESSAGE_LINES = 12, MESSAGE_BYTES = 1600 };

/* Units that are compiled together in one folder. */
struct batch {
    const struct cpu_unit **unit;
    struct cpu_object **object;
    struct words *arguments;
    struct process_command *command;
    int count, done;
    struct scratch folder;
    const struct compile_watch *watch;
};

struct hash cpu_unit_hash(const struct cpu_unit *unit)
{
    struct hasher hasher;
    hash_start(&hasher);
    hash_string(&hasher, unit->path);
    hash_bytes(&hasher, &unit->source_hash, sizeof unit->source_hash);
    hash_bytes(&hasher, &unit->compiler->hash, sizeof unit->compiler->hash);
    for (int k = 0; k < unit->flags.count; k++)
        hash_string(&hasher, unit->flags.word[k]);
    return hash_end(&hasher);
}

/* Writes the paths of a unit's cached object and of the file with the compiler's messages. */
static bool object_path(const struct cpu_unit *unit, char *path, size_t size)
{
    return cache_path(cpu_unit_hash(unit), ".so", path, size);
}

static bool messages_path(const struct cpu_unit *unit, char *path, size_t size)
{
    return cache_path(cpu_unit_hash(unit), ".log", path, size);
}

/* --- the folder that units are compiled in --- */

static bool write_file(const char *folder, const char *name, const char *text)
{
    char path[2 * PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    for (char *slash = strchr(path + strlen(folder) + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made)
            return false;
    }
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return false;
    bool written = fputs(text, file) >= 0;
    return fclose(file) == 0 && written;
}

/* Makes a folder and writes the sources into it. */
static bool make_folder(const struct source_set *sources, struct scratch *folder,
                        struct error *error)
{
    const char *temporary = getenv("TMPDIR");
    if (temporary == NULL || *temporary != '/')
        temporary = "/tmp";
    if (!scratch_make(folder, temporary, error))
        return false;
    for (int k = 0; k < sources->count; k++)
        if (!write_file(folder->path, sources->paths[k], sources->texts[k]))
            return error_set(error, EXIT_ENVIRONMENT, "%s/%s cannot be written: %s", folder->path,
                             sources->paths[k], strerror(errno));
    return true;
}

/* --- a batch of units --- */

/* Reads the compiler's output file; NULL if it cannot be read. */
static void *read_object(const char *path, size_t *size, struct error *error)
{
    struct stat status;
    void *bytes = NULL;
    FILE *file = fopen(path, "rb");
    if (file != NULL && fstat(fileno(file), &status) == 0 && status.st_size > 0)
        bytes = memory_allocate(status.st_size, 1, "a compiled kernel", error);
    *size = bytes != NULL ? (size_t)status.st_size : 0;
    if (bytes != NULL && fread(bytes, 1, *size, file) != *size) {
        free(bytes);
        bytes = NULL;
    }
    if (file != NULL)
        fclose(file);
    if (bytes == NULL)
        error_set(error, EXIT_ENVIRONMENT, "%s cannot be read", path);
    return bytes;
}

static void output_path(const struct batch *batch, int index, char *path, size_t size)
{
    snprintf(path, size, "%s/%d.so", batch->folder.path, index);
}

/* Returns the length of the first lines of a text, as many as fit into an error. */
static int first_lines(const char *text)
{
    const char *end = text;
    for (int line = 0; line < MESSAGE_LINES && *end != '\0'; line++) {
        size_t length = strcspn(end, "\n");
        if (end + length - text > MESSAGE_BYTES)
            break;
        end += length + (end[length] == '\n');
    }
    int length = end > text ? (int)(end - text) : MESSAGE_BYTES;
    return length > 0 && text[length - 1] == '\n' ? length - 1 : length;
}

/* Writes the messages before the object, so that an object in the cache always has them. */
static void keep(const struct cpu_unit *unit, const struct cpu_object *object)
{
    char path[PATH_MAX];
    if (object->messages != NULL && messages_path(unit, path, sizeof path))
        cache_write(path, object->messages, strlen(object->messages));
    if (object->bytes != NULL && object_path(unit, path, sizeof path))
        cache_write(path, object->bytes, object->size);
}

/*
 * Returns the missing library or program that made a compiler fail, with the remedy; NULL: unknown.
 */
static const char *lacking(const struct cpu_compiler *compiler, const char *output)
{
    if (compiler->is_clang &&
        (strstr(output, "-lomp") != NULL || strstr(output, "'omp.h' file not found") != NULL))
        return "no OpenMP library of its own: install it (libomp-dev on Debian)";
    if (strstr(output, "cc1plus") != NULL)
        return "no C++ compiler of its own version: install it (g++)";
    return NULL;
}

/*
 * Returns the first line of a compiler's output with an error: warnings may precede it. Returns the
 * whole output if it reports no error.
 */
static const char *first_error(const char *text)
{
    const char *found = strstr(text, "error:");
    while (found != NULL && found > text && found[-1] != '\n')
        found--;
    return found != NULL ? found : text;
}

static void take_object(void *context, int index, const struct process_end *end)
{
    struct batch *batch = context;
    const struct cpu_unit *unit = batch->unit[index];
    struct cpu_object *object = batch->object[index];
    char path[2 * PATH_MAX];
    const char *lacks = end->status != 0 ? lacking(unit->compiler, end->output) : NULL;
    batch->done++;
    if (lacks != NULL) {
        error_set(&object->error, EXIT_ENVIRONMENT, "%s finds %s, or leave this compiler out",
                  unit->compiler->name, lacks);
    } else if (end->status != 0) {
        const char *reason = first_error(end->output);
        error_set(&object->error, process_lacks_machine(end) ? EXIT_ENVIRONMENT : EXIT_USAGE,
                  "%s does not compile: %s, exit status %d:\n%.*s", unit->name,
                  unit->compiler->name, end->status, first_lines(reason), reason);
    } else {
        output_path(batch, index, path, sizeof path);
        object->bytes = read_object(path, &object->size, &object->error);
        if (object->bytes != NULL && end->output[0] != '\0')
            object->messages = strdup(end->output);
        keep(unit, object);
    }
    if (batch->watch != NULL)
        batch->watch->say(batch->watch->context, batch->done, batch->count, unit->name);
}

static void add_command(struct batch *batch, int index)
{
    const struct cpu_unit *unit = batch->unit[index];
    struct words *arguments = &batch->arguments[index];
    char path[2 * PATH_MAX];
    output_path(batch, index, path, sizeof path);
    words_append(arguments, &unit->compiler->command);
    words_append(arguments, &unit->flags);
    words_add(arguments, "-fdebug-prefix-map=%s=.", batch->folder.path);
    words_add(arguments, "%s", unit->path);
    words_split(arguments, "-lm -o");
    words_add(arguments, "%s", path);
    batch->command[index] =
        (struct process_command){(const char *const *)arguments->word, batch->folder.path};
}

/*
 * Compiles the units of a batch. Returns false if the batch fails as a whole; `error` is then the
 * error of all units without a result.
 */
static bool run_batch(struct batch *batch, const struct source_set *sources, int jobs,
                      struct error *error)
{
    bool good = make_folder(sources, &batch->folder, error);
    for (int k = 0; k < batch->count && good; k++)
        add_command(batch, k);
    if (good && batch->watch != NULL)
        batch->watch->say(batch->watch->context, 0, batch->count, batch->unit[0]->name);
    good = good && process_run(batch->command, batch->count, jobs, take_object, batch, error);
    scratch_remove(&batch->folder);
    return good;
}

static void free_batch(struct batch *batch)
{
    for (int k = 0; k < batch->count && batch->arguments != NULL; k++)
        words_free(&batch->arguments[k]);
    free(batch->arguments);
    free(batch->command);
    free(batch->unit);
    free(batch->object);
}

static bool allocate_batch(struct batch *batch, int count, struct error *error)
{
    batch->unit = memory_allocate(count, sizeof *batch->unit, "kernels to compile", error);
    batch->object = memory_allocate(count, sizeof *batch->object, "kernels to compile", error);
    batch->command = memory_allocate(count, sizeof *batch->command, "kernels to compile", error);
    batch->arguments =
        memory_allocate_zeroed(count, sizeof *batch->arguments, "kernels to compile", error);
    return batch->unit != NULL && batch->object != NULL && batch->command != NULL &&
           batch->arguments != NULL;
}

/* Takes a unit's object from the cache. */
static bool recall(const struct cpu_unit *unit, struct cpu_object *object)
{
    char path[PATH_MAX];
    void *messages = NULL;
    size_t size = 0;
    object->cached =
        object_path(unit, path, sizeof path) && cache_read(path, &object->bytes, &object->size);
    if (object->cached && messages_path(unit, path, sizeof path) &&
        cache_read(path, &messages, &size))
        object->messages = messages;
    return object->cached;
}

void cpu_compile(const struct source_set *sources, const struct cpu_unit *units,
                 struct cpu_object *objects, int count, int jobs, bool again,
                 const struct compile_watch *watch)
{
    struct batch batch = {.watch = watch};
    struct error error;
    bool good = allocate_batch(&batch, count, &error);
    for (int k = 0; k < count; k++) {
        objects[k] = (struct cpu_object){0};
        if (!again && recall(&units[k], &objects[k]))
            continue;
        if (!good) {
            objects[k].error = error;
        } else if (units[k].compiler->command.count == 0) {
            error_set(&objects[k].error, EXIT_ENVIRONMENT,
                      "%s is not in the cache, and there is no C compiler here (%s); install it, "
                      "or fill the cache ($PAIRLANES_CACHE, otherwise ~/.cache/pairlanes) on a "
                      "machine with this kind of CPU with `pairlanes compile CONFIG --backend cpu`",
                      units[k].name, units[k].compiler->name);
        } else {
            batch.unit[batch.count] = &units[k];
            batch.object[batch.count++] = &objects[k];
        }
    }
    if (batch.count > 0) {
        interrupt_watch(); /* a signal would otherwise end the process and leave the folder on
                            * disk */
        good = run_batch(&batch, sources, jobs, &error);
        for (int k = 0; k < batch.count && !good; k++)
            if (batch.object[k]->bytes == NULL && batch.object[k]->error.text[0] == '\0')
                batch.object[k]->error = error;
        interrupt_leave();
    }
    free_batch(&batch);
}

void cpu_object_free(struct cpu_object *object)
{
    free(object->bytes);
    free(object->messages);
    *object = (struct cpu_object){0};
}
