#include "harness/particles/type_rows.h"

#include "harness/base/memory.h"

#include <stdlib.h>

/** Returns the coefficients that a field has for a pair of types; NULL: none. */
static const double *stated_of(const struct model *model, const struct force_field *field, int p,
                               int q)
{
    if (field == NULL || field->types == 0)
        return model->pairs != NULL ? model->pairs[model->type_count * p + q] : NULL;
    const struct coefficients *of =
        field->of_pair != NULL ? &field->of_pair[(int64_t)field->types * p + q] : NULL;
    return of != NULL && of->stated ? of->value : NULL;
}

/** Returns the coefficients of a type; NULL: unknown. */
static const double *of_type(const struct model *model, const struct force_field *field, int type)
{
    if (field == NULL || field->types == 0)
        return model->types[type].coefficients;
    return field->of_type != NULL && field->of_type[type].stated ? field->of_type[type].value
                                                                 : NULL;
}

static bool unknown(const struct model *model, const struct force_field *field, int p, int q,
                    struct error *error)
{
    const bool own = field == NULL || field->types == 0;
    const char *names[] = {own ? model->types[p].name : field->type[p].name,
                           own ? model->types[q].name : field->type[q].name};
    return error_set(
        error, EXIT_USAGE, "expected coefficients of types %d%s%s and %d%s%s, found none", p + 1,
        names[0][0] != '\0' ? " " : "", names[0], q + 1, names[1][0] != '\0' ? " " : "", names[1]);
}

const double *type_rows_coefficients(const struct model *model, const struct force_field *field,
                                     int p, int q, double mixed[MODEL_COEFFICIENTS])
{
    const double *stated = stated_of(model, field, p, q);
    if (stated != NULL)
        return stated;
    const double *of_p = of_type(model, field, p), *of_q = of_type(model, field, q);
    if (p == q)
        return of_p;
    if (of_p == NULL || of_q == NULL || model->mix == NULL)
        return NULL;
    model->mix(of_p, of_q, mixed);
    return mixed;
}

static bool fill_rows(const struct model *model, const double *constants,
                      const struct force_field *field, struct type_rows *rows, int p, int q,
                      struct error *error)
{
    double mixed[MODEL_COEFFICIENTS];
    const double *of = type_rows_coefficients(model, field, p, q, mixed);
    if (of == NULL)
        return unknown(model, field, p, q, error);
    model->row(constants, of, (double *)pair_row(rows, p, q));
    return true;
}

struct type_rows *type_rows_create(const struct model *model, const double *constants,
                                   const struct force_field *field, struct error *error)
{
    struct type_rows *rows = memory_new(1, sizeof *rows, "rows of pairs");
    rows->holders = 1;
    rows->types = field != NULL && field->types > 0 ? field->types : model->type_count;
    rows->numbers = model->row_reals;
    rows->value =
        memory_allocate(type_rows_count(rows), sizeof *rows->value, "rows of pairs", error);
    bool good = rows->value != NULL;
    for (int p = 0; good && p < rows->types; p++)
        for (int q = 0; good && q < rows->types; q++)
            good = fill_rows(model, constants, field, rows, p, q, error);
    if (good)
        return rows;
    type_rows_release(rows);
    return NULL;
}

int64_t type_rows_count(const struct type_rows *rows)
{
    return (int64_t)rows->numbers * rows->types * rows->types;
}

void *type_rows_pack(const struct type_rows *rows, enum precision precision, struct error *error)
{
    const int64_t count = type_rows_count(rows);
    void *packed =
        memory_allocate(count, precision_info(precision)->real_size, "rows of pairs", error);
    for (int64_t k = 0; packed != NULL && k < count; k++)
        precision_set_real(precision, packed, k, rows->value[k]);
    return packed;
}

struct type_rows *type_rows_share(struct type_rows *rows)
{
    if (rows != NULL)
        __atomic_add_fetch(&rows->holders, 1, __ATOMIC_RELAXED);
    return rows;
}

void type_rows_release(struct type_rows *rows)
{
    if (rows == NULL || __atomic_sub_fetch(&rows->holders, 1, __ATOMIC_ACQ_REL) > 0)
        return;
    free(rows->value);
    free(rows);
}
