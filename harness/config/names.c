#include "harness/config/names.h"

#include "harness/catalog/bonding.h"
#include "harness/catalog/building.h"
#include "harness/catalog/exclusion_method.h"
#include "harness/catalog/interactions.h"
#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "harness/catalog/sharing.h"
#include "harness/catalog/strategy.h"
#include "harness/catalog/target.h"
#include "harness/input/builders/builders.h"
#include "harness/input/formats/readers.h"
#include "harness/particles/kept_terms.h"
#include "harness/particles/sort_order.h"
#include "harness/physics/motion.h"
#include "harness/timing/sampling.h"

#include <limits.h>

/*
 * Defines a function that lists the names of `count` values. `name` is an expression in k for the
 * name of value k.
 */
#define NAMES(function, count, name)                                                               \
    void function(const char *names[MEMBER_NAMES])                                                 \
    {                                                                                              \
        for (int k = 0; k < (count); k++)                                                          \
            names[k] = (name);                                                                     \
        names[count] = NULL;                                                                       \
    }

/* Defines a function that lists names until the expression `name` in k is NULL. */
#define NAMES_UNTIL_NULL(function, name)                                                           \
    void function(const char *names[MEMBER_NAMES])                                                 \
    {                                                                                              \
        int k = 0;                                                                                 \
        while (k < MEMBER_NAMES - 1 && (names[k] = (name)) != NULL)                                \
            k++;                                                                                   \
        names[k] = NULL;                                                                           \
    }

NAMES_UNTIL_NULL(names_model, models()[k] != NULL ? models()[k]->name : NULL)
NAMES_UNTIL_NULL(names_strategy, strategies()[k].name)
NAMES_UNTIL_NULL(names_format, readers()[k] != NULL ? readers()[k]->name : NULL)
NAMES_UNTIL_NULL(names_clock_event, clock_event_name(UINT_MAX, k))
NAMES_UNTIL_NULL(names_compiler, target_compiler(k))
NAMES_UNTIL_NULL(names_arch, target_arch(k))
NAMES(names_backend, 2, k == 0 ? "cpu" : "cuda")
NAMES(names_precision, PRECISION_COUNT, precision_info((enum precision)k)->name)
NAMES(names_sort, SORT_COUNT, sort_name((enum sort_order)k))
NAMES(names_interactions, INTERACTIONS_COUNT, interactions_name((enum interaction_structure)k))
NAMES(names_exclusions, EXCLUSION_COUNT, exclusion_method_name((enum exclusion_method)k))
NAMES(names_exclusions_listed, EXCLUDED_WAYS, exclusion_method_listed(k))
NAMES(names_bonded, BONDING_COUNT, bonding_name((enum bonding)k))
NAMES(names_terms, KEPT_COUNT, kept_terms_name((enum kept_terms)k))
NAMES(names_binning, BINNING_COUNT, binning_name((enum binning)k))
NAMES(names_listing, LISTING_COUNT, listing_name((enum listing)k))
NAMES(names_distance, DISTANCE_COUNT - DISTANCE_SINGLE, distance_name(DISTANCE_SINGLE + k))
NAMES(names_sharing, SHARING_COUNT, sharing_name((enum sharing)k))
NAMES(names_integrator, INTEGRATORS, integrator_name((enum integrator)k))
NAMES(names_removal, REMOVALS, removal_name((enum removal)k))
NAMES(names_barostat, BAROSTATS + 1,
      k == 0 ? "none" : barostat_kind_name((enum barostat_kind)(k - 1)))
NAMES(names_thermostat, THERMOSTATS + 1,
      k == 0 ? "none" : thermostat_kind_name((enum thermostat_kind)(k - 1)))
NAMES(names_stop_reason, STOP_INTERRUPTED - STOP_CONVERGED + 1,
      stop_reason_name(STOP_CONVERGED + k))

void names_builder(const char *names[MEMBER_NAMES])
{
    builder_names(names);
}
