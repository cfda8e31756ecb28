/* Ranks strategies by recorded results. */
#pragma once

#include "harness/config/cases.h"
#include "harness/results/record.h"
#include "harness/search/placings.h"

#include <stdbool.h>
#include <stddef.h>

/** A request for recorded times. */
struct recorded_question {
    const struct cases *cases; /* requested cases; they differ only in their strategy */
    const char *device;        /* name of the device */
    const char *cpu_model;     /* model of this CPU, because different CPUs may have the same
                                * name; NULL: any model */
    int threads;               /* number of threads if the device is a CPU */
    bool any_temperature;
    bool any_skin; /* true: force calls may have any skin; the recorded skin with the shortest time
                    * is used */
    bool step;     /* true: whole steps, with any skin; false: force calls, with the skin of the
                    * case */
};

/** Returns the backend of a device's records; NULL if it has none. */
const char *recorded_backend(const struct records *records, const char *device);

/**
 * Fails with EXIT_USAGE because a device has no records; the message has the recorded devices and
 * the most similar name.
 */
bool recorded_refuse(const struct records *records, const char *device, struct error *error);

/** Returns the largest number of CPU threads in a device's records. */
int recorded_threads(const struct records *records, const char *device);

/**
 * Returns the record with the requested setting at the nearest density. If there are several,
 * returns the record with the nearest number of particles. NULL if there is none.
 */
const struct record *recorded_near(const struct records *records,
                                   const struct recorded_question *question);

/**
 * Writes the record nearest to a request without a result: "the nearest density is 0.5, with N =
 * 4,000 to 32,000". Returns `text`.
 */
const char *recorded_nearest(const struct records *records,
                             const struct recorded_question *question, char *text, size_t size);

/**
 * Ranks the strategies that have a recorded time for the request. Recorded times on both sides of
 * its number of particles and density also suffice; they are interpolated (interpolate.h). All
 * other settings must be the same. For force calls, parameters that only change energies may
 * differ. The records have to outlive the placings.
 */
void recorded_rank(const struct records *records, const struct recorded_question *question,
                   struct placings *placings);

/**
 * Finds records that match the request within a range. Writes their numbers of particles (if
 * `along_n`) or densities in ascending order, at most `most`; returns how many.
 */
int recorded_places(const struct records *records, const struct recorded_question *question,
                    bool along_n, double low, double high, double *places, int most);

/**
 * Writes the parameters of a record that differ from the case: "shift=none"; "" if there are none.
 * Returns `text`.
 */
const char *recorded_differences(const struct record *record, const struct case_spec *spec,
                                 char *text, size_t size);
