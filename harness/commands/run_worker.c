#include "harness/commands/run_worker.h"

#include "harness/measure/dispatch/instruction_worker.h"
#include "harness/measure/dispatch/replica_worker.h"
#include "harness/measure/dispatch/spread_worker.h"
#include "harness/results/limits.h"
#include "harness/results/results.h"

#include <stdio.h>

/*
 * Does the job that a worker is started for: moves one of several systems of a case, counts the
 * instructions of a case, or measures cases.
 */
static bool work(struct channel *channel, struct run_arguments *arguments, struct error *error)
{
    struct spread_order order;
    struct config config = {0};
    struct cases cases = {0};
    struct results results = {0};
    struct ceilings_set ceilings;
    struct run_options run = arguments->cases.run;
    run.ceilings = &ceilings;
    if (!spread_await_order(channel, run.interrupted, &order, error))
        return false;
    bool measures = order.path[0] != '\0' && order.instructions_of[0] == '\0';
    const char *beside = measures ? order.path : "-";
    bool good = order.config < arguments->config_count &&
                run_arguments_read(arguments, order.config, &config, &cases, error) &&
                limits_ceilings(arguments->ceilings, beside, &ceilings, error) &&
                results_start(NULL, &config, &cases, &results, error);
    if (!good)
        spread_give_up(channel, error);
    if (good && (order.replica_of[0] != '\0' || order.instructions_of[0] != '\0')) {
        good = order.replica_of[0] != '\0' ? replica_work(channel, &order, &cases, &run, error)
                                           : instruction_work(channel, &order, &cases, &run, error);
        if (!good)
            spread_give_up(channel, error);
    } else if (good) {
        good = spread_work(channel, &order, &cases, &run, &results, error);
    }
    results_free(&results);
    cases_free(&cases);
    config_free(&config);
    return good;
}

int run_worker(const char *program, struct run_arguments *arguments)
{
    struct error error;
    struct channel channel;
    if (!worker_become(&channel, &error)) {
        fprintf(stderr, "%s: %s\n", program, error.text);
        return (int)error.code;
    }
    bool good = case_options_choose(&arguments->cases, &error);
    if (!good)
        spread_give_up(&channel, &error);
    good = good && work(&channel, arguments, &error);
    channel_close(&channel);
    return good ? EXIT_OK : (int)error.code;
}
