/*
 * The catalog of papers, results/papers.json: for each paper the figures and tables that can be
 * repeated, and their configs.
 */
#pragma once

#include "harness/base/error.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

/** A figure or table of a paper. */
struct paper_item {
    const char *name;     /* name in the paper, "Figure 3" */
    const char *config;   /* name of the config that repeats it */
    const cJSON *figures; /* names of the figures drawn from its results; NULL: none */
    const cJSON *quick;   /* settings that replace the config's with --quick; NULL: none */
};

struct paper {
    const char *name;  /* key of the paper, "rovigatti2015" */
    const char *cited; /* "Rovigatti et al. 2015", the beginning of its claims' sources */
    struct paper_item *item;
    int items;
};

struct papers {
    struct paper *paper;
    int count;
    const cJSON *quick; /* settings that replace every config's with --quick */
    cJSON *document;    /* JSON document that the texts point into */
};

/**
 * Reads the papers that come with the program. Fails like data_path and json_file_read. The caller
 * frees the papers even after an error.
 */
bool papers_read(struct papers *papers, struct error *error);

/**
 * Finds a paper by its name or the beginning of its name. EXIT_USAGE if no name, or more than one,
 * begins with it; the message has the nearest name.
 */
const struct paper *papers_find(const struct papers *papers, const char *name, struct error *error);

/** Frees papers, which may be zeroed. */
void papers_free(struct papers *papers);
