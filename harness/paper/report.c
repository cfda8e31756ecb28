#include "harness/paper/report.h"

#include "harness/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool same_machine(const struct report_machine *machine, const struct record *record)
{
    return strcmp(machine->device, record->device) == 0 && strcmp(machine->cpu, record->cpu) == 0 &&
           strcmp(machine->driver, record->driver) == 0 &&
           strcmp(machine->commit, record->commit) == 0;
}

/* Adds the machine of a record, or widens the days of one that is there. */
static bool add_machine(struct report_paper *paper, const struct record *record,
                        struct error *error)
{
    char day[sizeof paper->machine->first];
    snprintf(day, sizeof day, "%.10s", record->date);
    for (int k = 0; k < paper->machines; k++) {
        struct report_machine *machine = &paper->machine[k];
        if (!same_machine(machine, record))
            continue;
        if (strcmp(day, machine->first) < 0)
            memcpy(machine->first, day, sizeof day);
        if (strcmp(day, machine->last) > 0)
            memcpy(machine->last, day, sizeof day);
        return true;
    }
    struct report_machine *grown =
        realloc(paper->machine, (size_t)(paper->machines + 1) * sizeof *grown);
    if (grown == NULL)
        return error_set(error, EXIT_ENVIRONMENT, "out of memory: the machines of a report");
    paper->machine = grown;
    struct report_machine *machine = &paper->machine[paper->machines++];
    *machine = (struct report_machine){
        .device = record->device,
        .cpu = record->cpu,
        .driver = record->driver,
        .commit = record->commit,
        .cores = record->cpu_cores,
    };
    memcpy(machine->first, day, sizeof day);
    memcpy(machine->last, day, sizeof day);
    return true;
}

static bool add_machines(struct report_paper *paper, const struct evidence *evidence,
                         struct error *error)
{
    for (int64_t k = 0; k < evidence->records.count; k++) {
        const struct record *record = &evidence->records.record[k];
        if (strcmp(record->status, "ok") == 0 && !add_machine(paper, record, error))
            return false;
    }
    return true;
}

static void count(struct report_paper *paper, const struct claims *claims)
{
    for (int64_t k = 0; k < claims->count; k++) {
        const struct claim *claim = &claims->item[k];
        int64_t *tally = paper_says(paper->paper, claim) ? paper->tally : paper->aims;
        tally[claim->verdict]++;
    }
}

static bool read_paper(const struct paper *of, const struct recorded *recorded,
                       enum paper_length only, struct report_paper *paper, struct error *error)
{
    paper->paper = of;
    paper->evidence = memory_allocate_zeroed(of->items, sizeof *paper->evidence, "a report", error);
    if (paper->evidence == NULL)
        return false;
    for (int k = 0; k < of->items; k++) {
        if (!evidence_read(&of->item[k], recorded, only, &paper->evidence[k], error) ||
            !add_machines(paper, &paper->evidence[k], error))
            return false;
        count(paper, &paper->evidence[k].claims);
    }
    return true;
}

bool report_read(const struct paper *const *papers, int count_of, const struct recorded *recorded,
                 enum paper_length only, struct report *report, struct error *error)
{
    *report = (struct report){.length = only};
    report->paper = memory_allocate_zeroed(count_of, sizeof *report->paper, "a report", error);
    if (report->paper == NULL)
        return false;
    for (int k = 0; k < count_of; k++) {
        struct report_paper *paper = &report->paper[report->count++];
        if (!read_paper(papers[k], recorded, only, paper, error))
            return false;
        for (int item = 0; item < papers[k]->items; item++)
            report->quick = report->quick || paper->evidence[item].length == PAPER_QUICK;
    }
    return true;
}

void report_free(struct report *report)
{
    for (int k = 0; k < report->count; k++) {
        struct report_paper *paper = &report->paper[k];
        for (int item = 0; paper->evidence != NULL && item < paper->paper->items; item++)
            evidence_free(&paper->evidence[item]);
        free(paper->evidence);
        free(paper->machine);
    }
    free(report->paper);
    *report = (struct report){0};
}
