/* Common code of the fuzzer's targets. A target is a parser with all code that uses accepted
 * input. Each target has a file here with the function that libFuzzer calls, a dictionary
 * NAME.dict next to it, and the folder corpus/NAME. Every input that breaks a parser is added to
 * this folder. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** Runs the target on an input; returns 0. A fault ends the process. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** Returns the path of a file in memory that holds the bytes, until the next call with the same
 * `slot`. */
enum { FUZZ_SLOTS = 3, FUZZ_PATH = 64 };
const char *fuzz_file(int slot, const uint8_t *data, size_t size);

/** Returns a stream that discards what is printed to it. */
FILE *fuzz_sink(void);

/** Ends the process with the message `sentence` unless `holds` is true. */
void fuzz_expect(int holds, const char *sentence);

/**
 * Reads a system from a file, as a case does, first without a model, then with one. Runs all code
 * that depends only on the system. `topology` may be NULL.
 */
void fuzz_system(const char *format, const char *path, const char *topology);

/** Creates the system of a spec and runs the same code as fuzz_system. */
struct system_spec;
void fuzz_spec(const struct system_spec *spec);

/** Reads the results file with every reader of records. */
void fuzz_records(const char *path);

/** The record of a timed case, for code that compares records with the input. */
struct records;
struct records *fuzz_case(void);
