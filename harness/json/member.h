/*
 * Members of a JSON object, in one table. From it the object is written,
 * read and checked (members_write, members_read, members_check), and described to editors
 * and people (scripts/reference).
 *
 * A table ends with a member without a path. Paths are relative to the object, "counts.flops"; the
 * row of the object "counts" stands before those of its members.
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
    MEMBER_REASON,  /* const char *: reason why the object has no other members */
    MEMBER_INTEGER, /* double, NAN: none, infinite: null */
    MEMBER_NUMBER,  /* the same */
    MEMBER_BOOLEAN, /* const char *: "true", "false", "" if it is not known */
    MEMBER_SCALAR,  /* a number or a text, as the value of a map */
    MEMBER_OBJECT,  /* a structure that `members` describes; without `members` a bool, true if the
                     * object exists. Rows whose paths begin with its path then describe its
                     * members */
    MEMBER_TUPLE,   /* bool, an object whose members are its elements: "ci95_ns.0" is the first */
    MEMBER_MAP,     /* const cJSON *: an object of any names, its values of the kind `of` */
    MEMBER_LIST, /* const cJSON *: an array of values of the kind `of`, or objects of `members` */
    MEMBER_REST, /* const cJSON *: other members of the same object, of the kind `of` */
    MEMBER_OTHER /* other values, which only `schema` describes */
};

/** The type of the field of a member, by its kind. */
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
    /* true if there are such bounds; `open`: the lower bound itself is not allowed */
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
 * Presence that members_check requires: all members that are not optional, later or null; or only
 * the required ones.
 */
enum member_presence { MEMBERS_MUST, MEMBERS_MAY };

/** A function that lists names, NULL after the last. */
typedef void member_names(const char *names[MEMBER_NAMES]);

/** A member. */
struct member {
    const char *path;
    enum member_kind kind;
    enum member_kind of;        /* kind of the values of a map or list */
    const char *unit;           /* unit; NULL: none */
    int digits;                 /* significant digits of a written number; 0: all */
    struct range range;         /* range of numbers, and of the numbers in a map or list */
    bool power_of_two;          /* true for powers of two only */
    const char *floor;          /* path of the number that is the member's lower bound; NULL:
                                 * none */
    member_names *names;        /* names for MEMBER_NAME; or `choices` */
    const char *const *choices; /* names, NULL after the last */
    bool open;           /* true if other rows of the tree extend the names, so that the schema
                          * lists none */
    const char *pattern; /* regular expression of texts; */
    bool (*matches)(const char *text); /* function that tests the text; NULL: any text is valid */
    const char *format;                /* format of texts, as JSON Schema names it */

    bool null;          /* true if the member may be null, or left out, with the same meaning */
    bool nulls;         /* true if values of a map or list may be null */
    bool optional;      /* true if the member is left out without a value */
    bool later;         /* true if older files lack it */
    bool ok;            /* true for a member of a case that is null unless the status is "ok" */
    size_t offset;      /* offset in the structure */
    const char *column; /* column of flat tables; NULL: its path with '_' for '.', for a map none */

    bool axis;           /* true for a member of a config that is an axis: a list of values as
                          * well as one */
    bool required;       /* true for a required member of a config */
    const char *without; /* key of a config that excludes this one; NULL: none */
    const char *initial; /* default in a config, JSON; NULL: nothing */

    const struct member *members; /* members of objects, and of objects in lists */
    const char *definition; /* name of these members in schema and page; NULL: described in place */
    const char *schema;     /* schema of other kinds, by its name in scripts/reference */
    const char *summary;    /* summary, a sentence */
    const char *formula;    /* formula of a derived member, with paths, which may be relative to the
                             * same object; NULL: it was measured, counted or chosen */
};

/** Writes the names that a member may have, NULL after the last. */
void member_list_names(const struct member *member, const char *names[MEMBER_NAMES]);

/** Returns the allowed values of a member, as in "a number from 0 to 1"; `text` has
 * MEMBER_TEXT_SIZE. */
const char *member_expected(const struct member *member, char text[MEMBER_TEXT_SIZE]);

/** Whether an object must have the member. */
bool member_must_be(const struct member *member, enum member_presence presence);

/**
 * Whether a value is valid for a member; for maps and lists, whether all of their values are.
 * Integers must be exact in a double, up to 2^53.
 */
bool member_takes(const struct member *member, const cJSON *item);

/**
 * Returns the name of a member directly in the object `parent` ("": the whole); NULL if it is
 * elsewhere.
 */
const char *member_name_in(const struct member *member, const char *parent);

/** Returns the item at a path; NULL if there is none. */
const cJSON *member_at(const cJSON *object, const char *path);

/** Returns the name of the member's column after `prefix`, "force_"; NULL if it has none. */
const char *member_column(const struct member *member, const char *prefix,
                          char text[MEMBER_TEXT_SIZE]);

/**
 * Makes the object of a structure, and takes over its maps, lists and rests, which the caller must
 * not use any more. NULL if no member of the structure has a value.
 */
cJSON *members_write(const struct member *members, const void *structure);

/** Fills a structure from an object, to whose texts and items it points; NULL: leaves it empty. */
void members_read(const struct member *members, const cJSON *object, void *structure);

/**
 * Refuses an object with a member that differs from its row. With MEMBERS_MUST no member may be
 * missing, nor null unless allowed; with MEMBERS_MAY both are valid, and so are members that are
 * not in the table. EXIT_USAGE: "place.path: expected …, found …".
 */
bool members_check(const struct member *members, const cJSON *object, enum member_presence presence,
                   const char *place, struct error *error);
