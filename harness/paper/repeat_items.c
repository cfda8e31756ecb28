#include "harness/paper/repeat_items.h"

#include "harness/base/process/interrupt.h"

#include <inttypes.h>
#include <stdio.h>

static void run_item(const struct repeat_items *items, const struct paper *paper,
                     const struct paper_item *item)
{
    struct repeat repeat;
    struct run_summary summary;
    struct error error;
    if (repeat_open(items->papers, item, items->length, items->machine, &repeat, &error) &&
        repeat_run(&repeat, &items->run, &summary, &error))
        fprintf(stderr,
                "%s, %s: %" PRId64 " timed (%" PRId64 " of them before), %" PRId64
                " skipped, %" PRId64 " failed, %" PRId64 " not run%s; results in %s\n",
                paper->cited, item->name, summary.ok, summary.kept, summary.skipped - summary.late,
                summary.failed, summary.not_run + summary.late,
                summary.late > 0 ? ", for the time was up" : "", repeat.path);
    else
        fprintf(stderr, "%s, %s: %s\n", paper->cited, item->name, error.text);
    repeat_close(&repeat);
}

static bool is_ended(const struct repeat_items *items)
{
    return *items->run.interrupted != 0 && *items->run.interrupted != INTERRUPT_TIME;
}

void repeat_items(const struct repeat_items *items)
{
    interrupt_after(items->seconds);
    for (int k = 0; k < items->count; k++)
        for (int item = 0; item < items->paper[k]->items && !is_ended(items); item++)
            run_item(items, items->paper[k], &items->paper[k]->item[item]);
    interrupt_after(0);
}
