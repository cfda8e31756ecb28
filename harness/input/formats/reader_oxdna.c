/*
 * oxDNA: a configuration, the lines
 *   t = time
 *   b = box edges (3)
 *   E = energies, which are skipped
 *   r(3) a1(3) a3(3) v(3) L(3)      per nucleotide, L in the body's frame; v and L may be left out
 * A file may have several configurations. The topology of the nucleotides is a separate file:
 *   nucleotides strands
 *   strand base n3 n5               per nucleotide: its neighbors, counted from 0; -1 at an end
 * or, with strands from 5' to 3',
 *   nucleotides strands 5->3
 *   bases key=value …               per strand: circular=true, type=DNA
 * Bases become the types of models/oxdna.h, A C G T. A nucleotide with a neighbor n3 has a bonded
 * term with that neighbor as member 1. Axes that are not quite orthonormal, due to rounding in
 * the file, are corrected: a3 keeps its direction, and a1 is made orthogonal to it.
 */
#include "harness/base/memory.h"
#include "harness/input/formats/nucleotides.h"
#include "harness/input/formats/reader.h"
#include "harness/particles/file_parameters.h"
#include "harness/physics/shared/rotation.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { BODY = 15, WITHOUT_MOMENTA = 9 };

static const double orthonormal_within = 1e-3;

/** Returns the type of a base's letter, in upper or lower case; -1: not a base of DNA. */
static int type_of(char base)
{
    const char *found = strchr(nucleotide_bases, toupper((unsigned char)base));
    return base != '\0' && found != NULL ? (int)(found - nucleotide_bases) : -1;
}

/** Refuses the base of a nucleotide at the cursor. */
static bool refuse_base(const struct text_file *file, int64_t i, const char *cursor,
                        struct error *error)
{
    cursor += strspn(cursor, " \t");
    return text_error(file, error,
                      "expected the base of particle %" PRId64 ", one of A, C, G and T, found "
                      "\"%.40s\"%s",
                      i + 1, cursor,
                      toupper((unsigned char)*cursor) == 'U'
                          ? "; U is a base of RNA, which no model here describes"
                          : "");
}

/** Whether the current line is "key = …". If it is, the cursor moves to after the equals sign. */
static bool is_header(const struct text_file *file, char key, const char **cursor)
{
    *cursor = file->line + strspn(file->line, " \t");
    if (**cursor != key)
        return false;
    ++*cursor;
    *cursor += strspn(*cursor, " \t");
    return *(*cursor)++ == '=';
}

static bool recognises(struct text_file *file)
{
    struct error error;
    const char *cursor;
    return text_next(file, "a time", &error) && is_header(file, 't', &cursor);
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

/** Moves to the line "key = …"; the cursor is after the equals sign. */
static bool read_header(struct text_file *file, char key, const char **cursor, struct error *error)
{
    char expected[32];
    snprintf(expected, sizeof expected, "a line \"%c = …\"", key);
    if (!text_next(file, expected, error))
        return false;
    return is_header(file, key, cursor) ||
           text_error(file, error, "expected %s, found \"%.80s\"", expected, file->line);
}

/** Reads the box from the header. */
static bool read_box(struct text_file *file, double box[3], struct error *error)
{
    const char *cursor;
    if (!read_header(file, 't', &cursor, error) || !read_header(file, 'b', &cursor, error))
        return false;
    for (int d = 0; d < 3; d++)
        if (!text_real(&cursor, &box[d]) || !(box[d] > 0) || !isfinite(box[d]) ||
            (d == 2 && !text_is_blank(cursor)))
            return text_error(file, error, "expected three positive box edges, found \"%.80s\"",
                              file->line);
    return read_header(file, 'E', &cursor, error);
}

/**
 * Counts the nucleotides of the configuration that begins after the current line. Returns to that
 * line. *several: another configuration follows.
 */
static bool count_lines(struct text_file *file, int64_t *n, bool *several, struct error *error)
{
    const int64_t start = file->number;
    const char *cursor;
    double box[3];
    if (!read_box(file, box, error))
        return false;
    *n = 0;
    *several = false;
    while (!*several && !text_ended(file)) {
        *several = is_header(file, 't', &cursor);
        *n += !*several;
    }
    text_back(file, start);
    return true;
}

/** Moves to the line before a configuration. */
static bool seek(struct text_file *file, int64_t frame, struct error *error)
{
    const char *cursor;
    int64_t count = 0;
    while (!text_ended(file))
        if (is_header(file, 't', &cursor) && ++count == frame) {
            text_back(file, file->number - 1);
            return true;
        }
    return reader_refuse_frame(file, count, frame, error);
}

/** Sets the orientation of nucleotide i from two axes, which are nearly orthonormal. */
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
    double value[BODY] = {0};
    const int numbers = system->velocity != NULL ? BODY : WITHOUT_MOMENTA;
    for (int k = 0; k < numbers; k++)
        if (!text_real(&cursor, &value[k]) || !isfinite(value[k]))
            return text_error(file, error,
                              "expected r, a1, a3%s of particle %" PRId64
                              ", %d finite numbers, but number %d is none: \"%.40s\"",
                              numbers == BODY ? ", v and L" : "", i + 1, numbers, k + 1, cursor);
    if (!text_is_blank(cursor))
        return text_error(file, error,
                          "expected %d numbers of particle %" PRId64 ", found more: \"%.40s\"",
                          numbers, i + 1, cursor);
    system->x[i] = value[0];
    system->y[i] = value[1];
    system->z[i] = value[2];
    if (numbers == BODY) {
        memcpy(system->velocity + 3 * i, value + 9, 3 * sizeof *value);
        memcpy(system->spin + 3 * i, value + 12, 3 * sizeof *value);
    }
    return set_orientation(file, value + 3, value + 6, i, system, error);
}

/** Refuses a model of other particles than nucleotides. */
static bool check_model(const struct text_file *file, const struct model *model,
                        struct error *error)
{
    return model == NULL || nucleotides_are_of(model) ||
           error_set(error, EXIT_USAGE,
                     "%s: expected a model with the types A, C, G and T, because format oxdna has "
                     "nucleotides; found model %s",
                     file->path, model->name);
}

static bool read(struct text_file *file, const struct system_spec *spec, struct system *system,
                 struct error *error)
{
    int64_t n;
    bool several;
    if (!check_model(file, spec->model, error) || !count_lines(file, &n, &several, error) ||
        !reader_allocate(file, n, system, error) || !system_add(system, SYSTEM_TYPE, error) ||
        !system_add(system, SYSTEM_ORIENTATION, error) || !read_box(file, system->box, error))
        return false;
    for (int64_t i = 0; i < n; i++) {
        if (!reader_next(file, i, system, error))
            return false;
        /* the first nucleotide decides whether the lines have velocities and momenta */
        if (i == 0 && text_words(file->line, NULL, 0) != WITHOUT_MOMENTA &&
            (!system_add(system, SYSTEM_VELOCITY, error) ||
             !system_add(system, SYSTEM_SPIN, error)))
            return false;
        if (!read_nucleotide(file, i, system, error))
            return false;
    }
    if (several && spec->frame == 0)
        reader_state_frames(system);
    return true;
}

/** Reads the number of a neighbor at the cursor; -1: none. */
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
        type_of(base[0]) < 0)
        return refuse_base(file, i, cursor, error);
    system->type[i] = type_of(base[0]);
    cursor += length;
    if (!read_neighbor(file, "3'", &cursor, i, system->n, &member->n3, error) ||
        !read_neighbor(file, "5'", &cursor, i, system->n, &member->n5, error))
        return false;
    if (member->n3 >= 0 && member->n3 == member->n5)
        return text_error(file, error,
                          "expected different neighbors of particle %" PRId64 ", found \"%.80s\"",
                          i + 1, file->line);
    if (!text_is_blank(cursor))
        file_note_add(system, 0, "words after the neighbors of nucleotides are not used");
    return true;
}

/**
 * Refuses neighbors of nucleotide i that do not have i as their neighbor, or are on another strand.
 */
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

/** Adds a bonded term for every neighbor n3. */
static bool add_bonds(const struct member *member, struct system *system, struct error *error)
{
    int64_t count = 0;
    for (int64_t i = 0; i < system->n; i++)
        count += member[i].n3 >= 0;
    if (!system_add_list(system, SYSTEM_BONDED, count, error))
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
    int64_t last = 0;
    for (int64_t i = 0; i < system->n; i++) {
        if (!reader_next(file, i, system, error) ||
            !read_member(file, i, strands, system, &member[i], error))
            return false;
        last = member[i].strand > last ? member[i].strand : last;
    }
    if (!reader_end(file, system, error))
        return false;
    for (int64_t i = 0; i < system->n; i++)
        if (!check_neighbors(file, member, i, error))
            return false;
    if (last != strands)
        return error_set(error, EXIT_USAGE,
                         "%s:1: expected as many strands as the lines of the nucleotides have, "
                         "%" PRId64 ", found %" PRId64,
                         file->path, last, strands);
    return add_bonds(member, system, error);
}

/** Reads a truth value in one of the spellings that oxDNA accepts. */
static bool read_truth(const char *word, bool *truth)
{
    static const char *const words[][2] = {
        {"false", "true"}, {"0", "1"}, {"no", "yes"}, {"n", "y"}, {"f", "t"}};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        for (int is = 0; is < 2; is++)
            if (strcasecmp(word, words[k][is]) == 0) {
                *truth = is == 1;
                return true;
            }
    return false;
}

/** Reads the words after the bases of a strand: circular=…, and type=DNA. */
static bool read_specs(const struct text_file *file, const char *cursor, bool *circular,
                       struct system *system, struct error *error)
{
    *circular = false;
    for (char spec[32]; sscanf(cursor, "%31s", spec) == 1; text_skip_word(&cursor)) {
        if (strncasecmp(spec, "type=", 5) == 0) {
            if (strcasecmp(spec + 5, "DNA") != 0)
                return text_error(file, error, "expected a strand of DNA, found \"%s\"", spec);
        } else if (strncasecmp(spec, "circular=", 9) == 0) {
            if (!read_truth(spec + 9, circular))
                return text_error(file, error, "expected circular=true or false, found \"%s\"",
                                  spec);
        } else if (strncasecmp(spec, "id=", 3) != 0) {
            file_note_add(system, 0, "%s of a strand is not used", spec);
        }
    }
    return true;
}

/** Reads a strand with bases from 5' to 3'; `*next` moves past its nucleotides. */
static bool read_strand(const struct text_file *file, int64_t strand, struct member *member,
                        int64_t *next, struct system *system, struct error *error)
{
    const char *cursor = file->line + strspn(file->line, " \t");
    const int64_t first = *next;
    bool circular;
    for (; *cursor != '\0' && !isspace((unsigned char)*cursor); ++*next, cursor++) {
        if (*next == system->n)
            return text_error(file, error, "expected %" PRId64 " bases in all, found more",
                              system->n);
        if (type_of(*cursor) < 0)
            return refuse_base(file, *next, cursor, error);
        system->type[*next] = type_of(*cursor);
        member[*next] = (struct member){.strand = strand, .n3 = *next + 1, .n5 = *next - 1};
    }
    if (*next == first)
        return text_error(file, error, "expected the bases of a strand, found an empty line");
    if (!read_specs(file, cursor, &circular, system, error))
        return false;
    if (circular && *next - first < 3)
        return text_error(
            file, error, "expected at least three nucleotides of a circular strand, found %" PRId64,
            *next - first);
    member[first].n5 = circular ? *next - 1 : -1;
    member[*next - 1].n3 = circular ? first : -1;
    return true;
}

static bool read_strands(struct text_file *file, int64_t strands, struct member *member,
                         struct system *system, struct error *error)
{
    int64_t next = 0;
    for (int64_t strand = 1; strand <= strands; strand++)
        if (!text_next(file, "the bases of a strand", error) ||
            !read_strand(file, strand, member, &next, system, error))
            return false;
    if (next != system->n)
        return text_error(file, error, "expected %" PRId64 " bases in all, found %" PRId64,
                          system->n, next);
    return reader_end(file, system, error) && add_bonds(member, system, error);
}

static bool read_topology(struct text_file *file, struct system *system, struct error *error)
{
    int64_t n, strands;
    struct text_word word[3];
    if (!text_next(file, "the numbers of nucleotides and of strands", error))
        return false;
    const char *cursor = file->line;
    const int words = text_words(file->line, word, 3);
    const bool from_5 = words == 3 && text_is_word(&word[2], "5->3");
    if (!text_integer(&cursor, &n) || !text_integer(&cursor, &strands) || strands < 1 ||
        (words != 2 && !from_5))
        return text_error(file, error,
                          "expected the numbers of nucleotides and of strands, and 5->3 if the "
                          "strands are listed so, found \"%.80s\"; topologies of RNA, proteins and "
                          "particles without bases are not read",
                          file->line);
    if (n != system->n)
        return text_error(file, error,
                          "the topology has %" PRId64 " nucleotides, the configuration %" PRId64
                          ": particle %" PRId64 " is in only one of them",
                          n, system->n, (n < system->n ? n : system->n) + 1);
    struct member *member = memory_allocate(n, sizeof *member, "a topology", error);
    bool good = member != NULL &&
                (from_5 ? read_strands : read_members)(file, strands, member, system, error) &&
                nucleotides_check(file->path, system, error);
    free(member);
    return good;
}

const struct reader reader_oxdna = {
    .name = "oxdna",
    .summary = "oxDNA configuration, its first line \"t = …\", with a topology",
    .suffixes = (const char *const[]){".oxdna", NULL},
    .recognises = recognises,
    .read = read,
    .seek = seek,
    .read_topology = read_topology,
};
