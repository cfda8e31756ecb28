#include "harness/paper/means.h"

#include "harness/base/text.h"
#include "harness/catalog/model.h"
#include "harness/paper/printed.h"
#include "harness/results/members.h"

#include <string.h>

/* Units of energies and temperatures: how many of them a kcal/mol is, and what they begin from. */
static const struct unit {
    const char *name;
    double size, zero;
} units[] = {
    {"kJ/mol", 4.184, 0},             /* the thermochemical calorie */
    {"°C", 1 / 0.001987204, -273.15}, /* the gas constant in kcal/(mol K), CODATA 2018 */
};

static const struct unit *find_unit(const struct paper *paper, const struct claim *claim)
{
    for (size_t k = 0; k < sizeof units / sizeof *units; k++)
        if (printed_has_unit(paper, claim, units[k].name))
            return &units[k];
    return NULL;
}

/* Energies of models whose time is told in fs are in kcal/mol. */
static bool is_molar(const struct record *record)
{
    const struct model *model = model_find(record->model);
    return model != NULL && model->time.unit != NULL && strcmp(model->time.unit, "fs") == 0;
}

static void add_mean(const struct claim *claim, const struct record *record,
                     const struct unit *unit, char *text, size_t size)
{
    const cJSON *mean = record != NULL ? member_at(record->item, claim->number) : NULL;
    if (cJSON_IsNumber(mean))
        text_append(text, size, " and ", "%.2f", mean->valuedouble * unit->size + unit->zero);
}

void means_text(const struct paper *paper, const struct claim *claim, char *text, size_t size)
{
    const struct unit *unit = find_unit(paper, claim);
    const struct claim_point *point = claim->points > 0 ? &claim->point[0] : NULL;
    text[0] = '\0';
    if (unit == NULL || point == NULL || !text_has_suffix(claim->number, ".mean") ||
        claim->per[0] != '\0' || !is_molar(point->record))
        return;
    add_mean(claim, point->record, unit, text, size);
    add_mean(claim, point->other, unit, text, size);
    text_append(text, size, " ", "%s", unit->name);
}
