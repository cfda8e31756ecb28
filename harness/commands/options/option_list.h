/* The options of a command as one list, from its argp and that argp's children. */
#pragma once

#include <argp.h>
#include <stdbool.h>

/** Room for the most options of a command, and the end. */
enum { OPTION_LIST = 160 };

/** Options by their long names, with those that argp adds last. `option` ends with NULL. */
struct option_list {
    const struct argp_option *option[OPTION_LIST];
    int count;
};

/** Lists the options of an argp that have a name; of several with one name, the first. */
void option_list(const struct argp *argp, struct option_list *list);

/** Whether an option has a letter, "-o". */
bool option_has_letter(const struct argp_option *option);

/**
 * Finds the first argument that argp would refuse: it begins with --, but is no option of the list,
 * nor the beginning of one. With `in_order` the search ends at the first argument that is no
 * option. NULL if there is none.
 */
const char *option_unknown(const struct option_list *list, int argc, char **argv, bool in_order);

/** The option's name that is nearest to `wrong`, which begins with --; NULL if none is near. */
const char *option_nearest(const struct option_list *list, const char *wrong);
