/* Shows how pairs and lanes are distributed over the branches of the pair function. */
#include "harness/base/printable.h"
#include "harness/base/table.h"
#include "harness/base/text.h"
#include "harness/catalog/model.h"
#include "harness/lanes/lanes.h"
#include "harness/report/tables/show.h"

#include <math.h>
#include <string.h>

enum { INDENT = 2, DIGITS = 3 };

static void number_cell(struct table *table, double value)
{
    char text[TEXT_NUMBER];
    table_cell(table, "%s", text_significant(value, DIGITS, text));
}

static const struct model_branch *find_branch(const char *model_name, const char *name)
{
    const struct model *model = model_find(model_name);
    for (int k = 0; model != NULL && k < model->branch_count; k++)
        if (strcmp(model->branches[k].name, name) == 0)
            return &model->branches[k];
    return NULL;
}

/* Shows for each branch the share of pairs that takes it, and the share that does not. */
static void show_pairs(FILE *stream, const struct record *record)
{
    static const struct table_column columns[] = {{"branch", TABLE_LEFT},
                                                  {"pairs", TABLE_RIGHT},
                                                  {"yes, %", TABLE_RIGHT},
                                                  {"no, %", TABLE_RIGHT},
                                                  {"flops", TABLE_RIGHT}};
    struct table table;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    for (const cJSON *item = record->branches->child; item != NULL; item = item->next) {
        const struct model_branch *branch = find_branch(record->model, item->string);
        double share = item->valuedouble / record->pairs_in_cutoff;
        char pairs[TEXT_NUMBER];
        table_cell(&table, "%s", item->string);
        table_cell(&table, "%s", text_whole(item->valuedouble, pairs));
        number_cell(&table, 100 * share);
        number_cell(&table, 100 * (1 - share));
        if (branch != NULL && branch->work.flops > 0)
            table_cell(&table, "%d", branch->work.flops);
        else
            table_cell(&table, "–");
    }
    table_print(&table, INDENT, stream);
    table_free(&table);
}

static bool same_lanes(const struct record *a, const struct record *b)
{
    return record_same_system(a, b) && strcmp(a->strategy, b->strategy) == 0 &&
           strcmp(a->tuning, b->tuning) == 0 && strcmp(a->sort, b->sort) == 0;
}

/*
 * Whether a record is the first with a replay of its system and mapping. Replays in other
 * precisions or on other devices differ only by rounding.
 */
static bool is_first_replay(const struct records *records, int64_t index)
{
    bool first = records->record[index].lane_branches != NULL;
    for (int64_t k = 0; k < index && first; k++)
        first = records->record[k].lane_branches == NULL ||
                !same_lanes(&records->record[k], &records->record[index]);
    return first;
}

/* Whether a replay counted lanes in a branch on the system of `like`. */
static bool has_lanes(const struct records *records, const struct record *like, const char *branch)
{
    for (int64_t k = 0; k < records->count; k++)
        if (record_same_system(&records->record[k], like) &&
            isfinite(record_branch_lanes(&records->record[k], branch)))
            return true;
    return false;
}

/* Shows the number of active lanes of each mapping in each branch. */
static void show_lanes(FILE *stream, const struct records *records, const struct record *system)
{
    enum { FIXED = 5 };
    struct table_column columns[FIXED + MODEL_BRANCHES] = {{"lanes of 32", TABLE_LEFT},
                                                           {"sort", TABLE_LEFT},
                                                           {"overall, %", TABLE_RIGHT},
                                                           {"paths", TABLE_RIGHT},
                                                           {"most", TABLE_RIGHT}};
    int count = FIXED;
    for (const cJSON *item = system->branches->child; item != NULL; item = item->next)
        if (has_lanes(records, system, item->string) && count < FIXED + MODEL_BRANCHES)
            columns[count++] = (struct table_column){item->string, TABLE_RIGHT};
    struct table table;
    table_start(&table, columns, count);
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *record = &records->record[k];
        if (!is_first_replay(records, k) || !record_same_system(record, system))
            continue;
        table_cell(&table, "%s%s%s", record->strategy, record->tuning[0] ? " " : "",
                   record->tuning);
        table_cell(&table, "%s", record->sort);
        number_cell(&table, 100 * record->lanes);
        number_cell(&table, record->paths_mean);
        table_cell(&table, "%.0f", record->paths_most);
        for (int column = FIXED; column < count; column++)
            number_cell(&table, WARP * record_branch_lanes(record, columns[column].header));
    }
    if (table.cells > 0) {
        fputs("\n", stream);
        table_print(&table, INDENT, stream);
    }
    table_free(&table);
}

static bool is_first_system(const struct records *records, int64_t index)
{
    for (int64_t k = 0; k < index; k++)
        if (records->record[k].branches != NULL &&
            record_same_system(&records->record[k], &records->record[index]))
            return false;
    return records->record[index].branches != NULL;
}

bool show_branches(FILE *stream, const struct records *records, struct error *error)
{
    bool any = false;
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *record = &records->record[k];
        if (!is_first_system(records, k))
            continue;
        char n[TEXT_NUMBER];
        char pairs[TEXT_NUMBER];
        fputs(any ? "\n" : "", stream);
        printable_line(
            stream, "%s (%s, skin %.6g), %s, ρ = %.6g, N = %s: %s pairs within the cut-off",
            record->model, record->parameters, record->skin, record->source, record->density,
            text_whole(record->n, n), text_whole(record->pairs_in_cutoff, pairs));
        show_pairs(stream, record);
        show_lanes(stream, records, record);
        any = true;
    }
    if (!any)
        return error_set(error, EXIT_USAGE, "no case of a model with branches was counted");
    fputs("\nYes, no: of the pairs within the cut-off, those that take the branch, and the "
          "others.\nFlops: additional flops of a pair that takes it; –: a condition without work "
          "of its own.\nLanes of 32: how many lanes of a warp are active in a branch that any of "
          "them takes,\nas GPUs map the strategy. Paths: distinct ways through the pair function, "
          "by the\nbranches taken, among the lanes of a warp at once; their mean and the most.\n",
          stream);
    return true;
}
