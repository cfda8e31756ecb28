#include "harness/particles/staged.h"

#include "harness/base/machine/first_touch.h"
#include "harness/base/memory.h"
#include "harness/particles/frame.h"

#include <math.h>
#include <stdlib.h>

enum { WORD = 64, PLACES = 1 << 16 };

/* Marks of a thread for the distinct partners of a block's particles. */
struct marks {
    uint64_t *word;      /* a bit for each particle, set if it is a partner */
    int32_t *before;     /* number of bits in the words before each word that has bits */
    int64_t first, last; /* first and last word with bits */
    uint64_t place[PLACES / WORD];
};

static int64_t words(int64_t n)
{
    return n / WORD + 1;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t round_up(int64_t number, int64_t multiple)
{
    return (number + multiple - 1) / multiple * multiple;
}

static int64_t block_end(const struct staged *s, int64_t block)
{
    return least(s->n, (block + 1) * s->particles);
}

/* Marks the partners of a block's particles; returns their number. */
static int64_t mark_partners(const struct staged *s, const struct rows *rows, int64_t block,
                             struct marks *marks)
{
    int64_t count = 0;
    marks->first = words(s->n);
    marks->last = -1;
    for (int64_t i = block * s->particles; i < block_end(s, block); i++) {
        for (int64_t k = rows->start[i]; k < rows->start[i] + rows->count[i]; k++) {
            int64_t word = rows->entry[k] / WORD;
            marks->word[word] |= UINT64_C(1) << rows->entry[k] % WORD;
            marks->first = word < marks->first ? word : marks->first;
            marks->last = word > marks->last ? word : marks->last;
        }
    }
    for (int64_t word = marks->first; word <= marks->last; word++) {
        marks->before[word] = (int32_t)count;
        count += __builtin_popcountll(marks->word[word]);
    }
    return count;
}

static void clear_marks(struct marks *marks)
{
    for (int64_t word = marks->first; word <= marks->last; word++)
        marks->word[word] = 0;
}

/* Returns the index of a marked particle in the table. */
static int32_t place_of(const struct marks *marks, int32_t particle)
{
    uint64_t below = (UINT64_C(1) << particle % WORD) - 1;
    return marks->before[particle / WORD] +
           __builtin_popcountll(marks->word[particle / WORD] & below);
}

/* Writes the table of a block: the marked particles, then n. */
static void write_table(const struct staged *s, int64_t block, const struct marks *marks)
{
    int32_t *table = s->table + s->table_start[block];
    for (int64_t word = marks->first; word <= marks->last; word++)
        for (uint64_t left = marks->word[word]; left != 0; left &= left - 1)
            *table++ = (int32_t)(word * WORD + __builtin_ctzll(left));
    *table = (int32_t)s->n;
}

static void write_row(const struct staged *s, const struct rows *rows, int64_t i, int32_t partners,
                      struct marks *marks)
{
    uint16_t *entry = s->entry + s->start[i];
    for (int64_t k = rows->start[i]; k < rows->start[i] + rows->count[i]; k++) {
        int32_t place = place_of(marks, rows->entry[k]);
        marks->place[place / WORD] |= UINT64_C(1) << place % WORD;
    }
    for (int32_t word = 0; word <= partners / WORD; word++) {
        for (uint64_t left = marks->place[word]; left != 0; left &= left - 1)
            *entry++ = (uint16_t)(word * WORD + __builtin_ctzll(left));
        marks->place[word] = 0;
    }
    while (entry < s->entry + s->start[i + 1])
        *entry++ = (uint16_t)partners;
}

static void choose_cuts(const struct system *system, double range, struct staged *s, int64_t block)
{
    const double *axes[] = {system->x, system->y, system->z};
    const int64_t begin = block * s->particles;
    for (int d = 0; d < 3; d++)
        s->cut[3 * block + d] =
            frame_cut(axes[d] + begin, block_end(s, block) - begin, range, system->box[d]);
}

/* Calls `visit` for each block; each thread has its own marks. */
static bool for_blocks(const struct staged *s,
                       void (*visit)(const struct staged *s, const struct rows *rows, int64_t block,
                                     struct marks *marks),
                       const struct rows *rows, struct error *error)
{
    bool fine = true;
#pragma omp parallel
    {
        struct error reason;
        struct marks *marks =
            memory_allocate_zeroed(1, sizeof *marks, "marks of partners", &reason);
        bool good = marks != NULL &&
                    (marks->word = memory_allocate_zeroed(words(s->n), sizeof *marks->word,
                                                          "marks of partners", &reason)) != NULL &&
                    (marks->before = memory_allocate(words(s->n), sizeof *marks->before,
                                                     "marks of partners", &reason)) != NULL;
#pragma omp for schedule(dynamic, 4)
        for (int64_t block = 0; block < s->blocks; block++)
            if (good)
                visit(s, rows, block, marks);
        if (!good) {
#pragma omp critical
            {
                *error = reason;
                fine = false;
            }
        }
        if (marks != NULL) {
            free(marks->word);
            free(marks->before);
        }
        free(marks);
    }
    return fine;
}

/*
 * Counts the entries of a block's table. The count is stored at index block + 1, so that a prefix
 * sum turns the counts into starts.
 */
static void count_block(const struct staged *s, const struct rows *rows, int64_t block,
                        struct marks *marks)
{
    s->table_start[block + 1] = mark_partners(s, rows, block, marks) + 1;
    clear_marks(marks);
}

static void fill_block(const struct staged *s, const struct rows *rows, int64_t block,
                       struct marks *marks)
{
    int32_t partners = (int32_t)mark_partners(s, rows, block, marks);
    write_table(s, block, marks);
    for (int64_t i = block * s->particles; i < block_end(s, block); i++)
        write_row(s, rows, i, partners, marks);
    clear_marks(marks);
}

static bool allocate(struct staged *s, int64_t n, int particles, struct error *error)
{
    if (s->start != NULL && s->n == n && s->particles == particles)
        return true;
    staged_free(s);
    s->n = n;
    s->particles = particles;
    s->blocks = (n + particles - 1) / particles;
    s->start = first_touch_allocate(n + 1, sizeof *s->start, "row starts", error);
    s->count = first_touch_allocate(n, sizeof *s->count, "row counts", error);
    s->table_start =
        first_touch_allocate(s->blocks + 1, sizeof *s->table_start, "table starts", error);
    s->cut = memory_allocate(3 * s->blocks, sizeof *s->cut, "frames of blocks", error);
    return s->start != NULL && s->count != NULL && s->table_start != NULL && s->cut != NULL;
}

/* Enlarges an array so that it has at least `wanted` elements. */
static bool make_room(void **array, int64_t *room, int64_t wanted, int64_t size, const char *what,
                      struct error *error)
{
    if (*array != NULL && *room >= wanted)
        return true;
    free(*array);
    *room = wanted;
    *array = first_touch_allocate(wanted, size, what, error);
    return *array != NULL;
}

static void start_rows(struct staged *s, const struct rows *rows, int padding)
{
    s->start[0] = s->pairs = 0;
    for (int64_t i = 0; i < s->n; i++) {
        s->count[i] = rows->count[i];
        s->pairs += rows->count[i];
        s->start[i + 1] = s->start[i] + round_up(rows->count[i], padding);
    }
}

static bool start_tables(struct staged *s, int64_t most, struct error *error)
{
    int64_t longest = 0;
    s->table_start[0] = 0;
    for (int64_t block = 0; block < s->blocks; block++) {
        int64_t places = s->table_start[block + 1];
        longest = places - 1 > longest ? places - 1 : longest;
        s->table_start[block + 1] += s->table_start[block];
    }
    return longest <= most ||
           error_set(error, EXIT_ENVIRONMENT,
                     "staged: a block of %d particles has %lld partners, and a table holds at most "
                     "%lld: expected fewer particles per block, or particles in a spatial order",
                     s->particles, (long long)longest, (long long)most) ||
           error_too_large(error);
}

bool staged_build(const struct system *system, double range, const struct rows *rows, int particles,
                  int padding, int64_t most, struct staged *staged, struct error *error)
{
    struct staged *s = staged;
    bool fine = allocate(s, system->n, particles, error) &&
                for_blocks(s, count_block, rows, error) && start_tables(s, most, error);
    if (fine)
        start_rows(s, rows, padding);
    fine = fine &&
           make_room((void **)&s->entry, &s->entries_room, s->start[s->n], sizeof *s->entry,
                     "rows of 16 bits", error) &&
           make_room((void **)&s->table, &s->table_room, s->table_start[s->blocks],
                     sizeof *s->table, "tables of partners", error) &&
           for_blocks(s, fill_block, rows, error);
    if (!fine) {
        staged_free(s);
        return false;
    }
#pragma omp parallel for schedule(static)
    for (int64_t block = 0; block < s->blocks; block++)
        choose_cuts(system, range, s, block);
    return true;
}

int64_t staged_bytes(const struct staged *s)
{
    return (s->n + 1) * (int64_t)sizeof *s->start + s->n * (int64_t)sizeof *s->count +
           s->start[s->n] * (int64_t)sizeof *s->entry +
           (s->blocks + 1) * (int64_t)sizeof *s->table_start +
           s->table_start[s->blocks] * (int64_t)sizeof *s->table +
           3 * s->blocks * (int64_t)sizeof *s->cut;
}

struct footprint staged_footprint(const struct system *system, double range, int particles)
{
    const double pi = 3.14159265358979323846, n = (double)system->n;
    double volume = system->box[0] * system->box[1] * system->box[2], density = n / volume;
    double row = 4 * pi / 3 * range * range * range * density + 8; /* plus half of the padding */
    double table = density * pow(cbrt(particles / density) + 2 * range, 3);
    struct footprint footprint = {0};
    footprint_keep(&footprint, n * (sizeof(int64_t) + sizeof(int32_t) + row * sizeof(uint16_t)) +
                                   n / particles * fmin(table, n) * sizeof(int32_t));
    return footprint;
}

void staged_free(struct staged *staged)
{
    free(staged->start);
    free(staged->count);
    free(staged->entry);
    free(staged->table_start);
    free(staged->table);
    free(staged->cut);
    *staged = (struct staged){0};
}
