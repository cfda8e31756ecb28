/* Items of each paper that can be repeated, and their configs: results/papers.json. */
#pragma once

#include "harness/base/error.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

/** A figure or table of a paper. */
struct paper_item {
    const char *name;     /* "Figure 3" */
    const char *config;   /* name of the config that repeats it */
    const cJSON *figures; /* names of the figures that its results are drawn as; NULL: none */
    const cJSON *quick;   /* settings with --quick; NULL: none */
};

struct paper {
    const char *name;  /* "rovigatti2015" */
    const char *cited; /* "Rovigatti et al. 2015": beginning of the sources of its claims */
    struct paper_item *item;
    int items;
};

struct papers {
    struct paper *paper;
    int count;
    const cJSON *quick; /* settings of every config with --quick */
    cJSON *document;    /* document that contains the texts */
};

/** Reads the papers that came with the binary. Errors are those of data_path and json_file_read.
 * The papers are freed in any case. */
bool papers_read(struct papers *papers, struct error *error);

/**
 * Finds a paper by its name or the beginning of it. EXIT_USAGE with the nearest name if there is
 * none, or if several begin with it.
 */
const struct paper *papers_find(const struct papers *papers, const char *name, struct error *error);

/** Frees them. Zeroed papers may be freed. */
void papers_free(struct papers *papers);
