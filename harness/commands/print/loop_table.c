#include "harness/commands/print/loop_table.h"

#include "harness/base/table.h"
#include "harness/base/text.h"
#include "harness/results/kernels.h"

#include <stdlib.h>
#include <string.h>

enum { CLASSES = 64, TEXT = 512 };

static int more_first(const void *a, const void *b)
{
    const cJSON *const *p = a, *const *q = b;
    return (*q)->valueint - (*p)->valueint;
}

/* Writes the classes of instructions, the most frequent first: "24 FFMA, 20 FMUL". */
static void list_classes(const cJSON *classes, char text[TEXT])
{
    const cJSON *all[CLASSES], *item;
    size_t count = 0;
    cJSON_ArrayForEach (item, classes) {
        if (count < CLASSES)
            all[count++] = item;
    }
    qsort(all, count, sizeof *all, more_first);
    text[0] = '\0';
    for (size_t k = 0; k < count; k++)
        snprintf(text + strlen(text), TEXT - strlen(text), "%s%d %s", k ? ", " : "",
                 all[k]->valueint, all[k]->string);
}

static bool is_shown(const struct kernel_row *row)
{
    return row->strategy[0] != '\0' && row->model[0] != '\0' &&
           !text_has_suffix(row->kernel, "_energy");
}

static void add_kernel(const struct kernel_row *row, struct table *table)
{
    const cJSON *loop;
    char text[TEXT];
    cJSON_ArrayForEach (loop, row->loops) {
        const cJSON *inner = cJSON_GetObjectItemCaseSensitive(loop, "inner");
        list_classes(cJSON_GetObjectItemCaseSensitive(loop, "classes"), text);
        table_cell(table, "sm_%g", row->architecture);
        table_cell(table, "%s", row->source);
        table_cell(table, "%s", row->precision);
        table_cell(table, "%s", row->tuning);
        table_cell(table, "%s", row->kernel);
        table_cell(table, "%g", row->instructions);
        table_cell(table, "%d", cJSON_GetObjectItemCaseSensitive(loop, "instructions")->valueint);
        table_cell(table, "%s", cJSON_IsTrue(inner) ? "inner" : "outer");
        table_cell(table, "%s", text);
    }
}

void loop_table_print(const cJSON *document, FILE *stream)
{
    static const struct table_column columns[] = {
        {"", TABLE_LEFT},       {"kernels of", TABLE_LEFT}, {"precision", TABLE_LEFT},
        {"tuning", TABLE_LEFT}, {"kernel", TABLE_LEFT},     {"instructions", TABLE_RIGHT},
        {"loop", TABLE_RIGHT},  {"", TABLE_LEFT},           {"its instructions", TABLE_LEFT}};
    struct table table;
    const cJSON *item;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    cJSON_ArrayForEach (item, kernels_of(document)) {
        struct kernel_row row;
        kernels_read(item, &row);
        if (is_shown(&row))
            add_kernel(&row, &table);
    }
    table_print(&table, 0, stream);
    table_free(&table);
}
