#include "harness/measure/observe/checkpoint.h"

#include "harness/base/files/output.h"
#include "harness/base/files/text_file.h"
#include "harness/base/hash.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Signature of a file. Its number changes with the format, so that old files are refused. */
static const char signature[16] = "checkpoint 2";

/* A file that is read or written, and the check sum of its bytes so far. */
struct stream {
    FILE *file;
    bool writes, good;
    struct hasher sum;
    const char *wrong; /* reason why a state is invalid; NULL: valid */
};

static void pass(struct stream *stream, void *bytes, size_t size)
{
    if (!stream->good)
        return;
    if (stream->writes)
        fwrite(bytes, 1, size, stream->file); /* output_end reports errors */
    else
        stream->good = fread(bytes, 1, size, stream->file) == size;
    if (stream->good)
        hash_bytes(&stream->sum, bytes, size);
}

/* Writes bytes that a file must contain; when reading, fails if the file has others. */
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

/* Returns why the step of a checkpoint, or its counts, cannot be the case's; NULL: they can. */
static const char *wrong_moment(const struct checkpoint *checkpoint)
{
    const struct motion_progress *progress = &checkpoint->progress;
    int64_t step = checkpoint->motion.step;
    if (step < 0 || step > checkpoint->warmup + checkpoint->steps)
        return "its step is not one of the case";
    int64_t done = step - checkpoint->warmup;
    if (checkpoint->samples != (done < 0 ? 0 : done / checkpoint->every + 1))
        return "its number of samples is not that of its step";
    if (progress->steps < 0 || progress->steps > step || (done >= 0 && progress->steps != done) ||
        progress->builds < 0 || progress->pressures.count < 0 ||
        progress->pressures.count > progress->steps ||
        !isfinite(progress->pressures.lateral + progress->pressures.normal) ||
        !(progress->nanoseconds >= 0 && isfinite(progress->nanoseconds)))
        return "its counts of steps do not add up to its step";
    for (int k = 0; k < MOTION_PARTS; k++)
        if (progress->part[k] < 0 || isinf(progress->part[k]))
            return "the time of a part of its steps is not possible";
    return NULL;
}

static bool are_finite(const double *rows, int64_t count, int width)
{
    for (int64_t k = 0; rows != NULL && k < count * width; k++)
        if (!isfinite(rows[k]))
            return false;
    return true;
}

/*
 * Whether particles are in the box or less than one edge outside: between two builds of the list a
 * particle moves only by a part of the skin.
 */
static bool are_near(const double *coordinate, int64_t n, double box)
{
    for (int64_t i = 0; i < n; i++)
        if (!(coordinate[i] >= -box && coordinate[i] <= 2 * box))
            return false;
    return true;
}

static bool are_turns(const double *orientation, int64_t n)
{
    for (int64_t i = 0; orientation != NULL && i < n; i++) {
        const double *o = orientation + 4 * i;
        if (!(fabs(o[0] * o[0] + o[1] * o[1] + o[2] * o[2] + o[3] * o[3] - 1) < 1e-3))
            return false;
    }
    return true;
}

/* Returns why a state of particles and thermostat is impossible; NULL: it is possible. */
static const char *wrong_state(const struct checkpoint *checkpoint)
{
    const struct system *system = checkpoint->system;
    const struct nose_hoover *bath = &checkpoint->motion.nose_hoover;
    if (!isfinite(bath->rate) || !isfinite(bath->integral) || !isfinite(bath->energy))
        return "its thermostat has no finite state";
    for (int d = 0; d < 3; d++)
        if (!(system->box[d] > 0 && isfinite(system->box[d])))
            return "its box is not valid";
    if (!are_near(system->x, system->n, system->box[0]) ||
        !are_near(system->y, system->n, system->box[1]) ||
        !are_near(system->z, system->n, system->box[2]))
        return "particles lie outside of the box";
    if (!are_finite(system->velocity, system->n, 3) || !are_finite(system->spin, system->n, 3))
        return "a velocity is not finite";
    return are_turns(system->orientation, system->n) ? NULL : "an orientation is not a rotation";
}

static void pass_state(struct stream *stream, struct checkpoint *checkpoint)
{
    struct system *system = checkpoint->system;
    double *const vectors[] = {system->x, system->y, system->z};
    pass(stream, &checkpoint->motion.step, sizeof checkpoint->motion.step);
    pass(stream, &checkpoint->motion.nose_hoover, sizeof checkpoint->motion.nose_hoover);
    pass(stream, &checkpoint->progress, sizeof checkpoint->progress);
    pass(stream, &checkpoint->samples, sizeof checkpoint->samples);
    if (stream->good && !stream->writes)
        stream->wrong = wrong_moment(checkpoint);
    if (!stream->good || stream->wrong != NULL)
        return;
    pass_rows(stream, system->box, 3, 1);
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
    struct output output;
    if (!output_begin(&output, path, error))
        return false;
    struct stream stream = {.file = output.stream, .writes = true, .good = true};
    hash_start(&stream.sum);
    pass_head(&stream, identity, checkpoint->system->n);
    pass_state(&stream, checkpoint);
    return output_end(&output, true, error);
}

bool checkpoint_read(const char *path, const char *identity, struct checkpoint *checkpoint,
                     struct error *error)
{
    struct stream stream = {.file = text_stream(path), .good = true};
    hash_start(&stream.sum);
    if (stream.file == NULL)
        return error_unreadable(error, path);
    pass_head(&stream, identity, checkpoint->system->n);
    bool own = stream.good;
    pass_state(&stream, checkpoint);
    fclose(stream.file);
    if (stream.good && stream.wrong == NULL)
        stream.wrong = wrong_state(checkpoint);
    if (stream.good && stream.wrong == NULL)
        return true;
    return error_set(error, EXIT_USAGE,
                     "%s: %s%s; remove it, or leave out --resume, to start the case again", path,
                     stream.wrong != NULL ? "this is not a checkpoint of the case: "
                     : own                ? "the checkpoint is not complete"
                                          : "expected a checkpoint of this case, with its "
                                            "particles, device and build, found something else",
                     stream.wrong != NULL ? stream.wrong : "");
}
