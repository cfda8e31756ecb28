/* Cases of results files as flat records, for tables, exports and figures. */
#pragma once

#include "harness/backend/ceilings.h"
#include "harness/base/error.h"
#include "harness/results/members.h"

#include <argp.h>
#include <cjson/cJSON.h>
#include <stddef.h>
#include <stdint.h>

#define MEMBER(kind, field, path, value, ...)    MEMBER_FIELD_##kind field;
#define PART(structure, field, path, value, ...) struct structure field;

/**
 * A case: its members in the results, and derived values. Texts point into the results; missing
 * texts are "", missing numbers NAN.
 */
struct record {
#include "harness/results/members/case.h"

    const char *file;  /* file of the case */
    const cJSON *item; /* the whole case */
    double schema_version;
    const char *host, *commit, *date; /* host, commit and date of the run */
    const char *cpu, *cpu_model;      /* CPU of the host; family, model and stepping of that CPU */
    double cpu_cores;
    const char *driver;       /* driver of the device */
    char parameters[256];     /* "epsilon=1 sigma=1 cutoff=2.5 shift=energy" */
    char tuning[128];         /* "block=128 lanes=8" */
    double step_ns_per_day;   /* simulated time per day of wall time, for a model with real units */
    double step_time_per_day; /* the same for reduced units, in the model's unit of time */
    double step_lists;        /* share of a step for building lists and sorting */
    double step_waiting;      /* share of a step outside all of its measured parts */
    double threads_per_instruction;  /* mean number of active lanes, counted by the hardware */
    const struct ceilings *ceilings; /* ceilings of the device; NULL if unknown */
    int64_t next;                    /* next record of the same chain; -1: none */
};

#undef MEMBER
#undef PART

/** Chain of all records with the same particles; -1: it has none. */
struct record_chain {
    int64_t first, last;
};

/** Records of one or more results; zeroed: none. */
struct records {
    struct record *record;
    int64_t count, capacity;
    struct record_chain *chain; /* chains of the records */
    int64_t chains;
    cJSON **document; /* documents parsed by records_load */
    int documents;
    struct ceilings_set **ceilings; /* ceilings read by limits_load */
    int ceilings_sets;
};

/** The arguments RESULT… of a command, and its options for reading them. */
struct record_files {
    char **path;
    int count;
    const char *ceilings; /* file of the option --ceilings; NULL: the file next to each results
                           * file */
    bool any;             /* true if files without cases are allowed */
    bool others;          /* true to keep documents of kernels (kernels.h), which have no cases */
    bool codes;           /* true to convert documents of kernels to cases with instructions of
                           * loops */
    bool quiet;           /* true: no messages about skipped files */
};

/** The option --ceilings of commands that read results: its key, and its entry for argp. */
enum { RECORD_CEILINGS = 'c' };
#define RECORD_CEILINGS_OPTION                                                                     \
    {                                                                                              \
        "ceilings", RECORD_CEILINGS, "FILE", 0,                                                    \
            "Compare the cases with these (default: as recorded, or ceilings.json next to the "    \
            "results)",                                                                            \
            0                                                                                      \
    }

/**
 * Parses the options and arguments of a command that name results files. The command's argp parser
 * calls this function for all keys that the parser does not handle.
 */
error_t record_files_parse(int key, char *argument, struct argp_state *state,
                           struct record_files *files);

/** Reads a case of results. `provenance` (NULL: unknown) and `file` are its origin. */
void record_read(const cJSON *item, const cJSON *provenance, const char *file,
                 struct record *record);

/** Fills in derived members: texts of parameters and tuning, and shares of a step. */
void record_complete(struct record *record);

/** Refuses results of another schema or without a schema: EXIT_USAGE with `file`. */
bool record_check_version(const cJSON *results, const char *file, struct error *error);

/** Appends the cases of `results`, which must outlive the records. EXIT_USAGE if there are none. */
bool records_add(struct records *records, const cJSON *results, const char *file,
                 struct error *error);

/**
 * Reads results files, and histories (*.jsonl: a line per case and commit, each with a separate
 * provenance). Appends their cases. Files without cases (ceilings, noise, published numbers) are
 * skipped with a message on the standard error. So are kernels and table errors, unless requested.
 * EXIT_USAGE if all files are skipped, for any other file, for a folder, and for results of another
 * schema or without a provenance.
 */
bool records_load(struct records *records, const struct record_files *files, struct error *error);

/** Adds the records to the chains of their particles, starting at index `from`. */
void records_index(struct records *records, int64_t from);

/**
 * Iterate over all records with the particles of `like`, in order. The first function returns the
 * first record, the second returns the record after a given one. NULL: there is none.
 */
const struct record *records_first(const struct records *records, const struct record *like);
const struct record *records_next(const struct records *records, const struct record *record);

/** Frees the records and the results that were read. */
void records_free(struct records *records);

/** Writes the members of an object as in records: "lanes=8 shift=energy". */
void record_assignments(const cJSON *object, char *text, size_t size);

/**
 * Returns the share of active lanes in the model's branch called `branch`; NAN if no lane takes it.
 */
double record_branch_lanes(const struct record *record, const char *branch);

/** Whether the case was timed. */
bool record_timed(const struct record *record);

/** Whether the case evaluates pairs with 32-bit numbers. */
bool record_narrow(const struct record *record);

/**
 * Whether the case has all tuning values of a text such as "lanes=8". The text "" fits any case.
 */
bool record_has_tuning(const struct record *record, const char *tuning);

/**
 * Whether the case has all model parameters of a text such as "water=ssd". The text "" fits any
 * case.
 */
bool record_has_parameters(const struct record *record, const char *parameters);

/** Whether two records have the same model with the same parameters and skin. */
bool record_same_model(const struct record *a, const struct record *b);

/** Whether two records have the same model, parameters, skin and particles. */
bool record_same_system(const struct record *a, const struct record *b);

/**
 * Whether two records have the same system, except that parameters named in either text,
 * "water=ssd", may differ.
 */
bool record_same_system_but(const struct record *a, const struct record *b, const char *named,
                            const char *also_named);

/** Whether two records evaluate bonded terms in the same kernels and mapping. */
bool record_same_bonding(const struct record *a, const struct record *b);

/** Whether two records build lists in the same way: cells, listing and distance test. */
bool record_same_lists(const struct record *a, const struct record *b);

/** Whether two numbers of records are the same, or both unknown. */
bool record_same_number(double a, double b);

/** Whether a strategy always runs on one thread; false if the strategy is unknown. */
bool record_has_one_thread(const char *strategy);

/** Whether two records have the same compiler and instruction set, as far as these are known. */
bool record_same_target(const struct record *a, const struct record *b);

/**
 * Whether two records were measured on the same machine. Its name, its CPU and its number of
 * hardware threads are compared.
 */
bool record_same_host(const struct record *a, const struct record *b);

/**
 * Whether two records have the same particles, model, precision, backend and device. The times of
 * such records can be ranked. The skins may differ.
 */
bool record_same_question(const struct record *a, const struct record *b);

/** Whether two records are comparable as in record_same_question, and have the same skin. */
bool record_same_group(const struct record *a, const struct record *b);

/**
 * Returns the timed records sorted by groups. The order is model, backend, device, precision,
 * density and size, then the order of the strategies. The caller frees the list.
 */
const struct record **records_sorted(const struct records *records, int64_t *count);

/**
 * Returns the fastest timed case of `strategy` in the group of `like`, with the same compiler,
 * instruction set and number of threads. The number of threads may differ if one of the two
 * strategies always has one thread. NULL if there is none.
 */
const struct record *records_best(const struct records *records, const struct record *like,
                                  const char *strategy);

/** Like records_best, among the cases with all tuning values of `tuning`. */
const struct record *records_best_tuned(const struct records *records, const struct record *like,
                                        const char *strategy, const char *tuning);

/**
 * Returns the case that a speed-up is relative to: the fastest case of `strategy` on the same
 * system in the same precision. It is on the same device or, if none was timed there, on another
 * device of the same host. NULL if there is none.
 */
const struct record *records_baseline(const struct records *records, const struct record *record,
                                      const char *strategy);
