/* The cases of results files as flat records, for tables, exports and figures. */
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

/** One case: its members in the results, and further properties. Texts point into the results and
 * are "" if absent; numbers are NAN then. */
struct record {
#include "harness/results/members/case.h"

    const char *file;  /* file from which it was read */
    const cJSON *item; /* the whole case */
    double schema_version;
    const char *host, *commit, *date; /* host, commit and date of the run */
    const char *cpu, *cpu_model;      /* CPU of the host; its family, model and stepping */
    double cpu_cores;
    const char *driver;       /* driver of the device */
    char parameters[256];     /* "epsilon=1 sigma=1 cutoff=2.5 shift=energy" */
    char tuning[128];         /* "block=128 lanes=8" */
    double step_ns_per_day;   /* simulated time per day of wall time, for a model with real units */
    double step_time_per_day; /* the same for other models, in their unit of time */
    double step_lists;        /* share of a step for lists and sorting */
    double step_waiting;      /* share of a step outside all of its parts */
    double threads_per_instruction;  /* active lanes, counted by the hardware */
    const struct ceilings *ceilings; /* ceilings of the device; NULL if unknown */
    int64_t next;                    /* next record of its chain; -1: it is the last */
};

#undef MEMBER
#undef PART

/** Chain that contains all records of the same particles; -1: none. */
struct record_chain {
    int64_t first, last;
};

/** Records of one or more results; zeroed: none. */
struct records {
    struct record *record;
    int64_t count, capacity;
    struct record_chain *chain; /* chains of them */
    int64_t chains;
    cJSON **document; /* documents parsed by records_load */
    int documents;
    struct ceilings_set **ceilings; /* ceilings read by limits_load */
    int ceilings_sets;
};

/** The arguments RESULT… of a command. */
struct record_files {
    char **path;
    int count;
    const char *ceilings; /* --ceilings FILE; NULL for the file next to each */
    bool any;             /* true if files without cases are allowed */
    bool others;          /* true to keep documents of kernels.h, which have no cases */
    bool codes;           /* true to read these as cases with instructions of loops */
    bool quiet;           /* true: no messages about skipped files */
};

/** The option --ceilings of commands that take results: its key, and its row for argp. */
enum { RECORD_CEILINGS = 'c' };
#define RECORD_CEILINGS_OPTION                                                                     \
    {                                                                                              \
        "ceilings", RECORD_CEILINGS, "FILE", 0,                                                    \
            "Compare the cases with these (default: as recorded, or ceilings.json next to the "    \
            "results)",                                                                            \
            0                                                                                      \
    }

/**
 * Takes options and arguments of a command as results files. A command's argp parser calls it for
 * keys that it does not handle.
 */
error_t record_files_parse(int key, char *argument, struct argp_state *state,
                           struct record_files *files);

/** Reads a case of results. `provenance` (NULL if unknown) and `file` are its origin. */
void record_read(const cJSON *item, const cJSON *provenance, const char *file,
                 struct record *record);

/** Fills in the members that follow from others: assignments and shares of a step. */
void record_complete(struct record *record);

/** Refuses results of another schema, or without one: EXIT_USAGE with `file`. */
bool record_check_version(const cJSON *results, const char *file, struct error *error);

/** Appends the cases of `results`, which must outlive the records. EXIT_USAGE if it has none. */
bool records_add(struct records *records, const cJSON *results, const char *file,
                 struct error *error);

/**
 * Reads results files, and histories (*.jsonl: a line per case and commit, each with its own
 * provenance), and appends their cases. Files without cases (ceilings, noise, published numbers
 * and, unless requested, kernels and errors of tables) are skipped with a message on the standard
 * error, unless there is no other. EXIT_USAGE for any other file or a folder, if all are skipped,
 * and for results of another schema or without a provenance.
 */
bool records_load(struct records *records, const struct record_files *files, struct error *error);

/** Adds the records from `from` on to the chains of their particles. */
void records_index(struct records *records, int64_t from);

/**
 * Return the first record of the chain of all records with the particles of `like`, and the record
 * after another one, in the order of the records; NULL: none.
 */
const struct record *records_first(const struct records *records, const struct record *like);
const struct record *records_next(const struct records *records, const struct record *record);

/** Frees the records and the results that were read. */
void records_free(struct records *records);

/** Writes the members of an object in the form of records: "lanes=8 shift=energy". */
void record_assignments(const cJSON *object, char *text, size_t size);

/** Returns the share of active lanes in a branch of the model, by name; NAN if no lane takes it. */
double record_branch_lanes(const struct record *record, const char *branch);

/** Whether the case was timed. */
bool record_timed(const struct record *record);

/** Whether the case evaluates pairs with numbers of 32 bits. */
bool record_narrow(const struct record *record);

/** Whether the case has all the tuning values of `tuning`, "lanes=8". "" admits any case. */
bool record_has_tuning(const struct record *record, const char *tuning);

/** Whether the case has all the model's parameters of `parameters`, "water=ssd". "" admits any
 * case. */
bool record_has_parameters(const struct record *record, const char *parameters);

/** Whether both have the same model with the same parameters and skin. */
bool record_same_model(const struct record *a, const struct record *b);

/** Whether both also have the same particles. */
bool record_same_system(const struct record *a, const struct record *b);

/** The same, except that parameters named in either text, "water=ssd", may differ. */
bool record_same_system_but(const struct record *a, const struct record *b, const char *named,
                            const char *also_named);

/** Whether the same threads evaluate the bonded terms of both. */
bool record_same_bonding(const struct record *a, const struct record *b);

/** Whether both build lists in the same way: cells, listing and test of distances. */
bool record_same_lists(const struct record *a, const struct record *b);

/** Whether two numbers of records are the same; two unknown ones are. */
bool record_same_number(double a, double b);

/** Whether a strategy always runs on one thread; false if it is unknown. */
bool record_has_one_thread(const char *strategy);

/** Whether the kernels of both have the same compiler and instruction set, as far as is known. */
bool record_same_target(const struct record *a, const struct record *b);

/** Whether both were measured on the same machine, judged by its name, its CPU and the number of
 * its hardware threads. */
bool record_same_host(const struct record *a, const struct record *b);

/**
 * Whether both have the same particles, model, precision, backend and device, so that they can be
 * ranked; their skins may differ.
 */
bool record_same_question(const struct record *a, const struct record *b);

/** The same, and the same skin. */
bool record_same_group(const struct record *a, const struct record *b);

/**
 * Sorts the timed records so that those of a group are together: by model, backend, device,
 * precision, density and size, then in the order of the strategies. The caller frees the list.
 */
const struct record **records_sorted(const struct records *records, int64_t *count);

/**
 * Returns the fastest timed case of `strategy` in the group of `like`, built by the same compiler
 * for the same instruction set, with as many threads, unless one of the two strategies always has
 * one. NULL if there is none.
 */
const struct record *records_best(const struct records *records, const struct record *like,
                                  const char *strategy);

/** Returns the same among cases with all the tuning values of `tuning`. */
const struct record *records_best_tuned(const struct records *records, const struct record *like,
                                        const char *strategy, const char *tuning);

/**
 * Returns the case to which speed-ups are relative: the fastest case of `strategy` on the same
 * system in the same precision, on the same device if it was timed there, otherwise on another
 * device of the same host. NULL if there is none.
 */
const struct record *records_baseline(const struct records *records, const struct record *record,
                                      const char *strategy);
