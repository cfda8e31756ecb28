/*
 * Prints a Markdown table with two rates of the comparison of times: false alarms and detected
 * changes.
 */
#include "tests/gate_trial.h"

#include <stdio.h>

enum { SWEEPS_UNCHANGED = 100, SWEEPS_CHANGED = 20 };

static const int runs[] = {RUN_FEWEST, 5, 9};
static const double factors[] = {1.05, 1.1, 1.2, 1.3};

static const struct {
    const char *name;
    enum trial_noise kind;
    double noise;
} rows[] = {
    {"steady, 1 %", TRIAL_STEADY, 0.01},       {"steady, 3 %", TRIAL_STEADY, 0.03},
    {"steady, 10 %", TRIAL_STEADY, 0.1},       {"shared, 1 %", TRIAL_SHARED, 0.01},
    {"shared, 3 %", TRIAL_SHARED, 0.03},       {"shared, 10 %", TRIAL_SHARED, 0.1},
    {"drifting by 1 %", TRIAL_DRIFTING, 0.01}, {"drifting by 3 %", TRIAL_DRIFTING, 0.03},
    {"drifting by 10 %", TRIAL_DRIFTING, 0.1}, {"two modes, 3 % apart", TRIAL_BIMODAL, 0.03},
    {"two modes, 10 %", TRIAL_BIMODAL, 0.1},   {"two modes, 30 %", TRIAL_BIMODAL, 0.3},
    {"outliers, 1 %", TRIAL_OUTLIERS, 0.01},   {"outliers, 3 %", TRIAL_OUTLIERS, 0.03},
    {"outliers, 10 %", TRIAL_OUTLIERS, 0.1},   {"late runs, 1 %", TRIAL_LATE, 0.01},
    {"late runs, 3 %", TRIAL_LATE, 0.03},      {"late runs, 10 %", TRIAL_LATE, 0.1},
};

static void print_row(size_t row, int run_count)
{
    struct random random = random_start(row, (uint64_t)run_count);
    struct trial trial = {.kind = rows[row].kind,
                          .noise = rows[row].noise,
                          .runs = run_count,
                          .factor = 1,
                          .turns = true};
    struct trial_rates unchanged = {0};
    for (int k = 0; k < SWEEPS_UNCHANGED; k++)
        trial_sweep(&trial, &random, &unchanged);
    printf("| %s | %d | %.2f | %.1f | %.0f |", rows[row].name, run_count,
           trial_percent(unchanged.slower, &unchanged), 100. * unchanged.alarmed / unchanged.sweeps,
           trial_percent(unchanged.same, &unchanged));
    for (size_t f = 0; f < sizeof factors / sizeof *factors; f++) {
        struct trial_rates changed = {0};
        trial.factor = factors[f];
        for (int k = 0; k < SWEEPS_CHANGED; k++)
            trial_sweep(&trial, &random, &changed);
        printf(" %.0f |", trial_percent(changed.slower, &changed));
    }
    putchar('\n');
}

int main(void)
{
    puts("| noise between runs | runs a side | false alarms, % | sweeps with one, % | same, % | "
         "found: "
         "+5 %, % | +10 % | +20 % | +30 % |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++)
        for (size_t r = 0; r < sizeof runs / sizeof *runs; r++)
            print_row(row, runs[r]);
    return EXIT_OK;
}
