#include "harness/particles/force_field.h"

#include "harness/base/memory.h"

#include <stdlib.h>

struct force_field *force_field_create(int types, int rows)
{
    struct force_field *field = memory_new(1, sizeof *field, "a force field");
    field->holders = 1;
    field->types = types;
    field->type = memory_new(types, sizeof *field->type, "types");
    force_field_add_rows(field, rows);
    return field;
}

void force_field_add_rows(struct force_field *field, int rows)
{
    free(field->row);
    field->rows = rows;
    field->row = memory_new(rows, sizeof *field->row, "rows of bonded terms");
}

void force_field_add_types(struct force_field *field)
{
    field->of_type = memory_new(field->types, sizeof *field->of_type, "coefficients");
}

void force_field_add_pairs(struct force_field *field)
{
    field->of_pair =
        memory_new((int64_t)field->types * field->types, sizeof *field->of_pair, "coefficients");
}

void *force_field_pack(const struct force_field *field, enum precision precision,
                       struct error *error)
{
    const int64_t count = (int64_t)field->rows * BONDED_NUMBERS;
    void *packed =
        memory_allocate(count, precision_info(precision)->real_size, "rows of bonded terms", error);
    for (int64_t k = 0; packed != NULL && k < count; k++)
        precision_set_real(precision, packed, k,
                           field->row[k / BONDED_NUMBERS].value[k % BONDED_NUMBERS]);
    return packed;
}

struct force_field *force_field_share(struct force_field *field)
{
    if (field != NULL)
        __atomic_add_fetch(&field->holders, 1, __ATOMIC_RELAXED);
    return field;
}

void force_field_release(struct force_field *field)
{
    if (field == NULL || __atomic_sub_fetch(&field->holders, 1, __ATOMIC_ACQ_REL) > 0)
        return;
    free(field->type);
    free(field->of_type);
    free(field->of_pair);
    free(field->row);
    free(field);
}

static void hash_coefficients(const struct coefficients *of, int64_t count, struct hasher *hasher)
{
    for (int64_t k = 0; of != NULL && k < count; k++) {
        const uint8_t stated = of[k].stated;
        hash_bytes(hasher, &stated, sizeof stated);
        hash_bytes(hasher, of[k].value, sizeof of[k].value);
    }
}

void force_field_hash(const struct force_field *field, struct hasher *hasher)
{
    const int64_t types = field->types;
    for (int64_t t = 0; t < types; t++) {
        hash_string(hasher, field->type[t].name);
        hash_bytes(hasher, &field->type[t].mass, sizeof field->type[t].mass);
    }
    hash_coefficients(field->of_type, types, hasher);
    hash_coefficients(field->of_pair, types * types, hasher);
    hash_bytes(hasher, field->row, (size_t)field->rows * sizeof *field->row);
}
