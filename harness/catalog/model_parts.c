#include "harness/catalog/model_parts.h"

#include <string.h>

#define MODEL(name) void part_##name(struct model_parts *parts);
#include "models/table.h"
#undef MODEL

struct model_parts model_parts_of(const struct model *model)
{
    static const struct {
        const char *name;
        void (*part)(struct model_parts *parts);
    } rows[] = {
#define MODEL(name) {#name, part_##name},
#include "models/table.h"
#undef MODEL
    };
    struct model_parts parts = {0};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (strcmp(rows[k].name, model->name) == 0)
            rows[k].part(&parts);
    return parts;
}
