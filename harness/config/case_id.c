#include "harness/config/case_id.h"

#include "harness/base/text.h"
#include "harness/config/config_keys.h"
#include "harness/input/builders/builders.h"
#include "harness/particles/box_edges.h"
#include "harness/particles/copies.h"
#include "harness/particles/kept_terms.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define append(id, ...) text_append(id, CASE_ID, "", __VA_ARGS__)

/*
 * Appends the motion of the particles. It comes last: the text before it is the id of the same case
 * without motion.
 */
static void append_dynamics(struct case_spec *spec)
{
    const struct case_motion *dynamics = &spec->dynamics;
    if (dynamics->steps == 0)
        return;
    append(spec->id, "/dt%.12g-%s-%s", dynamics->dt, integrator_name(dynamics->motion.integrator),
           thermostat_name(&dynamics->motion.thermostat));
    if (dynamics->motion.thermostat.temperature != spec->system.temperature)
        append(spec->id, "-T%.12g", dynamics->motion.thermostat.temperature);
    if (dynamics->motion.thermostat.interval > 0) {
        if (dynamics->interval > 0)
            append(spec->id, "-interval%d", dynamics->interval);
        if (!isnan(dynamics->time))
            append(spec->id, "-time%.12g", dynamics->time);
        if (!isnan(dynamics->diffusion))
            append(spec->id, "-diffusion%.12g", dynamics->diffusion);
    }
    if (dynamics->motion.removal != REMOVAL_NONE)
        append(spec->id, "-%s%d", removal_name(dynamics->motion.removal),
               dynamics->motion.removal_interval);
    if (dynamics->motion.list_interval > 0)
        append(spec->id, "-list%d", dynamics->motion.list_interval);
    const struct barostat *barostat = &dynamics->motion.barostat;
    const double unit = model_pressure_units(spec->model);
    if (barostat->interval > 0)
        append(spec->id, "-%s%d-P%.9g-compressibility%.9g-time%.9g", barostat_name(barostat),
               barostat->interval, barostat->pressure * unit, barostat->compressibility / unit,
               barostat->time * spec->model->time.own);
    append(spec->id, "-steps%" PRId64, dynamics->steps);
}

/* Appends the settings of list building that differ from the default. */
static void append_building(struct case_spec *spec)
{
    const struct building *building = &spec->building;
    static const struct building usual = {0};
    if (building->binning != usual.binning)
        append(spec->id, "/%s", binning_name(building->binning));
    if (building->listing != usual.listing)
        append(spec->id, "/%s", listing_name(building->listing));
    if (building->distance != usual.distance)
        append(spec->id, "/distance_%s", distance_name(building->distance));
}

/* Appends the sharing of the machine by replicas, if it is not the default. */
static void append_sharing(struct case_spec *spec)
{
    if (spec->sharing != SHARING_STREAMS)
        append(spec->id, "/%s", sharing_name(spec->sharing));
}

void case_write_id(struct case_spec *spec, const char *given)
{
    char *id = spec->id;
    id[0] = '\0';
    append(id, "%s", spec->model->name);
    for (int k = 0; k < spec->model->parameter_count; k++) {
        if (spec->parameters[k] == spec->model->parameters[k].initial)
            continue;
        char text[64];
        case_parameter_text(spec, k, text, sizeof text);
        append(id, ",%s=%s", spec->model->parameters[k].name, text);
    }
    if (given == NULL && strcmp(spec->system.builder, spec->model->builders[0]) != 0)
        append(id, "/%s", spec->system.builder);
    if (given != NULL) {
        append(id, "%s%s", given[0] == '/' ? "" : "/", given);
        const char *const further[] = {spec->system.topology, spec->system.coordinates};
        for (int k = 0; k < 2; k++) {
            const char *name = further[k] != NULL ? strrchr(further[k], '/') : NULL;
            if (further[k] != NULL)
                append(id, "+%s", name != NULL ? name + 1 : further[k]);
        }
        if (spec->system.style != NULL)
            append(id, "+%s", spec->system.style);
        if (spec->system.frame > 0)
            append(id, "/frame%" PRId64, spec->system.frame);
        if (spec->system.copies[0] > 0)
            append(id, "/%s", copies_text(spec->system.copies).text);
    } else {
        append(id, "/n%" PRId64 "/rho%.12g", spec->system.n, spec->system.density);
        if (spec->system.box[0] > 0)
            append(id, "/box%s", box_edges_text(spec->system.box).text);
        if (spec->system.chain > 0)
            append(id, "/chain%d", spec->system.chain);
        if (spec->system.restraint > 0)
            append(id, "/restraint%.12g", spec->system.restraint);
        if (spec->system.shares.count > 0)
            append(id, "/types%s", type_shares_text(&spec->system.shares).text);
        struct system_spec usual = {.builder = spec->system.builder, .temperature = NAN};
        builder_defaults(&usual);
        if (spec->system.temperature != usual.temperature)
            append(id, "/T%.12g", spec->system.temperature);
        if ((double)spec->system.seed != config_default(config_system_keys, "seed"))
            append(id, "/seed%" PRIu64, spec->system.seed);
    }
    if (spec->system.exclusions_reach > 0)
        append(id, "/reach%d", spec->system.exclusions_reach);
    if (spec->system.kept != KEPT_ALL)
        append(id, "/%s", kept_terms_name((enum kept_terms)spec->system.kept));
    if (spec->system.exclusions_file != NULL) {
        const char *name = strrchr(spec->system.exclusions_file, '/');
        append(id, "/without-%s", name != NULL ? name + 1 : spec->system.exclusions_file);
    }
    spec->system_length = (int)strlen(id);
    append(id, "/%s", precision_info(spec->precision)->name);
    if (spec->skin != config_default(config_sweep_keys, "skin"))
        append(id, "/skin%.12g", spec->skin);
    append(id, "/%s", spec->backend);
    if (spec->threads > 0 && !spec->strategy->single_thread)
        append(id, "/threads%d", spec->threads);
    if (spec->target.compiler != NULL)
        append(id, "/%s", spec->target.compiler);
    if (spec->target.arch != NULL)
        append(id, "/%s", spec->target.arch);
    append(id, "/%s", sort_name(spec->sort));
    if (spec->interactions != INTERACTIONS_LOOKUP)
        append(id, "/%s", interactions_name(spec->interactions));
    if (spec->exclusion_method != EXCLUSION_USUAL)
        append(id, "/exclusions_%s", exclusion_method_name(spec->exclusion_method));
    if (spec->bonding != BONDING_GATHER)
        append(id, "/bonded_%s", bonding_name(spec->bonding));
    append_building(spec);
    append_sharing(spec);
    append(id, "/%s", spec->strategy->name);
    char separator = '/';
    for (int k = 0; k < strategy_tunings(spec->strategy); k++) {
        if (!case_has_tuning(spec, k))
            continue;
        append(id, "%c%s%d", separator, spec->strategy->tunings[k].name, spec->tuning[k]);
        separator = '-';
    }
    append_dynamics(spec);
}
