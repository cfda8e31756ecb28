#include "harness/particles/constraint_groups.h"

#include "harness/base/memory.h"

#include <inttypes.h>
#include <stdlib.h>

/** A group that is being built; its root is one of its particles. */
struct found {
    int32_t root, constraints;
};

/** Working memory of the search. */
struct finding {
    const struct system *system;
    int32_t *parent; /* parent of each particle in a forest; each tree is a group */
    int32_t *group;  /* group of each root */
    int32_t *place;  /* place of each particle in its group */
    struct found *found;
};

static int32_t root_of(int32_t *parent, int32_t i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

static bool check(const struct system *system, int64_t k, struct error *error)
{
    const int32_t *member = system->constraint[k].member;
    for (int end = 0; end < 2; end++)
        if (member[end] < 0 || member[end] >= system->n)
            return error_set(error, EXIT_USAGE,
                             "constraint %" PRId64 " of %s names particle %" PRId64 " of %" PRId64,
                             k + 1, system->source, member[end] + (int64_t)1, system->n);
    return member[0] != member[1] ||
           error_set(error, EXIT_USAGE, "constraint %" PRId64 " of %s is of one particle, %d",
                     k + 1, system->source, member[0] + 1);
}

/** Joins the two particles of each constraint (union-find). */
static bool join(struct finding *finding, struct error *error)
{
    const struct system *system = finding->system;
    int32_t *parent = finding->parent;
    for (int64_t i = 0; i < system->n; i++)
        parent[i] = (int32_t)i;
    for (int64_t k = 0; k < system->constraint_count; k++) {
        if (!check(system, k, error))
            return false;
        const int32_t a = root_of(parent, system->constraint[k].member[0]);
        const int32_t b = root_of(parent, system->constraint[k].member[1]);
        parent[a > b ? a : b] = a > b ? b : a;
    }
    return true;
}

/**
 * Orders groups by their number of constraints, the largest first, then by their first particles.
 */
static int compare(const void *p, const void *q)
{
    const struct found *a = p, *b = q;
    return a->constraints != b->constraints
               ? (a->constraints < b->constraints) - (a->constraints > b->constraints)
               : (a->root > b->root) - (a->root < b->root);
}

/** Counts the constraints of each group, and sorts and numbers the groups. */
static int64_t number_groups(struct finding *finding)
{
    const struct system *system = finding->system;
    int64_t count = 0;
    for (int64_t i = 0; i < system->n; i++)
        finding->group[i] = finding->place[i] = -1;
    for (int64_t k = 0; k < system->constraint_count; k++) {
        const int32_t root = root_of(finding->parent, system->constraint[k].member[0]);
        if (finding->group[root] < 0) {
            finding->group[root] = (int32_t)count;
            finding->found[count++] = (struct found){.root = root};
        }
        finding->found[finding->group[root]].constraints++;
    }
    qsort(finding->found, (size_t)count, sizeof *finding->found, compare);
    for (int64_t g = 0; g < count; g++)
        finding->group[finding->found[g].root] = (int32_t)g;
    return count;
}

int64_t constraint_groups_first(const struct constraint_groups *groups, int64_t g)
{
    return groups->lanes * groups->before[g / groups->lanes] + g % groups->lanes;
}

int64_t constraint_groups_first_member(const struct constraint_groups *groups, int64_t g)
{
    const int64_t slice = g / groups->lanes; /* each earlier slice has room for one more member than
                                              * constraints per lane */
    return groups->lanes * (groups->before[slice] + slice) + g % groups->lanes;
}

int64_t constraint_groups_places(const struct constraint_groups *groups)
{
    return groups->slices > 0 ? groups->lanes * groups->before[groups->slices] : 0;
}

int64_t constraint_groups_member_places(const struct constraint_groups *groups)
{
    return constraint_groups_places(groups) + groups->lanes * groups->slices;
}

double constraint_groups_bytes(int64_t constraints)
{
    const struct constraint_groups *groups = NULL;
    const double constraint = sizeof *groups->length + sizeof(struct constraint_vectors);
    const double member = sizeof *groups->particle + sizeof(struct constraint_member);
    const double group =
        sizeof *groups->constraints + sizeof *groups->members + sizeof *groups->before;
    return (double)constraints * (constraint + 2 * member + group);
}

static bool allocate(struct constraint_groups *groups, const struct found *found,
                     struct error *error)
{
    static const char what[] = "groups of constraints";
    groups->slices = (groups->count + groups->lanes - 1) / groups->lanes;
    groups->constraints =
        memory_allocate_zeroed(groups->count, sizeof *groups->constraints, what, error);
    groups->members = memory_allocate_zeroed(groups->count, sizeof *groups->members, what, error);
    groups->before =
        memory_allocate_zeroed(groups->slices + 1, sizeof *groups->before, what, error);
    if (groups->constraints == NULL || groups->members == NULL || groups->before == NULL)
        return false;
    for (int64_t s = 0; s < groups->slices; s++)
        groups->before[s + 1] = groups->before[s] + found[s * groups->lanes].constraints;
    groups->length = memory_allocate_zeroed(constraint_groups_places(groups),
                                            sizeof *groups->length, what, error);
    groups->particle = memory_allocate_zeroed(constraint_groups_member_places(groups),
                                              sizeof *groups->particle, what, error);
    return groups->length != NULL && groups->particle != NULL;
}

/**
 * Returns the index of a particle among the members of group g; adds the particle if it is not a
 * member yet.
 */
static int place_of(struct finding *finding, int32_t i, int64_t g, struct constraint_groups *groups)
{
    int32_t *place = &finding->place[i];
    if (*place < 0) {
        *place = groups->members[g]++;
        groups->particle[constraint_groups_first_member(groups, g) +
                         (int64_t)groups->lanes * *place] = i;
    }
    return *place;
}

static void fill(struct finding *finding, struct constraint_groups *groups)
{
    const struct system *system = finding->system;
    for (int64_t k = 0; k < system->constraint_count; k++) {
        const struct constraint *constraint = &system->constraint[k];
        const int64_t g = finding->group[root_of(finding->parent, constraint->member[0])];
        groups->length[constraint_groups_first(groups, g) +
                       (int64_t)groups->lanes * groups->constraints[g]++] =
            (struct constraint_length){
                .member = {place_of(finding, constraint->member[0], g, groups),
                           place_of(finding, constraint->member[1], g, groups)},
                .length = constraint->length};
    }
}

bool constraint_groups_build(const struct system *system, int lanes,
                             struct constraint_groups *groups, struct error *error)
{
    static const char what[] = "groups of constraints";
    struct finding finding = {.system = system};
    *groups = (struct constraint_groups){.lanes = lanes};
    if (system->constraint_count == 0)
        return true;
    finding.parent = memory_allocate(system->n, sizeof *finding.parent, what, error);
    finding.group = memory_allocate(system->n, sizeof *finding.group, what, error);
    finding.place = memory_allocate(system->n, sizeof *finding.place, what, error);
    finding.found = memory_allocate(system->constraint_count, sizeof *finding.found, what, error);
    bool good = finding.parent != NULL && finding.group != NULL && finding.place != NULL &&
                finding.found != NULL && join(&finding, error);
    if (good) {
        groups->count = number_groups(&finding);
        good = allocate(groups, finding.found, error);
    }
    if (good)
        fill(&finding, groups);
    else
        constraint_groups_free(groups);
    free(finding.parent);
    free(finding.group);
    free(finding.place);
    free(finding.found);
    return good;
}

void constraint_groups_free(struct constraint_groups *groups)
{
    free(groups->constraints);
    free(groups->members);
    free(groups->before);
    free(groups->length);
    free(groups->particle);
    *groups = (struct constraint_groups){0};
}
