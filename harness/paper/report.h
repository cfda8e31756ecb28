/*
 * The report on papers: the findings as JSON, and the pages that plots/report.py makes from them.
 */
#pragma once

#include "harness/paper/catalog.h"
#include "harness/paper/recorded.h"

struct report_options {
    const struct paper *const *paper;
    int count;
    const struct recorded *recorded;
    enum paper_length only; /* length, as for recorded_of */
    const char *command;    /* command that makes this report */
};

/**
 * Draws the figures of papers into `folder`/figures/, unless there is no gnuplot, which is
 * reported on the standard error, and writes report.json, report.html and report.md into it. Errors
 * are those of config_read, records_load, claims_add, plot_draw and json_file_write, and
 * EXIT_ENVIRONMENT if python3 is missing or fails.
 */
bool report_write(const struct report_options *options, const char *folder, struct error *error);
