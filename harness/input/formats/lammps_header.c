#include "harness/input/formats/lammps_header.h"

#include "harness/input/formats/reader.h"

#include <ctype.h>
#include <math.h>

const char *const lammps_counted[LAMMPS_COUNTED] = {"bonds",     "angles", "dihedrals",
                                                    "impropers", "atoms",  "ellipsoids"};

/** Whether three words of a line, starting with word `from`, are the given names. */
static bool has_names(const struct lammps_line *line, int from, const char *a, const char *b,
                      const char *c)
{
    return line->count >= from + 2 && text_is_word(&line->word[from], a) &&
           text_is_word(&line->word[from + 1], b) &&
           (c == NULL || (line->count >= from + 3 && text_is_word(&line->word[from + 2], c)));
}

/** Reads the first `count` words of a line as numbers. */
static bool read_numbers(const struct text_file *file, int count, double *value,
                         struct error *error)
{
    const char *cursor = file->line;
    for (int k = 0; k < count; k++)
        if (!text_real(&cursor, &value[k]) || !isfinite(value[k]))
            return text_error(file, error, "expected %d numbers, found \"%.80s\"", count,
                              file->line);
    return true;
}

static bool read_bounds(const struct text_file *file, int axis, struct lammps_header *header,
                        struct error *error)
{
    double bounds[2];
    if (header->edge[axis] > 0)
        return text_error(file, error, "the bounds in %c are given twice", "xyz"[axis]);
    if (!read_numbers(file, 2, bounds, error) ||
        !lammps_box_axis(file, bounds, &header->edge[axis], error))
        return false;
    header->low[axis] = bounds[0];
    return true;
}

/** Refuses the vectors avec, bvec and cvec of a general triclinic box. */
static bool check_vectors(const struct text_file *file, const struct lammps_line *line,
                          struct error *error)
{
    static const char *const vectors[] = {"avec", "bvec", "cvec"};
    bool general = has_names(line, 3, "abc", "origin", NULL);
    for (int k = 0; k < 3 && line->count == 4; k++)
        general = general || text_is_word(&line->word[3], vectors[k]);
    return !general || text_error(file, error,
                                  "general triclinic boxes (avec, bvec, cvec) are not read; LAMMPS "
                                  "turns them by read_data and write_data, and a box without "
                                  "tilts is read then");
}

/** Reads a count from a line; refuses a line without a count. */
static bool read_count(const struct text_file *file, const struct lammps_line *line,
                       struct lammps_header *header, struct error *error)
{
    const char *cursor = file->line;
    int64_t count = -1;
    const bool whole = text_integer(&cursor, &count);
    for (int k = 0; k <= LAMMPS_ATOMS; k++) {
        const char *name = k < LAMMPS_KINDS ? lammps_kind_names[k] : "atom";
        if (!has_names(line, 1, name, "types", NULL))
            continue;
        if (!whole || count < (k == LAMMPS_ATOMS))
            return text_error(file, error, "expected the number of %s types, found \"%.80s\"", name,
                              file->line);
        if (header->types[k] != 0)
            return text_error(file, error, "%s types are counted twice", name);
        header->types[k] = count;
        return true;
    }
    for (int k = 0; k < LAMMPS_COUNTED && line->count >= 2; k++) {
        if (!text_is_word(&line->word[1], lammps_counted[k]))
            continue;
        if (!whole || count < 0)
            return text_error(file, error, "expected the number of %s, found \"%.80s\"",
                              lammps_counted[k], file->line);
        if (header->counted[k])
            return text_error(file, error, "%s are counted twice", lammps_counted[k]);
        header->counted[k] = true;
        header->count[k] = count;
        return true;
    }
    if (whole && count > 0 && line->count >= 2 && text_is_word(&line->word[1], "crossterms"))
        return text_error(file, error, "crossterms, those of fix cmap, are not read");
    const bool limits = line->count >= 3 && (text_is_word(&line->word[2], "types") ||
                                             text_is_word(&line->word[1], "extra"));
    return (whole && line->count >= 2 && isalpha((unsigned char)line->word[1].at[0]) &&
            (limits || count == 0)) ||
           text_error(file, error,
                      "expected a count of atoms, bonds, angles, dihedrals, impropers or "
                      "ellipsoids, bounds of the box, or the name of a section, found \"%.80s\"",
                      file->line);
}

bool lammps_header_read(const struct text_file *file, const struct lammps_line *line,
                        struct lammps_header *header, struct error *error)
{
    for (int d = 0; d < 3; d++) {
        const char low[] = {"xyz"[d], 'l', 'o', '\0'}, high[] = {"xyz"[d], 'h', 'i', '\0'};
        if (has_names(line, 2, low, high, NULL))
            return read_bounds(file, d, header, error);
    }
    if (has_names(line, 3, "xy", "xz", "yz")) {
        if (header->tilted)
            return text_error(file, error, "the tilts are given twice");
        header->tilted = true;
        return read_numbers(file, 3, header->tilt, error);
    }
    return check_vectors(file, line, error) && read_count(file, line, header, error);
}

bool lammps_header_check(const struct text_file *file, const struct lammps_header *header,
                         struct error *error)
{
    for (int d = 0; d < 3; d++)
        if (!(header->edge[d] > 0))
            return text_error(file, error,
                              "expected bounds of the box before the sections, as "
                              "\"0 10 %clo %chi\"",
                              "xyz"[d], "xyz"[d]);
    return lammps_box_tilt(file, header->tilt, header->edge, error);
}

bool lammps_box_axis(const struct text_file *file, const double bounds[2], double *edge,
                     struct error *error)
{
    *edge = bounds[1] - bounds[0];
    return (isfinite(bounds[0]) && isfinite(bounds[1]) && *edge > 0 && isfinite(*edge)) ||
           text_error(file, error, "expected bounds of the box, found \"%.80s\"", file->line);
}

bool lammps_box_tilt(const struct text_file *file, const double tilt[3], const double box[3],
                     struct error *error)
{
    for (int k = 0; k < 3; k++)
        if (reader_is_skew(tilt[k], box))
            return text_error(file, error,
                              "expected an orthorhombic box, found the tilts %g %g %g (xy xz yz)",
                              tilt[0], tilt[1], tilt[2]);
    return true;
}
