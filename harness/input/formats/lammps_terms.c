#include "harness/input/formats/lammps_beads.h"
#include "harness/input/formats/lammps_data.h"

#include <inttypes.h>

static const int members_of[LAMMPS_KINDS] = {2, 3, 4, 4};

/** Refuses a bond or an angle if its beads have not been read yet. */
static bool check_beads(const struct lammps_data *data, struct error *error)
{
    return !data->beads || data->found[LAMMPS_ATOMS] == data->header.count[LAMMPS_ATOMS] ||
           text_error(data->file, error,
                      "expected all atoms before the bonds, found %" PRId64 " of %" PRId64,
                      data->found[LAMMPS_ATOMS], data->header.count[LAMMPS_ATOMS]);
}

/** Refuses a term in which an atom occurs twice. */
static bool check_members(const struct text_file *file, const struct bonded *term,
                          struct error *error)
{
    for (int m = 0; m < BONDED_MEMBERS; m++)
        for (int k = 0; k < m && term->member[m] >= 0; k++)
            if (term->member[k] == term->member[m])
                return text_error(file, error, "expected different atoms, found \"%.80s\"",
                                  file->line);
    return true;
}

/**
 * Sets the form of a term if the model has own forms. Without own forms, stores the type, which
 * selects coefficients later.
 */
static bool set_form(struct lammps_data *data, enum lammps_kind kind, int64_t type,
                     struct bonded *term, struct error *error)
{
    if (data->beads)
        return (kind == LAMMPS_BOND ? lammps_bead_bond : lammps_bead_angle)(
            data->file, data->system, type, term, error);
    if (lammps_has_own_forms(data))
        return check_members(data->file, term, error);
    term->row = (int32_t)type - 1;
    return lammps_bonded_use(data->file, lammps_count_types(data, (int)kind, LAMMPS_BONDED_TYPES),
                             &data->bonded, kind, type, error) &&
           check_members(data->file, term, error);
}

static bool read_members(struct lammps_data *data, const char *cursor, enum lammps_kind kind,
                         struct bonded *term, struct error *error)
{
    *term = (struct bonded){.member = {-1, -1, -1, -1}};
    for (int m = 0; m < members_of[kind]; m++) {
        int64_t atom;
        if (!lammps_read_atom(data, &cursor, &atom, error))
            return false;
        term->member[kind == LAMMPS_BOND ? 1 - m : m] = (int32_t)atom;
    }
    return lammps_read_end(data, cursor, error);
}

bool lammps_read_term(struct lammps_data *data, enum lammps_kind kind, struct error *error)
{
    const char *cursor = data->file->line;
    int64_t number, type;
    if (!check_beads(data, error))
        return false;
    if (data->found[kind] == data->header.count[kind])
        return text_error(data->file, error, "expected %" PRId64 " %s, found more",
                          data->header.count[kind], lammps_counted[kind]);
    if (kind > (data->beads ? LAMMPS_ANGLE : LAMMPS_BOND) && lammps_has_own_forms(data))
        return text_error(data->file, error, "expected no %s of %s", lammps_counted[kind],
                          data->beads ? "the beads of lipids" : "atoms with ellipsoids");
    if (!text_integer(&cursor, &number) || !text_integer(&cursor, &type) || type < 1 ||
        type > INT32_MAX)
        return text_error(data->file, error,
                          "expected a line \"number type\" and %d atoms of %s, found \"%.80s\"",
                          members_of[kind], lammps_counted[kind], data->file->line);
    struct bonded *term = &data->system->bonded[lammps_first_of(data, kind) + data->found[kind]++];
    return read_members(data, cursor, kind, term, error) && set_form(data, kind, type, term, error);
}
