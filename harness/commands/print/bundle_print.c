#include "harness/commands/print/bundle_print.h"

#include "harness/base/printable.h"

#include <inttypes.h>

static void print_part(FILE *stream, const struct bundle_part *part)
{
    switch (part->kind) {
    case BUNDLE_RESULTS:
        printable_line(stream,
                       "%s.json: %" PRId64 " %s, %" PRId64 " of them ok, %" PRId64
                       " of these not to be trusted",
                       part->name, part->cases, part->cases == 1 ? "case" : "cases", part->ok,
                       part->doubtful);
        break;
    case BUNDLE_CEILINGS:
        printable_line(stream, "%s.json: %" PRId64 " %s, %" PRId64 " of them not to be trusted",
                       part->name, part->cases, part->cases == 1 ? "ceiling" : "ceilings",
                       part->doubtful);
        break;
    default:
        printable_line(stream, "%s.json: how far identical runs differ", part->name);
    }
}

void bundle_print(FILE *stream, const struct bundle *bundle)
{
    int64_t doubtful = 0;
    for (int k = 0; k < bundle->parts; k++) {
        print_part(stream, &bundle->part[k]);
        doubtful += bundle->part[k].doubtful;
    }
    if (doubtful > 0)
        printable_line(stream, "Untrusted times are marked: other programs ran, or there was too "
                               "little time; `pairlanes show` names the cases and the reasons");
}
