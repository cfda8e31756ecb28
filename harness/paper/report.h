/* The report on papers: what there is to tell, before anybody writes it down. */
#ifndef PAIRLANES_PAPER_REPORT_H
#define PAIRLANES_PAPER_REPORT_H

#include "harness/paper/evidence.h"
#include "harness/paper/row.h"

#include <stdint.h>

/* What every form of the report says. */
#define REPORT_TITLE "The papers, and whether their numbers hold"
#define REPORT_ABOUT                                                                               \
    "What each paper prints stands beside what was measured here, with their ratio. A statement "  \
    "holds if at every point the 95 % interval lies within its bounds, does not if at one it "     \
    "lies beyond, and is undecided else. Open symbols in figures are the papers' numbers."
#define REPORT_QUICK                                                                               \
    "It has fewer particles and samples than the papers' cases, and shows that everything runs. "  \
    "Its numbers and verdicts are not those of the papers' cases."

/** A machine that results are of. */
struct report_machine {
    const char *device, *cpu, *driver, *commit;
    char first[16], last[16]; /* days of the runs */
    double cores;             /* hardware threads of its CPU */
};

/** A paper with the evidence of its items. */
struct report_paper {
    const struct paper *paper;
    struct evidence *evidence; /* of each item */
    struct report_machine *machine;
    int machines;
    int64_t tally[CLAIM_VERDICTS]; /* of what it says, on all devices */
    int64_t aims[CLAIM_VERDICTS];  /* of what this project adds */
};

struct report {
    struct report_paper *paper;
    int count;
    const char *command; /* that makes this report */
    enum paper_length length;
    bool quick; /* whether any of its results is */
};

/** Reads the evidence of papers. Errors are those of evidence_read; the report is freed in any
 * case. */
bool report_read(const struct paper *const *papers, int count, const struct recorded *recorded,
                 enum paper_length only, struct report *report, struct error *error);

/** Writes the answer in a sentence, made of the verdicts. */
void report_answer(const struct report_paper *paper, char *text, size_t size);

/** Writes "L. Rovigatti, P. Šulc, A title, J. Comput. Chem. 36, 1 (2015)"; the name if no more is
 * known. */
void report_citation(const struct paper *paper, char *text, size_t size);

/** Writes what the results of an item are not, in sentences: not measured, in part, at another
 * length, not as in the paper; "" if there is nothing to say. */
void report_note(const struct evidence *evidence, char *text, size_t size);

/** Writes what stands below a figure. */
void report_caption(const struct evidence *evidence, const struct evidence_figure *figure,
                    char *text, size_t size);

/** Writes what a figure shows, for those who cannot see it. */
void report_alternative(const struct evidence_figure *figure, char *text, size_t size);

/** Whether a claim on one of a paper's items names a number that the paper prints. */
bool report_is_claimed(const struct report_paper *paper, const cJSON *number);

/** Writes how many of the numbers that a paper prints claims name; "" if it is not known what it
 * prints. */
void report_coverage(const struct report_paper *paper, char *text, size_t size);

/** Writes what a printed number is of: system, particles, precision, device. */
void report_subject(const cJSON *number, char *text, size_t size);

/** Writes the CPU of a machine with its hardware threads. */
void report_host(const struct report_machine *machine, char *text, size_t size);

/** Writes the command that measures a paper anew. */
void report_command(const struct report *report, const struct paper *paper, char *text,
                    size_t size);

void report_free(struct report *report);

#endif
