/*
 * Index of records by their particles, so that a record is compared with only a few others. Records
 * with the same particles are in a chain, in the order of the list. A hash of the particles finds
 * the chain.
 */
#include "harness/base/hash.h"
#include "harness/base/memory.h"
#include "harness/results/record.h"

#include <stdlib.h>
#include <string.h>

/** Returns the chain for a record's particles. Some of their numbers may be unknown. */
static struct record_chain *chain_of(const struct records *records, const struct record *record)
{
    const double number[] = {record->n == record->n ? record->n : 0,
                             record->density == record->density ? record->density : 0};
    struct hasher hasher;
    uint64_t place;
    hash_start(&hasher);
    hash_bytes(&hasher, number, sizeof number);
    hash_string(&hasher, record->input_hash);
    const struct hash hash = hash_end(&hasher);
    memcpy(&place, &hash, sizeof place);
    return &records->chain[place % (uint64_t)records->chains];
}

/** Appends record k to the chain of its particles. */
static void append(struct records *records, int64_t k)
{
    struct record_chain *chain = chain_of(records, &records->record[k]);
    records->record[k].next = -1;
    if (chain->first < 0)
        chain->first = k;
    else
        records->record[chain->last].next = k;
    chain->last = k;
}

void records_index(struct records *records, int64_t from)
{
    if (records->count > records->chains) {
        records->chains = 2 * records->count;
        records->chain =
            memory_resized(records->chain, records->chains, sizeof *records->chain, "cases");
        for (int64_t k = 0; k < records->chains; k++)
            records->chain[k].first = -1;
        from = 0;
    }
    for (int64_t k = from; k < records->count; k++)
        append(records, k);
}

const struct record *records_first(const struct records *records, const struct record *like)
{
    const int64_t first = records->chains > 0 ? chain_of(records, like)->first : -1;
    return first < 0 ? NULL : &records->record[first];
}

const struct record *records_next(const struct records *records, const struct record *record)
{
    return record->next < 0 ? NULL : &records->record[record->next];
}
