/*
 * Tables of the members of a JSON object. The same table is used to write, read and check the
 * object (members_write, members_read, members_check). scripts/reference makes the object's JSON
 * Schema and documentation page from the table.
 *
 * A table ends with a row without a path. Paths are relative to the object, such as "counts.flops";
 * the row of an inner object, "counts", precedes the rows of its members.
 */
#pragma once

#include "harness/base/error.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

enum { MEMBER_NAMES = 64, MEMBER_TEXT_SIZE = 512 };

/** Kind of a member's value, and of its field in a structure. */
enum member_kind {
    MEMBER_TEXT,    /* const char *, "": none */
    MEMBER_NAME,    /* const char *, one of the names or choices */
    MEMBER_REASON,  /* const char *, the reason why the object has no other members */
    MEMBER_INTEGER, /* double; NAN: none, infinite: null */
    MEMBER_NUMBER,  /* double; NAN: none, infinite: null */
    MEMBER_BOOLEAN, /* const char *, "true", "false" or, if unknown, "" */
    MEMBER_SCALAR,  /* number or text, only as a value of a map */
    MEMBER_OBJECT,  /* structure with the table `members`. Without `members` it is a bool, true if
                     * the object exists. The following rows are then its members; their paths begin
                     * with its path */
    MEMBER_TUPLE,   /* bool, true if a list exists; following rows describe its elements:
                     * "ci95_ns.0" is the first */
    MEMBER_MAP,     /* const cJSON *, an object with any names; its values have the kind `of` */
    MEMBER_LIST, /* const cJSON *, an array of values of the kind `of`, or of objects described by
                  * `members` */
    MEMBER_REST, /* const cJSON *, all other members of the same object, of the kind `of` */
    MEMBER_OTHER /* values of other kinds, which only `schema` describes */
};

/** Types of a member's field in a structure, by the kind of the member. */
#define MEMBER_FIELD_TEXT    const char *
#define MEMBER_FIELD_NAME    const char *
#define MEMBER_FIELD_REASON  const char *
#define MEMBER_FIELD_INTEGER double
#define MEMBER_FIELD_NUMBER  double
#define MEMBER_FIELD_BOOLEAN const char *
#define MEMBER_FIELD_OBJECT  bool
#define MEMBER_FIELD_TUPLE   bool
#define MEMBER_FIELD_MAP     const cJSON *
#define MEMBER_FIELD_LIST    const cJSON *
#define MEMBER_FIELD_REST    const cJSON *

/** Range of allowed numbers; zeroed: any. */
struct range {
    /* low: there is a lower bound; high: there is an upper bound; open: the lower bound itself
     * is not allowed */
    bool low, high, open;
    double minimum, maximum;
};

#define AT_LEAST(bound)                                                                            \
    {                                                                                              \
        .low = true, .minimum = (bound)                                                            \
    }
#define ABOVE(bound)                                                                               \
    {                                                                                              \
        .low = true, .open = true, .minimum = (bound)                                              \
    }
#define BETWEEN(least, most)                                                                       \
    {                                                                                              \
        .low = true, .high = true, .minimum = (least), .maximum = (most)                           \
    }

/**
 * Members that members_check requires. MEMBERS_MUST: all members that are not marked as optional,
 * later or null. MEMBERS_MAY: all members that are marked as required.
 */
enum member_presence { MEMBERS_MUST, MEMBERS_MAY };

/** A function that fills in names, then NULL. */
typedef void member_names(const char *names[MEMBER_NAMES]);

/** A member, one row of a table. */
struct member {
    const char *path;
    enum member_kind kind;
    enum member_kind of;        /* kind of the values of a map or list */
    const char *unit;           /* unit; NULL: none */
    int digits;                 /* number of significant digits that are written; 0: all */
    struct range range;         /* range of the number, or of the numbers in a map or list */
    bool power_of_two;          /* true if the number must be a power of two */
    const char *floor;          /* path of a number that is the minimum of this one; NULL: none */
    member_names *names;        /* names for MEMBER_NAME; or `choices` */
    const char *const *choices; /* choices for MEMBER_NAME, then NULL */
    bool open;           /* true if the schema lists no names, because other parts of the tree add
                          * some */
    const char *pattern; /* regular expression that valid texts match */
    bool (*matches)(const char *text); /* function that tests a text; NULL: any text is valid */
    const char *format;                /* format of the text, as JSON Schema names it */

    bool null;          /* true if the member may be null, which means the same as a missing
                         * member */
    bool nulls;         /* true if values of a map or list may be null */
    bool optional;      /* true if the member is left out when it has no value */
    bool later;         /* true if files of earlier versions lack the member */
    bool ok;            /* true for members of a case that are null unless the status is "ok" */
    size_t offset;      /* offset of the field in the structure */
    const char *column; /* column in flat tables; NULL: the path with '_' instead of '.', or none
                         * for a map */

    bool axis;           /* true for a member of a config that may be a list of values to sweep */
    bool required;       /* true if a config must have the member */
    const char *without; /* key that a config must not have together with this one; NULL: none */
    const char *initial; /* default value in a config, as JSON; NULL: none */

    const struct member *members; /* members of objects, and of objects in lists */
    const char *definition;       /* name of the group `members` in schema and page; NULL: they are
                                   * described where they are used */
    const char *schema;           /* name of the schema in scripts/reference, for other kinds */
    const char *summary;          /* description in one sentence */
    const char *formula; /* formula of a derived value, with paths of members, possibly relative to
                          * the same object. NULL: the value was measured, counted or chosen */
};

/** Fills in the names that a member may have, then NULL. */
void member_list_names(const struct member *member, const char *names[MEMBER_NAMES]);

/** Returns the allowed values of a member, as in "a number from 0 to 1"; `text` has
 * MEMBER_TEXT_SIZE. */
const char *member_expected(const struct member *member, char text[MEMBER_TEXT_SIZE]);

/** Whether an object must have the member. */
bool member_must_be(const struct member *member, enum member_presence presence);

/**
 * Whether a value is valid for a member. For a map or list, all of its values must be valid.
 * Integers must be exact in double precision, at most 2^53.
 */
bool member_takes(const struct member *member, const cJSON *item);

/**
 * Returns the name of a member that is directly in the object at path `parent` ("": the root). NULL
 * if it is in another object.
 */
const char *member_name_in(const struct member *member, const char *parent);

/** Returns the item at a path; NULL if there is none. */
const cJSON *member_at(const cJSON *object, const char *path);

/** Returns the name of the member's column with `prefix`, such as "force_"; NULL if it has none. */
const char *member_column(const struct member *member, const char *prefix,
                          char text[MEMBER_TEXT_SIZE]);

/**
 * Makes a JSON object from a structure. The object then owns the maps, lists and rests of the
 * structure, which the caller must not use any more. NULL if no member has a value.
 */
cJSON *members_write(const struct member *members, const void *structure);

/**
 * Fills a structure from an object; its texts and items point into the object. NULL: empties the
 * structure.
 */
void members_read(const struct member *members, const cJSON *object, void *structure);

/**
 * Refuses an object if a member does not fit its row of the table. With MEMBERS_MUST no member may
 * be missing, and a member may be null only if its row allows that. MEMBERS_MAY allows both, and
 * members that are not in the table. EXIT_USAGE: "place.path: expected …, found …".
 */
bool members_check(const struct member *members, const cJSON *object, enum member_presence presence,
                   const char *place, struct error *error);
