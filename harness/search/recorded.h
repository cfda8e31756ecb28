/* Placings from recorded results. */
#pragma once

#include "harness/config/cases.h"
#include "harness/results/record.h"
#include "harness/search/placings.h"

#include <stdbool.h>
#include <stddef.h>

/** Question to the records. */
struct recorded_question {
    const struct cases *cases; /* cases of the question, one for each strategy, otherwise equal */
    const char *device;        /* device by name */
    const char *cpu_model;     /* model of this CPU, because many have its name; NULL: any */
    int threads;               /* threads of a CPU's device */
    bool any_temperature;
    bool any_skin; /* true for any skin of force calls: the recorded one with the least time */
    bool step;     /* true for whole steps, with any skin; false: force calls with the skin of
                    * the case */
};

/** Returns the backend with which a device was recorded; NULL: it has no records. */
const char *recorded_backend(const struct records *records, const char *device);

/** Refuses a device without records: EXIT_USAGE with the recorded devices, and the nearest name. */
bool recorded_refuse(const struct records *records, const char *device, struct error *error);

/** Returns the most CPU threads with which a device was recorded. */
int recorded_threads(const struct records *records, const char *device);

/**
 * Returns the record with the question's setting at the density nearest to that of the question,
 * and of these the one with the nearest number of particles; NULL: there is none.
 */
const struct record *recorded_near(const struct records *records,
                                   const struct recorded_question *question);

/**
 * Writes the record nearest to a question without an answer: "the nearest density is 0.5, with N =
 * 4,000 to 32,000". Returns `text`.
 */
const char *recorded_nearest(const struct records *records,
                             const struct recorded_question *question, char *text, size_t size);

/**
 * Ranks the strategies with a recorded time for the question, or on both sides of its number of
 * particles and of its density (interpolate.h), with the same setting and everything else equal.
 * Parameters that only change energies may differ for force calls. The records have to outlive it.
 */
void recorded_rank(const struct records *records, const struct recorded_question *question,
                   struct placings *placings);

/**
 * Finds the numbers of particles (`along_n`), or otherwise the densities, of records that match the
 * question apart from these, within a range; at most `most`, in their order. Returns their number.
 */
int recorded_places(const struct records *records, const struct recorded_question *question,
                    bool along_n, double low, double high, double *places, int most);

/** Writes the parameters of a record that the case does not have, "shift=none"; "" if there are
 * none. Returns `text`. */
const char *recorded_differences(const struct record *record, const struct case_spec *spec,
                                 char *text, size_t size);
