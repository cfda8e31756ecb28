#include "harness/measure/checkpoint.h"

#include "harness/base/hash.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Whoever changes what a file holds changes the number, so that old files are refused. */
static const char signature[16] = "checkpoint 1";

/* A file that is read or written, and the check sum of the bytes that have passed so far. */
struct stream {
    FILE *file;
    bool writes, good;
    struct hasher sum;
};

static void pass(struct stream *stream, void *bytes, size_t size)
{
    if (!stream->good)
        return;
    if (stream->writes)
        stream->good = fwrite(bytes, 1, size, stream->file) == size;
    else
        stream->good = fread(bytes, 1, size, stream->file) == size;
    if (stream->good)
        hash_bytes(&stream->sum, bytes, size);
}

/* Passes bytes that a file has to hold: reading others is a failure. */
static void pass_same(struct stream *stream, const void *bytes, size_t size)
{
    char found[64];
    memcpy(found, bytes, size);
    pass(stream, found, size);
    stream->good = stream->good && memcmp(found, bytes, size) == 0;
}

static void pass_rows(struct stream *stream, double *rows, int64_t count, int width)
{
    if (rows != NULL)
        pass(stream, rows, (size_t)count * (size_t)width * sizeof *rows);
}

static void pass_state(struct stream *stream, struct checkpoint *checkpoint)
{
    struct system *system = checkpoint->system;
    double *const vectors[] = {system->x, system->y, system->z};
    pass(stream, &checkpoint->motion.step, sizeof checkpoint->motion.step);
    pass(stream, &checkpoint->motion.nose_hoover, sizeof checkpoint->motion.nose_hoover);
    pass(stream, &checkpoint->progress, sizeof checkpoint->progress);
    pass(stream, &checkpoint->samples, sizeof checkpoint->samples);
    stream->good =
        stream->good && checkpoint->samples >= 0 && checkpoint->samples <= checkpoint->most;
    if (!stream->good)
        return;
    for (int d = 0; d < 3; d++)
        pass_rows(stream, vectors[d], system->n, 1);
    pass_rows(stream, system->velocity, system->n, 3);
    pass_rows(stream, system->orientation, system->n, 4);
    pass_rows(stream, system->spin, system->n, 3);
    pass_rows(stream, checkpoint->potential, checkpoint->samples, 1);
    pass_rows(stream, checkpoint->kinetic, checkpoint->samples, 1);
    struct hash sum = hash_end(&stream->sum);
    pass_same(stream, &sum, sizeof sum);
}

static void pass_head(struct stream *stream, const char *identity, int64_t n)
{
    char name[HASH_TEXT] = "";
    snprintf(name, sizeof name, "%s", identity);
    pass_same(stream, signature, sizeof signature);
    pass_same(stream, name, sizeof name);
    pass_same(stream, &n, sizeof n);
}

bool checkpoint_write(const char *path, const char *identity, struct checkpoint *checkpoint,
                      struct error *error)
{
    char *temporary = NULL;
    if (asprintf(&temporary, "%s.tmp", path) < 0)
        return error_set(error, EXIT_ENVIRONMENT, "%s: out of memory", path);
    struct stream stream = {.file = fopen(temporary, "wb"), .writes = true};
    hash_start(&stream.sum);
    bool good = stream.file != NULL;
    if (good) {
        stream.good = true;
        pass_head(&stream, identity, checkpoint->system->n);
        pass_state(&stream, checkpoint);
        good = stream.good && fflush(stream.file) == 0 && fsync(fileno(stream.file)) == 0;
        good = fclose(stream.file) == 0 && good && rename(temporary, path) == 0;
    }
    if (!good) {
        error_set(error, EXIT_ENVIRONMENT, "%s: cannot be written: %s", path, strerror(errno));
        unlink(temporary);
    }
    free(temporary);
    return good;
}

bool checkpoint_read(const char *path, const char *identity, struct checkpoint *checkpoint,
                     struct error *error)
{
    struct stream stream = {.file = fopen(path, "rb"), .good = true};
    hash_start(&stream.sum);
    if (stream.file == NULL)
        return error_unreadable(error, path);
    pass_head(&stream, identity, checkpoint->system->n);
    bool own = stream.good;
    pass_state(&stream, checkpoint);
    fclose(stream.file);
    if (stream.good)
        return true;
    return error_set(error, EXIT_USAGE,
                     "%s: %s; remove it, or leave out --resume, to start the case anew", path,
                     own ? "the checkpoint is not whole"
                         : "expected a checkpoint of this case, with its particles, device and "
                           "build, found something else");
}
