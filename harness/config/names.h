/* Lists of valid names in configs and results. Each list ends with NULL. */
#pragma once

#include "harness/json/member.h"

member_names names_model, names_strategy, names_precision, names_backend, names_builder,
    names_format, names_sort, names_interactions, names_exclusions, names_exclusions_listed,
    names_bonded, names_terms, names_binning, names_listing, names_distance, names_sharing,
    names_compiler, names_arch, names_integrator, names_removal, names_barostat, names_thermostat,
    names_stop_reason, names_clock_event;
