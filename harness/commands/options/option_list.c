#include "harness/commands/options/option_list.h"

#include "harness/base/suggest.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* Options that argp adds to every command. */
static const struct argp_option own[] = {
    {"help", '?', NULL, 0, "Give this help list", -1},
    {"usage", 0, NULL, 0, "Give a short usage message", 0},
    {"version", 'V', NULL, 0, "Print program version", -1},
    {0},
};

static const struct argp_option *find(const struct option_list *list, const char *name,
                                      size_t length)
{
    for (int k = 0; k < list->count; k++)
        if (strncmp(list->option[k]->name, name, length) == 0 &&
            list->option[k]->name[length] == '\0')
            return list->option[k];
    return NULL;
}

static void add(struct option_list *list, const struct argp_option *option)
{
    for (; option != NULL && (option->name != NULL || option->key != 0 || option->doc != NULL);
         option++)
        if (option->name != NULL && list->count < OPTION_LIST - 1 &&
            find(list, option->name, strlen(option->name)) == NULL)
            list->option[list->count++] = option;
}

static void add_all(struct option_list *list, const struct argp *argp)
{
    add(list, argp->options);
    for (const struct argp_child *child = argp->children; child != NULL && child->argp != NULL;
         child++)
        add_all(list, child->argp);
}

void option_list(const struct argp *argp, struct option_list *list)
{
    *list = (struct option_list){0};
    add_all(list, argp);
    add(list, own);
}

bool option_has_letter(const struct argp_option *option)
{
    return isascii(option->key) && isprint(option->key);
}

static const struct argp_option *find_letter(const struct option_list *list, char letter)
{
    for (int k = 0; k < list->count; k++)
        if (option_has_letter(list->option[k]) && list->option[k]->key == letter)
            return list->option[k];
    return NULL;
}

/* Whether an argument with letters after a dash takes the next argument as its value. */
static bool letters_take_next(const struct option_list *list, const char *word)
{
    for (const char *at = word + 1; *at != '\0'; at++) {
        const struct argp_option *option = find_letter(list, *at);
        if (option == NULL || option->arg != NULL)
            return option != NULL && at[1] == '\0';
    }
    return false;
}

static bool begins_any(const struct option_list *list, const char *name, size_t length)
{
    for (int k = 0; k < list->count; k++)
        if (strncmp(list->option[k]->name, name, length) == 0)
            return true;
    return false;
}

/* Returns the only option whose name begins with `name`; NULL if there is none or more than one. */
static const struct argp_option *find_begun(const struct option_list *list, const char *name,
                                            size_t length)
{
    const struct argp_option *option = find(list, name, length);
    int count = 0;
    for (int k = 0; option == NULL && k < list->count; k++)
        count += strncmp(list->option[k]->name, name, length) == 0;
    for (int k = 0; option == NULL && count == 1 && k < list->count; k++)
        if (strncmp(list->option[k]->name, name, length) == 0)
            return list->option[k];
    return option;
}

const char *option_unknown(const struct option_list *list, int argc, char **argv, bool in_order)
{
    for (int k = 1; k < argc && strcmp(argv[k], "--") != 0; k++) {
        const char *word = argv[k], *name = word + 2;
        if (word[0] != '-' || word[1] == '\0') {
            if (in_order)
                return NULL;
            continue;
        }
        if (word[1] != '-') {
            k += letters_take_next(list, word);
            continue;
        }
        size_t length = strcspn(name, "=");
        if (!begins_any(list, name, length))
            return word;
        const struct argp_option *option = find_begun(list, name, length);
        k += option != NULL && option->arg != NULL && name[length] == '\0';
    }
    return NULL;
}

const char *option_nearest(const struct option_list *list, const char *wrong)
{
    const char *names[OPTION_LIST];
    char name[64] = "";
    size_t length = strcspn(wrong + 2, "=");
    if (length >= sizeof name)
        return NULL;
    memcpy(name, wrong + 2, length);
    for (int k = 0; k < list->count; k++)
        names[k] = list->option[k]->name;
    names[list->count] = NULL;
    return suggest(name, names);
}
