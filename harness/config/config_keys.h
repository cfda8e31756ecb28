/* The keys of a config, what each may be, and the defaults: one table for all who need them. */
#ifndef PAIRLANES_CONFIG_KEYS_H
#define PAIRLANES_CONFIG_KEYS_H

#include <stdbool.h>

enum { CONFIG_NAMES = 64 };

/** What a value may be. */
enum config_kind {
    KIND_TEXT,
    KIND_NAME,
    KIND_INTEGER,
    KIND_NUMBER,
    KIND_BOOLEAN,
    KIND_OBJECT,
    KIND_METRICS,
    KIND_LIST /* of objects, one at least */
};

/** A key. Tables of them end with one without a name. */
struct config_field {
    const char *key;
    enum config_kind kind;
    bool axis; /* a list of values as well as one */
    double minimum, maximum;
    bool power_of_two;
    void (*names)(const char *names[CONFIG_NAMES]); /* of KIND_NAME: those known, then NULL */
    const char *initial;                            /* JSON; NULL: nothing */
};

/** Keys of the top level alone; of a sweep or the top level; of "system" when it is built, and
 * when it is read; of "sampling"; of "counters"; of "dynamics"; of a claim; of a claim's sides; of
 * its "where". Those of "parameters" and "tuning" are the models' and the strategies' own. */
extern const struct config_field config_document_fields[];
extern const struct config_field config_sweep_fields[];
extern const struct config_field config_builder_fields[];
extern const struct config_field config_file_fields[];
extern const struct config_field config_sampling_fields[];
extern const struct config_field config_counters_fields[];
extern const struct config_field config_dynamics_fields[];
extern const struct config_field config_claim_fields[];
extern const struct config_field config_side_fields[];
extern const struct config_field config_where_fields[];

/** The default of a key that holds numbers. */
double config_default(const struct config_field *fields, const char *key);

/** The names of all strategies, then NULL. */
void config_strategy_names(const char *names[CONFIG_NAMES]);

/** The backends that a config may name, whether or not this build has them; NULL after the last. */
const char *const *config_backends(void);

#endif
