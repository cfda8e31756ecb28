/* Writes the report on papers. The findings are JSON; plots/report.py makes pages from them. */
#pragma once

#include "harness/paper/catalog.h"
#include "harness/paper/recorded.h"

struct report_options {
    const struct paper *const *paper;
    int count;
    const struct recorded *recorded;
    enum paper_length only; /* length of the results to use, as in recorded_of */
    const char *command;    /* command that makes this report */
};

/**
 * Draws the figures of papers into `folder`/figures/, and writes report.json, report.html and
 * report.md into `folder`. Without gnuplot there are no figures, and a message on the standard
 * error. Fails like config_read, records_load, claims_add, plot_draw and json_file_write.
 * EXIT_ENVIRONMENT if python3 is missing or fails.
 */
bool report_write(const struct report_options *options, const char *folder, struct error *error);
