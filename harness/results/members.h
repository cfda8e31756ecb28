/*
 * Members of a results file. The preprocessor makes these structures and their descriptions from
 * the tables in members/. A new member needs only a new row there. The members of a case are in
 * struct record.
 */
#pragma once

#include "harness/json/member.h"
#include "harness/timing/series.h"

#define MEMBER(kind, field, path, value, ...)    MEMBER_FIELD_##kind field;
#define PART(structure, field, path, value, ...) struct structure field;

/** Times of a call in ns. */
struct timing {
#include "harness/results/members/timing.h"
};

/** Values of hardware counters. */
struct record_counters {
#include "harness/results/members/counters.h"
};

/** Active lanes in a region of the kernel. */
struct record_region {
#include "harness/results/members/region.h"
};

/** Motion of the particles. */
struct record_dynamics {
#include "harness/results/members/dynamics.h"
};

/** Provenance: when, where and with what a result was made. */
struct record_provenance {
#include "harness/results/members/provenance.h"
};

/** A cache of the CPU. */
struct record_cache {
#include "harness/results/members/cache.h"
};

/** A GPU of the machine. */
struct record_gpu {
#include "harness/results/members/gpu.h"
};

/** A device that a run used. */
struct record_device {
#include "harness/results/members/device.h"
};

#undef MEMBER
#undef PART

extern const struct member timing_members[];
extern const struct member counters_members[];
extern const struct member region_members[];
extern const struct member series_members[];
extern const struct member dynamics_members[];
extern const struct member provenance_members[];
extern const struct member cache_members[];
extern const struct member gpu_members[];
extern const struct member device_members[];
extern const struct member case_members[];

/** All members of a results file, including its cases' members. */
extern const struct member results_members[];
