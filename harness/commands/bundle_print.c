#include "harness/commands/bundle_print.h"

#include "harness/base/plain.h"

#include <inttypes.h>

void bundle_print(FILE *stream, const struct bundle *bundle)
{
    static const char *const what[] = {[BUNDLE_CEILINGS] = "what the devices can do at most",
                                       [BUNDLE_NOISE] = "how far identical runs differ"};
    int64_t cases = 0, doubtful = 0;
    for (int k = 0; k < bundle->parts; k++) {
        const struct bundle_part *part = &bundle->part[k];
        cases += part->cases;
        doubtful += part->doubtful;
        if (part->kind == BUNDLE_RESULTS)
            plain_line(stream,
                       "%s.json: %" PRId64 " cases, %" PRId64 " of them ok, %" PRId64
                       " of these not to be trusted",
                       part->name, part->cases, part->ok, part->doubtful);
        else
            plain_line(stream, "%s.json: %s", part->name, what[part->kind]);
    }
    if (doubtful > 0)
        plain_line(
            stream,
            "%" PRId64 " of %" PRId64 " cases are marked as not to be trusted: other "
            "programs ran, or there was too little time; `pairlanes show` says which and why",
            doubtful, cases);
}
