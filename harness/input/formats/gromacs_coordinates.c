#include "harness/input/formats/gromacs_coordinates.h"

#include "harness/base/memory.h"
#include "harness/base/text.h"
#include "harness/input/formats/reader.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GRO_NAMES = 20, /* columns before the coordinates: residue, its name, atom, number */
    G96_NAMES = 24,
    G96_WIDTH = 15,
    WIDEST = 40
};

/** Reads the number in columns `from` to `from` + `width` - 1; false if it has no decimal point. */
static bool read_column(const char *line, size_t from, size_t width, double *value)
{
    char text[WIDEST + 1];
    if (strlen(line) < from + width)
        width = strlen(line) > from ? strlen(line) - from : 0;
    snprintf(text, sizeof text, "%.*s", (int)(width < WIDEST ? width : WIDEST), line + from);
    char *end = NULL;
    *value = strtod(text, &end);
    return strchr(text, '.') != NULL && text_is_blank(end) && isfinite(*value);
}

/** Copies the name of an atom, which is in five columns. */
static void keep_name(const char *line, size_t from, struct gromacs_name *name)
{
    char columns[6] = "";
    if (strlen(line) > from)
        snprintf(columns, sizeof columns, "%.5s", line + from);
    if (sscanf(columns, "%5s", name->text) != 1)
        name->text[0] = '\0';
}

/**
 * Sets a rectangular box from the three to nine numbers of a line. The first three are its edges.
 * The following numbers are components of a skewed box, and must be 0 except for rounding.
 */
static bool read_box(const struct text_file *file, const char *cursor, double box[3],
                     struct error *error)
{
    double value[9];
    int count = 0;
    while (count < 9 && text_real(&cursor, &value[count]))
        count++;
    if ((count != 3 && count != 9) || !text_is_blank(cursor))
        return text_error(file, error, "expected three or nine numbers of a box, found \"%.80s\"",
                          file->line);
    memcpy(box, value, 3 * sizeof *value);
    for (int k = 3; k < count; k++)
        if (reader_is_skew(value[k], box))
            return text_error(file, error,
                              "expected a rectangular box, found one with a slanted "
                              "edge: \"%.80s\"",
                              file->line);
    for (int d = 0; d < 3; d++)
        if (!(box[d] > 0 && isfinite(box[d])))
            return text_error(file, error, "expected three positive box edges, found \"%.80s\"",
                              file->line);
    return true;
}

/**
 * Returns the number of columns of a coordinate: the distance of the first two decimal points. 0 if
 * there are fewer than two.
 */
static size_t gro_width(const char *line)
{
    const char *first = strlen(line) > GRO_NAMES ? strchr(line + GRO_NAMES, '.') : NULL;
    const char *second = first != NULL ? strchr(first + 1, '.') : NULL;
    const size_t width = second != NULL ? (size_t)(second - first) : 0;
    return width < WIDEST ? width : 0;
}

/** Reads three numbers of a line, each in `width` columns, beginning at column `from`. */
static bool read_three(const struct text_file *file, size_t from, size_t width, int64_t i,
                       const char *what, double value[3], struct error *error)
{
    for (int d = 0; d < 3; d++)
        if (!read_column(file->line, from + d * width, width, &value[d]))
            return text_error(file, error,
                              "expected %s of atom %" PRId64 ", three numbers in columns of "
                              "%zu, found \"%.80s\"",
                              what, i + 1, width, file->line);
    return true;
}

static void set_position(struct system *system, int64_t i, const double value[3])
{
    system->x[i] = value[0];
    system->y[i] = value[1];
    system->z[i] = value[2];
}

static bool has_text(const char *line, size_t from)
{
    return strlen(line) > from && !text_is_blank(line + from);
}

static bool add_names(const struct system *system, struct gromacs_name **names, struct error *error)
{
    *names = memory_allocate_zeroed(system->n, sizeof **names, "names of atoms", error);
    return *names != NULL;
}

/** Whether the current line is only a number of atoms. */
static bool is_count(const struct text_file *file, int64_t *n)
{
    const char *cursor = file->line;
    return text_integer(&cursor, n) && text_is_blank(cursor);
}

/** Reads the title and the number of atoms of a frame. */
static bool read_count(struct text_file *file, int64_t *n, struct error *error)
{
    return text_next(file, "a title", error) && text_next(file, "the number of atoms", error) &&
           ((is_count(file, n) && *n >= 0) ||
            text_error(file, error, "expected the number of atoms, found \"%.80s\"", file->line));
}

/** Moves to a frame, counted from 1. */
static bool skip_frames(struct text_file *file, int64_t frame, struct error *error)
{
    for (int64_t k = 1; k < frame; k++) {
        int64_t n;
        if (text_at_end(file))
            return reader_refuse_frame(file, k - 1, frame, error);
        if (!read_count(file, &n, error))
            return false;
        for (int64_t i = 0; i <= n; i++)
            if (!text_next(file, i < n ? "an atom" : "the box", error))
                return false;
    }
    return !text_at_end(file) || reader_refuse_frame(file, frame - 1, frame, error);
}

/** Refuses text after a frame. If another frame follows, adds a note instead. */
static bool check_end(struct text_file *file, struct system *system, struct error *error)
{
    int64_t n;
    if (text_ended(file))
        return true;
    /* the title may be blank */
    bool more = is_count(file, &n);
    if (!more && !text_at_end(file)) {
        if (!text_next(file, "the number of atoms", error))
            return false;
        more = is_count(file, &n);
    }
    if (more)
        reader_state_frames(system);
    return more || text_error(file, error,
                              "expected the end of the file or another configuration after its "
                              "%" PRId64 " atoms, found \"%.80s\"",
                              system->n, file->line);
}

static bool read_gro(struct text_file *file, int64_t frame, struct system *system,
                     struct gromacs_name **names, struct error *error)
{
    int64_t n;
    size_t width = 0;
    double value[3];
    if (!skip_frames(file, frame, error) || !read_count(file, &n, error))
        return false;
    if (!reader_allocate(file, n, system, error) || !add_names(system, names, error))
        return false;
    for (int64_t i = 0; i < n; i++) {
        if (!reader_next(file, i, system, error))
            return false;
        if (i == 0)
            width = gro_width(file->line);
        if (width == 0)
            return text_error(file, error,
                              "expected columns of coordinates with a decimal point, "
                              "found \"%.80s\"",
                              file->line);
        const bool moves = has_text(file->line, GRO_NAMES + 3 * width);
        if (i > 0 && moves && system->velocity == NULL)
            return text_error(file, error,
                              "expected no velocity of atom %" PRId64
                              ", as of those before it, found \"%.80s\"",
                              i + 1, file->line);
        if (i == 0 && moves && !system_add(system, SYSTEM_VELOCITY, error))
            return false;
        if (!read_three(file, GRO_NAMES, width, i, "the position", value, error))
            return false;
        set_position(system, i, value);
        if (system->velocity != NULL &&
            !read_three(file, GRO_NAMES + 3 * width, width, i, "the velocity",
                        system->velocity + 3 * i, error))
            return false;
        keep_name(file->line, 10, &(*names)[i]);
    }
    return text_next(file, "the box", error) && read_box(file, file->line, system->box, error) &&
           (frame != 0 || check_end(file, system, error));
}

/** Moves to the next line of a block, past remarks. `ended` is set at END. */
static bool next_of_block(struct text_file *file, const char *block, bool *ended,
                          struct error *error)
{
    do
        if (!text_next(file, "END of a block", error))
            return error_prefix(error, block);
    while (file->line[strspn(file->line, " \t")] == '#');
    *ended = strncmp(file->line, "END", 3) == 0 && text_is_blank(file->line + 3);
    return true;
}

/** Counts the lines of a block, or reads three numbers of each into `vectors`. */
static bool read_block(struct text_file *file, const char *block, int64_t *count, int64_t most,
                       double *vectors, struct gromacs_name *names, struct error *error)
{
    const size_t length = strlen(block);
    const bool reduced = length > 3 && strcmp(block + length - 3, "RED") == 0;
    bool ended = false;
    for (*count = 0;; ++*count) {
        if (!next_of_block(file, block, &ended, error))
            return false;
        if (ended)
            return true;
        if (vectors == NULL)
            continue;
        if (*count == most)
            return text_error(file, error, "expected %" PRId64 " lines in %s, found more", most,
                              block);
        if (!read_three(file, reduced ? 0 : G96_NAMES, G96_WIDTH, *count, block,
                        vectors + 3 * *count, error))
            return false;
        if (has_text(file->line, (reduced ? 0 : G96_NAMES) + 3 * G96_WIDTH))
            return text_error(file, error,
                              "expected three numbers in columns of %d, found more in \"%.80s\"",
                              G96_WIDTH, file->line);
        if (names != NULL && !reduced)
            keep_name(file->line, 12, &names[*count]);
    }
}

/** Whether a line begins the block `name`, or its reduced form without atom names. */
static bool begins(const char *line, const char *name, char block[16])
{
    if (sscanf(line, "%15s", block) != 1 || strncmp(block, name, strlen(name)) != 0)
        return false;
    return block[strlen(name)] == '\0' || strcmp(block + strlen(name), "RED") == 0;
}

static bool count_positions(struct text_file *file, int64_t *n, struct error *error)
{
    char block[16];
    *n = -1;
    while (*n < 0)
        if (!text_next(file, "a block POSITION", error) ||
            (begins(file->line, "POSITION", block) &&
             !read_block(file, block, n, 0, NULL, NULL, error)))
            return false;
    text_again(file);
    return true;
}

static bool count_is(const struct text_file *file, const char *block, int64_t count, int64_t n,
                     struct error *error)
{
    return count == n || text_error(file, error, "expected %" PRId64 " lines in %s, found %" PRId64,
                                    n, block, count);
}

static bool read_g96_positions(struct text_file *file, const char *block, struct system *system,
                               struct gromacs_name *names, struct error *error)
{
    int64_t count;
    double *vectors = memory_allocate(3 * system->n, sizeof *vectors, "positions", error);
    bool good = vectors != NULL &&
                read_block(file, block, &count, system->n, vectors, names, error) &&
                count_is(file, block, count, system->n, error);
    for (int64_t i = 0; good && i < system->n; i++)
        set_position(system, i, vectors + 3 * i);
    free(vectors);
    return good;
}

/** Reads a block if its frame is `wanted`; otherwise skips the block. */
static bool read_g96_block(struct text_file *file, const char *block, bool wanted,
                           struct system *system, struct gromacs_name *names, struct error *error)
{
    int64_t count;
    bool ended;
    if (strncmp(block, "BOX", 3) == 0)
        return text_next(file, "a box", error) && read_box(file, file->line, system->box, error) &&
               next_of_block(file, block, &ended, error);
    if (!wanted || strncmp(block, "T", 1) == 0)
        return read_block(file, block, &count, 0, NULL, NULL, error);
    if (strncmp(block, "POSITION", 8) == 0)
        return read_g96_positions(file, block, system, names, error);
    return (system->velocity != NULL || system_add(system, SYSTEM_VELOCITY, error)) &&
           read_block(file, block, &count, system->n, system->velocity, NULL, error) &&
           count_is(file, block, count, system->n, error);
}

/** Whether the current line begins a block; `block` gets its name. */
static bool is_block(const struct text_file *file, char block[16])
{
    static const char *const names[] = {"TITLE", "TIMESTEP", "POSITION", "VELOCITY", "BOX"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (begins(file->line, names[k], block))
            return true;
    return false;
}

static bool read_g96(struct text_file *file, int64_t frame, struct system *system,
                     struct gromacs_name **names, struct error *error)
{
    const int64_t wanted = frame > 0 ? frame : 1;
    int64_t n, found = 0, boxed = 0; /* frames found so far; frame of the last box */
    char block[16];
    if (!count_positions(file, &n, error) || !reader_allocate(file, n, system, error) ||
        !add_names(system, names, error))
        return false;
    while (found <= wanted && !text_ended(file)) {
        if (!is_block(file, block))
            return text_error(file, error,
                              "expected a block TITLE, POSITION, VELOCITY or BOX, "
                              "found \"%.40s\"",
                              file->line);
        if (strncmp(block, "POSITION", 8) == 0 && ++found > 1 && found <= wanted)
            memset(system->box, 0, sizeof system->box); /* removes the box of the previous frame */
        if (strncmp(block, "BOX", 3) == 0) {
            if (boxed == found)
                return text_error(file, error,
                                  "expected a block BOX after POSITION, once in each frame");
            boxed = found;
        }
        if (found <= wanted && !read_g96_block(file, block, found == wanted, system, *names, error))
            return false;
    }
    if (found < wanted)
        return reader_refuse_frame(file, found, frame, error);
    if (found > wanted && frame == 0)
        reader_state_frames(system);
    return system->box[0] > 0 ||
           error_set(error, EXIT_USAGE, "%s: expected a block BOX, found none", file->path);
}

bool gromacs_coordinates_read(const char *path, int64_t frame, struct system *system,
                              struct gromacs_name **names, struct error *error)
{
    struct text_file file;
    *names = NULL;
    const bool blocks = text_has_suffix(path, ".g96") || text_has_suffix(path, ".g96.gz");
    if (!text_open(path, &file, error))
        return false;
    bool good = (blocks ? read_g96 : read_gro)(&file, frame, system, names, error);
    text_close(&file);
    if (!good) {
        free(*names);
        *names = NULL;
    }
    return good;
}
