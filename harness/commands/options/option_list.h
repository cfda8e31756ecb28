/* All options of a command in one list, from its argp and its argp's children. */
#pragma once

#include <argp.h>
#include <stdbool.h>

/** Size of an option list, including its end; it suffices for all commands. */
enum { OPTION_LIST = 160 };

/** Options with long names, followed by the options that argp adds. `option` ends with NULL. */
struct option_list {
    const struct argp_option *option[OPTION_LIST];
    int count;
};

/** Lists the named options of an argp. If several have the same name, lists the first. */
void option_list(const struct argp *argp, struct option_list *list);

/** Whether an option has a one-letter form, such as "-o". */
bool option_has_letter(const struct argp_option *option);

/**
 * Finds the first argument that argp would reject. It begins with --, but is neither an option of
 * the list nor the beginning of one. If `in_order` is set, the search ends at the first argument
 * that is not an option. NULL if there is none.
 */
const char *option_unknown(const struct option_list *list, int argc, char **argv, bool in_order);

/**
 * Returns the option with the name most similar to `wrong`, which begins with --; NULL if none is
 * similar.
 */
const char *option_nearest(const struct option_list *list, const char *wrong);
