#include "harness/particles/topology.h"

#include "harness/base/memory.h"

#include <inttypes.h>
#include <stdlib.h>

static int members_of(const struct bonded *term)
{
    int members = 0;
    while (members < BONDED_MEMBERS && term->member[members] >= 0)
        members++;
    return members;
}

int64_t topology_terms(const struct system *system)
{
    return system->bonded_count + (system->excluded_form > 0 ? system->exclusion_count : 0);
}

/** Returns term t; excluded pairs have the last terms. */
static struct bonded term_of(const struct system *system, int64_t t)
{
    if (t < system->bonded_count)
        return system->bonded[t];
    const int32_t *pair = system->exclusion[t - system->bonded_count];
    return (struct bonded){system->excluded_form - 1, 0, {pair[0], pair[1], -1, -1}};
}

static bool check_term(const struct system *system, int64_t t, struct error *error)
{
    const struct bonded term = term_of(system, t);
    const int members = members_of(&term);
    for (int m = 0; m < members; m++)
        if (term.member[m] >= system->n)
            return error_set(error, EXIT_USAGE,
                             "bonded term %" PRId64 " names particle %d of %" PRId64, t + 1,
                             term.member[m] + 1, system->n);
    return members >= 2 ||
           error_set(error, EXIT_USAGE, "bonded term %" PRId64 " has %d members", t + 1, members);
}

/** Writes a term into the rows of its members; next[i] is where row i continues. */
static void enter(const struct bonded *term, int32_t *next, struct topology *topology)
{
    int members = members_of(term);
    for (int role = 0; role < members; role++) {
        int32_t *entry = topology->entry[next[term->member[role]]++];
        int place = 0;
        entry[place++] = topology_word(term, role);
        for (int m = 0; m < BONDED_MEMBERS; m++)
            if (m != role)
                entry[place++] = term->member[m];
    }
}

static bool fill(const struct system *system, struct topology *topology, struct error *error)
{
    int64_t n = system->n;
    /*
     * the counts are stored two elements later; summing and filling turn them into the starts of
     * rows
     */
    int32_t *next = topology->start + 1;
    const int64_t terms = topology_terms(system);
    for (int64_t t = 0; t < terms; t++) {
        if (!check_term(system, t, error))
            return false;
        const struct bonded term = term_of(system, t);
        for (int m = 0; m < members_of(&term); m++)
            next[term.member[m] + 1]++;
    }
    for (int64_t i = 0; i < n; i++)
        next[i + 1] += next[i];
    topology->entry = memory_allocate(next[n], sizeof *topology->entry, "bonded terms", error);
    if (topology->entry == NULL)
        return false;
    for (int64_t t = 0; t < terms; t++) {
        const struct bonded term = term_of(system, t);
        enter(&term, next, topology);
    }
    return true;
}

static bool check_pair(const struct system *system, const int32_t *pair, struct error *error)
{
    for (int end = 0; end < 2; end++)
        if (pair[end] < 0 || pair[end] >= system->n)
            return error_set(error, EXIT_USAGE,
                             "an excluded pair names particle %" PRId64 " of %" PRId64,
                             pair[end] + (int64_t)1, system->n);
    return pair[0] != pair[1] ||
           error_set(error, EXIT_USAGE, "particle %d is excluded from itself", pair[0] + 1);
}

/** Fills the rows of excluded pairs. The bounds of the rows count a repeated pair each time. */
static void fill_excluded(const struct system *system, int32_t *row)
{
    const int64_t n = system->n;
    for (int64_t i = n; i > 0; i--)
        row[i] = row[i - 1]; /* a bound was the next index to fill; after the filling it is the end
                              * of the row */
    for (int64_t k = 0; k < system->exclusion_count; k++) {
        const int32_t *pair = system->exclusion[k];
        for (int end = 0; end < 2; end++)
            row[row[pair[end] + 1]++] = pair[1 - end];
    }
}

/** Whether particle j is among the entries begin … end - 1 of a row. */
static bool among(const int32_t *row, int32_t begin, int32_t end, int32_t j)
{
    while (begin < end && row[begin] != j)
        begin++;
    return begin < end;
}

/** Removes repeated entries from each row, and closes the gaps. */
static void drop_doubles(int64_t n, int32_t *row)
{
    int32_t kept = (int32_t)(n + 1);
    for (int64_t i = 0, end = kept; i < n; i++) {
        const int64_t begin = end;
        end = row[i + 1];
        row[i] = kept;
        for (int64_t k = begin; k < end; k++)
            if (!among(row, row[i], kept, row[k]))
                row[kept++] = row[k];
    }
    row[n] = kept;
}

static bool exclude(const struct system *system, struct topology *topology, struct error *error)
{
    const int64_t n = system->n, pairs = system->exclusion_count;
    for (int64_t k = 0; k < pairs; k++)
        if (!check_pair(system, system->exclusion[k], error))
            return false;
    if (pairs == 0)
        return true;
    if (n + 1 + 2 * pairs >= INT32_MAX)
        return error_set(error, EXIT_ENVIRONMENT, "too many excluded pairs for 32-bit indices");
    int32_t *row = memory_allocate_zeroed(n + 1 + 2 * pairs, sizeof *row, "exclusions", error);
    if (row == NULL)
        return false;
    for (int64_t k = 0; k < pairs; k++)
        for (int end = 0; end < 2; end++)
            row[system->exclusion[k][end] + 1]++;
    row[0] = (int32_t)(n + 1);
    for (int64_t i = 0; i < n; i++)
        row[i + 1] += row[i];
    fill_excluded(system, row);
    drop_doubles(n, row);
    topology->excluded = row;
    return true;
}

/* Appends the terms that have a form. */
static void append_form(const struct topology *topology, int64_t n, int form,
                        struct term_list *list)
{
    for (int64_t i = 0; i < n; i++) {
        for (int32_t k = topology->start[i]; k < topology->start[i + 1]; k++) {
            const int32_t *entry = topology->entry[k];
            if (topology_role(entry[0]) != 0 || topology_form(entry[0]) != form)
                continue;
            int32_t *member = list->member[list->count];
            list->word[list->count++] = entry[0];
            member[0] = (int32_t)i;
            for (int m = 1; m < BONDED_MEMBERS; m++)
                member[m] = entry[m];
        }
    }
}

/* Counts the terms of each form. */
static int64_t count_forms(const struct topology *topology, int64_t n, int64_t count[32])
{
    int64_t terms = 0;
    for (int32_t k = 0; k < topology->start[n]; k++) {
        const int32_t word = topology->entry[k][0];
        if (topology_role(word) == 0) {
            count[topology_form(word)]++;
            terms++;
        }
    }
    return terms;
}

bool topology_list_terms(const struct topology *topology, int64_t n, struct term_list *list,
                         struct error *error)
{
    int64_t count[32] = {0};
    const int64_t terms = count_forms(topology, n, count);
    *list = (struct term_list){
        .word = memory_allocate(terms, sizeof *list->word, "bonded terms", error),
        .member = memory_allocate(terms, sizeof *list->member, "bonded terms", error)};
    if (list->word == NULL || list->member == NULL) {
        term_list_free(list);
        return false;
    }
    for (int form = 0; form < 32; form++)
        if (count[form] > 0)
            append_form(topology, n, form, list);
    return true;
}

double term_list_bytes(const struct system *system)
{
    return (double)topology_terms(system) * sizeof(int32_t[1 + BONDED_MEMBERS]);
}

void term_list_free(struct term_list *list)
{
    free(list->word);
    free(list->member);
    *list = (struct term_list){0};
}

double topology_bytes(const struct system *system)
{
    const double n = (double)system->n, terms = (double)topology_terms(system);
    const double pairs = (double)system->exclusion_count;
    return (terms == 0 ? 0 : n * sizeof(int32_t)) +
           BONDED_MEMBERS * terms * sizeof(int32_t[BONDED_MEMBERS]) +
           (pairs == 0 ? 0 : (n + 1 + 2 * pairs) * sizeof(int32_t));
}

bool topology_build(const struct system *system, struct topology *topology, struct error *error)
{
    *topology = (struct topology){0};
    if (BONDED_MEMBERS * topology_terms(system) >= INT32_MAX)
        return error_set(error, EXIT_ENVIRONMENT, "too many bonded terms for 32-bit indices");
    bool fine = true;
    if (topology_terms(system) > 0) {
        topology->start =
            memory_allocate_zeroed(system->n + 2, sizeof *topology->start, "bonded terms", error);
        fine = topology->start != NULL && fill(system, topology, error);
    }
    if (fine && exclude(system, topology, error))
        return true;
    topology_free(topology);
    return false;
}

int32_t topology_exclusions_most(const struct topology *topology, int64_t n)
{
    const int32_t *excluded = topology->excluded;
    int32_t most = 0;
    for (int64_t i = 0; excluded != NULL && i < n; i++) {
        int32_t count = excluded[i + 1] - excluded[i];
        most = count > most ? count : most;
    }
    return most;
}

void topology_free(struct topology *topology)
{
    free(topology->start);
    free(topology->entry);
    free(topology->excluded);
    *topology = (struct topology){0};
}
