#include "harness/report/tables/baseline_beside.h"

#include <string.h>

static bool is_other_of_cpu(const struct record *record, const struct record *serial)
{
    return record_timed(record) && strcmp(record->backend, "cpu") == 0 &&
           !record_has_one_thread(record->strategy) && record_same_system(record, serial) &&
           strcmp(record->precision, serial->precision) == 0 && record_same_host(record, serial);
}

const struct record *baseline_beside(const struct records *records, const struct record *serial,
                                     bool several)
{
    const struct record *best = NULL;
    for (const struct record *record = records_first(records, serial); record != NULL;
         record = records_next(records, record)) {
        if (is_other_of_cpu(record, serial) &&
            (several ? record->threads > 1 : record->threads == 1) &&
            (best == NULL || record->force.median < best->force.median))
            best = record;
    }
    return best;
}
