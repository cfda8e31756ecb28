/*
 * oxDNA: a configuration, the lines
 *   t = time
 *   b = box edges (3)
 *   E = energies, which are passed over
 *   r(3) a1(3) a3(3) v(3) L(3)      per nucleotide, L in the body's frame
 * and the topology that belongs to it,
 *   nucleotides strands
 *   strand base n3 n5               per nucleotide: its neighbors, counted from 0; -1 at an end
 * Bases become the types of models/oxdna.h, A C G T, and every neighbor n3 a bonded term whose
 * member 1 it is. The axes may be off from orthonormal by the digits that were printed: a3 keeps
 * its direction, a1 is made orthogonal to it.
 */
#include "harness/base/memory.h"
#include "harness/input/formats/reader.h"
#include "harness/physics/shared/rotation.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 3, BODY = 15 };

static const double orthonormal_within = 1e-3;
static const char bases[] = "ACGT";

static bool recognises(const char *line)
{
    char equals[2];
    return sscanf(line, "t %1[=]", equals) == 1;
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void normalize(double a[3])
{
    double length = sqrt(dot(a, a));
    for (int d = 0; d < 3; d++)
        a[d] /= length;
}

/** The line "key = …" becomes the current one; the cursor stands behind the sign. */
static bool read_header(struct text_file *file, char key, const char **cursor, struct error *error)
{
    char expected[32];
    snprintf(expected, sizeof expected, "a line \"%c = …\"", key);
    if (!text_next(file, expected, error))
        return false;
    *cursor = file->line + strspn(file->line, " \t");
    if (**cursor == key) {
        ++*cursor;
        *cursor += strspn(*cursor, " \t");
        if (*(*cursor)++ == '=')
            return true;
    }
    return text_error(file, error, "expected %s, found \"%.80s\"", expected, file->line);
}

/** Reads the header: the box. */
static bool read_box(struct text_file *file, double box[3], struct error *error)
{
    const char *cursor;
    if (!read_header(file, 't', &cursor, error) || !read_header(file, 'b', &cursor, error))
        return false;
    for (int d = 0; d < 3; d++)
        if (!text_real(&cursor, &box[d]) || !(box[d] > 0) || !isfinite(box[d]))
            return text_error(file, error, "expected three positive box edges, found \"%.80s\"",
                              file->line);
    return read_header(file, 'E', &cursor, error);
}

/** Counts the nucleotides, and goes back to the start. */
static bool count_lines(struct text_file *file, int64_t *n, struct error *error)
{
    double box[3];
    if (!read_box(file, box, error))
        return false;
    *n = 0;
    while (!text_ended(file))
        ++*n;
    text_again(file);
    return true;
}

/** Sets the orientation of nucleotide i, from axes that are orthonormal or nearly so. */
static bool set_orientation(const struct text_file *file, double a1[3], double a3[3], int64_t i,
                            struct system *system, struct error *error)
{
    double off =
        fmax(fabs(dot(a1, a3)), fmax(fabs(sqrt(dot(a1, a1)) - 1), fabs(sqrt(dot(a3, a3)) - 1)));
    if (!(off <= orthonormal_within))
        return text_error(file, error,
                          "the axes of particle %" PRId64 " are off from orthonormal by %.3g: "
                          "a1 has length %.6g, a3 %.6g, their product is %.3g; expected %g at most",
                          i + 1, off, sqrt(dot(a1, a1)), sqrt(dot(a3, a3)), dot(a1, a3),
                          orthonormal_within);
    normalize(a3);
    double along = dot(a1, a3);
    for (int d = 0; d < 3; d++)
        a1[d] -= along * a3[d];
    normalize(a1);
    rotation_from_axes(a1, a3, system->orientation + 4 * i);
    return true;
}

static bool read_nucleotide(const struct text_file *file, int64_t i, struct system *system,
                            struct error *error)
{
    const char *cursor = file->line;
    double value[BODY];
    for (int k = 0; k < BODY; k++)
        if (!text_real(&cursor, &value[k]) || !isfinite(value[k]))
            return text_error(file, error,
                              "expected r, a1, a3, v and L of particle %" PRId64
                              ", %d finite numbers, but number %d is none: \"%.40s\"",
                              i + 1, BODY, k + 1, cursor);
    system->x[i] = value[0];
    system->y[i] = value[1];
    system->z[i] = value[2];
    memcpy(system->velocity + 3 * i, value + 9, 3 * sizeof *value);
    memcpy(system->spin + 3 * i, value + 12, 3 * sizeof *value);
    return set_orientation(file, value + 3, value + 6, i, system, error);
}

static bool read(struct text_file *file, const struct system_spec *spec, struct system *system,
                 struct error *error)
{
    int64_t n;
    (void)spec;
    if (!count_lines(file, &n, error) || !reader_allocate(file, n, system, error) ||
        !system_add_types(system, error) || !system_add_orientations(system, error) ||
        !system_add_velocities(system, error) || !system_add_spins(system, error) ||
        !read_box(file, system->box, error))
        return false;
    for (int64_t i = 0; i < n; i++)
        if (!reader_next(file, i, system, error) || !read_nucleotide(file, i, system, error))
            return false;
    return true;
}

/** Reads the neighbor at the cursor: -1 for none. */
static bool read_neighbor(const struct text_file *file, const char *name, const char **cursor,
                          int64_t i, int64_t n, int64_t *neighbor, struct error *error)
{
    if (text_integer(cursor, neighbor) && *neighbor >= -1 && *neighbor < n && *neighbor != i)
        return true;
    return text_error(file, error,
                      "expected the %s neighbor of particle %" PRId64
                      ", another one from 0 to %" PRId64 " or -1, found \"%.80s\"",
                      name, i + 1, n - 1, file->line);
}

/** A nucleotide of the topology. */
struct member {
    int64_t strand, n3, n5;
};

static bool read_member(const struct text_file *file, int64_t i, int64_t strands,
                        struct system *system, struct member *member, struct error *error)
{
    const char *cursor = file->line;
    char base[2];
    int length = 0;
    if (!text_integer(&cursor, &member->strand) || member->strand < 1 || member->strand > strands)
        return text_error(file, error,
                          "expected the strand of particle %" PRId64 ", from 1 to %" PRId64
                          ", found \"%.80s\"",
                          i + 1, strands, file->line);
    if (sscanf(cursor, " %1s%n", base, &length) != 1 || !isspace((unsigned char)cursor[length]) ||
        strchr(bases, base[0]) == NULL)
        return text_error(file, error,
                          "expected the base of particle %" PRId64 ", one of A, C, G and T, found "
                          "\"%.80s\"",
                          i + 1, cursor + strspn(cursor, " \t"));
    system->type[i] = (int32_t)(strchr(bases, base[0]) - bases);
    cursor += length;
    return read_neighbor(file, "3'", &cursor, i, system->n, &member->n3, error) &&
           read_neighbor(file, "5'", &cursor, i, system->n, &member->n5, error);
}

/** Refuses neighbors of nucleotide i that are not so mutually, or on another strand. */
static bool check_neighbors(struct text_file *file, const struct member *member, int64_t i,
                            struct error *error)
{
    int64_t n3 = member[i].n3, n5 = member[i].n5;
    file->number = i + 2;
    if ((n3 >= 0 && member[n3].n5 != i) || (n5 >= 0 && member[n5].n3 != i)) {
        bool wrong3 = n3 >= 0 && member[n3].n5 != i;
        return text_error(file, error,
                          "particle %" PRId64 " has particle %" PRId64
                          " as its %s neighbor, but is not that one's %s neighbor",
                          i + 1, (wrong3 ? n3 : n5) + 1, wrong3 ? "3'" : "5'",
                          wrong3 ? "5'" : "3'");
    }
    if (n3 >= 0 && member[n3].strand != member[i].strand)
        return text_error(file, error,
                          "particle %" PRId64 " of strand %" PRId64 " has particle %" PRId64
                          " of strand %" PRId64 " as its 3' neighbor",
                          i + 1, member[i].strand, n3 + 1, member[n3].strand);
    return true;
}

/** Makes a bonded term of every neighbor n3. */
static bool add_bonds(const struct member *member, struct system *system, struct error *error)
{
    int64_t count = 0;
    for (int64_t i = 0; i < system->n; i++)
        count += member[i].n3 >= 0;
    if (!system_add_bonded(system, count, error))
        return false;
    struct bonded *bond = system->bonded;
    for (int64_t i = 0; i < system->n; i++)
        if (member[i].n3 >= 0)
            *bond++ = (struct bonded){.member = {(int32_t)i, (int32_t)member[i].n3, -1, -1}};
    return system_exclude_bonds(system, 0, error);
}

static bool read_members(struct text_file *file, int64_t strands, struct member *member,
                         struct system *system, struct error *error)
{
    for (int64_t i = 0; i < system->n; i++)
        if (!reader_next(file, i, system, error) ||
            !read_member(file, i, strands, system, &member[i], error))
            return false;
    if (!reader_end(file, system, error))
        return false;
    for (int64_t i = 0; i < system->n; i++)
        if (!check_neighbors(file, member, i, error))
            return false;
    return add_bonds(member, system, error);
}

static bool read_topology(struct text_file *file, struct system *system, struct error *error)
{
    int64_t n, strands;
    if (!text_next(file, "the numbers of nucleotides and of strands", error))
        return false;
    const char *cursor = file->line;
    if (!text_integer(&cursor, &n) || !text_integer(&cursor, &strands) || strands < 1 ||
        !text_is_blank(cursor))
        return text_error(file, error,
                          "expected the numbers of nucleotides and of strands, found \"%.80s\"",
                          file->line);
    if (n != system->n)
        return text_error(file, error,
                          "the topology has %" PRId64 " nucleotides, the configuration %" PRId64
                          ": particle %" PRId64 " is in one of them alone",
                          n, system->n, (n < system->n ? n : system->n) + 1);
    struct member *member = memory_allocate(n, sizeof *member, "a topology", error);
    bool good = member != NULL && read_members(file, strands, member, system, error);
    free(member);
    return good;
}

const struct reader reader_oxdna = {
    .name = "oxdna",
    .summary = "oxDNA configuration, its first line \"t = …\", with a topology",
    .suffixes = (const char *const[]){".oxdna", NULL},
    .recognises = recognises,
    .read = read,
    .read_topology = read_topology,
};
