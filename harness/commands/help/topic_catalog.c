#include "harness/commands/help/topic_catalog.h"

#include "harness/catalog/building.h"
#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "harness/catalog/strategy.h"
#include "harness/input/builders/builders.h"

#include <stddef.h>

void topic_strategies(FILE *stream)
{
    for (const struct strategy *strategy = strategies(); strategy->name != NULL; strategy++) {
        fprintf(stream, "  %-15s %s%s\n", strategy->name, strategy->summary,
                strategy_has_gpu(strategy) ? "" : " (CPU only)");
        for (int k = 0; k < strategy_tunings(strategy); k++) {
            const struct tuning *tuning = &strategy->tunings[k];
            fprintf(stream, "    %-13s %s: %d…%d%s, default %d%s\n", tuning->name, tuning->summary,
                    tuning->minimum, tuning->maximum,
                    tuning->power_of_two ? ", a power of two" : "", tuning->initial,
                    tuning->gpu_only ? " (GPU)" : "");
        }
    }
}

static void print_builder(const char *name, const char *before, FILE *stream)
{
    const struct builder *builder;
    struct error error;
    if (builder_find(name, &builder, &error))
        fprintf(stream, "%s%s (density %g, temperature %g)", before, name, builder->density,
                builder->temperature);
}

void topic_models(FILE *stream)
{
    for (const struct model *const *entry = models(); *entry != NULL; entry++) {
        const struct model *model = *entry;
        fprintf(stream, "  %-15s %s; %s\n    %-13s ", model->name, model->summary, model->citation,
                "built by");
        const char *builders[BUILDERS + 1];
        builder_names_of(model, builders);
        for (int k = 0; builders[k] != NULL; k++)
            print_builder(builders[k], k > 0 ? ", " : "", stream);
        fprintf(stream, "\n    %-13s %g %s\n", "time step", model->time.step, model->time.unit);
        if (model->excluded_bonds > 0)
            fprintf(stream, "    %-13s up to %d bond%s apart\n", "excluded", model->excluded_bonds,
                    model->excluded_bonds > 1 ? "s" : "");
        for (int k = 0; k < model->parameter_count; k++) {
            const struct parameter *parameter = &model->parameters[k];
            fprintf(stream, "    %-13s %s: ", parameter->name, parameter->summary);
            if (parameter->choices == NULL) {
                fprintf(stream, "default %g %s\n", parameter->initial, parameter->unit);
                continue;
            }
            for (int c = 0; parameter->choices[c] != NULL; c++)
                fprintf(stream, "%s%s", c ? ", " : "", parameter->choices[c]);
            fprintf(stream, "; default %s\n", parameter->choices[(int)parameter->initial]);
        }
    }
}

void topic_precisions(FILE *stream)
{
    for (int k = 0; k < PRECISION_COUNT; k++) {
        const struct precision_info *info = precision_info((enum precision)k);
        fprintf(stream, "  %-15s %s; force tolerance", info->name, info->summary);
        if (info->tolerance > 0)
            fprintf(stream, " %g", info->tolerance);
        for (const struct model *const *model = models(); *model != NULL; model++)
            if (info->tolerance == 0 && (*model)->fixed_tolerance > 0)
                fprintf(stream, " %g (%s)", (*model)->fixed_tolerance, (*model)->name);
        fputc('\n', stream);
    }
}

void topic_lists(FILE *stream)
{
    fprintf(stream, "  %-15s how cells are filled:", "binning");
    for (int k = 0; k < BINNING_COUNT; k++)
        fprintf(stream, "%s %s", k ? "," : "", binning_name((enum binning)k));
    fprintf(stream, "; default %s\n  %-15s who finds neighbors:", binning_name((enum binning)0),
            "listing");
    for (int k = 0; k < LISTING_COUNT; k++)
        fprintf(stream, "%s %s", k ? "," : "", listing_name((enum listing)k));
    fprintf(stream,
            "; default %s\n  %-15s of the test of a pair: %s, %s; default that of the pairs\n",
            listing_name((enum listing)0), "distance", distance_name(DISTANCE_SINGLE),
            distance_name(DISTANCE_DOUBLE));
}
