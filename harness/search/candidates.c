#include "harness/search/candidates.h"

#include "harness/config/case_id.h"

#include <math.h>

enum { DOUBLINGS = 4 };

/* Adds an axis and returns it; NULL if there is no space for another. */
static struct candidate_axis *add_axis(struct candidates *candidates, enum candidate_kind kind,
                                       bool ordered)
{
    struct space *space = &candidates->space;
    if (space->axes == SPACE_AXES)
        return NULL;
    struct candidate_axis *axis = &candidates->axis[space->axes];
    *axis = (struct candidate_axis){.kind = kind};
    space->axis[space->axes++] = (struct axis){.ordered = ordered};
    return axis;
}

/* Adds a value to the last axis. If it is the case's value (`own`), the search starts there. */
static void add_value(struct candidates *candidates, double value, bool own)
{
    struct space *space = &candidates->space;
    int a = space->axes - 1;
    if (own)
        space->start.at[a] = space->axis[a].count;
    candidates->axis[a].value[space->axis[a].count++] = value;
}

static void drop_lone_axis(struct candidates *candidates)
{
    struct space *space = &candidates->space;
    if (space->axis[space->axes - 1].count > 1)
        return;
    space->start.at[--space->axes] = 0;
}

/* Adds the case's value, and this value repeatedly doubled and halved, within the range. */
static void add_ladder(struct candidates *candidates, const struct tuning *tuning, int own)
{
    int middle = own > 0 ? own : 1;
    for (int k = DOUBLINGS; k > 0; k--)
        if (middle >> k >= tuning->minimum && middle >> k > 0)
            add_value(candidates, middle >> k, false);
    add_value(candidates, own, true);
    for (int k = own > 0 ? 1 : 0; k <= DOUBLINGS; k++)
        if ((int64_t)middle << k <= tuning->maximum)
            add_value(candidates, (double)((int64_t)middle << k), false);
}

static void add_tunings(struct candidates *candidates)
{
    const struct case_spec *base = candidates->base;
    for (int k = 0; k < strategy_tunings(base->strategy); k++) {
        const struct tuning *tuning = &base->strategy->tunings[k];
        if (!case_has_tuning(base, k) || add_axis(candidates, CANDIDATE_TUNING, true) == NULL)
            continue;
        candidates->axis[candidates->space.axes - 1].tuning = k;
        if (tuning->maximum - tuning->minimum < SPACE_VALUES && !tuning->power_of_two)
            for (int value = tuning->minimum; value <= tuning->maximum; value++)
                add_value(candidates, value, value == base->tuning[k]);
        else
            add_ladder(candidates, tuning, base->tuning[k]);
        drop_lone_axis(candidates);
    }
}

/* Adds the values 0 … count - 1 of an enumeration. */
static void add_names(struct candidates *candidates, enum candidate_kind kind, int count, int own)
{
    if (add_axis(candidates, kind, false) == NULL)
        return;
    for (int value = 0; value < count; value++)
        add_value(candidates, value, value == own);
}

static void add_lists(struct candidates *candidates)
{
    const struct case_spec *base = candidates->base;
    const struct building *building = &base->building;
    static const double parts[] = {1.0 / 3, 1.0 / 2, 2.0 / 3, 1, 4.0 / 3, 2, 8.0 / 3, 4};
    bool types = base->model->type_count > 1;
    add_names(candidates, CANDIDATE_SORT, types ? SORT_COUNT : SORT_CELL_TYPE, (int)base->sort);
    if (case_has_interactions(base))
        add_names(candidates, CANDIDATE_INTERACTIONS, INTERACTIONS_COUNT, (int)base->interactions);
    if (case_has_binning(base)) {
        /*
         * if the config has a binning that is only for comparison with papers, all such binnings
         * are tried
         */
        const int binnings = building->binning < BINNING_CBIN ? BINNING_CBIN : BINNING_COUNT;
        add_names(candidates, CANDIDATE_BINNING, binnings, (int)building->binning);
    }
    if (case_has_listing(base)) {
        const int listings = base->system.n > LISTING_ALL_MOST ? LISTING_ALL : LISTING_COUNT;
        add_names(candidates, CANDIDATE_LISTING, listings, (int)building->listing);
        if (building->distance == DISTANCE_OWN &&
            precision_info(base->precision)->real_size == sizeof(double))
            add_names(candidates, CANDIDATE_DISTANCE, DISTANCE_SINGLE + 1, DISTANCE_OWN);
    }
    if (base->skin > 0 && add_axis(candidates, CANDIDATE_SKIN, true) != NULL)
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
            add_value(candidates, round(base->skin * parts[k] * 1e4) / 1e4, parts[k] == 1);
}

void candidates_of(const struct case_spec *base, bool lists, struct candidates *candidates)
{
    *candidates = (struct candidates){.base = base};
    add_tunings(candidates);
    if (lists)
        add_lists(candidates);
}

struct case_spec candidates_spec(const struct candidates *candidates, const struct point *point)
{
    struct case_spec spec = *candidates->base;
    for (int a = 0; a < candidates->space.axes; a++) {
        const struct candidate_axis *axis = &candidates->axis[a];
        double value = axis->value[point->at[a]];
        switch (axis->kind) {
        case CANDIDATE_TUNING:
            spec.tuning[axis->tuning] = (int)value;
            break;
        case CANDIDATE_SORT:
            spec.sort = (enum sort_order)value;
            break;
        case CANDIDATE_INTERACTIONS:
            spec.interactions = (enum interaction_structure)value;
            break;
        case CANDIDATE_BINNING:
            spec.building.binning = (enum binning)value;
            break;
        case CANDIDATE_LISTING:
            spec.building.listing = (enum listing)value;
            break;
        case CANDIDATE_DISTANCE:
            spec.building.distance = (enum distance)value;
            break;
        case CANDIDATE_SKIN:
            spec.skin = value;
            break;
        }
    }
    case_write_id(&spec, spec.system.file);
    return spec;
}
