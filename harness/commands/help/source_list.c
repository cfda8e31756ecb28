#include "harness/commands/help/source_list.h"

#include "harness/catalog/source_hash.h"

#include <string.h>

static void add_row(struct table *table, const struct source_set *sources, const char *backend,
                    const struct strategy *strategy, const struct model *model)
{
    char hash[HASH_TEXT];
    enum source_side side = strcmp(backend, "cpu") == 0 ? SOURCES_CPU : SOURCES_GPU;
    hash_text(source_hash_of_cases(sources, side, strategy, model), hash);
    table_cell(table, "%s", strategy->name);
    table_cell(table, "%s", model->name);
    table_cell(table, "%s", backend);
    table_cell(table, "%s", hash);
}

bool source_list(FILE *stream, struct table_style *style, struct error *error)
{
    static const struct table_column columns[] = {{"strategy", TABLE_LEFT},
                                                  {"model", TABLE_LEFT},
                                                  {"backend", TABLE_LEFT},
                                                  {"source_hash", TABLE_LEFT}};
    struct source_set sources;
    struct table table;
    if (!source_load(NULL, &sources, error))
        return false;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    for (const struct strategy *strategy = strategies(); strategy->name != NULL; strategy++) {
        for (const struct model *const *model = models(); *model != NULL; model++) {
            add_row(&table, &sources, "cpu", strategy, *model);
            if (strategy_has_gpu(strategy))
                add_row(&table, &sources, "cuda", strategy, *model);
        }
    }
    bool good = table_write(&table, style, stream, error);
    table_free(&table);
    source_free(&sources);
    return good;
}
