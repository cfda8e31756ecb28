#include "harness/commands/run_worker.h"

#include "harness/commands/options/command_line.h"
#include "harness/measure/dispatch/instruction_worker.h"
#include "harness/measure/dispatch/replica_worker.h"
#include "harness/measure/dispatch/spread_worker.h"
#include "harness/results/limits.h"
#include "harness/results/results.h"

#include <string.h>

static const struct case_spec *find(const struct cases *cases, const char *id, struct error *error)
{
    for (int64_t k = 0; k < cases->count; k++)
        if (strcmp(cases->spec[k].id, id) == 0)
            return &cases->spec[k];
    error_set(error, EXIT_USAGE, "the config has no case %s any more", id);
    return NULL;
}

/* Does what an order wants of a single case. */
static bool work_on_case(struct channel *channel, const struct spread_order *order,
                         const struct cases *cases, const struct run_options *run,
                         struct error *error)
{
    const bool moves = order->replica_of[0] != '\0';
    const struct case_spec *spec =
        find(cases, moves ? order->replica_of : order->instructions_of, error);
    return spec != NULL && (moves ? replica_work(channel, order, spec, run, error)
                                  : instruction_work(channel, order, spec, run, error));
}

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
    const bool alone = order.replica_of[0] != '\0' || order.instructions_of[0] != '\0';
    if (good && !alone) {
        good = spread_work(channel, &order, &cases, &run, &results, error);
    } else {
        good = good && work_on_case(channel, &order, &cases, &run, error);
        if (!good)
            spread_give_up(channel, error);
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
    if (!worker_become(&channel, &error))
        return command_end(program, false, &error);
    bool good = case_options_choose(&arguments->cases, &error);
    if (!good)
        spread_give_up(&channel, &error);
    good = good && work(&channel, arguments, &error);
    channel_close(&channel);
    return good ? EXIT_OK : (int)error.code;
}
