#include "harness/results/members.h"

#include "harness/backend/ceilings.h"
#include "harness/config/names.h"
#include "harness/results/record.h"
#include "harness/results/results.h"
#include "harness/timing/overhead.h"
#include "harness/timing/sampling.h"

/* Fills in the names of the ceilings that cases are compared with. */
static void names_limits(const char *names[MEMBER_NAMES])
{
    static const enum ceiling_kind held[] = {
        CEILING_FMA_SINGLE,    CEILING_FMA_DOUBLE,        CEILING_RSQRT_SINGLE,
        CEILING_RSQRT_DOUBLE,  CEILING_RECIPROCAL_SINGLE, CEILING_RECIPROCAL_DOUBLE,
        CEILING_GATHER_L1,     CEILING_GATHER_WIDE,       CEILING_GATHER_SHARED,
        CEILING_STREAM_L2,     CEILING_STREAM_L3,         CEILING_STREAM_DRAM,
        CEILING_ATOMIC_FLOAT,  CEILING_ATOMIC_FLOAT4,     CEILING_ATOMIC_DOUBLE,
        CEILING_SCATTER_FLOAT, CEILING_SCATTER_FLOAT4,    CEILING_SCATTER_DOUBLE,
        CEILING_ISSUE,
    };
    size_t count = sizeof held / sizeof *held;
    for (size_t k = 0; k < count; k++)
        names[k] = ceiling_info(held[k])->name;
    names[count] = NULL;
}

#define HASH_PATTERN "^([0-9a-f]{16}|[0-9a-f]{32})$"
#define CHOICES(...)                                                                               \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

/* Makes the table row of a member. STRUCTURE is the type of the structure that has the member. */
#define MEMBER(kind_, field_, path_, value, ...)                                                   \
    {.path = path_,                                                                                \
     .kind = MEMBER_##kind_,                                                                       \
     .offset = offsetof(struct STRUCTURE, field_),                                                 \
     __VA_ARGS__},
#define PART(structure, field_, path_, value, ...) MEMBER(OBJECT, field_, path_, value, __VA_ARGS__)

const struct member timing_members[] = {
#define STRUCTURE timing
#include "harness/results/members/timing.h"
#undef STRUCTURE
    {.path = NULL}};

const struct member counters_members[] = {
#define STRUCTURE record_counters
#include "harness/results/members/counters.h"
#undef STRUCTURE
    {.path = NULL}};

const struct member region_members[] = {
#define STRUCTURE record_region
#include "harness/results/members/region.h"
#undef STRUCTURE
    {.path = NULL}};

const struct member series_members[] = {
#define STRUCTURE series
#include "harness/results/members/series.h"
#undef STRUCTURE
    {.path = NULL}};

const struct member dynamics_members[] = {
#define STRUCTURE record_dynamics
#include "harness/results/members/dynamics.h"
#undef STRUCTURE
    {.path = NULL}};

const struct member device_members[] = {
#define STRUCTURE record_device
#include "harness/results/members/device.h"
#undef STRUCTURE
    {.path = NULL}};

const struct member cache_members[] = {
#define STRUCTURE record_cache
#include "harness/results/members/cache.h"
#undef STRUCTURE
    {.path = NULL}};

const struct member gpu_members[] = {
#define STRUCTURE record_gpu
#include "harness/results/members/gpu.h"
#undef STRUCTURE
    {.path = NULL}};

const struct member provenance_members[] = {
#define STRUCTURE record_provenance
#include "harness/results/members/provenance.h"
#undef STRUCTURE
    {.path = NULL}};

const struct member case_members[] = {
#define STRUCTURE record
#include "harness/results/members/case.h"
#undef STRUCTURE
    {.path = "provenance",
     .kind = MEMBER_OTHER,
     .schema = "provenance",
     .optional = true,
     .later = true,
     .summary = "Provenance of the case, in the form of the file's; absent for a case of the "
                "file's own run."},
    {.path = NULL}};

const struct member results_members[] = {
    {.path = "schema_version",
     .kind = MEMBER_INTEGER,
     .range = BETWEEN(RESULTS_SCHEMA, RESULTS_SCHEMA),
     .summary = "Version of the file's form."},
    {.path = "provenance",
     .kind = MEMBER_OBJECT,
     .members = provenance_members,
     .summary =
         "Place, date and means of the measurement; in merged results, those of the first run."},
    {.path = "config",
     .kind = MEMBER_OTHER,
     .schema = "resolved",
     .summary = "The config as resolved: itself a valid config (configs/schema.json), with every "
                "key given."},
    {.path = "cases",
     .kind = MEMBER_LIST,
     .members = case_members,
     .definition = "case",
     .summary = "The cases, in the order of the config; in merged files whose config cannot be "
                "expanded, in the order of their names."},
    {.path = "overhead",
     .kind = MEMBER_OBJECT,
     .members = overhead_members,
     .optional = true,
     .summary =
         "Use of the wall time, written when the run ends; for a resumed run, of its last part."},
    {.path = NULL}};
