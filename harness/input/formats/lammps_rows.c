#include "harness/input/formats/lammps_rows.h"

#include "harness/base/ascending.h"
#include "harness/base/memory.h"
#include "harness/base/text.h"
#include "harness/particles/file_parameters.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { IMAGE_FLAGS = 3, LISTED = 400 };

static const struct lammps_rows_style styles[] = {
    {"amoeba", "imtqxyz", true},
    {"angle", "imtxyz", false},
    {"atomic", "itxyz", false},
    {"body", "itfdxyz", true},
    {"bond", "imtxyz", false},
    {"bpm/sphere", "imtDdxyz", true},
    {"charge", "itqxyz", false},
    {"dielectric", "itqxyzuuurrrrr", true},
    {"dipole", "itqxyzuuu", false},
    {"dpd", "itrxyz", true},
    {"edpd", "itrdxyz", true},
    {"electron", "itqnrxyz", true},
    {"ellipsoid", "itfdxyz", false},
    {"full", "imtqxyz", false},
    {"line", "imtfdxyz", true},
    {"mdpd", "itrxyz", true},
    {"molecular", "imtxyz", false},
    {"oxdna", "itxyz", false},
    {"peri", "itddxyz", true},
    {"rheo", "itndxyz", true},
    {"rheo/thermal", "itndrxyz", true},
    {"smd", "itnddddrrrxyz", true},
    {"sph", "itdrrxyz", true},
    {"sphere", "itDdxyz", false},
    {"spin", "itxyzrrrr", true},
    {"tdpd", "itxyzr", true},
    {"template", "itmnnxyz", true},
    {"tri", "imtfdxyz", true},
    {"wavepacket", "itqnrnrrxyz", true},
    /* hybrid styles without part names; the number of columns decides their meaning */
    {"hybrid", "itxyz", false},
    {"hybrid bond ellipsoid", "itxyzmfd", false},
    {"hybrid angle dipole sphere", "itxyzmquuuDd", false},
};

enum { STYLES = sizeof styles / sizeof *styles };

static const char hybrid[] = "hybrid";

static bool is_hybrid(const struct lammps_rows_style *style)
{
    return strncmp(style->name, hybrid, strlen(hybrid)) == 0;
}

static bool has(const struct lammps_rows_style *style, enum lammps_column column)
{
    return strchr(style->columns, (int)column) != NULL;
}

static bool is_whole(const struct text_word *word, int64_t least, int64_t most)
{
    const char *cursor = word->at;
    int64_t value;
    return text_integer(&cursor, &value) && value >= least && value <= most;
}

static bool is_real(const struct text_word *word, double least)
{
    const char *cursor = word->at;
    double value;
    return text_real(&cursor, &value) && value >= least;
}

static bool fits_column(const struct text_word *word, enum lammps_column column)
{
    switch (column) {
    case COLUMN_ID:
    case COLUMN_TYPE:
        return is_whole(word, 1, INT64_MAX);
    case COLUMN_FLAG:
        return is_whole(word, 0, 1);
    case COLUMN_MOLECULE:
    case COLUMN_WHOLE:
        return is_whole(word, INT64_MIN, INT64_MAX);
    case COLUMN_DIAMETER:
        return is_real(word, 0);
    case COLUMN_DENSITY:
        return is_real(word, DBL_MIN);
    default:
        return is_real(word, -INFINITY);
    }
}

/** Whether a line has as many words as the style requires. */
static bool fits_length(const struct lammps_line *line, const struct lammps_rows_style *style)
{
    const int columns = (int)strlen(style->columns);
    if (line->count == columns)
        return true;
    bool flags = line->count == columns + IMAGE_FLAGS;
    for (int k = columns; flags && k < line->count; k++)
        flags = is_whole(&line->word[k], INT64_MIN, INT64_MAX);
    return flags;
}

static bool fits(const struct lammps_line *line, const struct lammps_rows_style *style)
{
    bool good = fits_length(line, style);
    for (int k = 0; good && style->columns[k] != '\0'; k++)
        good = fits_column(&line->word[k], (enum lammps_column)style->columns[k]);
    return good;
}

/** Whether the line has a decimal fraction in a position column of the style. */
static bool has_fraction(const struct lammps_line *line, const struct lammps_rows_style *style)
{
    const int first = (int)(strchr(style->columns, COLUMN_X) - style->columns);
    bool fraction = false;
    for (int k = first; k < first + 3 && k < line->count; k++)
        fraction = fraction || !is_whole(&line->word[k], INT64_MIN, INT64_MAX);
    return fraction;
}

/** Finds a style by its name, perhaps with the suffix of an accelerator. */
static const struct lammps_rows_style *find(const char *name, size_t length)
{
    static const char ending[] = "/kk";
    const size_t without = sizeof ending - 1;
    if (length > without && memcmp(name + (length - without), ending, without) == 0)
        length -= without;
    for (int k = 0; k < STYLES; k++)
        if (strlen(styles[k].name) == length && strncasecmp(styles[k].name, name, length) == 0)
            return &styles[k];
    return NULL;
}

/** Adds the columns that a style has after the position, or around it, to a hybrid style. */
static void add_columns(const struct lammps_rows_style *part, struct lammps_rows_style *style)
{
    size_t length = strlen(style->columns);
    char had[LAMMPS_COLUMNS];
    memcpy(had, style->columns, sizeof had);
    for (const char *column = part->columns; *column != '\0'; column++)
        if (strchr(had, *column) == NULL && length + 1 < sizeof style->columns)
            style->columns[length++] = *column;
    style->columns[length] = '\0';
    style->unread = style->unread || part->unread;
}

/**
 * Finds a style by its name; finds a hybrid style by its part names. Returns the number of words in
 * the name. 0: no style has it.
 */
static int find_named(const struct text_word *word, int count, struct lammps_rows_style *style)
{
    const struct lammps_rows_style *const plain = find(hybrid, strlen(hybrid));
    const struct lammps_rows_style *part =
        count > 0 ? find(word[0].at, (size_t)word[0].length) : NULL;
    int used = part != NULL;
    if (part != NULL)
        *style = *part;
    for (; part == plain && used < count; used++) {
        const struct lammps_rows_style *next = find(word[used].at, (size_t)word[used].length);
        if (next == NULL || next == plain)
            break;
        text_append(style->name, sizeof style->name, " ", "%s", next->name);
        add_columns(next, style);
    }
    return used;
}

/** Lists all supported styles, or the candidates. */
static void list(const bool *candidate, char text[LISTED])
{
    text[0] = '\0';
    for (int k = 0; k < STYLES; k++)
        if (candidate != NULL ? candidate[k]
                              : !styles[k].unread && strchr(styles[k].name, ' ') == NULL)
            text_append(text, LISTED, ", ", "%s", styles[k].name);
}

static bool refuse_style(const struct text_file *file, const char *name, struct error *error)
{
    char read[LISTED];
    list(NULL, read);
    return text_error(file, error,
                      "atom style %.40s is not read; expected one of %s, which --style or "
                      "system.style can name, too",
                      name, read);
}

/** Styles that the rows may have. */
struct candidates {
    bool may[STYLES];
    bool fraction[STYLES]; /* true for styles with a position in the file that is not a whole
                            * number */
};

/** Returns all styles that agree with the header. */
static struct candidates begin_any(const struct lammps_header *header)
{
    struct candidates c = {.may = {false}};
    const bool bonds = header->count[LAMMPS_BOND] > 0,
               bodies = header->count[LAMMPS_ELLIPSOIDS] > 0;
    for (int k = 0; k < STYLES; k++) {
        /*
         * a file without a style is old; such a file has only hybrid styles that models here
         * require
         */
        const bool unnamed = strcmp(styles[k].name, hybrid) == 0;
        c.may[k] = !unnamed && (!bonds || has(&styles[k], COLUMN_MOLECULE)) &&
                   (!bodies || (has(&styles[k], COLUMN_FLAG) && !styles[k].unread)) &&
                   (bodies || strcmp(styles[k].name, "hybrid bond ellipsoid") != 0);
    }
    return c;
}

/** Returns all hybrid styles, as candidates if the parts are not named. */
static struct candidates begin_hybrid(const struct lammps_header *header)
{
    struct candidates c = {.may = {false}};
    const bool bodies = header->count[LAMMPS_ELLIPSOIDS] > 0;
    for (int k = 0; k < STYLES; k++)
        c.may[k] = is_hybrid(&styles[k]) && bodies == has(&styles[k], COLUMN_FLAG);
    return c;
}

/** Sets `fitting` for the candidates that pass a test; returns their number. */
static int count_fitting(const struct lammps_line *line, const struct candidates *c,
                         bool (*test)(const struct lammps_line *, const struct lammps_rows_style *),
                         bool fitting[STYLES])
{
    int count = 0;
    for (int k = 0; k < STYLES; k++) {
        fitting[k] = c->may[k] && test(line, &styles[k]);
        count += fitting[k];
    }
    return count;
}

/**
 * Removes the styles that a row does not fit. If only one style has the length of the row, it stays
 * even if words are wrong. Reading the row then reports these words. EXIT_USAGE if no style is
 * left.
 */
static bool narrow(const struct text_file *file, const struct lammps_line *line,
                   struct candidates *c, struct error *error)
{
    bool fitting[STYLES];
    if (count_fitting(line, c, fits, fitting) == 0 &&
        count_fitting(line, c, fits_length, fitting) != 1) {
        char before[LISTED];
        list(c->may, before);
        return text_error(
            file, error,
            "a row of %d words fits no atom style that the file may have (%.200s); name the style "
            "by --style or system.style, as in \"hybrid bond sphere\"; found \"%.80s\"",
            line->count, before, file->line);
    }
    memcpy(c->may, fitting, sizeof fitting);
    for (int k = 0; k < STYLES; k++)
        c->fraction[k] = c->fraction[k] || (c->may[k] && has_fraction(line, &styles[k]));
    return true;
}

/**
 * Removes the styles in which all positions in the file would be whole numbers, because these are
 * hardly positions. Removes none if no style would remain.
 */
static void prefer_fractions(struct candidates *c)
{
    bool any = false;
    for (int k = 0; k < STYLES; k++)
        any = any || (c->may[k] && c->fraction[k]);
    for (int k = 0; any && k < STYLES; k++)
        c->may[k] = c->may[k] && c->fraction[k];
}

/** Chooses the remaining style. EXIT_USAGE if several remain with different columns. */
static bool choose(const struct text_file *file, struct candidates *c,
                   struct lammps_rows_style *style, struct error *error)
{
    const struct lammps_rows_style *only = NULL;
    bool same = true;
    prefer_fractions(c);
    for (int k = 0; k < STYLES; k++) {
        if (!c->may[k])
            continue;
        same = same && (only == NULL || strcmp(only->columns, styles[k].columns) == 0);
        if (only == NULL || only->unread)
            only = &styles[k];
    }
    if (!same) {
        char fitting[LISTED];
        list(c->may, fitting);
        return text_error(file, error,
                          "the heading of section Atoms names no atom style, and its rows fit "
                          "several: %s; say which by --style or system.style, or in the file, as "
                          "\"Atoms # full\"",
                          fitting);
    }
    if (only->unread)
        return refuse_style(file, only->name, error);
    *style = *only;
    return true;
}

/** Finds the style that a text begins with; `*words` becomes the number of words in the text. */
static int find_first(const char *text, struct lammps_rows_style *style, int *words)
{
    struct text_word word[8];
    *words = text_words(text, word, 8);
    return find_named(word, *words < 8 ? *words : 8, style);
}

/**
 * Finds the style that the user names. Without one, finds the style in the heading, then in the
 * title. *found: there is a style.
 */
static bool find_style(const struct text_file *file, const char *named, const char *title,
                       const struct lammps_line *line, struct lammps_rows *rows, bool *found,
                       struct error *error)
{
    int words;
    const int used = find_first(named != NULL ? named : line->comment, &rows->style, &words);
    if (named != NULL && used != words)
        return refuse_style(file, named, error);
    *found = used > 0 || find_first(title, &rows->style, &words) > 0;
    return !*found || !rows->style.unread || refuse_style(file, rows->style.name, error);
}

/** Notes that the user's style differs from the heading's style. */
static void state_style(const struct text_file *file, const struct lammps_line *line,
                        const struct lammps_rows *rows, struct system *system)
{
    struct lammps_rows_style heading;
    int words;
    if (find_first(line->comment, &heading, &words) > 0 &&
        strcmp(heading.name, rows->style.name) != 0)
        file_note_add(system, file->number, "the heading names atom style %s, but %s is used",
                      heading.name, rows->style.name);
}

/**
 * Sorts the ids of `count` atoms. Drops them if they are 1 to the number of atoms, without gaps.
 */
static void sort_ids(int64_t count, struct system *system)
{
    for (int64_t i = count; i < system->n; i++)
        system->id[i] = INT64_MAX;
    qsort(system->id, (size_t)count, sizeof *system->id, ascending_integers);
    if (count == 0 || (system->id[0] >= 1 && system->id[count - 1] <= system->n)) {
        free(system->id);
        system->id = NULL;
    }
}

/** Reads the rows after the heading, and removes the styles that do not fit them. */
static bool look_through(struct text_file *file, struct lammps_line *line, struct candidates *c,
                         const struct lammps_rows *rows, struct system *system, struct error *error)
{
    int64_t count = 0;
    while (lammps_next(file, line) && !lammps_is_heading(line)) {
        const char *cursor = file->line;
        int64_t id;
        if (!(c != NULL ? narrow(file, line, c, error)
                        : lammps_rows_check(file, line, rows, error)))
            return false;
        if (count < system->n && text_integer(&cursor, &id))
            system->id[count++] = id;
    }
    sort_ids(count, system);
    return true;
}

/** Scans the section with the heading on the current line. */
static bool survey(struct text_file *file, const char *named, const char *title,
                   const struct lammps_header *header, struct lammps_line *line,
                   struct lammps_rows *rows, struct system *system, struct error *error)
{
    const int64_t heading = file->number;
    bool found = false;
    if (!find_style(file, named, title, line, rows, &found, error))
        return false;
    if (named != NULL)
        state_style(file, line, rows, system);
    const bool parts = found && strcmp(rows->style.name, hybrid) == 0;
    struct candidates c = parts ? begin_hybrid(header) : begin_any(header);
    system->id = memory_allocate(system->n, sizeof *system->id, "ids of a file", error);
    if (system->id == NULL ||
        !look_through(file, line, found && !parts ? NULL : &c, rows, system, error))
        return false;
    text_back(file, heading);
    rows->guessed = !found || parts;
    return !rows->guessed || choose(file, &c, &rows->style, error);
}

bool lammps_rows_find(struct text_file *file, const char *named, const char *title,
                      const struct lammps_header *header, struct lammps_line *line,
                      struct lammps_rows *rows, struct system *system, struct error *error)
{
    const int64_t number = file->number;
    bool there = true;
    rows->style = *find("atomic", strlen("atomic"));
    while (there && !lammps_is_line(line, "Atoms"))
        there = lammps_next(file, line);
    if (there && !survey(file, named, title, header, line, rows, system, error))
        return false;
    lammps_back(file, number, line);
    return true;
}

/**
 * Whether a row has as many words as the style. Words must also be valid in columns that no later
 * function checks.
 */
static bool passes(const struct lammps_line *line, const struct lammps_rows_style *style)
{
    static const char read[] = {COLUMN_ID, COLUMN_TYPE, COLUMN_CHARGE, COLUMN_X,
                                COLUMN_Y,  COLUMN_Z,    '\0'};
    bool good = fits_length(line, style);
    for (int k = 0; good && style->columns[k] != '\0'; k++)
        good = strchr(read, style->columns[k]) != NULL ||
               fits_column(&line->word[k], (enum lammps_column)style->columns[k]);
    return good;
}

bool lammps_rows_check(const struct text_file *file, const struct lammps_line *line,
                       const struct lammps_rows *rows, struct error *error)
{
    static const struct {
        enum lammps_column column;
        const char *name;
    } names[] = {{COLUMN_ID, "id"},
                 {COLUMN_TYPE, "type"},
                 {COLUMN_MOLECULE, "molecule"},
                 {COLUMN_CHARGE, "charge"},
                 {COLUMN_X, "x"},
                 {COLUMN_Y, "y"},
                 {COLUMN_Z, "z"},
                 {COLUMN_DIPOLE, "dipole"},
                 {COLUMN_DIAMETER, "diameter"},
                 {COLUMN_DENSITY, "density"},
                 {COLUMN_FLAG, "flag"}};
    char columns[160] = "";
    if (passes(line, &rows->style))
        return true;
    for (const char *column = rows->style.columns; *column != '\0'; column++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if ((char)names[k].column == *column)
                text_append(columns, sizeof columns, " ", "%s", names[k].name);
    return text_error(file, error,
                      "expected a row of atom style %s, \"%s\" and perhaps three image flags, "
                      "found \"%.80s\"%s",
                      rows->style.name, columns, file->line,
                      rows->guessed
                          ? " (that this is the style is a guess; say which by --style or "
                            "system.style)"
                          : "");
}

bool lammps_rows_have(const struct lammps_rows *rows, enum lammps_column column)
{
    return has(&rows->style, column);
}
